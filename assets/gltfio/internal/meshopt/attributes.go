package meshopt

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

const (
	attributesHeader = 0xA0 // plus the version
	blockBytes       = 8192 // the largest block, decoded
	groupElements    = 16
)

// attributeStream is a compressed sequence of elements. It stores for each block of elements the
// differences of consecutive elements, byte position by byte position.
type attributeStream struct {
	data    []byte // the blocks; it shrinks as they are decoded
	stride  int
	version int
	last    [256]byte // the element before the block
	modes   []byte    // of each group of 4 byte positions; nil in version 0
	// deltas holds the differences of a block: a run of groupElements·groups bytes for each byte
	// position.
	deltas [blockBytes]byte
}

// decodeAttributes decodes elements without a filter.
func decodeAttributes(data []byte, count, stride int) ([]byte, error) {
	if len(data) == 0 || data[0] != attributesHeader && data[0] != attributesHeader+1 {
		return nil, fmt.Errorf("expected data that begins with %#x or %#x, the header of attributes, found %#x",
			attributesHeader, attributesHeader+1, data[:min(len(data), 1)])
	}
	s := attributeStream{stride: stride, version: int(data[0] - attributesHeader)}
	tail, padded := stride, 32
	if s.version == 1 {
		tail, padded = stride+stride/4, 24
	}
	padded = max(padded, tail)
	perBlock := min(blockBytes/stride&^(groupElements-1), 256)
	blocks := (count + perBlock - 1) / perBlock
	// The least that a block needs: in version 0 a byte of header bits for each byte position, in
	// version 1 the control modes.
	least := stride
	if s.version == 1 {
		least = stride / 4
	}
	if len(data)-1-padded < blocks*least {
		return nil, errEnd
	}
	copy(s.last[:stride], data[len(data)-tail:])
	if s.version == 1 {
		s.modes = data[len(data)-tail+stride:]
		for i, m := range s.modes {
			if m&15 > 2 || m&15 < 2 && m>>4 != 0 {
				return nil, fmt.Errorf("channel mode %d: expected 0 or 1, or 2 with a rotation in the upper four bits, "+
					"found %#x", i, m)
			}
		}
	}
	s.data = data[1 : len(data)-padded]
	out := make([]byte, count*stride)
	for left := out; len(left) > 0; {
		block := left[:min(perBlock*stride, len(left))]
		if err := s.decodeBlock(block); err != nil {
			return nil, err
		}
		left = left[len(block):]
	}
	if len(s.data) != 0 {
		return nil, rest(s.data)
	}
	return out, nil
}

// take returns the next n bytes of the blocks, or false if there are fewer.
func (s *attributeStream) take(n int) ([]byte, bool) {
	if n > len(s.data) {
		return nil, false
	}
	taken := s.data[:n]
	s.data = s.data[n:]
	return taken, true
}

// decodeBlock decodes the next elements.
func (s *attributeStream) decodeBlock(out []byte) error {
	elements := len(out) / s.stride
	run := (elements + groupElements - 1) &^ (groupElements - 1)
	var controls []byte
	if s.version == 1 {
		var ok bool
		if controls, ok = s.take(s.stride / 4); !ok {
			return errEnd
		}
	}
	for position := range s.stride {
		deltas := s.deltas[position*run:][:run]
		widths := [4]int{0, 2, 4, 8}
		if s.version == 1 {
			switch controls[position/4] >> (position % 4 * 2) & 3 {
			case 0:
				widths = [4]int{0, 1, 2, 4}
			case 1:
				widths = [4]int{1, 2, 4, 8}
			case 2:
				clear(deltas)
				continue
			case 3:
				literal, ok := s.take(elements)
				if !ok {
					return errEnd
				}
				copy(deltas, literal)
				continue
			}
		}
		if !s.decodeDeltas(deltas, widths) {
			return errEnd
		}
	}
	for position := 0; position < s.stride; position += 4 {
		s.sum(out, position, run)
	}
	copy(s.last[:s.stride], out[len(out)-s.stride:])
	return nil
}

// decodeDeltas decodes the differences at one byte position. Two bits for each group of 16 select
// the bits of a difference. It returns false if the data ends too early.
func (s *attributeStream) decodeDeltas(deltas []byte, widths [4]int) bool {
	groups := len(deltas) / groupElements
	headers, ok := s.take((groups + 3) / 4)
	if !ok {
		return false
	}
	for g := range groups {
		group := deltas[g*groupElements:][:groupElements]
		width := widths[headers[g/4]>>(g%4*2)&3]
		packed, ok := s.take(2 * width)
		if !ok {
			return false
		}
		switch width {
		case 0:
			clear(group)
			continue
		case 8:
			copy(group, packed)
			continue
		}
		// A difference with all bits set stands for a whole byte after the group.
		sentinel, perByte := byte(1)<<width-1, 8/width
		for i := range group {
			at := i % perByte * width
			if width > 1 { // the first difference is in the highest bits, unlike with 1 bit
				at = 8 - width - at
			}
			d := packed[i/perByte] >> at & sentinel
			if d == sentinel {
				if len(s.data) == 0 {
					return false
				}
				d, s.data = s.data[0], s.data[1:]
			}
			group[i] = d
		}
	}
	return true
}

// sum adds up the differences of four byte positions, from the first one, and writes the elements'
// bytes. The runs of differences are run bytes apart.
func (s *attributeStream) sum(out []byte, first, run int) {
	mode := byte(0)
	if s.modes != nil {
		mode = s.modes[first/4]
	}
	deltas := s.deltas[first*run:]
	last := binary.LittleEndian.Uint32(s.last[first:])
	for i, at := 0, first; at < len(out); i, at = i+1, at+s.stride {
		delta := uint32(deltas[i]) | uint32(deltas[run+i])<<8 | uint32(deltas[2*run+i])<<16 | uint32(
			deltas[3*run+i])<<24
		switch mode & 15 {
		case 0:
			last = addLanes(last, unzigzag(delta, 0x01010101, 0xFF), 0x80808080)
		case 1:
			last = addLanes(last, unzigzag(delta, 0x00010001, 0xFFFF), 0x80008000)
		default:
			last ^= bits.RotateLeft32(delta, -int(mode>>4)) // the extension gives the rotation of the encoder
		}
		binary.LittleEndian.PutUint32(out[at:], last)
	}
}

// unzigzag decodes the signed numbers in the lanes of v, whose signs are in their lowest bits. ones
// has the lowest bit of each lane set, lane all bits of the lowest lane.
func unzigzag(v, ones, lane uint32) uint32 {
	high := bits.RotateLeft32(ones, -1) // the highest bit of each lane
	return v>>1&^high ^ (v&ones)*lane
}

// addLanes adds the lanes of two numbers without carries between them. high has the highest bit of
// each lane set.
func addLanes(a, b, high uint32) uint32 {
	return (a&^high + b&^high) ^ (a^b)&high
}
