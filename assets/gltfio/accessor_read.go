package gltfio

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/internal/exact"
)

// readFloats returns the numbers of an accessor, element after element. Normalized integers are converted to the range
// from 0 or -1 to 1 (glTF 2.0 section 3.6.2.2). A number that is not finite is an error. The slice is shared and must
// not be changed.
func (l *loader) readFloats(index int) ([]float32, error) {
	a := &l.accessors[index]
	if a.floats != nil || a.tooShort != nil {
		return a.floats, a.tooShort
	}
	path := fmt.Sprintf("accessors[%d]", index)
	if err := l.memory.spend(path, a.count, 4*a.components); err != nil {
		return nil, err
	}
	out := make([]float32, a.count*a.components)
	if a.data != nil {
		for i := range a.count {
			a.decodeFloats(out[i*a.components:][:a.components], a.data[i*a.stride:])
		}
	}
	err := a.eachSparse(path, func(element int, value []byte) {
		a.decodeFloats(out[element*a.components:][:a.components], value)
	})
	if err != nil {
		return nil, err
	}
	for i, v := range out {
		if !exact.IsFinite(v) {
			return nil, errorAt(path, "element %d contains %v, which is not finite", i/a.components, v)
		}
	}
	a.floats = out
	return out, nil
}

// readUints returns the numbers of an accessor of unsigned integers. The slice is shared and must not be changed.
func (l *loader) readUints(index int) ([]uint32, error) {
	a := &l.accessors[index]
	if a.uints != nil || a.tooShort != nil {
		return a.uints, a.tooShort
	}
	path := fmt.Sprintf("accessors[%d]", index)
	if err := l.memory.spend(path, a.count, 4*a.components); err != nil {
		return nil, err
	}
	out := make([]uint32, a.count*a.components)
	size := byteSize(a.component)
	decode := func(element int, value []byte) {
		for c := range a.components {
			out[element*a.components+c] = unsigned(a.component, value[c*size:])
		}
	}
	if a.data != nil {
		for i := range a.count {
			decode(i, a.data[i*a.stride:])
		}
	}
	if err := a.eachSparse(path, decode); err != nil {
		return nil, err
	}
	a.uints = out
	return out, nil
}

// eachSparse calls replace for each sparse element. It checks that the indices increase and are inside the accessor.
func (a *accessor) eachSparse(path string, replace func(element int, value []byte)) error {
	if a.sparse == nil {
		return nil
	}
	s, previous := a.sparse, -1
	for i := range s.count {
		element := int(unsigned(s.indexType, s.indices[i*s.indexSize:]))
		if element >= a.count {
			return errorAt(path+".sparse.indices", "index %d is %d, but the accessor has %d elements", i, element, a.count)
		}
		if element <= previous {
			return errorAt(path+".sparse.indices", "index %d is %d, not greater than the previous index %d", i, element, previous)
		}
		previous = element
		replace(element, s.values[i*s.valueSize:])
	}
	return nil
}

// decodeFloats decodes the components of one element.
func (a *accessor) decodeFloats(dst []float32, src []byte) {
	switch a.component {
	case gltf.ComponentFloat:
		for i := range dst {
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:]))
		}
	case gltf.ComponentByte:
		for i := range dst {
			dst[i] = a.signed(float64(int8(src[i])), math.MaxInt8)
		}
	case gltf.ComponentShort:
		for i := range dst {
			dst[i] = a.signed(float64(int16(binary.LittleEndian.Uint16(src[2*i:]))), math.MaxInt16)
		}
	default:
		scale, size := 1.0, byteSize(a.component)
		if a.normalized {
			scale = float64(uint64(1)<<(8*size) - 1)
		}
		for i := range dst {
			dst[i] = float32(float64(unsigned(a.component, src[size*i:])) / scale)
		}
	}
}

// signed converts a signed integer. The normalized form of the largest value is 1, of the smallest -1.
func (a *accessor) signed(value, largest float64) float32 {
	if a.normalized {
		return float32(max(value/largest, -1))
	}
	return float32(value)
}

// unsigned decodes an unsigned integer.
func unsigned(component gltf.ComponentType, src []byte) uint32 {
	switch component {
	case gltf.ComponentUbyte:
		return uint32(src[0])
	case gltf.ComponentUshort:
		return uint32(binary.LittleEndian.Uint16(src))
	}
	return binary.LittleEndian.Uint32(src)
}

// vectors returns flat numbers as vectors of type V, an array of float32, without copying them.
func vectors[V any](flat []float32) []V {
	var v V
	n := len(flat) / (int(unsafe.Sizeof(v)) / 4)
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*V)(unsafe.Pointer(&flat[0])), n)
}
