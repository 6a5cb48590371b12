package gltfio

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// object is a JSON object.
type object = map[string]any

// builder makes small glTF files for tests.
type builder struct {
	doc object
	bin []byte
}

func newBuilder() *builder {
	return &builder{doc: object{"asset": object{"version": "2.0"}}}
}

// add appends an element to an array of the top level, and returns its index.
func (b *builder) add(section string, element any) int {
	list, _ := b.doc[section].([]any)
	b.doc[section] = append(list, element)
	return len(list)
}

// get returns an element of an array of the top level.
func (b *builder) get(section string, index int) object {
	return b.doc[section].([]any)[index].(object)
}

// view appends bytes to the buffer and returns the index of a new view of them.
func (b *builder) view(data []byte) int {
	for len(b.bin)%4 != 0 {
		b.bin = append(b.bin, 0)
	}
	b.bin = append(b.bin, data...)
	return b.add("bufferViews", object{"buffer": 0, "byteOffset": len(b.bin) - len(data), "byteLength": len(data)})
}

var elementWidths = map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

// floats appends an accessor of floats and returns its index.
func (b *builder) floats(kind string, values ...float32) int {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return b.add("accessors", object{
		"bufferView": b.view(data), "componentType": 5126, "type": kind,
		"count": len(values) / elementWidths[kind],
	})
}

var componentTypes = map[string]int{"i8": 5120, "u8": 5121, "i16": 5122, "u16": 5123, "u32": 5125}

// ints appends an accessor of integers and returns its index. A component such as "u8n" means
// normalized.
func (b *builder) ints(component, kind string, values ...int) int {
	plain := strings.TrimSuffix(component, "n")
	var data []byte
	for _, v := range values {
		switch plain {
		case "i8", "u8":
			data = append(data, byte(v))
		case "i16", "u16":
			data = binary.LittleEndian.AppendUint16(data, uint16(v))
		default:
			data = binary.LittleEndian.AppendUint32(data, uint32(v))
		}
	}
	accessor := object{
		"bufferView": b.view(data), "componentType": componentTypes[plain], "type": kind,
		"count": len(values) / elementWidths[kind],
	}
	if plain != component {
		accessor["normalized"] = true
	}
	return b.add("accessors", accessor)
}

// node appends a root node.
func (b *builder) node(properties object) int { return b.add("nodes", properties) }

// mesh appends a mesh of one primitive.
func (b *builder) mesh(attributes object, more object) int {
	primitive := object{"attributes": attributes}
	for name, value := range more {
		primitive[name] = value
	}
	return b.add("meshes", object{"primitives": []any{primitive}})
}

// triangle appends the positions of a triangle in the xy plane.
func (b *builder) triangle() int { return b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0) }

// gltf returns the file as JSON, with the buffer in a data URI.
func (b *builder) gltf() []byte {
	if len(b.bin) > 0 && b.doc["buffers"] == nil {
		uri := "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(b.bin)
		b.doc["buffers"] = []any{object{"byteLength": len(b.bin), "uri": uri}}
		defer delete(b.doc, "buffers")
	}
	text, err := json.Marshal(b.doc)
	if err != nil {
		panic(err)
	}
	return text
}

// glb returns the file as a GLB container.
func (b *builder) glb() []byte {
	if len(b.bin) > 0 {
		b.doc["buffers"] = []any{object{"byteLength": len(b.bin)}}
		defer delete(b.doc, "buffers")
	}
	text, err := json.Marshal(b.doc)
	if err != nil {
		panic(err)
	}
	chunks := chunk("JSON", text, ' ')
	if len(b.bin) > 0 {
		chunks = append(chunks, chunk("BIN\x00", b.bin, 0)...)
	}
	return glbFile(chunks)
}

// chunk returns a GLB chunk, padded to a multiple of 4 bytes.
func chunk(kind string, payload []byte, padding byte) []byte {
	payload = append([]byte(nil), payload...)
	for len(payload)%4 != 0 {
		payload = append(payload, padding)
	}
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(payload))), kind...), payload...)
}

// glbFile returns a GLB file of these chunks, version 2.
func glbFile(chunks []byte) []byte {
	header := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
	return append(binary.LittleEndian.AppendUint32(header, uint32(12+len(chunks))), chunks...)
}

// load loads the file and fails the test on an error.
func (b *builder) load(t *testing.T) (*assets.Library, *assets.Model) {
	t.Helper()
	return loadBytes(t, "test.gltf", b.gltf())
}

// primitive loads the file and returns the first primitive of its first part.
func (b *builder) primitive(t *testing.T) (mesh.Primitive, *assets.Model) {
	t.Helper()
	lib, model := b.load(t)
	return lib.Mesh(model.Parts[0].Mesh).Primitives[0], model
}

// loadError loads the file, which must be rejected, and returns the text of the error without the
// file name.
func (b *builder) loadError(t *testing.T) string {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	_, err := Parse(lib, "test.gltf", b.gltf())
	if err == nil {
		t.Fatal("the file loads, but must be rejected")
	}
	checkError(t, err, "test.gltf")
	if lib.Count() != (assets.Count{}) {
		t.Errorf("the library holds %+v after an error", lib.Count())
	}
	return strings.TrimPrefix(err.Error(), "test.gltf: ")
}

// wantWarning fails the test unless a warning contains the text.
func wantWarning(t *testing.T, model *assets.Model, text string) {
	t.Helper()
	for _, warning := range model.Warnings {
		if strings.Contains(warning, text) {
			return
		}
	}
	t.Errorf("no warning contains %q: %q", text, model.Warnings)
}

// wantNear fails the test unless the numbers agree within float32 rounding.
func wantNear(t *testing.T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
	for i := range got {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d < 1e-6) {
			t.Errorf("%s = %v, want %v", what, got, want)
			return
		}
	}
}

// loadBytes loads a file and fails the test on an error.
func loadBytes(t *testing.T, name string, data []byte) (*assets.Library, *assets.Model) {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	model, err := Parse(lib, name, data)
	if err != nil {
		t.Fatal(err)
	}
	return lib, model
}
