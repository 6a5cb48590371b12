package vrm_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
)

// bodied returns the document of an avatar with a body of one mesh: triangle 0 moves with the hips,
// 1 with the head, 2 with the hair below it, and of 3 one vertex moves by a tenth with the head. A
// second primitive of the mesh, of material 1, is triangle 1 alone, and a third one, of material 2,
// is triangle 0. The annotation of the mesh is of a kind, if that is not empty.
func bodied(kind string) string {
	var data bytes.Buffer
	const hips, head, hair = 0, 1, 2
	corners := [12]struct {
		joints  [4]uint8
		weights [4]float32
	}{}
	for i := range corners {
		c := &corners[i]
		c.joints[0], c.weights[0] = [4]uint8{hips, head, hair, hips}[i/3], 1
		if i == 11 {
			c.joints, c.weights = [4]uint8{hips, head}, [4]float32{0.9, 0.1}
		}
	}
	for i := range corners {
		check(binary.Write(&data, binary.LittleEndian, mgl32.Vec3{float32(i % 3), float32(i / 3), float32(i % 2)}))
	}
	for _, c := range corners {
		check(binary.Write(&data, binary.LittleEndian, c.weights))
	}
	for _, c := range corners {
		check(binary.Write(&data, binary.LittleEndian, c.joints))
	}
	check(binary.Write(&data, binary.LittleEndian, [12]uint16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))
	annotations := ""
	if kind != "" {
		annotations = fmt.Sprintf(`"firstPerson": {"meshAnnotations": [{"node": 3, "type": %q}]},`, kind)
	}
	primitive := func(material, indices int) string {
		return fmt.Sprintf(`{"material": %d, "attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 2}, "indices": %d}`,
			material,
			indices)
	}
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
"nodes": [{"name": "hips", "children": [1]}, {"name": "head", "translation": [0, 1, 0], "children": [2]},
	{"name": "hair"},
 {"name": "body", "mesh": 0, "skin": 0}], "skins": [{"joints": [0, 1, 2]}],
"meshes": [{"name": "body", "primitives": [%s, %s, %s]}], "materials": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
"buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}],
"bufferViews": [{"buffer": 0, "byteLength": 144}, {"buffer": 0, "byteOffset": 144, "byteLength": 192},
 {"buffer": 0, "byteOffset": 336, "byteLength": 48}, {"buffer": 0, "byteOffset": 384, "byteLength": 24}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 12, "type": "VEC3", "min": [0, 0, 0], "max": [2, 3, 1]},
 {"bufferView": 1, "componentType": 5126, "count": 12, "type": "VEC4"}, {"bufferView": 2, "componentType": 5121,
	"count": 12, "type": "VEC4"},
 {"bufferView": 3, "componentType": 5123, "count": 12, "type": "SCALAR"},
 {"bufferView": 3, "byteOffset": 6, "componentType": 5123, "count": 3, "type": "SCALAR"},
 {"bufferView": 3, "componentType": 5123, "count": 3, "type": "SCALAR"}],
"extensionsUsed": ["VRMC_vrm"], "extensions": {"VRMC_vrm": {"specVersion": "1.0", %s
 "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}},
 "expressions": {"custom": {"green": {"materialColorBinds": [{"material": 2, "type": "color",
	"targetValue": [0, 1, 0, 1]}]}}}}}}`,
		primitive(0, 3), primitive(1, 4), primitive(2,
			5), data.Len(), base64.StdEncoding.EncodeToString(data.Bytes()), annotations)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A camera in the head shows the triangles that the head and what is below it do not move.
func TestFirstPersonByTriangles(t *testing.T) {
	for _, kind := range []string{"", "auto"} {
		library := assets.NewLibrary()
		a, err := vrm.Parse(library, "body.vrm", []byte(bodied(kind)))
		must(t, err)
		if len(a.Warnings) > 0 {
			t.Errorf("expected no warnings, found %q", a.Warnings)
		}
		if len(a.Model.Parts) != 2 || a.FirstPerson != 1 || a.ThirdPerson != 2 || a.Model.HiddenParts() != 2 {
			t.Fatalf("expected a part for each camera, found %d, %b, %b and hidden %b", len(a.Model.Parts), a.FirstPerson,
				a.ThirdPerson, a.Model.HiddenParts())
		}
		if !library.Owns(a.Model) || len(library.Model(a.Model.ID).Parts) != 2 {
			t.Error("expected the model of the library to have both parts")
		}
		whole, rest := library.Mesh(a.Model.Parts[0].Mesh), library.Mesh(a.Model.Parts[1].Mesh)
		if len(whole.Primitives) != 3 || len(whole.Primitives[0].Indices) != 12 {
			t.Errorf("expected the whole mesh as it was, found %d primitives", len(whole.Primitives))
		}
		if len(rest.Primitives) != 2 || !slices.Equal(rest.Primitives[0].Indices, []uint32{0, 1, 2}) ||
			!slices.Equal(rest.Primitives[1].Indices, []uint32{0, 1, 2}) ||
			rest.Primitives[1].Material != whole.Primitives[2].Material {
			t.Errorf("expected the triangles of the hips, found %+v", rest.Primitives)
		}
		for i, want := range []int{2, 1} { // the primitive of material "c" is another one in each
			for primitive := range library.Mesh(a.Model.Parts[i].Mesh).Primitives {
				if _, changes := a.Model.Parts[i].MaterialValues(primitive); changes != (primitive == want) {
					t.Errorf("part %d, primitive %d: expected a material that changes %v", i, primitive, primitive == want)
				}
			}
		}
		if library.RemoveModel(a.Model.ID); library.Count() != (assets.Count{}) {
			t.Errorf("expected an empty library, found %+v", library.Count())
		}
	}
	for kind, want := range map[string][2]uint64{"both": {0, 0}, "thirdPersonOnly": {1, 0}, "firstPersonOnly": {0, 1}} {
		a, err := vrm.Parse(assets.NewLibrary(), "body.vrm", []byte(bodied(kind)))
		must(t, err)
		if got := [2]uint64{a.FirstPerson, a.ThirdPerson}; got != want || len(a.Model.Parts) != 1 {
			t.Errorf("%s: expected %b of one part, found %b of %d", kind, want, got, len(a.Model.Parts))
		}
	}
}

// A part that a sidecar hides is no part of the other camera either.
func TestFirstPersonOfHiddenParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "body.vrm")
	must(t, os.WriteFile(path, []byte(bodied("")), 0o600))
	must(t, os.WriteFile(path+".json", []byte(`{"hiddenParts": ["body"]}`), 0o600))
	library := assets.NewLibrary()
	a, err := vrm.Open(library, path)
	must(t, err)
	if len(a.Model.Parts) != 1 || a.Model.HiddenParts() != 1 || a.FirstPerson != 1 || a.ThirdPerson != 0 {
		t.Errorf("expected one part that is hidden, found %d, hidden %b, %b and %b", len(a.Model.Parts),
			a.Model.HiddenParts(),
			a.FirstPerson, a.ThirdPerson)
	}
}
