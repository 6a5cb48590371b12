package crowdstore

import "math/bits"

// bitPlaces are the places of the bits that are set in a byte, the lowest first, a byte for each.
var bitPlaces = func() (places [256]uint64) {
	for set := range places {
		n := 0
		for rest := uint8(set); rest != 0; rest &= rest - 1 {
			places[set] |= uint64(bits.TrailingZeros8(rest)) << (8 * n)
			n++
		}
	}
	return places
}()

// listWearers lists who shows the parts that only some members of a list show.
func (s *Store) listWearers(c *Collected, list *List) {
	parts, room := list.someHide&^list.Hidden, list.members+8
	c.wearing = grown(c.wearing, 8*room)
	for shift := 0; shift < 64; shift += 8 {
		some := uint8(parts >> shift)
		if some == 0 {
			continue
		}
		w := wearing{words: c.wearing, hidden: s.hidden, shift: shift, parts: some}
		for part := range w.ends {
			w.ends[part] = part * room
		}
		w.list(c.Entries[2*list.First:2*list.End], uint32(list.First))
		for rest := some; rest != 0; rest &= rest - 1 {
			part := bits.TrailingZeros8(rest)
			of := Wearers{Part: 1 << (shift + part), First: len(c.Entries)}
			c.Entries = append(c.Entries, c.wearing[part*room:w.ends[part]]...)
			of.End = len(c.Entries)
			list.Wearers = append(list.Wearers, of)
		}
	}
}

// wearing lists who shows some of the 8 parts whose bits begin at shift.
type wearing struct {
	hidden []uint64 // by slot
	shift  int
	parts  uint8
	words  []uint32 // by part; there is room for 8 more than all members
	ends   [8]int   // of the words, by part
}

// list lists who shows the parts, 8 members at once. The first one has a number.
func (w *wearing) list(entries []uint32, member uint32) {
	hidden, shift := w.hidden, uint(w.shift)%64
	for ; len(entries) >= 16; entries = entries[16:] {
		e := (*[16]uint32)(entries)
		w.listEight(hidden[e[0]]>>shift&0xff|hidden[e[2]]>>shift&0xff<<8|
			hidden[e[4]]>>shift&0xff<<16|hidden[e[6]]>>shift&0xff<<24|
			hidden[e[8]]>>shift&0xff<<32|hidden[e[10]]>>shift&0xff<<40|
			hidden[e[12]]>>shift&0xff<<48|hidden[e[14]]>>shift<<56, member)
		member += 8
	}
	hides := ^uint64(0) // as if there were others who hide all
	for i := 0; i < len(entries); i += 2 {
		hides = hides&^(0xff<<(4*i)) | hidden[entries[i]]>>shift&0xff<<(4*i)
	}
	w.listEight(hides, member)
}

// listEight lists which of 8 members show the parts. A byte says which of them a member hides.
func (w *wearing) listEight(hides uint64, member uint32) {
	show := transposed(^hides) // a byte says who shows a part
	for rest := w.parts; rest != 0; rest &= rest - 1 {
		part := bits.TrailingZeros8(rest) % 8
		who := uint8(show >> (8 * part))
		places, end := bitPlaces[who], w.ends[part]
		words := (*[8]uint32)(w.words[end:])
		words[0], words[1] = member+uint32(uint8(places)), member+uint32(uint8(places>>8))
		words[2], words[3] = member+uint32(uint8(places>>16)), member+uint32(uint8(places>>24))
		if places>>32 != 0 { // there are more than 4
			words[4], words[5] = member+uint32(uint8(places>>32)), member+uint32(uint8(places>>40))
			words[6], words[7] = member+uint32(uint8(places>>48)), member+uint32(uint8(places>>56))
		}
		w.ends[part] = end + bits.OnesCount8(who)
	}
}

// transposed returns 8 bytes whose bits are rows of a matrix, transposed.
func transposed(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	x ^= t ^ t<<28
	return x
}
