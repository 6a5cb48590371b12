package gltfio

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestDecomposeNodeMatrices(t *testing.T) {
	half := float32(math.Sqrt2 / 2)
	for _, row := range []struct {
		name   string
		matrix []float32 // column-major
		want   []float32 // translation, rotation x y z w, scale
	}{
		{
			"a quarter turn around y, scaled",
			[]float32{0, 0, -2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 1, 2, 3, 1},
			[]float32{1, 2, 3, 0, half, 0, half, 2, 3, 4},
		},
		{
			"mirrored",
			[]float32{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
			[]float32{0, 0, 0, 0, 0, 0, 1, -1, 1, 1},
		},
		{
			"flat along y",
			[]float32{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1},
			[]float32{0, 0, 0, 0, 0, 0, 1, 2, 0, 3},
		},
		{
			"a line along x",
			[]float32{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 1},
			[]float32{5, 0, 0, 0, 0, 0, 1, 2, 0, 0},
		},
		{
			"a point",
			[]float32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 1},
			[]float32{5, 6, 7, 0, 0, 0, 1, 0, 0, 0},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBuilder()
			b.node(object{"matrix": row.matrix})
			lib, model := b.load(t)
			r := lib.Skeleton(model.Skeleton).Rest(0)
			got := slices.Concat(r.Translation[:], r.Rotation.V[:], []float32{r.Rotation.W}, r.Scale[:])
			if row.name == "a line along x" && r.Rotation.W < 0.999 {
				// The other two axes may have any rotation around x.
				got[3], got[6] = 0, 1
			}
			wantNear(t, "parts", got, row.want)
			if model.Nodes[0].Rest != r {
				t.Errorf("node %v, joint %v", model.Nodes[0].Rest, r)
			}
		})
	}
}

func TestShear(t *testing.T) {
	sheared := []float32{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	b := newBuilder()
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	b.node(object{"children": []int{1}})
	b.node(object{"matrix": sheared, "mesh": mesh})
	_, model := b.load(t)
	wantWarning(t, model, "nodes[1].matrix")
	if want := (mgl32.Mat4{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}); model.Nodes[1].Offset != want {
		t.Errorf("offset %v, want %v", model.Nodes[1].Offset, want)
	}
	if s := model.Nodes[1].Rest.Scale; math.Abs(float64(s[1])-math.Sqrt2) > 1e-6 {
		t.Errorf("scale %v without shear, want y = sqrt(2)", s)
	}
	b.add("skins", object{"joints": []int{1}})
	if got := b.loadError(t); got != "nodes[1].matrix: "+rig.ErrShear.Error() {
		t.Errorf("error %q for a joint with shear", got)
	}
}

func TestWhichNodesBecomeJoints(t *testing.T) {
	b := newBuilder()
	still := b.mesh(object{"POSITION": b.triangle()}, nil)
	morphing := b.mesh(object{"POSITION": b.triangle()}, object{"targets": []any{object{"POSITION": b.triangle()}}})
	for _, n := range []object{
		{"name": "root", "children": []int{4, 1}, "translation": []int{1, 0, 0}},
		{"name": "shelf", "children": []int{2, 3}, "translation": []int{0, 1, 0}},
		{"name": "book", "mesh": still, "translation": []int{0, 0, 1}},
		{"children": []int{5}},
		{"name": "hand"},
		{"name": "target"},
		{"name": "apart"},
		{"name": "scenery", "children": []int{8}},
		{"name": "tree", "mesh": morphing},
	} {
		b.node(n)
	}
	b.add("skins", object{"joints": []int{4}})
	b.add("animations", object{
		"samplers": []any{object{"input": b.floats("SCALAR", 0), "output": b.floats("VEC3", 0, 0, 0)}},
		"channels": []any{object{"sampler": 0, "target": object{"node": 5, "path": "translation"}}},
	})
	lib, model := b.load(t)
	s := lib.Skeleton(model.Skeleton)
	var names []string
	for j := range s.Len() {
		names = append(names, s.JointName(j))
		if node := model.Nodes[s.Source(j)]; !node.IsJoint || node.Joint != j || node.Offset != mgl32.Ident4() {
			t.Errorf("node %d is not joint %d", s.Source(j), j)
		}
	}
	if want := []string{"root", "shelf", "node_3", "target", "hand", "scenery", "tree"}; !slices.Equal(names, want) {
		t.Errorf("joints %q, want %q", names, want)
	}
	book := model.Nodes[2]
	if shelf, _ := s.Find("shelf"); book.IsJoint || book.Joint != shelf || book.Offset != mgl32.Translate3D(0, 0, 1) {
		t.Errorf("the nearest joint of book is %d, its offset %v", book.Joint, book.Offset)
	}
	if apart := model.Nodes[6]; apart.IsJoint || apart.Joint != -1 {
		t.Errorf("apart: %+v", apart)
	}
	if len(model.Parts) != 2 || model.Parts[0].Name != "book" || model.Parts[1].Name != "tree" ||
		model.Parts[1].PaletteIndex != 1 {
		t.Errorf("parts %+v", model.Parts)
	}
	if model.Bounds.Max != (mgl32.Vec3{2, 2, 1}) {
		t.Errorf("bounds %v do not include the book", model.Bounds)
	}
}

func TestRootsBecomeJointsWithoutOtherJoints(t *testing.T) {
	b := newBuilder()
	b.node(object{"children": []int{2}})
	b.node(object{})
	b.node(object{})
	lib, model := b.load(t)
	if n := lib.Skeleton(model.Skeleton).Len(); n != 2 {
		t.Errorf("%d joints, want the 2 roots", n)
	}
	if model.Nodes[2].IsJoint || model.Nodes[2].Joint != 0 {
		t.Errorf("node 2: %+v, want joint 0 as its nearest joint", model.Nodes[2])
	}
}

func TestRotationsAreNormalized(t *testing.T) {
	b := newBuilder()
	b.node(object{"rotation": []float32{0, 3, 0, 4}})
	b.node(object{"rotation": []float32{0, 0, 0, 1.001}})
	lib, model := b.load(t)
	q := lib.Skeleton(model.Skeleton).Rest(0).Rotation
	wantNear(t, "rotation", []float32{q.V[0], q.V[1], q.V[2], q.W}, []float32{0, 0.6, 0, 0.8})
	if len(model.Warnings) != 1 {
		t.Errorf("warnings %q, want one about node 0", model.Warnings)
	}
	wantWarning(t, model, "nodes[0].rotation: the quaternion has length 5 instead of 1")
}

func TestScenes(t *testing.T) {
	b := newBuilder()
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	b.node(object{"mesh": mesh, "children": []int{1}})
	b.node(object{"mesh": mesh})
	b.node(object{"mesh": mesh})
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, nil)})
	b.add("scenes", object{"nodes": []int{0}})
	b.add("scenes", object{"name": "second", "nodes": []int{2, 0}})
	b.doc["scene"] = 1
	for _, row := range []struct {
		scene *int
		want  []int
	}{{nil, []int{0, 1, 2}}, {new(0), []int{0, 1}}, {new(1), []int{0, 1, 2}}} {
		model, err := Options{Scene: row.scene}.Parse(assets.NewLibrary(assets.Exact()), "test.gltf", b.gltf())
		if err != nil {
			t.Fatal(err)
		}
		var nodes []int
		for _, p := range model.Parts {
			nodes = append(nodes, p.Node)
		}
		if !slices.Equal(nodes, row.want) {
			t.Errorf("parts of nodes %v, want %v", nodes, row.want)
		}
		if len(model.Scenes) != 2 || model.Scenes[1].Name != "second" ||
			!slices.Equal(model.Scenes[1].Roots, []int{2, 0}) {
			t.Errorf("scenes %+v", model.Scenes)
		}
		wantWarning(t, model, "meshes[1]: no node of the scene uses mesh")
	}
	for _, scene := range []int{-1, 2} {
		if _, err := (Options{Scene: &scene}).Parse(assets.NewLibrary(assets.Exact()), "test.gltf",
			b.gltf()); err == nil {
			t.Errorf("no error for scene %d", scene)
		}
	}
}
