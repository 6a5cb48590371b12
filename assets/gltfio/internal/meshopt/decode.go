package meshopt

import (
	"errors"
	"fmt"
	"math"
)

// Mode is the codec of a buffer view.
type Mode uint8

// The modes.
const (
	Attributes Mode = iota // elements of any size, such as vertices and keys
	Triangles              // indices of triangle lists
	Indices                // other sequences of indices
)

func (m Mode) String() string {
	if m > Indices {
		return fmt.Sprintf("Mode(%d)", uint8(m))
	}
	return [...]string{"ATTRIBUTES", "TRIANGLES", "INDICES"}[m]
}

// Filter is a transformation of decoded attributes.
type Filter uint8

// The filters.
const (
	None        Filter = iota
	Octahedral         // unit vectors as four normalized int8 or int16; the fourth number passes unchanged
	Quaternion         // rotations as four normalized int16
	Exponential        // float32 values
	Color              // four normalized uint8 or uint16
)

func (f Filter) String() string {
	if f > Color {
		return fmt.Sprintf("Filter(%d)", uint8(f))
	}
	return [...]string{"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"}[f]
}

var errEnd = errors.New("expected more compressed data, found its end")

// rest returns the error for data that is left after the last element.
func rest(data []byte) error {
	return fmt.Errorf("expected the end of the compressed data after its last element, found %d bytes more", len(data))
}

// Decode returns count elements of stride bytes. It checks all arguments, and allocates nothing
// unless the data is long enough for that many elements: a byte holds at most 1,024 bytes of
// attributes, 12 bytes of triangles or 4 bytes of indices.
func Decode(data []byte, count, stride int, mode Mode, filter Filter) ([]byte, error) {
	if err := check(count, stride, mode, filter); err != nil {
		return nil, err
	}
	switch mode {
	case Triangles:
		return decodeTriangles(data, count, stride)
	case Indices:
		return decodeIndices(data, count, stride)
	}
	out, err := decodeAttributes(data, count, stride)
	if err != nil {
		return nil, err
	}
	filter.apply(out, stride)
	return out, nil
}

// check returns an error for arguments that the extensions do not allow.
func check(count, stride int, mode Mode, filter Filter) error {
	switch {
	case mode > Indices:
		return fmt.Errorf("expected one of the modes ATTRIBUTES, TRIANGLES and INDICES, found %v", mode)
	case filter > Color:
		return fmt.Errorf("expected one of the filters NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL and COLOR, found %v", filter)
	case count < 1 || count > math.MaxInt32:
		return fmt.Errorf("expected a count from 1 to %d, found %d", math.MaxInt32, count)
	case mode == Attributes && (stride < 4 || stride > 256 || stride%4 != 0):
		return fmt.Errorf("expected a stride of %v that is a multiple of 4 from 4 to 256 bytes, found %d", mode, stride)
	case mode != Attributes && stride != 2 && stride != 4:
		return fmt.Errorf("expected a stride of %v of 2 or 4 bytes, found %d", mode, stride)
	case mode == Triangles && count%3 != 0:
		return fmt.Errorf("expected a count of %v that is a multiple of 3, found %d", mode, count)
	case mode != Attributes && filter != None:
		return fmt.Errorf("expected no filter of %v, found %v", mode, filter)
	case (filter == Octahedral || filter == Color) && stride != 4 && stride != 8:
		return fmt.Errorf("expected a stride of 4 or 8 bytes for the filter %v, found %d", filter, stride)
	case filter == Quaternion && stride != 8:
		return fmt.Errorf("expected a stride of 8 bytes for the filter %v, found %d", filter, stride)
	}
	return nil
}
