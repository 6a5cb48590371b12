package crowdstore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Who shows parts is what a look at each member and each part finds, for any number of members.
func TestWearersOfParts(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 4))
	for range 300 {
		members, s := random.IntN(40), &Store{hidden: make([]uint64, 200)}
		for slot := range s.hidden {
			s.hidden[slot] = random.Uint64() & random.Uint64()
		}
		list := &List{someHide: random.Uint64() & random.Uint64(), Hidden: 1 << random.IntN(64), First: 3, End: 3 + members}
		list.members = members
		c := &Collected{}
		for range 2 * list.First {
			c.Entries = append(c.Entries, 0)
		}
		for range members {
			c.Entries = append(c.Entries, uint32(random.IntN(len(s.hidden))), 1<<FadeShift)
		}
		s.listWearers(c, list)
		k := 0
		for part := range 64 {
			bit := uint64(1) << part
			if (list.someHide&^list.Hidden)&bit == 0 {
				continue
			}
			var want []uint32
			for i := list.First; i < list.End; i++ {
				if s.hidden[c.Entries[2*i]]&bit == 0 {
					want = append(want, uint32(i))
				}
			}
			if k == len(list.Wearers) || list.Wearers[k].Part != bit {
				t.Fatalf("of the parts %b, part %d is not the next one with wearers: %+v", list.someHide, part, list.Wearers)
			}
			if got := c.Entries[list.Wearers[k].First:list.Wearers[k].End]; !slices.Equal(got, want) {
				t.Fatalf("of %d members, %v show part %d, want %v", members, got, part, want)
			}
			k++
		}
		if k != len(list.Wearers) {
			t.Fatalf("%d parts have wearers, want %d", len(list.Wearers), k)
		}
	}
}
