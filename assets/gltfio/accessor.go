package gltfio

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// accessor is a checked accessor: every element, sparse or not, lies within the bytes there are.
type accessor struct {
	kind       gltf.AccessorType
	component  gltf.ComponentType
	normalized bool
	components int
	count      int
	data       []byte // from the first element on; nil: all zeros
	stride     int
	sparse     *sparse

	// What was read already; accessors are shared freely, and so is this.
	floats   []float32
	uints    []uint32
	normals  []mgl32.Vec3
	tangents []mgl32.Vec4
	colors   []mgl32.Vec4
}

// sparse are the elements of an accessor that differ from those in its buffer view.
type sparse struct {
	count     int
	index     gltf.ComponentType
	indices   []byte
	indexSize int
	values    []byte
	valueSize int
}

// format says what an accessor's elements are, for messages.
func (a *accessor) describe() string {
	if a.normalized {
		return fmt.Sprintf("%v of normalized %v", a.kind, a.component)
	}
	return fmt.Sprintf("%v of %v", a.kind, a.component)
}

// byteSize returns the size of a component. (The document types have it too, but make a map for every call.)
func byteSize(component gltf.ComponentType) int {
	switch component {
	case gltf.ComponentByte, gltf.ComponentUbyte:
		return 1
	case gltf.ComponentShort, gltf.ComponentUshort:
		return 2
	}
	return 4
}

// readAccessors checks every accessor against the bytes of its buffer views.
func (l *loader) readAccessors() error {
	for i, a := range l.doc.Accessors {
		path := fmt.Sprintf("accessors[%d]", i)
		checked := accessor{
			kind: a.Type, component: a.ComponentType, components: a.Type.Components(), count: a.Count,
			normalized: a.Normalized && a.ComponentType != gltf.ComponentFloat,
		}
		if a.Count < 1 {
			return errorAt(path+".count", "%d is not positive", a.Count)
		}
		size := gltf.SizeOfElement(a.ComponentType, a.Type)
		if a.BufferView != nil {
			var err error
			if checked.data, checked.stride, err = l.elementBytes(path, *a.BufferView, a.ByteOffset, a.Count, size, true); err != nil {
				return err
			}
		}
		if a.Sparse != nil {
			var err error
			if checked.sparse, err = l.checkSparse(path+".sparse", a.Sparse, a.Count, size); err != nil {
				return err
			}
		}
		l.accessors = append(l.accessors, checked)
	}
	return nil
}

// elements returns the bytes from the first of count elements on, and how far apart they are.
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
		return nil, 0, errorAt(fmt.Sprintf("bufferViews[%d].byteStride", index), "%d is less than the %d bytes of an element of %s", stride, size, path)
	}
	if offset < 0 || offset > len(v.data) {
		return nil, 0, errorAt(path+".byteOffset", "%d is not within the %d bytes of buffer view %d", offset, len(v.data), index)
	}
	room := len(v.data) - offset
	if room < size || count-1 > (room-size)/stride {
		return nil, 0, errorAt(path+".count", "%d elements of %d bytes, %d bytes apart, are more than the %d bytes that buffer view %d has from there on", count, size, stride, room, index)
	}
	return v.data[offset:], stride, nil
}

func (l *loader) checkSparse(path string, s *gltf.Sparse, count, size int) (*sparse, error) {
	if s.Count < 1 || s.Count > count {
		return nil, errorAt(path+".count", "%d is not within 1 to the accessor's %d elements", s.Count, count)
	}
	checked := &sparse{count: s.Count, index: s.Indices.ComponentType, indexSize: byteSize(s.Indices.ComponentType), valueSize: size}
	switch s.Indices.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return nil, errorAt(path+".indices.componentType", "%v is not an unsigned integer", s.Indices.ComponentType)
	}
	var err error
	if checked.indices, _, err = l.elementBytes(path+".indices", s.Indices.BufferView, s.Indices.ByteOffset, s.Count, checked.indexSize, false); err != nil {
		return nil, err
	}
	if checked.values, _, err = l.elementBytes(path+".values", s.Values.BufferView, s.Values.ByteOffset, s.Count, size, false); err != nil {
		return nil, err
	}
	return checked, nil
}
