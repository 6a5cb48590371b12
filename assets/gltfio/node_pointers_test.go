package gltfio

import (
	"strings"
	"testing"
)

// smilingTriangles is a file of three nodes with a mesh of two morph targets: nodes 1 and 2 have
// the weights of the mesh, node 3 has its own. A clip animates what the pointers name, each with
// the sampler of its index.
func smilingTriangles(pointers ...string) *builder {
	b := newBuilder()
	b.doc["extensionsUsed"] = []string{extPointer}
	target := object{"POSITION": b.floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1)}
	mesh := b.mesh(object{"POSITION": b.triangle()}, object{"targets": []any{target, target}})
	b.get("meshes", mesh)["weights"] = []float64{0.25, 0.5}
	b.node(object{"name": "root", "children": []int{1, 2, 3}})
	b.node(object{"name": "a", "mesh": mesh})
	b.node(object{"name": "b", "mesh": mesh})
	b.node(object{"name": "c", "mesh": mesh, "weights": []float64{0, 1}})
	first, second := b.floats("SCALAR", 0, 2), b.floats("SCALAR", 1, 3)
	sampler := func(times int, interpolation string, values ...float32) object {
		return object{"input": times, "output": b.floats("SCALAR", values...), "interpolation": interpolation}
	}
	samplers := []any{
		sampler(first, "LINEAR", 0, 1, 1, 0),               // both weights
		sampler(first, "LINEAR", 0, 1),                     // one weight
		sampler(second, "LINEAR", 1, 3),                    // one weight, at other times
		sampler(first, "STEP", 5, 6),                       // one weight, stepped
		sampler(first, "CUBICSPLINE", 0, 0, 1, -1, 2, 0),   // one weight
		sampler(first, "CUBICSPLINE", 0, 0, -1, 1, -2, 0),  // one weight
		sampler(second, "CUBICSPLINE", 0, 0, -1, 1, -2, 0), // one weight, at other times
	}
	var channels []any
	for _, p := range pointers {
		channels = append(channels, object{"sampler": int(p[0] - '0'), "target": pointerTo(p[1:])})
	}
	b.add("animations", object{"name": "smile", "samplers": samplers, "channels": channels})
	return b
}

func TestWeightPointers(t *testing.T) {
	for _, row := range []struct {
		name     string
		pointers []string
		time     float64
		want     []float32 // of the nodes a, b and c
	}{
		{"mesh", []string{"0/meshes/0/weights"}, 0.5, []float32{0.25, 0.75, 0.25, 0.75, 0, 1}},
		{"weight of a mesh", []string{"1/meshes/0/weights/0"}, 0.5, []float32{0.25, 0.5, 0.25, 0.5, 0, 1}},
		{"weight of a node", []string{"1/nodes/2/weights/1"}, 0.5, []float32{0.25, 0.5, 0.25, 0.25, 0, 1}},
		{
			"two weights, before all keys of one",
			[]string{"1/nodes/1/weights/0", "2/nodes/1/weights/1"},
			0.5,
			[]float32{0.25, 1, 0.25, 0.5, 0, 1},
		},
		{
			"two weights, between keys",
			[]string{"1/nodes/1/weights/0", "2/nodes/1/weights/1"},
			1.5,
			[]float32{0.75, 1.5, 0.25, 0.5, 0, 1},
		},
		{
			"two weights, after all keys of one",
			[]string{"1/nodes/1/weights/0", "2/nodes/1/weights/1"},
			2.5,
			[]float32{1, 2.5, 0.25, 0.5, 0, 1},
		},
		{"stepped", []string{"3/nodes/3/weights/0"}, 1.9, []float32{0.25, 0.5, 0.25, 0.5, 5, 1}},
		// Hermite curves with the value 0, the slope ±1 at 0 s, the slope ∓1 and the value ±2 or so
		// at 2 s, in the middle.
		{
			"cubic",
			[]string{"4/nodes/3/weights/0", "5/nodes/3/weights/1"},
			1,
			[]float32{0.25, 0.5, 0.25, 0.5, 1.5, -1.5},
		},
		{
			"node before mesh",
			[]string{"0/meshes/0/weights", "1/nodes/2/weights/1"},
			0.5,
			[]float32{0.25, 0.75, 0.25, 0.25, 0, 1},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			lib, model := smilingTriangles(row.pointers...).load(t)
			if len(model.Warnings) > 0 {
				t.Errorf("warnings %q", model.Warnings)
			}
			wantNear(t, "morph weights", lib.Clip(model.Clip("smile")).PoseAt(row.time).Morphs, row.want)
			lib2, model2 := writeAndRead(t, lib, model)
			wantNear(t, "written and read", lib2.Clip(model2.Clip("smile")).PoseAt(row.time).Morphs, row.want)
		})
	}
}

func TestErrorsOfWeightPointers(t *testing.T) {
	for want, pointers := range map[string][]string{
		"animations[0].channels[0].target: expected the index of one of 1 meshes, found 1": {
			"0/meshes/1/weights",
		},
		"animations[0].channels[0].target: expected the index of one of 4 nodes, found 4": {
			"1/nodes/4/weights/0",
		},
		"animations[0].channels[0].target: expected a target for the channel of the weight 2 of node 1, found 2 morph targets": {
			"1/nodes/1/weights/2",
		},
		"animations[0].channels[0].target: expected a mesh for the channel of the weight 0 of node 0, found none": {
			"1/nodes/0/weights/0",
		},
		"animations[0].samplers[1].output: accessors[5]: expected 4 numbers for 2 linear keys, found 2": {
			"1/meshes/0/weights",
		},
	} {
		if got := smilingTriangles(pointers...).loadError(t); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Channels of single weights whose keys cannot be joined are skipped with a warning; so is one that
// nothing shows.
func TestWeightsThatCannotBeJoined(t *testing.T) {
	for _, pointers := range [][]string{
		{"1/nodes/3/weights/0", "3/nodes/3/weights/1"},
		{"4/nodes/3/weights/0", "6/nodes/3/weights/1"},
	} {
		lib, model := smilingTriangles(pointers...).load(t)
		wantWarning(t, model, "animations[0]: the weight 1 of node 3 of the animation has keys that cannot be joined "+
			"with those of the weight 0 of node 3; its channel was skipped")
		if got := lib.Clip(model.Clip("smile")).PoseAt(1).Morphs[5]; got != 1 {
			t.Errorf("weight 1 is %v, want that of the rest pose", got)
		}
	}
	b := smilingTriangles("1/meshes/0/weights/1")
	for i := 1; i < 3; i++ {
		b.get("nodes", i)["weights"] = []float64{0, 0}
	}
	_, model := b.load(t)
	wantWarning(t, model, "animations[0].channels[0].target: the channel animates the weight 1 of mesh 0, but no "+
		"node of the scene has them")
}
