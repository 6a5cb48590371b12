package gltfio

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestHarmlessExtensionsMayBeRequired(t *testing.T) {
	for name, effect := range map[string]string{
		"EXT_lights_image_based":              "lights and environment maps are not drawn",
		"KHR_materials_pbrSpecularGlossiness": "diffuse and specular colors",
		"KHR_materials_variants":              "only the default material",
		"KHR_materials_transmission":          "materials is not drawn",
		"KHR_materials_of_next_year":          "materials is not drawn",
		"KHR_texture_basisu":                  "KTX2 textures are not drawn",
		"EXT_texture_avif":                    "AVIF textures are not drawn",
		"MSFT_texture_dds":                    "DDS textures are not drawn", "KHR_xmp_json_ld": "metadata",
		"KHR_interactivity": "behaviors are not run",
	} {
		b := completeFile()
		b.doc["extensionsUsed"] = []string{"KHR_texture_transform", name}
		b.doc["extensionsRequired"] = []string{name}
		b.get("nodes", 1)["extensions"] = object{name: object{"light": 0}}
		_, model := b.load(t)
		if len(model.Clips) != 1 || len(model.Parts) != 1 {
			t.Errorf("%s: %d clips and %d parts, want 1 and 1", name, len(model.Clips), len(model.Parts))
		}
		wantWarning(t, model, "extensionsUsed[1]: "+name+" is not supported; its data was ignored (1 use): ")
		wantWarning(t, model, effect)
	}
}

func TestExtensionsThatChangeGeometryOrPosesMustNotBeRequired(t *testing.T) {
	for name, hint := range map[string]string{
		"KHR_draco_mesh_compression": ": " + needDraco, "CESIUM_RTC": "", "UNKNOWN_extension": "",
		"VRMC_node_constraint": ": package vrm reads its constraints",
	} {
		b := completeFile()
		b.doc["extensionsUsed"], b.doc["extensionsRequired"] = []string{name}, []string{"KHR_texture_transform", name}
		if got, want := b.loadError(t), "extensionsRequired[1]: expected a supported extension, found "+name+hint; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The program may read extensions itself, even ones that the file requires.
func TestExtensionsOfTheProgram(t *testing.T) {
	b := completeFile()
	b.doc["extensionsUsed"], b.doc["extensionsRequired"] = []string{"X_own", "X_other"}, []string{"X_own"}
	b.get("nodes", 1)["extensions"] = object{"X_own": object{}}
	model, err := Options{Extensions: []string{"X_own"}}.Parse(assets.NewLibrary(), "own.glb", b.glb())
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(model.Warnings, "\n"); strings.Contains(text, "X_own") || !strings.Contains(text, "X_other") {
		t.Errorf("warnings %s", text)
	}
}

func TestUnsupportedExtensionsAreNamedOnceWithTheirUses(t *testing.T) {
	b := completeFile()
	b.doc["extensionsUsed"] = []string{"X_declared", "X_unused", "X_declared"}
	for i := range 3 {
		b.get("nodes",
			i)["extensions"] = object{"X_declared": object{"deep": object{"extensions": object{"X_inner": object{}}}}}
	}
	b.get("nodes", 0)["extras"] = object{"extensions": object{"X_of_an_application": 1}}
	b.get("meshes", 0)["extras"] = []any{object{"extensions": object{"X_of_an_application": 1}}}
	_, model := b.load(t)
	var got []string
	for _, warning := range model.Warnings {
		if strings.Contains(warning, "X_") {
			got = append(got, warning)
		}
	}
	want := []string{
		"extensionsUsed[0]: X_declared is not supported; its data was ignored (3 uses)",
		"extensionsUsed[1]: X_unused is not supported; its data was ignored (0 uses)",
		"extensionsUsed: X_inner is not supported; its data was ignored (3 uses)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("warnings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTexturesInOtherFormats(t *testing.T) {
	how := map[string]string{
		"KTX2": ` ("gltf-transform ktxdecompress" converts them to PNG, "ktx extract" single ones)`,
	}
	ktx := "\xabKTX 20\xbb\r\n\x1a\n"
	for name, data := range map[string]string{"KTX2": ktx, "DDS": "DDS |", "AVIF": "0000ftypavif"} {
		b := texturedTriangle(object{"pbrMetallicRoughness": object{
			"baseColorTexture": object{"index": 0},
			"metallicFactor":   0.5,
		}})
		b.add("textures", object{"source": 0})
		b.add("images", object{"bufferView": b.view([]byte(data)), "mimeType": "image/other"})
		m, _, model := b.material(t)
		if m.BaseColorTexture != nil || m.Metallic != 0.5 {
			t.Errorf("%s: material %+v, want one without the texture", name, m)
		}
		wantWarning(t, model, "images[0]: expected PNG, JPEG or WebP, found "+name+how[name]+
			"; the image was skipped")
	}
	b := texturedTriangle(object{"emissiveTexture": object{"index": 0}})
	b.doc["extensionsRequired"] = []string{"KHR_texture_basisu"}
	b.add("textures", object{"extensions": object{"KHR_texture_basisu": object{"source": 0}}})
	b.add("images", object{"bufferView": b.view([]byte(ktx)), "mimeType": "image/ktx2"})
	_, _, model := b.material(t)
	wantWarning(t, model,
		"textures[0]: the texture has no PNG, JPEG or WebP image, only the extension KHR_texture_basisu"+
			how["KTX2"]+"; it was skipped")
	wantWarning(t, model, `"gltf-transform ktxdecompress" converts them to PNG`)
}

func TestDracoNeedsData(t *testing.T) {
	compressed := func() *builder {
		b := completeFile()
		b.doc["extensionsUsed"] = []string{"KHR_draco_mesh_compression"}
		b.set("meshes.0.primitives.0.extensions",
			object{"KHR_draco_mesh_compression": object{"bufferView": 0, "attributes": object{"POSITION": 0}}})
		return b
	}
	lib, model := compressed().load(t)
	if got := lib.Mesh(model.Parts[0].Mesh).Primitives[0].Positions[1]; got != (mgl32.Vec3{1, 0, 0}) {
		t.Errorf("position %v, want that in the accessor", got)
	}
	wantWarning(t, model, "KHR_draco_mesh_compression is not supported; its data was ignored (1 use)")
	for accessor, property := range map[int]string{0: "attributes.POSITION", 1: "attributes.NORMAL", 4: "indices"} {
		b := compressed()
		delete(b.get("accessors", accessor), "bufferView")
		want := fmt.Sprintf("meshes[0].primitives[0].%s: accessors[%d] has no buffer view; its data is compressed by "+
			"KHR_draco_mesh_compression: %s", property, accessor, needDraco)
		if got := b.loadError(t); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDracoNeedsPositions(t *testing.T) {
	b := texturedTriangle(object{})
	b.set("meshes.0.primitives.0.extensions",
		object{"KHR_draco_mesh_compression": object{"bufferView": 0, "attributes": object{"POSITION": 0}}})
	b.set("meshes.0.primitives.0.attributes", object{"_OWN": 0})
	want := "meshes[0].primitives[0].attributes.POSITION: missing, although the primitive is compressed by " +
		"KHR_draco_mesh_compression"
	if got := b.loadError(t); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// instancedTriangle is a triangle below a moving root, three times: moved, rotated and scaled.
func instancedTriangle() *builder {
	b := newBuilder()
	b.doc["extensionsUsed"], b.doc["extensionsRequired"] = []string{"EXT_mesh_gpu_instancing"},
		[]string{"EXT_mesh_gpu_instancing"}
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	b.node(object{"children": []int{1}, "translation": []int{0, 10, 0}})
	b.node(object{
		"mesh": mesh, "translation": []int{0, 0, 100},
		"extensions": object{"EXT_mesh_gpu_instancing": object{"attributes": object{
			"TRANSLATION": b.floats("VEC3", 0, 0, 0, 1, 2, 3, 4, 5, 6),
			"ROTATION":    b.ints("i16n", "VEC4", 0, 0, 0, 32767, 0, 0, 32767, 0, 0, 0, 0, 32767),
			"SCALE":       b.floats("VEC3", 1, 1, 1, 1, 1, 1, 2, 2, 2),
			"_ID":         b.floats("SCALAR", 1, 2, 3),
		}}},
	})
	return b
}

// cornersOf returns the second vertex of the triangle of every part in the rest pose, in model
// space.
func cornersOf(lib *assets.Library, model *assets.Model) []mgl32.Vec3 {
	matrices := rig.NewPose(lib.Skeleton(model.Skeleton)).ModelMatrices(nil)
	var corners []mgl32.Vec3
	for _, p := range model.Parts {
		m := rig.MatrixAt(lib.Skin(p.Skin).Palette(nil, matrices), p.PaletteIndex)
		corners = append(corners, m.Point(lib.Mesh(p.Mesh).Primitives[0].Positions[1]))
	}
	return corners
}

func TestInstancesAreParts(t *testing.T) {
	b := instancedTriangle()
	lib, model := b.load(t)
	want := []mgl32.Vec3{{1, 10, 100}, {0, 12, 103}, {6, 15, 106}}
	check := func(lib *assets.Library, model *assets.Model) {
		t.Helper()
		got := cornersOf(lib, model)
		if len(got) != len(want) {
			t.Fatalf("%d parts, want %d", len(got), len(want))
		}
		for i := range want {
			if got[i].Sub(want[i]).Len() > 1e-4 {
				t.Errorf("instance %d: the second vertex is at %v, want %v", i, got[i], want[i])
			}
		}
	}
	check(lib, model)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	wantNear(t, "lower corner of the bounds", model.Bounds.Min[:], []float32{0, 10, 100})
	wantNear(t, "upper corner of the bounds", scaled(model.Bounds.Max[:], 0.01), []float32{0.06, 0.17, 1.06})
	check(writeAndRead(t, lib, model))
}

func TestErrorsOfInstances(t *testing.T) {
	at := "nodes[1].extensions.EXT_mesh_gpu_instancing.attributes."
	for want, attributes := range map[string]object{
		at +
			"SCALE: expected the index of one of 6 accessors, found 99": {"SCALE": 99},
		at +
			"TRANSLATION: accessors[1]: expected as many elements as that of SCALE, 2, found 3": {"SCALE": 5, "TRANSLATION": 1},
		at + "ROTATION: expected a VEC4 of FLOAT or normalized BYTE or normalized SHORT, found accessors[1], a VEC3 " +
			"of FLOAT": {"ROTATION": 1},
		at + "TRANSLATION: expected a VEC3 of FLOAT, found accessors[2], a VEC4 of normalized SHORT": {
			"TRANSLATION": 2,
		},
		at + "SCALE: expected an integer, found a JSON string": {"SCALE": "x"},
	} {
		b := instancedTriangle()
		b.floats("VEC3", 1, 1, 1, 2, 2, 2)
		b.get("nodes", 1)["extensions"] = object{"EXT_mesh_gpu_instancing": object{"attributes": attributes}}
		if got := b.loadError(t); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b := completeFile()
	b.get("nodes", 0)["extensions"] = object{"EXT_mesh_gpu_instancing": object{"attributes": object{"TRANSLATION": 0}}}
	_, model := b.load(t)
	wantWarning(t, model, "nodes[0].extensions.EXT_mesh_gpu_instancing: instances of a mesh with a skin are not "+
		"supported; the mesh is drawn once")
	b = instancedTriangle()
	b.set("nodes.1.extensions.EXT_mesh_gpu_instancing.attributes",
		object{"SCALE": b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 1 << 30})})
	if got := b.loadError(t); !strings.Contains(got, "expected at most the memory limit") {
		t.Errorf("%q, want an error about memory", got)
	}
}

func TestIgnoredContentsAreWarnedAbout(t *testing.T) {
	b := completeFile()
	b.add("cameras", object{"type": "perspective"})
	b.add("cameras", object{"type": "perspective"})
	_, model := b.load(t)
	wantWarning(t, model, "cameras: cameras are not supported; 2 cameras were ignored")
}

func TestSceneRootsWithParentsAreReplaced(t *testing.T) {
	for _, row := range []struct{ listed, want []int }{
		{[]int{0, 2}, []int{0, 1}},
		{[]int{0, 1, 2}, []int{0, 1}},
		{[]int{2, 0, 1}, []int{0, 1}},
		{[]int{0, 1}, []int{0, 1}},
	} {
		b := completeFile()
		b.set("scenes.0.nodes", row.listed)
		_, model := b.load(t)
		if got := fmt.Sprint(model.Scenes[0].Roots); got != fmt.Sprint(row.want) {
			t.Errorf("%v: roots %v, want %v", row.listed, got, row.want)
		}
		if len(row.listed) > 2 || row.listed[1] == 2 {
			wantWarning(t, model,
				"expected a root, found node 2, a child of node 1; 1 such node was replaced by the root above")
		}
	}
}

func TestShortAccessors(t *testing.T) {
	b := completeFile()
	b.add("accessors", object{"bufferView": 0, "byteOffset": 4, "componentType": 5126, "type": "VEC3", "count": 3})
	b.add("accessors", object{
		"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3,
		"sparse": sparseOf(3, 4, 5125, 0),
	})
	_, model := b.load(t)
	wantWarning(t, model, "accessors[10].count: expected at most the 32 bytes left in buffer view 0, found "+
		"3 elements of 12 bytes with a stride of 12 bytes, which do not fit; nothing reads the accessor, so it was ignored")
	wantWarning(t, model, "accessors[11].sparse.indices.count: expected at most the ")
	// An accessor that something reads must have all its bytes.
	for i := range 10 {
		b := completeFile()
		b.get("accessors", i)["count"] = 1 << 20
		if got, want := b.loadError(t), ", which do not fit"; !strings.Contains(got, want) &&
			!strings.Contains(got, "expected an element for each of the 3 vertices") {
			t.Errorf("accessor %d: %q, want an error with %q", i, got, want)
		}
	}
}

func TestIntegersMayBeWrittenAsFloats(t *testing.T) {
	text := string(completeFile().gltf())
	for _, change := range [][2]string{
		{`"count":3`, `"count":3.0`},
		{`"componentType":5126`, `"componentType":5.126e3`},
		{`"componentType":5123`, `"componentType":51230E-1`},
		{`"bufferView":0`, `"bufferView":0.0e0`},
		{`"POSITION":0`, `"POSITION":-0.0`},
		{`"joints":[1,2]`, `"joints":[1e0,2.0]`},
		{`"node":1`, `"node":1.000`},
		{`"scene":0`, `"scene":0e5`},
		{`"index":0`, `"index":0.0`},
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("the file does not contain %s", change[0])
		}
		text = strings.ReplaceAll(text, change[0], change[1])
	}
	lib, model := loadBytes(t, "test.gltf", []byte(text))
	again, want := completeFile().load(t)
	compareModels(t, again, want, lib, model)
	b := texturedTriangle(
		object{"emissiveTexture": object{
			"index":      0,
			"extensions": object{"KHR_texture_transform": object{"texCoord": 1}},
		}})
	b.add("textures", object{"source": 0})
	b.add("images", object{"bufferView": b.view(pngBytes(t, testImage())), "mimeType": "image/png"})
	lib, model = loadBytes(t, "test.gltf",
		[]byte(strings.ReplaceAll(string(b.gltf()), `"texCoord":1`, `"texCoord":1.0`)))
	if got := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material).EmissiveTexture.TexCoord; got != 1 {
		t.Errorf("texCoord %d, want 1", got)
	}
	checkFailures(t, []failure{
		{"nodes.0.mesh", 1.5, "nodes[0].mesh", "expected an integer, found a JSON number 1.5"},
		{"accessors.2.count", 0.5, "accessors[2].count", "expected an integer, found a JSON number 0.5"},
		{
			"accessors.2.componentType", 5121.25, "accessors[2].componentType",
			"expected an integer, found a JSON number 5121.25",
		},
		{"skins.0.joints", []float64{1, 2.5}, "skins[0].joints", "expected an integer, found a JSON number 2.5"},
		{
			"meshes.0.primitives.0.attributes.NORMAL", 1e300, "meshes[0].primitives[0].attributes.NORMAL",
			"expected an integer, found a JSON number 1e+300",
		},
	})
}
