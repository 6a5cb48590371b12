package gltfio

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

func TestErrorsOfMissingBytes(t *testing.T) {
	checkFailures(t, []failure{
		{"buffers", []any{object{"byteLength": 4}}, "buffers[0].uri", "only the first buffer of a GLB file"},
		{
			"buffers",
			[]any{object{"byteLength": 5, "uri": "data:;base64,AAAA"}},
			"buffers[0].byteLength",
			"expected at most the 3 bytes of the data, found 5",
		},
		{
			"buffers",
			[]any{object{"byteLength": 0, "uri": "data:;base64,AAAA"}},
			"buffers[0].byteLength",
			"expected a length above 0, found 0",
		},
		{"buffers", []any{object{"byteLength": 3, "uri": "data:;base64"}}, "buffers[0].uri", "expected a comma"},
		{"buffers", []any{object{"byteLength": 3, "uri": "data:;base64,&&&&"}}, "buffers[0].uri", "illegal base64"},
		{
			"buffers",
			[]any{object{"byteLength": 3, "uri": "DATA:,a%20b"}},
			"bufferViews[0].byteLength",
			"expected a range in buffer 0, which has 3 bytes",
		},
		{"bufferViews.0.byteOffset", -4, "bufferViews[0].byteOffset", "expected an offset in buffer"},
		{"bufferViews.0.byteOffset", 1 << 30, "bufferViews[0].byteOffset", "expected an offset in buffer"},
		{"bufferViews.0.byteLength", 1 << 30, "bufferViews[0].byteLength", "expected a range in buffer 0"},
		{"bufferViews.0.byteLength", -1, "bufferViews[0].byteLength", "expected a range in buffer 0"},
		{"bufferViews.0.byteLength", math.MaxInt32, "bufferViews[0].byteLength", "expected a range in buffer 0"},
		{"bufferViews.0.byteStride", -12, "bufferViews[0].byteStride", "expected a stride of at least 0, found -12"},
		{
			"bufferViews.0.byteStride", 8, "bufferViews[0].byteStride",
			"expected at least the 12 bytes of an element of accessors[0], found 8",
		},
		{"bufferViews.0.byteStride", math.MaxInt32, "accessors[0].count", "expected at most the 36 bytes left"},
		{"accessors.0.byteOffset", -4, "accessors[0].byteOffset", "expected an offset in buffer"},
		{
			"accessors.0.byteOffset", 4, "accessors[0].count",
			"expected at most the 32 bytes left in buffer view 0, found 3 elements of 12 bytes",
		},
		{"accessors.0.byteOffset", 1 << 30, "accessors[0].byteOffset", "expected an offset in buffer"},
		{"accessors.0.count", 4, "accessors[0].count", "expected at most the 36 bytes left"},
		{"accessors.0.count", math.MaxInt32, "accessors[0].count", "expected at most the 36 bytes left"},
		{
			"accessors.0",
			object{"componentType": 5126, "type": "VEC3", "count": 1 << 30},
			"accessors[0]",
			"expected at most the memory limit",
		},
		{"accessors.0.sparse", sparseOf(0, 4, 5123, 0), "accessors[0].sparse.count", "expected 1 to 3, the elements of the accessor, found 0"},
		{"accessors.0.sparse", sparseOf(4, 4, 5123, 0), "accessors[0].sparse.count", "expected 1 to 3, the elements of the accessor, found 4"},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5126, 0), "accessors[0].sparse.indices.componentType",
			"expected an unsigned integer type",
		},
		{
			"accessors.0.sparse", sparseOf(3, 10, 5123, 0), "accessors[0].sparse.indices.bufferView",
			"expected the index of one of 10 buffer views, found 10",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5125, 0), "accessors[0].sparse.indices.count",
			"expected at most the 6 bytes left",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5123, 10), "accessors[0].sparse.values.bufferView",
			"expected the index of one of 10 buffer views, found 10",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5123, 4), "accessors[0].sparse.values.count",
			"expected at most the 6 bytes left",
		},
		{
			"accessors.0.sparse", sparseOf(3, 3, 5121, 0), "accessors[0].sparse.indices",
			"index 1: expected an element above 0, that of the index before, found 0",
		},
	})
	b := completeFile()
	b.set("accessors.0.sparse", sparseOf(1, 3, 5123, 0))
	b.set("bufferViews.3.byteOffset", b.get("bufferViews", 3)["byteOffset"].(int)+2) // the upper half of 0.5 is 0x3F00
	if got, want := b.loadError(
		t), "accessors[0].sparse.indices: index 0: expected an element below 3, those of the accessor, found 16128"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// sparseOf makes the sparse property of an accessor. Indices and values are buffer views.
func sparseOf(count, indices, component, values int) object {
	return object{
		"count": count, "indices": object{"bufferView": indices, "componentType": component},
		"values": object{"bufferView": values},
	}
}

func TestErrorsOfInvalidData(t *testing.T) {
	primitive := "meshes.0.primitives.0."
	checkFailures(t, []failure{
		{"nodes.1.rotation", []int{0, 0, 0, 0}, "nodes[1].rotation", "expected a rotation, found a quaternion of length 0"},
		{"nodes.1.scale", []float64{1, 1e39, 1}, "nodes[1].scale", "expected a number that float32 can hold, found 1e+39"},
		{"nodes.1.matrix", []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}, "nodes[1].matrix", "last row"},
		{"nodes.1.matrix", []int{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "nodes[1].matrix", "shear"},
		{
			"nodes.0.weights",
			[]int{1, 2},
			"nodes[0].weights",
			"expected a weight for each of the 1 morph targets of the mesh, found 2",
		},
		{"nodes.1.weights", []int{1}, "nodes[1].weights", "expected a mesh with morph targets, since the node has weights"},
		{
			"meshes.0.weights",
			[]int{1, 2},
			"meshes[0].weights",
			"expected a weight for each of the 1 morph targets of the mesh, found 2",
		},
		{
			primitive + "attributes.POSITION", 4, "meshes[0].primitives[0].attributes.POSITION",
			"expected a VEC3 of FLOAT, found accessors[4], a SCALAR of UNSIGNED_SHORT",
		},
		{
			primitive + "attributes.NORMAL", 7, "meshes[0].primitives[0].attributes.NORMAL",
			"accessors[7]: expected an element for each of the 3 vertices of the primitive, found 2",
		},
		{primitive + "attributes.NORMAL", 3, "meshes[0].primitives[0].attributes.NORMAL", "VEC4 of FLOAT"},
		{
			primitive + "attributes.JOINTS_0", 3, "meshes[0].primitives[0].attributes.JOINTS_0",
			"UNSIGNED_BYTE or UNSIGNED_SHORT",
		},
		{
			primitive + "attributes.WEIGHTS_0", 2, "meshes[0].primitives[0].attributes.WEIGHTS_0",
			"normalized UNSIGNED_BYTE",
		},
		{
			primitive + "attributes.WEIGHTS_0", nil, "meshes[0].primitives[0].attributes",
			"expected both JOINTS_0 and WEIGHTS_0, found one of them",
		},
		{
			primitive + "attributes",
			object{"POSITION": 0},
			"meshes[0].primitives[0].attributes",
			"expected JOINTS_0 and WEIGHTS_0",
		},
		{
			primitive + "attributes.JOINTS_2", 2, "meshes[0].primitives[0].attributes.JOINTS_2",
			"expected one of 1 sets that are numbered from 0 without a gap",
		},
		{
			primitive + "attributes.WEIGHTS_2", 3, "meshes[0].primitives[0].attributes.WEIGHTS_2",
			"expected one of 1 sets that are numbered from 0 without a gap",
		},
		{
			primitive + "attributes.JOINTS_A", 2, "meshes[0].primitives[0].attributes.JOINTS_A",
			"expected one of 1 sets that are numbered from 0 without a gap",
		},
		{primitive + "indices", 0, "meshes[0].primitives[0].indices", "VEC3 of FLOAT"},
		{
			primitive + "targets",
			[]any{object{"POSITION": 7}},
			"meshes[0].primitives[0].targets[0].POSITION",
			"expected an element for each of the 3 vertices of the primitive, found 2",
		},
		{"skins.0.inverseBindMatrices", 0, "skins[0].inverseBindMatrices", "a MAT4 of FLOAT"},
		{"accessors.5.count", 1, "skins[0].inverseBindMatrices", "expected a matrix for each of the 2 joints of the skin, found 1"},
		{"animations.0.samplers.0.input", 7, "animations[0].samplers[0].input", "a SCALAR of FLOAT"},
		{
			"animations.0.samplers.0.output", 8, "animations[0].samplers[0].output",
			"expected a VEC3 of FLOAT, found accessors[8], a VEC4 of FLOAT",
		},
		{
			"animations.0.samplers.0.output", 0, "animations[0].samplers[0].output",
			"accessors[0]: expected 6 numbers for 2 linear keys, found 9",
		},
		{
			"animations.0.samplers.0.interpolation", "CUBICSPLINE", "animations[0].samplers[0].output",
			"expected 18 numbers for 2 cubic Hermite keys",
		},
		{
			"animations.0.channels.2.target.node", 1, "animations[0].channels[2].target",
			"expected a mesh with morph targets at node 1",
		},
	})
}

func TestErrorsOfInvalidNumbers(t *testing.T) {
	for _, row := range []struct {
		accessor, number int
		value            float32
		want             string
	}{
		{0, 4, float32(math.NaN()), "accessors[0]: element 1: expected finite numbers, found NaN"},
		{1, 0, float32(math.Inf(-1)), "accessors[1]: element 0: expected finite numbers, found -Inf"},
		{3, 5, -0.5, "meshes[0].primitives[0].attributes.WEIGHTS_0: vertex 1: expected weights of at least 0, found -0.5"},
		{3, 5, float32(math.NaN()), "accessors[3]: element 1: expected finite numbers, found NaN"},
		{
			5, 3, 1,
			"skins[0].inverseBindMatrices: accessors[5]: matrix 0: expected the last row 0 0 0 1, found [1 0 0 1]",
		},
		{5, 16, 3e38, ""},
		{6, 0, 1, "animations[0].samplers[0].input: accessors[6]: key 1: expected a time after 1 s, that of the key before, found 1 s"},
		{6, 0, -1, "animations[0].samplers[0].input: accessors[6]: expected a time of key 0 of at least 0 s, found -1 s"},
		{6, 1, float32(math.Inf(1)), "accessors[6]: element 1: expected finite numbers, found +Inf"},
		{7, 3, float32(math.NaN()), "accessors[7]: element 1: expected finite numbers, found NaN"},
		{8, 3, 0, "animations[0].samplers[1].output: accessors[8]: element 0: expected a rotation, " +
			"found a quaternion of length 0"},
		{9, 1, float32(math.NaN()), "accessors[9]: element 1: expected finite numbers, found NaN"},
	} {
		b := completeFile()
		view := b.get("bufferViews", b.get("accessors", row.accessor)["bufferView"].(int))
		binary.LittleEndian.PutUint32(b.bin[view["byteOffset"].(int)+4*row.number:], math.Float32bits(row.value))
		if row.want == "" {
			lib, model := b.load(t)
			checkSane(t, lib, model)
			continue
		}
		if got := b.loadError(t); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}

func TestErrorsOfOverflow(t *testing.T) {
	huge := []float64{1e30, 1e30, 1e30}
	b := completeFile()
	b.set("nodes.1.scale", huge)
	b.set("nodes.2.scale", huge)
	if got := b.loadError(t); !strings.HasPrefix(got,
		"nodes[2]: expected a transform that float32 can hold") {
		t.Errorf("joints: %q", got)
	}
	b = completeFile()
	b.set("nodes.1.children", []int{2, 3})
	b.node(object{"scale": huge, "children": []int{4}})
	b.node(object{"scale": huge})
	if got := b.loadError(t); !strings.HasPrefix(got,
		"nodes[4]: expected a transform that float32 can hold") {
		t.Errorf("offsets: %q", got)
	}
	b = newBuilder()
	b.node(object{
		"scale": huge,
		"mesh":  b.mesh(object{"POSITION": b.floats("VEC3", 0, 0, 0, 1e20, 0, 0, 0, 1, 0)}, nil),
	})
	if got := b.loadError(t); got != "nodes[0].mesh: expected vertices in the rest pose that float32 can hold, found some that overflow it" {
		t.Errorf("vertices: %q", got)
	}
	swing := []float32{0, 0, 0, 0, 0, 0, 3e38, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}
	got := animatedNode("CUBICSPLINE", []float32{0, 100}, map[string][]float32{"translation": swing}).loadError(t)
	if got != "animations[0].samplers[0].output: expected a curve that float32 can hold, found one between keys 0 and 1 that may overflow it" {
		t.Errorf("curve: %q", got)
	}
}
