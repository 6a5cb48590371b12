package gltfio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/exact"
)

// accessor is an accessor whose elements, sparse ones included, are known to be inside the buffers.
type accessor struct {
	kind       gltf.AccessorType
	component  gltf.ComponentType
	normalized bool
	components int    // of an element
	count      int    // of elements
	data       []byte // from the first element on; nil if all elements are 0
	stride     int    // bytes from one element to the next
	sparse     *sparse
	// tooShort is the error for elements that are not inside the buffer view, which has fewer
	// bytes. It is returned when something reads the accessor. An accessor that nothing reads may
	// be too short.
	tooShort error

	// The elements, after they were read in one of these forms. Everything that uses the accessor
	// shares the slices.
	floats   []float32
	lengths  []float32 // floats, scaled
	uints    []uint32
	normals  []mgl32.Vec3
	tangents []mgl32.Vec4
	colors   []mgl32.Vec4
}

// sparse holds the elements that replace elements of an accessor.
type sparse struct {
	count     int
	indexType gltf.ComponentType
	indices   []byte // of the replaced elements
	indexSize int    // bytes of an index
	values    []byte
	valueSize int // bytes of an element
}

// describe returns the type of the accessor's elements for messages, such as "VEC3 of normalized
// SHORT".
func (a *accessor) describe() string {
	if a.normalized {
		return fmt.Sprintf("%v of normalized %v", a.kind, a.component)
	}
	return fmt.Sprintf("%v of %v", a.kind, a.component)
}

// byteSize returns the size of a component in bytes. (The function of package gltf makes a map in
// every call.)
func byteSize(component gltf.ComponentType) int {
	switch component {
	case gltf.ComponentByte, gltf.ComponentUbyte:
		return 1
	case gltf.ComponentShort, gltf.ComponentUshort:
		return 2
	}
	return 4
}

// componentsOf returns the number of components of an element. (The method of package gltf makes a
// map in every call.)
func componentsOf(kind gltf.AccessorType) int {
	return [...]int{
		gltf.AccessorScalar: 1, gltf.AccessorVec2: 2, gltf.AccessorVec3: 3, gltf.AccessorVec4: 4,
		gltf.AccessorMat2: 4, gltf.AccessorMat3: 9, gltf.AccessorMat4: 16,
	}[kind]
}

// errTooShort is wrapped by the error for elements that do not fit in their buffer view.
var errTooShort = errors.New("do not fit")

// readAccessors checks that the elements of every accessor are inside its buffer views.
func (l *loader) readAccessors() error {
	for i, a := range l.doc.Accessors {
		path := fmt.Sprintf("accessors[%d]", i)
		checked := accessor{
			kind: a.Type, component: a.ComponentType, components: componentsOf(a.Type), count: a.Count,
			normalized: a.Normalized && a.ComponentType != gltf.ComponentFloat,
		}
		if a.Count < 1 {
			return errorAt(path+".count", "expected a count above 0, found %d", a.Count)
		}
		size := checked.components * byteSize(a.ComponentType)
		if a.Type >= gltf.AccessorMat2 { // the columns of a matrix are padded to multiples of 4 bytes
			size = gltf.SizeOfElement(a.ComponentType, a.Type)
		}
		if a.BufferView != nil {
			var err error
			if checked.data, checked.stride, err = l.elementBytes(path, *a.BufferView, a.ByteOffset, a.Count, size,
				true); errors.Is(err, errTooShort) {
				checked.tooShort = err
			} else if err != nil {
				return err
			}
		}
		if a.Sparse != nil {
			var err error
			if checked.sparse, err = l.checkSparse(path+".sparse", a.Sparse, a.Count, size); errors.Is(err,
				errTooShort) {
				checked.tooShort = err
			} else if err != nil {
				return err
			}
		}
		l.accessors = append(l.accessors, checked)
	}
	return nil
}

// elementBytes returns the bytes of a buffer view from the first of count elements on, and the
// stride: the bytes from one element of size bytes to the next. The stride of the view is used only
// if strided is true.
func (l *loader) elementBytes(path string, index, offset, count, size int, strided bool) ([]byte, int, error) {
	if err := checkIndex(path+".bufferView", index, len(l.views), "buffer views"); err != nil {
		return nil, 0, err
	}
	v := l.views[index]
	stride := size
	if strided && v.stride != 0 {
		stride = v.stride
	}
	if stride < size {
		return nil, 0, errorAt(fmt.Sprintf("bufferViews[%d].byteStride", index),
			"expected at least the %d bytes of an element of %s, found %d", size, path, stride)
	}
	if offset < 0 || offset > len(v.data) {
		return nil, 0, errorAt(path+".byteOffset",
			"expected an offset in buffer view %d, which has %d bytes, found %d", index, len(v.data), offset)
	}
	room := len(v.data) - offset
	if room < size || count-1 > (room-size)/stride {
		return nil, 0, errorAt(path+".count", "expected at most the %d bytes left in buffer view %d, found "+
			"%d elements of %d bytes with a stride of %d bytes, which %w", room, index, count, size, stride,
			errTooShort)
	}
	return v.data[offset:], stride, nil
}

// checkSparse checks that the indices and the values of a sparse accessor of count elements are
// inside their buffer views.
func (l *loader) checkSparse(path string, s *gltf.Sparse, count, size int) (*sparse, error) {
	if s.Count < 1 || s.Count > count {
		return nil, errorAt(path+".count", "expected 1 to %d, the elements of the accessor, found %d", count,
			s.Count)
	}
	checked := &sparse{
		count: s.Count, indexType: s.Indices.ComponentType, indexSize: byteSize(s.Indices.ComponentType),
		valueSize: size,
	}
	switch s.Indices.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return nil, errorAt(path+".indices.componentType", "expected an unsigned integer type, found %v",
			s.Indices.ComponentType)
	}
	var err error
	if checked.indices, _, err = l.elementBytes(path+".indices", s.Indices.BufferView, s.Indices.ByteOffset, s.Count,
		checked.indexSize, false); err != nil {
		return nil, err
	}
	if checked.values, _, err = l.elementBytes(path+".values", s.Values.BufferView, s.Values.ByteOffset, s.Count, size,
		false); err != nil {
		return nil, err
	}
	return checked, nil
}

// warnAboutShortAccessors warns about accessors that are too short and that nothing has read.
func (l *loader) warnAboutShortAccessors() error {
	for i := range l.accessors {
		var e *Error
		if errors.As(l.accessors[i].tooShort, &e) {
			l.warn(e.Path, "%v; nothing reads the accessor, so it was ignored", e.Err)
		}
	}
	return nil
}

// readFloats returns the numbers of an accessor, element after element. Normalized integers are
// converted to the range from 0 or -1 to 1 (glTF 2.0 section 3.6.2.2). A number that is not finite
// is an error. The slice is shared and must not be changed.
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
			return nil, errorAt(path, "element %d: expected finite numbers, found %v", i/a.components, v)
		}
	}
	a.floats = out
	return out, nil
}

// readUints returns the numbers of an accessor of unsigned integers. The slice is shared and must
// not be changed.
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

// eachSparse calls replace for each sparse element. It checks that the indices increase and are
// inside the accessor.
func (a *accessor) eachSparse(path string, replace func(element int, value []byte)) error {
	if a.sparse == nil {
		return nil
	}
	s, previous := a.sparse, -1
	for i := range s.count {
		element := int(unsigned(s.indexType, s.indices[i*s.indexSize:]))
		if element >= a.count {
			return errorAt(path+".sparse.indices",
				"index %d: expected an element below %d, those of the accessor, found %d", i, a.count, element)
		}
		if element <= previous {
			return errorAt(path+".sparse.indices",
				"index %d: expected an element above %d, that of the index before, found %d", i, previous, element)
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

// signed converts a signed integer. The normalized form of the largest value is 1, of the smallest
// -1.
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
