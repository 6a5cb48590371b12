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
			"5 is more than the 3 bytes of the data",
		},
		{
			"buffers",
			[]any{object{"byteLength": 0, "uri": "data:;base64,AAAA"}},
			"buffers[0].byteLength",
			"0 is not positive",
		},
		{"buffers", []any{object{"byteLength": 3, "uri": "data:;base64"}}, "buffers[0].uri", "no comma"},
		{"buffers", []any{object{"byteLength": 3, "uri": "data:;base64,&&&&"}}, "buffers[0].uri", "illegal base64"},
		{
			"buffers",
			[]any{object{"byteLength": 3, "uri": "DATA:,a%20b"}},
			"bufferViews[0].byteLength",
			"do not fit in buffer 0, which has 3 bytes",
		},
		{"bufferViews.0.byteOffset", -4, "bufferViews[0].byteOffset", "-4 is outside buffer"},
		{"bufferViews.0.byteOffset", 1 << 30, "bufferViews[0].byteOffset", "1073741824 is outside buffer"},
		{"bufferViews.0.byteLength", 1 << 30, "bufferViews[0].byteLength", "do not fit in buffer 0"},
		{"bufferViews.0.byteLength", -1, "bufferViews[0].byteLength", "do not fit in buffer 0"},
		{"bufferViews.0.byteLength", math.MaxInt32, "bufferViews[0].byteLength", "do not fit in buffer 0"},
		{"bufferViews.0.byteStride", -12, "bufferViews[0].byteStride", "-12 is negative"},
		{
			"bufferViews.0.byteStride", 8, "bufferViews[0].byteStride",
			"8 is less than the 12 bytes of an element of accessors[0]",
		},
		{"bufferViews.0.byteStride", math.MaxInt32, "accessors[0].count", "do not fit in the 36 bytes"},
		{"accessors.0.byteOffset", -4, "accessors[0].byteOffset", "-4 is outside buffer"},
		{
			"accessors.0.byteOffset", 4, "accessors[0].count",
			"3 elements of 12 bytes with a stride of 12 bytes do not fit in the 32 bytes",
		},
		{"accessors.0.byteOffset", 1 << 30, "accessors[0].byteOffset", "1073741824 is outside buffer"},
		{"accessors.0.count", 4, "accessors[0].count", "do not fit in the 36 bytes"},
		{"accessors.0.count", math.MaxInt32, "accessors[0].count", "do not fit in the 36 bytes"},
		{
			"accessors.0",
			object{"componentType": 5126, "type": "VEC3", "count": 1 << 30},
			"accessors[0]",
			"would exceed the memory limit",
		},
		{"accessors.0.sparse", sparseOf(0, 4, 5123, 0), "accessors[0].sparse.count", "0 is not between 1 and 3"},
		{"accessors.0.sparse", sparseOf(4, 4, 5123, 0), "accessors[0].sparse.count", "4 is not between 1 and 3"},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5126, 0), "accessors[0].sparse.indices.componentType",
			"not an unsigned integer type",
		},
		{
			"accessors.0.sparse", sparseOf(3, 10, 5123, 0), "accessors[0].sparse.indices.bufferView",
			"expected the index of one of 10 buffer views, found 10",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5125, 0), "accessors[0].sparse.indices.count",
			"do not fit in the 6 bytes",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5123, 10), "accessors[0].sparse.values.bufferView",
			"expected the index of one of 10 buffer views, found 10",
		},
		{
			"accessors.0.sparse", sparseOf(3, 4, 5123, 4), "accessors[0].sparse.values.count",
			"do not fit in the 6 bytes",
		},
		{
			"accessors.0.sparse", sparseOf(3, 3, 5121, 0), "accessors[0].sparse.indices",
			"index 1 is 0, not greater than the previous index 0",
		},
	})
	b := completeFile()
	b.set("accessors.0.sparse", sparseOf(1, 3, 5123, 0))
	b.set("bufferViews.3.byteOffset", b.get("bufferViews", 3)["byteOffset"].(int)+2) // the upper half of 0.5 is 0x3F00
	if got, want := b.loadError(
		t), "accessors[0].sparse.indices: index 0 is 16128, but the accessor has 3 elements"; got != want {
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
		{"nodes.1.rotation", []int{0, 0, 0, 0}, "nodes[1].rotation", "quaternion has length 0"},
		{"nodes.1.scale", []float64{1, 1e39, 1}, "nodes[1].scale", "1e+39 does not fit in a float32"},
		{"nodes.1.matrix", []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}, "nodes[1].matrix", "last row"},
		{"nodes.1.matrix", []int{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "nodes[1].matrix", "shear"},
		{
			"nodes.0.weights",
			[]int{1, 2},
			"nodes[0].weights",
			"the array has 2 weights, but the mesh has 1 morph targets",
		},
		{"nodes.1.weights", []int{1}, "nodes[1].weights", "has weights, but no mesh with morph targets"},
		{
			"meshes.0.weights",
			[]int{1, 2},
			"meshes[0].weights",
			"the array has 2 weights, but the mesh has 1 morph targets",
		},
		{
			primitive + "attributes.POSITION", 4, "meshes[0].primitives[0].attributes.POSITION",
			"expected a VEC3 of FLOAT, found accessors[4], a SCALAR of UNSIGNED_SHORT",
		},
		{
			primitive + "attributes.NORMAL", 7, "meshes[0].primitives[0].attributes.NORMAL",
			"accessors[7] has 2 elements, but the primitive has 3 vertices",
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
			"2 elements, but the primitive has 3 vertices",
		},
		{"skins.0.inverseBindMatrices", 0, "skins[0].inverseBindMatrices", "a MAT4 of FLOAT"},
		{"accessors.5.count", 1, "skins[0].inverseBindMatrices", "1 matrices, but the skin has 2 joints"},
		{"animations.0.samplers.0.input", 7, "animations[0].samplers[0].input", "a SCALAR of FLOAT"},
		{
			"animations.0.samplers.0.output", 8, "animations[0].samplers[0].output",
			"expected a VEC3 of FLOAT, found accessors[8], a VEC4 of FLOAT",
		},
		{
			"animations.0.samplers.0.output", 0, "animations[0].samplers[0].output",
			"accessors[0] has 9 numbers, but 2 linear keys need 6",
		},
		{
			"animations.0.samplers.0.interpolation", "CUBICSPLINE", "animations[0].samplers[0].output",
			"2 cubic Hermite keys need 18",
		},
		{
			"animations.0.channels.2.target.node", 1, "animations[0].channels[2].target",
			"the weights of node 1, which has no mesh with morph targets",
		},
	})
}

func TestErrorsOfInvalidNumbers(t *testing.T) {
	for _, row := range []struct {
		accessor, number int
		value            float32
		want             string
	}{
		{0, 4, float32(math.NaN()), "accessors[0]: element 1 contains NaN, which is not finite"},
		{1, 0, float32(math.Inf(-1)), "accessors[1]: element 0 contains -Inf, which is not finite"},
		{3, 5, -0.5, "meshes[0].primitives[0].attributes.WEIGHTS_0: vertex 1 has the negative weight -0.5"},
		{3, 5, float32(math.NaN()), "accessors[3]: element 1 contains NaN, which is not finite"},
		{
			5, 3, 1,
			"skins[0].inverseBindMatrices: accessors[5]: matrix 0: expected the last row 0 0 0 1, found [1 0 0 1]",
		},
		{5, 16, 3e38, ""},
		{6, 0, 1, "animations[0].samplers[0].input: accessors[6]: key 1 is at 1 s, not after the previous key at 1 s"},
		{6, 0, -1, "animations[0].samplers[0].input: accessors[6]: key 0 has the negative time -1 s"},
		{6, 1, float32(math.Inf(1)), "accessors[6]: element 1 contains +Inf, which is not finite"},
		{7, 3, float32(math.NaN()), "accessors[7]: element 1 contains NaN, which is not finite"},
		{8, 3, 0, "animations[0].samplers[1].output: accessors[8]: element 0 is a quaternion of length 0, so it is " +
			"not a rotation"},
		{9, 1, float32(math.NaN()), "accessors[9]: element 1 contains NaN, which is not finite"},
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
		"nodes[2]: its transform, multiplied by the transforms of its ancestors, overflows float32") {
		t.Errorf("joints: %q", got)
	}
	b = completeFile()
	b.set("nodes.1.children", []int{2, 3})
	b.node(object{"scale": huge, "children": []int{4}})
	b.node(object{"scale": huge})
	if got := b.loadError(t); !strings.HasPrefix(got,
		"nodes[4]: its transform, multiplied by the transforms of its ancestors, overflows float32") {
		t.Errorf("offsets: %q", got)
	}
	b = newBuilder()
	b.node(object{
		"scale": huge,
		"mesh":  b.mesh(object{"POSITION": b.floats("VEC3", 0, 0, 0, 1e20, 0, 0, 0, 1, 0)}, nil),
	})
	if got := b.loadError(t); got != "nodes[0].mesh: its vertices in the rest pose overflow float32" {
		t.Errorf("vertices: %q", got)
	}
	swing := []float32{0, 0, 0, 0, 0, 0, 3e38, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}
	got := animatedNode("CUBICSPLINE", []float32{0, 100}, map[string][]float32{"translation": swing}).loadError(t)
	if got != "animations[0].samplers[0].output: the curve between keys 0 and 1 may overflow float32" {
		t.Errorf("curve: %q", got)
	}
}
