package gltfio

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// skinnedTriangle makes a file of a triangle with a skin of the given number of joints. All
// vertices have the same influences, four per set.
func skinnedTriangle(joints int, sets [][4]int, weights [][4]float32) *builder {
	b := newBuilder()
	attributes := object{"POSITION": b.triangle()}
	for s := range sets {
		attributes["JOINTS_"+string(rune('0'+s))] = b.ints("u8", "VEC4",
			slices.Concat(sets[s][:], sets[s][:], sets[s][:])...)
		attributes["WEIGHTS_"+string(rune('0'+s))] = b.floats("VEC4",
			slices.Concat(weights[s][:], weights[s][:], weights[s][:])...)
	}
	b.node(object{"mesh": b.mesh(attributes, nil), "skin": 0})
	list := make([]int, joints)
	for j := range list {
		list[j] = b.node(object{})
	}
	b.add("skins", object{"joints": list})
	return b
}

func TestInfluences(t *testing.T) {
	const none = mesh.NoInfluence
	for _, row := range []struct {
		name    string
		sets    [][4]int
		weights [][4]float32
		joints  []uint16
		want    []float32
		warning string
	}{
		{
			"heaviest first, unused slots marked",
			[][4]int{{3, 1, 2, 9}},
			[][4]float32{{0.25, 0.75, 0, 0}},
			[]uint16{1, 3, none, none},
			[]float32{0.75, 0.25, 0, 0},
			"",
		},
		{
			"the same joint twice",
			[][4]int{{1, 2, 1, 0}},
			[][4]float32{{0.3, 0.4, 0.3, 0}},
			[]uint16{1, 2, none, none},
			[]float32{0.6, 0.4, 0, 0},
			"",
		},
		{
			"sum other than 1",
			[][4]int{{0, 1, 2, 3}},
			[][4]float32{{1, 0.5, 0.25, 0.25}},
			[]uint16{0, 1, 2, 3},
			[]float32{0.5, 0.25, 0.125, 0.125},
			"3 vertices have weights whose sum is not 1",
		},
		{
			"no weight",
			[][4]int{{2, 1, 0, 3}},
			[][4]float32{{}},
			[]uint16{0, none, none, none},
			[]float32{1, 0, 0, 0},
			"3 vertices have no weight",
		},
		{
			"five in two sets",
			[][4]int{{0, 1, 2, 3}, {4, 0, 0, 0}},
			[][4]float32{{0.1, 0.2, 0.1, 0.2}, {0.4, 0, 0, 0}},
			[]uint16{4, 1, 3, 0, 2, none, none, none},
			[]float32{0.4, 0.2, 0.2, 0.1, 0.1, 0, 0, 0},
			"",
		},
		{
			"two sets of the same four joints",
			[][4]int{{0, 1, 2, 3}, {3, 2, 1, 0}},
			[][4]float32{{0.1, 0.1, 0.1, 0.1}, {0.3, 0.2, 0.1, 0}},
			[]uint16{3, 2, 1, 0},
			[]float32{0.4, 0.3, 0.2, 0.1},
			"",
		},
		{
			"ten in three sets",
			[][4]int{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 0, 0}},
			[][4]float32{{0.1, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.05, 0.05}, {0.2, 0.1, 0, 0}},
			[]uint16{8, 0, 1, 2, 3, 4, 5, 9},
			[]float32{2. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9},
			"3 vertices have more than 8 influences; the smallest were dropped, and the others were scaled to a sum of 1",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			p, model := skinnedTriangle(10, row.sets, row.weights).primitive(t)
			if p.Influences != len(row.joints) {
				t.Fatalf("%d influences, want %d", p.Influences, len(row.joints))
			}
			for v := range p.Positions {
				if got := p.Joints[v*p.Influences:][:p.Influences]; !slices.Equal(got, row.joints) {
					t.Errorf("vertex %d: joints %v, want %v", v, got, row.joints)
				}
				wantNear(t, "weights", p.Weights[v*p.Influences:][:p.Influences], row.want)
			}
			if row.warning != "" {
				wantWarning(t, model, row.warning)
			} else if len(model.Warnings) > 0 {
				t.Errorf("warnings %q, want none", model.Warnings)
			}
		})
	}
}

func TestEightInfluencesPerVertex(t *testing.T) {
	b := skinnedTriangle(10, [][4]int{{0, 1, 2, 3}, {4, 5, 6, 7}}, [][4]float32{{1, 0, 0, 0}, {0, 0, 0, 0}})
	last := b.get("accessors", 4)["bufferView"].(int)
	at := b.get("bufferViews", last)["byteOffset"].(int)
	// 1.0 four times, for vertex 2
	copy(b.bin[at+32:], []byte{0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63})
	p, _ := b.primitive(t)
	const none = mesh.NoInfluence
	want := []uint16{
		0, none, none, none, none, none, none, none, 0, none, none, none, none, none, none, none, 0, 4, 5,
		6, 7, none, none, none,
	}
	if !slices.Equal(p.Joints, want) {
		t.Errorf("joints %v, want %v", p.Joints, want)
	}
	wantNear(t, "weights", p.Weights[16:21], []float32{0.2, 0.2, 0.2, 0.2, 0.2})
}

func TestInvalidJointsWithoutWeight(t *testing.T) {
	weights := [][4]float32{{0.5, 0.5, 0, 0}}
	skinnedTriangle(2, [][4]int{{0, 1, 200, 201}}, weights).load(t)
	got := skinnedTriangle(2, [][4]int{{0, 2, 0, 0}}, weights).loadError(t)
	want := "meshes[0].primitives[0].attributes.JOINTS_0: vertex 0: expected a joint below 2, those of " +
		"skins[0], which nodes[0] uses, found 2"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSkinnedMeshOnNodeWithoutSkin(t *testing.T) {
	b := skinnedTriangle(2, [][4]int{{0, 1, 0, 0}}, [][4]float32{{0.5, 0.5, 0, 0}})
	b.node(object{"mesh": 0, "translation": []float32{0, 5, 0}})
	lib, model := b.load(t)
	if len(model.Parts) != 2 {
		t.Fatalf("%d parts, want 2", len(model.Parts))
	}
	if p := lib.Mesh(model.Parts[0].Mesh).Primitives[0]; model.Parts[0].Rigid || p.Influences != 4 {
		t.Errorf("part 0: rigid %v, %d influences", model.Parts[0].Rigid, p.Influences)
	}
	if p := lib.Mesh(model.Parts[1].Mesh).Primitives[0]; !model.Parts[1].Rigid || p.Influences != 0 {
		t.Errorf("part 1: rigid %v, %d influences", model.Parts[1].Rigid, p.Influences)
	}
	if model.Bounds.Max != (mgl32.Vec3{1, 6, 0}) {
		t.Errorf("bounds %v", model.Bounds)
	}
}
