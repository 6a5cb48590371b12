package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// compressedFile returns the complete file without the data of its first primitive, and a decoder
// that returns that data.
func compressedFile(t *testing.T) (b *builder, decode DracoDecoder, want *assets.Library, model *assets.Model) {
	t.Helper()
	plain := completeFile()
	want, model = plain.load(t)
	b = completeFile()
	b.doc["extensionsUsed"], b.doc["extensionsRequired"] = []string{extDraco}, []string{extDraco}
	primitive := b.get("meshes", 0)["primitives"].([]any)[0].(object)
	ids, values := object{}, map[uint32][]byte{}
	loaded := Options{}.newLoader("", plain.glb(), nil)
	if err := loaded.run(plain.glb()); err != nil {
		t.Fatal(err)
	}
	vertices := 0
	for name, index := range primitive["attributes"].(object) {
		a := &loaded.accessors[index.(int)]
		size, packed := a.components*byteSize(a.component), []byte(nil)
		for i := range a.count {
			packed = append(packed, a.data[i*a.stride:][:size]...)
		}
		vertices = a.count
		id := len(ids) + 10
		ids[name], values[uint32(id)] = id, packed
		delete(b.get("accessors", index.(int)), "bufferView")
		delete(b.get("accessors", index.(int)), "byteOffset")
	}
	indices := primitive["indices"].(int)
	corners, err := loaded.readUints(indices)
	if err != nil {
		t.Fatal(err)
	}
	delete(b.get("accessors", indices), "bufferView")
	primitive["extensions"] = object{extDraco: object{"bufferView": b.view([]byte("compressed")), "attributes": ids}}
	decode = func(data []byte, request DracoRequest) (m DracoMesh, err error) {
		if string(data) != "compressed" {
			return m, errors.New("other data")
		}
		if request.Vertices != vertices || request.Triangles != len(corners)/3 {
			return m, fmt.Errorf("%d vertices and %d triangles are asked for", request.Vertices, request.Triangles)
		}
		m = DracoMesh{Vertices: vertices, Indices: corners}
		for _, a := range request.Attributes {
			m.Values = append(m.Values, values[a.ID])
		}
		return m, nil
	}
	return b, decode, want, model
}

// A mesh without data in its accessors is decoded by the decoder of the program, to what the same
// file has without compression.
func TestDracoDecoder(t *testing.T) {
	b, decode, wantLibrary, wantModel := compressedFile(t)
	lib := assets.NewLibrary()
	model, err := Options{Draco: decode}.Parse(lib, "draco.glb", b.glb())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range model.Warnings {
		if strings.Contains(w, "draco") {
			t.Errorf("warning %s", w)
		}
	}
	got, want := lib.Mesh(model.Parts[0].Mesh).Primitives[0], wantLibrary.Mesh(wantModel.Parts[0].Mesh).Primitives[0]
	if !slices.Equal(got.Positions, want.Positions) || !slices.Equal(got.Normals, want.Normals) ||
		!slices.Equal(got.Indices, want.Indices) || !slices.Equal(got.Joints, want.Joints) ||
		!slices.Equal(got.Weights, want.Weights) {
		t.Errorf("mesh %+v, want %+v", got, want)
	}
}

// What a decoder returns is checked.
func TestDracoErrors(t *testing.T) {
	for want, change := range map[string]func(m *DracoMesh) error{
		": broken": func(*DracoMesh) error { return errors.New("broken") },
		"vertices with": func(m *DracoMesh) error {
			m.Vertices++
			return nil
		},
		"with 0 in the compressed mesh": func(m *DracoMesh) error {
			m.Values = nil
			return nil
		},
		"bytes of": func(m *DracoMesh) error {
			m.Values[1] = m.Values[1][1:]
			return nil
		},
		"indices, found": func(m *DracoMesh) error {
			m.Indices = m.Indices[:1]
			return nil
		},
		"expected a vertex below 3": func(m *DracoMesh) error {
			m.Indices = slices.Repeat([]uint32{99}, len(m.Indices))
			return nil
		},
	} {
		b, decode, _, _ := compressedFile(t)
		options := Options{Draco: func(data []byte, request DracoRequest) (DracoMesh, error) {
			m, err := decode(data, request)
			if err == nil {
				err = change(&m)
			}
			return m, err
		}}
		_, err := options.Parse(assets.NewLibrary(), "draco.glb", b.glb())
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "draco.glb: meshes[0].primitives[0]") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for change, want := range map[string]string{
		`{"bufferView":99,"attributes":{}}`: "extensions.KHR_draco_mesh_compression.bufferView: expected the index of one",
		`{"bufferView":0,"attributes":{}}`:  "expected the ID of JOINTS_0, whose accessor has no data, found none",
		`{"attributes":{}}`:                 "bufferView",
		`{"bufferView":0,"attributes":7}`:   "attributes",
	} {
		b, decode, _, _ := compressedFile(t)
		var extension object
		if err := json.Unmarshal([]byte(change), &extension); err != nil {
			t.Fatal(err)
		}
		b.get("meshes", 0)["primitives"].([]any)[0].(object)["extensions"] = object{extDraco: extension}
		_, err := Options{Draco: decode}.Parse(assets.NewLibrary(), "draco.glb", b.glb())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", change, err, want)
		}
	}
	b, _, _, _ := compressedFile(t)
	if got := b.loadError(t); !strings.Contains(got, fmt.Sprintf("expected a supported extension, found %s: it is decoded by a decoder", extDraco)) {
		t.Error(got)
	}
}
