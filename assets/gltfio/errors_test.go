package gltfio

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// completeFile is a file with every kind of element: a triangle with a skin, a morph target, a
// texture and an animation. Its accessors are: 0 positions, 1 normals, 2 joints, 3 weights, 4
// indices, 5 inverse bind matrices, 6 key times, 7 translations, 8 rotations, 9 morph weights.
func completeFile() *builder {
	b := newBuilder()
	positions := b.triangle()
	normals := b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1)
	joints := b.ints("u8", "VEC4", 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
	weights := b.floats("VEC4", 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0)
	indices := b.ints("u16", "SCALAR", 0, 1, 2)
	matrix := []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	b.floats("MAT4", append(append([]float32(nil), matrix...), matrix...)...)
	times := b.floats("SCALAR", 0, 1)
	translations := b.floats("VEC3", 0, 0, 0, 1, 1, 1)
	rotations := b.floats("VEC4", 0, 0, 0, 1, 0, 0, 1, 0)
	morphs := b.floats("SCALAR", 0, 1)
	b.mesh(object{"POSITION": positions, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights},
		object{"indices": indices, "material": 0, "targets": []any{object{"POSITION": positions}}})
	b.node(object{"mesh": 0, "skin": 0})
	b.node(object{"children": []int{2}})
	b.node(object{})
	b.add("skins", object{"joints": []int{1, 2}, "inverseBindMatrices": 5})
	b.add("materials", object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}})
	b.add("textures", object{"source": 0, "sampler": 0})
	b.add("samplers", object{})
	b.add("images", object{"uri": "data:image/png;base64,AAAA"})
	b.add("animations", object{
		"samplers": []any{
			object{"input": times, "output": translations},
			object{"input": times, "output": rotations},
			object{"input": times, "output": morphs},
		},
		"channels": []any{
			object{"sampler": 0, "target": object{"node": 1, "path": "translation"}},
			object{"sampler": 1, "target": object{"node": 1, "path": "rotation"}},
			object{"sampler": 2, "target": object{"node": 0, "path": "weights"}},
		},
	})
	b.add("scenes", object{"nodes": []int{0, 1}})
	b.doc["scene"] = 0
	return b
}

// set changes the value at a path such as animations.0.channels.1.sampler, or removes it if the new
// value is nil.
func (b *builder) set(path string, value any) {
	var at any = b.doc
	names := strings.Split(path, ".")
	for i, name := range names {
		if list, ok := at.([]any); ok {
			index := int(name[0] - '0')
			if i == len(names)-1 {
				list[index] = value
				return
			}
			at = list[index]
			continue
		}
		o := at.(object)
		switch {
		case i < len(names)-1:
			at = o[name]
		case value == nil:
			delete(o, name)
		default:
			o[name] = value
		}
	}
}

// null is a value for set that becomes null in the JSON.
type null struct{}

func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func TestCompleteFileLoads(t *testing.T) {
	lib, model := completeFile().load(t)
	checkSane(t, lib, model)
	if len(model.Warnings) != 1 {
		t.Errorf("warnings %q, want one about the image", model.Warnings)
	}
}

// checkFailures makes each change to the complete file and checks the path and the reason of the
// error.
func checkFailures(t *testing.T, rows []failure) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.path, func(t *testing.T) {
			b := completeFile()
			b.set(row.path, row.value)
			got := b.loadError(t)
			t.Log(got)
			if !strings.HasPrefix(got, row.at+": ") {
				t.Errorf("the error %q does not begin with %q", got, row.at)
			}
			if !strings.Contains(got, row.reason) {
				t.Errorf("the error %q does not contain %q", got, row.reason)
			}
		})
	}
}

// failure is a change to the complete file, and the path and a part of the reason of the error that
// it must cause.
type failure struct {
	path   string
	value  any
	at     string
	reason string
}

func TestErrorsOfInvalidReferences(t *testing.T) {
	primitive, channel := "meshes.0.primitives.0.", "animations.0.channels.0."
	checkFailures(t, []failure{
		{"scene", 1, "scene", "expected the index of one of 1 scenes, found 1"},
		{"scene", -1, "scene", ", found -1"},
		{"scenes.0.nodes", []int{0, 7}, "scenes[0].nodes[1]", "expected the index of one of 3 nodes, found 7"},
		{"scenes.0.nodes", []int{0, 0}, "scenes[0].nodes[1]", "expected each node once, found node 0 twice"},
		{"nodes.0.mesh", 1, "nodes[0].mesh", "expected the index of one of 1 meshes, found 1"},
		{"nodes.0.skin", 1, "nodes[0].skin", "expected the index of one of 1 skins, found 1"},
		{"nodes.0.camera", 0, "nodes[0].camera", "expected the index of one of 0 cameras, found 0"},
		{"nodes.1.children", []int{3}, "nodes[1].children[0]", "expected the index of one of 3 nodes, found 3"},
		{"nodes.1.children", []int{-1}, "nodes[1].children[0]", ", found -1"},
		{"nodes.1.children", []int{1}, "nodes[1].children[0]", "expected children other than the node itself"},
		{"nodes.1.children", []int{2, 2}, "nodes[1].children[1]", "expected node 2 to have one parent, found node 1 too"},
		{"nodes.0.children", []int{2}, "nodes[1].children[0]", "expected node 2 to have one parent, found node 0 too"},
		{"nodes.2.children", []int{1}, "nodes[1]", "cycle"},
		{
			primitive + "attributes.NORMAL", 99, "meshes[0].primitives[0].attributes.NORMAL",
			"expected the index of one of 10 accessors, found 99",
		},
		{primitive + "attributes._OWN", -5, "meshes[0].primitives[0].attributes._OWN", ", found -5"},
		{
			primitive + "targets",
			[]any{object{"POSITION": 10}},
			"meshes[0].primitives[0].targets[0].POSITION",
			"expected the index of one of 10 accessors, found 10",
		},
		{
			primitive + "indices", 10, "meshes[0].primitives[0].indices",
			"expected the index of one of 10 accessors, found 10",
		},
		{
			primitive + "material", 1, "meshes[0].primitives[0].material",
			"expected the index of one of 1 materials, found 1",
		},
		{"skins.0.joints", []int{1, 3}, "skins[0].joints[1]", "expected the index of one of 3 nodes, found 3"},
		{"skins.0.skeleton", 3, "skins[0].skeleton", "expected the index of one of 3 nodes, found 3"},
		{
			"skins.0.inverseBindMatrices", 10, "skins[0].inverseBindMatrices",
			"expected the index of one of 10 accessors, found 10",
		},
		{
			channel + "sampler", 3, "animations[0].channels[0].sampler",
			"expected the index of one of 3 samplers, found 3",
		},
		{
			channel + "target.node", 71, "animations[0].channels[0].target.node",
			"expected the index of one of 3 nodes, found 71",
		},
		{
			"animations.0.samplers.0.input", 10, "animations[0].samplers[0].input",
			"expected the index of one of 10 accessors, found 10",
		},
		{"animations.0.samplers.0.output", -1, "animations[0].samplers[0].output", ", found -1"},
		{
			"materials.0.pbrMetallicRoughness.baseColorTexture.index", 1,
			"materials[0].pbrMetallicRoughness.baseColorTexture.index",
			"expected the index of one of 1 textures, found 1",
		},
		{
			"materials.0.pbrMetallicRoughness.metallicRoughnessTexture",
			object{"index": 1},
			"materials[0].pbrMetallicRoughness.metallicRoughnessTexture.index", ", found 1",
		},
		{"materials.0.emissiveTexture", object{"index": -1}, "materials[0].emissiveTexture.index", ", found -1"},
		{
			"materials.0.normalTexture",
			object{"index": 4},
			"materials[0].normalTexture.index",
			"expected the index of one of 1 textures, found 4",
		},
		{
			"materials.0.occlusionTexture",
			object{"index": 4},
			"materials[0].occlusionTexture.index",
			"expected the index of one of 1 textures, found 4",
		},
		{"textures.0.source", 1, "textures[0].source", "expected the index of one of 1 images, found 1"},
		{"textures.0.sampler", 1, "textures[0].sampler", "expected the index of one of 1 samplers, found 1"},
		{"images.0.bufferView", 10, "images[0].bufferView", "expected the index of one of 10 buffer views, found 10"},
		{
			"accessors.0.bufferView", 10, "accessors[0].bufferView",
			"expected the index of one of 10 buffer views, found 10",
		},
		{"bufferViews.0.buffer", 1, "bufferViews[0].buffer", "expected the index of one of 1 buffers, found 1"},
	})
}

func TestJSONErrorsAreWrapped(t *testing.T) {
	_, err := Parse(assets.NewLibrary(assets.Exact()), "test.gltf", []byte(`{"asset": ]`))
	if syntax := (*json.SyntaxError)(nil); !errors.As(err, &syntax) {
		t.Errorf("%v wraps no syntax error", err)
	}
	if want := "test.gltf: JSON, byte 11: "; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%q does not begin with %q", err, want)
	}
	_, err = Parse(assets.NewLibrary(assets.Exact()), "test.gltf", []byte(`{"asset": {"version": 2}}`))
	if kind := (*json.UnmarshalTypeError)(nil); !errors.As(err, &kind) {
		t.Errorf("%v wraps no type error", err)
	}
}

func TestErrorsOfInvalidDocuments(t *testing.T) {
	checkFailures(t, []failure{
		{"asset", nil, "asset", "expected a required member"},
		{"asset", null{}, "asset", "expected a required member"},
		{"asset.version", nil, "asset", "expected a version"},
		{
			"asset.version", "1.0", "asset.version",
			`expected the version 2 with a minor version such as 2.0, found "1.0"`,
		},
		{"asset.version", "2", "asset.version", `expected the version 2 with a minor version such as 2.0, found "2"`},
		{
			"asset.version", "2.x", "asset.version",
			`expected the version 2 with a minor version such as 2.0, found "2.x"`,
		},
		{"asset.version", 2.0, "asset.version", "a JSON number"},
		{"asset.minVersion", "2.1", "asset.minVersion", `expected the version 2.0, found "2.1"`},
		{
			"extensionsRequired",
			[]string{"KHR_texture_transform", "KHR_draco_mesh_compression"},
			"extensionsRequired[1]",
			"expected a supported extension, found KHR_draco_mesh_compression",
		},
		{"extensionsRequired", "KHR", "extensionsRequired", "a JSON string"},
		{"nodes", nil, "skins[0].joints[0]", "expected the index of one of 0 nodes, found 1"},
		{"nodes", object{}, "nodes", "a JSON object"},
		{"nodes.1", null{}, "nodes[1]", "found null"},
		{"nodes.1", 5, "nodes[1]", "a JSON number"},
		{"nodes.1.matrix", []int{1, 2, 3}, "nodes[1].matrix", "expected 16 numbers, found 3"},
		{"nodes.1.translation", []int{1, 2, 3, 4}, "nodes[1].translation", "expected 3 numbers, found 4"},
		{"nodes.1.children", []string{"a"}, "nodes[1].children", "a JSON string"},
		{"nodes.1.children", []float64{0.5}, "nodes[1].children", "a JSON number 0.5"},
		{"cameras", []any{null{}}, "cameras[0]", "found null"},
		{"meshes.0.primitives", nil, "meshes[0].primitives", "expected a required member"},
		{"meshes.0.primitives", []any{}, "meshes[0].primitives", "expected at least one primitive, found none"},
		{"meshes.0.primitives.0", null{}, "meshes[0].primitives[0]", "found null"},
		{"meshes.0.primitives.0.attributes", nil, "meshes[0].primitives[0].attributes", "expected a required member"},
		{"meshes.0.primitives.0.mode", 7, "meshes[0].primitives[0]", "expected a primitive mode of [0 1 2 3 4 5 6], found 7"},
		{"skins.0.joints", []int{}, "skins[0]", "expected at least one joint, found none"},
		{"animations.0.channels", nil, "animations[0].channels", "expected a required member"},
		{"animations.0.channels.1", null{}, "animations[0].channels[1]", "found null"},
		{"animations.0.channels.1.sampler", nil, "animations[0].channels[1].sampler", "expected a required member"},
		{"animations.0.channels.1.target", nil, "animations[0].channels[1].target", "expected a required member"},
		{"animations.0.channels.1.target.path", nil, "animations[0].channels[1].target.path", "expected a required member"},
		{"animations.0.samplers.2.input", nil, "animations[0].samplers[2].input", "expected a required member"},
		{
			"animations.0.samplers.2.interpolation", "SMOOTH", "animations[0].samplers[2]",
			`expected an interpolation of CUBICSPLINE, LINEAR, STEP, found "SMOOTH"`,
		},
		{"accessors.2.componentType", nil, "accessors[2].componentType", "expected a required member"},
		{"accessors.2.componentType", 5124, "accessors[2]", "expected a component type of [5120 5121 5122 5123 5125 5126], found 5124"},
		{"accessors.2.type", "VEC5", "accessors[2]", `expected a type of MAT2, MAT3, MAT4, SCALAR, VEC2, VEC3, VEC4, found "VEC5"; did you mean "VEC2"`},
		{"accessors.2.count", 0, "accessors[2]", "expected a count of at least 1, found 0"},
		{"accessors.2.sparse", object{"count": 1}, "accessors[2].sparse.indices", "expected a required member"},
		{"bufferViews.3.byteLength", nil, "bufferViews[3].byteLength", "expected a required member"},
		{
			"materials.0.pbrMetallicRoughness.baseColorFactor",
			[]int{1, 1, 1},
			"materials[0].pbrMetallicRoughness.baseColorFactor", "expected 4 numbers, found 3",
		},
		{"materials.0.emissiveFactor", []int{1}, "materials[0].emissiveFactor", "expected 3 numbers, found 1"},
		{
			"materials.0.emissiveFactor",
			[]float64{1e39, 0, 0},
			"materials[0].emissiveFactor",
			"expected a number that float32 can hold",
		},
		{"materials.0.alphaMode", "GLASS", "materials[0]", `expected an alpha mode of BLEND, MASK, OPAQUE, found "GLASS"`},
		{
			"materials.0.extensions",
			object{"KHR_materials_emissive_strength": object{"emissiveStrength": -1}},
			"materials[0].extensions.KHR_materials_emissive_strength.emissiveStrength", "of at least 0, found -1",
		},
		{
			"materials.0.extensions",
			object{"KHR_materials_unlit": 5},
			"materials[0].extensions.KHR_materials_unlit",
			"a JSON number",
		},
		{
			"materials.0.pbrMetallicRoughness.baseColorTexture.extensions",
			object{"KHR_texture_transform": object{"scale": []int{1}}},
			"materials[0].pbrMetallicRoughness.baseColorTexture.extensions.KHR_texture_transform.scale",
			"expected 2 numbers, found 1",
		},
		{
			"materials.0.pbrMetallicRoughness.baseColorTexture.texCoord", -1,
			"materials[0].pbrMetallicRoughness.baseColorTexture.texCoord", "of at least 0, found -1",
		},
		{"scene", 1.5, "scene", "a JSON number 1.5"},
	})
}
