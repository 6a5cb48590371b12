package export

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/qmuntal/gltf"
)

// exportNode is a node as it is written. The type of package gltf omits a scale of 0.
type exportNode struct {
	Name        string       `json:"name,omitempty"`
	Children    []int        `json:"children,omitempty"`
	Matrix      *[16]float32 `json:"matrix,omitempty"`
	Translation *[3]float32  `json:"translation,omitempty"`
	Rotation    *[4]float32  `json:"rotation,omitempty"`
	Scale       *[3]float32  `json:"scale,omitempty"`
	Mesh        *int         `json:"mesh,omitempty"`
	Skin        *int         `json:"skin,omitempty"`
	Weights     []float32    `json:"weights,omitempty"`
	Extensions  extensions   `json:"extensions,omitempty"`

	parent int // -1 for a root
}

// extensions holds the extensions of an object by their names.
type extensions map[string]any

// exportAnimation is an animation as it is written. The types of package gltf have no pointers.
type exportAnimation struct {
	Name     string                   `json:"name,omitempty"`
	Channels []exportChannel          `json:"channels"`
	Samplers []*gltf.AnimationSampler `json:"samplers"`
	Extras   *AnimationExtras         `json:"extras,omitempty"`
}

type exportChannel struct {
	Sampler int          `json:"sampler"`
	Target  exportTarget `json:"target"`
}

// exportTarget is what a channel animates: a node and a path, or for the path "pointer" an
// extension.
type exportTarget struct {
	Node       *int       `json:"node,omitempty"`
	Path       string     `json:"path"`
	Extensions extensions `json:"extensions,omitempty"`
}

// container returns the document and its buffer as a binary glTF file (glTF 2.0 chapter 4).
func (e *exporter) container() ([]byte, error) {
	e.doc.ExtensionsUsed = slices.Sorted(maps.Keys(e.used))
	if n := e.binary.Len(); n > 0 {
		e.doc.Buffers = []*gltf.Buffer{{ByteLength: n}}
	}
	text, err := json.Marshal(struct {
		*gltf.Document
		Nodes      []exportNode      `json:"nodes"`
		Animations []exportAnimation `json:"animations,omitempty"`
	}{&e.doc, e.nodes, e.animations})
	if err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	payload := e.binary.Bytes()
	size := 12 + 8 + len(text)
	if len(payload) > 0 {
		size += 8 + len(payload)
	}
	if uint64(size) > math.MaxUint32 {
		return nil, fmt.Errorf("expected at most 4 GiB, which a binary glTF file can have, found %d bytes", size)
	}
	le := binary.LittleEndian
	out := make([]byte, 0, size)
	out = append(out, "glTF"...)
	out = le.AppendUint32(out, 2)
	out = le.AppendUint32(out, uint32(size))
	out = le.AppendUint32(out, uint32(len(text)))
	out = append(append(out, "JSON"...), text...)
	if len(payload) > 0 {
		out = le.AppendUint32(out, uint32(len(payload)))
		out = append(append(out, "BIN\x00"...), payload...)
	}
	return out, nil
}

// view appends bytes to the buffer and returns the index of a view of them. Every view starts at a
// multiple of 4 bytes.
func (e *exporter) view(data []byte, target gltf.Target) *int {
	view := &gltf.BufferView{ByteOffset: e.binary.Len(), ByteLength: len(data), Target: target}
	e.binary.Write(data)
	for e.binary.Len()%4 != 0 {
		e.binary.WriteByte(0)
	}
	e.doc.BufferViews = append(e.doc.BufferViews, view)
	return gltf.Index(len(e.doc.BufferViews) - 1)
}

// accessor adds an accessor with its data and returns its index. The type and the count of the
// elements are set in a.
func (e *exporter) accessor(data []byte, target gltf.Target, a gltf.Accessor) int {
	a.BufferView = e.view(data, target)
	e.doc.Accessors = append(e.doc.Accessors, &a)
	return len(e.doc.Accessors) - 1
}

// widths lists how many numbers an element of each type has.
var widths = map[gltf.AccessorType]int{
	gltf.AccessorScalar: 1, gltf.AccessorVec2: 2, gltf.AccessorVec3: 3, gltf.AccessorVec4: 4, gltf.AccessorMat4: 16,
}

// floats adds an accessor of float32 values and returns its index. If bounded is true, it has the
// minimum and maximum of each component, which glTF requires for positions and key times.
func (e *exporter) floats(kind gltf.AccessorType, target gltf.Target, bounded bool, values []float32) int {
	width := widths[kind]
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: kind, Count: len(values) / width}
	data := make([]byte, 0, 4*len(values))
	for i, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		if !bounded {
			continue
		}
		if i < width {
			a.Min, a.Max = append(a.Min, float64(v)), append(a.Max, float64(v))
		}
		a.Min[i%width], a.Max[i%width] = min(a.Min[i%width], float64(v)), max(a.Max[i%width], float64(v))
	}
	return e.accessor(data, target, a)
}
