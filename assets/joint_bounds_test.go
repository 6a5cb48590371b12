package assets_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// sleeve returns a model of the example's arm with a skinned mesh of two vertices. Both joints
// influence the second vertex.
func sleeve(l *assets.Library) *assets.Model {
	skeleton := handmade.ExampleArm()
	shoulder, _ := skeleton.Find("shoulder")
	elbow, _ := skeleton.Find("elbow")
	skin, err := rig.NewSkin("sleeve", skeleton, []int{elbow, shoulder}, nil)
	if err != nil {
		panic(err)
	}
	mesh, err := l.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{{
		Positions:  []mgl32.Vec3{{0.5, 0, 0}, {1.25, 1, 0}},
		Normals:    []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}},
		Influences: 4,
		Joints: []uint16{
			1, mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence, 0, 1, mesh.NoInfluence,
			mesh.NoInfluence,
		},
		Weights: []float32{1, 0, 0, 0, 0.75, 0.25, 0, 0},
	}}})
	if err != nil {
		panic(err)
	}
	return &assets.Model{Skeleton: l.AddSkeleton(skeleton), Parts: []assets.Part{{Mesh: mesh, Skin: l.AddSkin(skin)}}}
}

func ExampleModel_JointBounds() {
	library := assets.NewLibrary(assets.Exact())
	bounds := sleeve(library).JointBounds(library)
	for i, joint := range bounds.Joints {
		fmt.Printf("joint %d: center %.2f, half size %.2f\n", joint, bounds.Boxes[6*i:6*i+3], bounds.Boxes[6*i+3:6*i+6])
	}
	// Output:
	// joint 0: center [0.88 0.50 0.00], half size [0.38 0.50 0.00]
	// joint 1: center [0.25 1.00 0.00], half size [0.00 0.00 0.00]
}

func TestJointBoundsOfRigidAndMorphedParts(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	model := sleeve(l)
	mesh, err := l.AddMesh(&mesh.Mesh{
		Weights: []float32{0, 0},
		Primitives: []mesh.Primitive{{
			Positions: []mgl32.Vec3{{2, 0, 0}}, Normals: []mgl32.Vec3{{0, 1, 0}},
			Targets: []mesh.MorphTarget{{Positions: []mgl32.Vec3{{0, 3, -1}}}, {Normals: []mgl32.Vec3{{0, 1, 0}}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// palette index 0: the elbow, 1 m from the origin
	model.Parts = []assets.Part{{Mesh: mesh, Skin: model.Parts[0].Skin, Rigid: true}}
	bounds := model.JointBounds(l)
	want := []float32{1, 1.5, -0.5, 0, 1.5, 0.5}
	if len(bounds.Joints) != 1 || bounds.Joints[0] != 1 || len(bounds.Boxes) != len(want) {
		t.Fatalf("joints %v, boxes %v", bounds.Joints, bounds.Boxes)
	}
	for i, v := range bounds.Boxes {
		if d := float64(v - want[i]); math.Abs(d) > 1e-4 || (i >= 3 && d < 0) {
			t.Errorf("number %d is %v, want %v or a little more", i, v, want[i])
		}
	}
}

func TestJointBoundsOfRemovedAssets(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	model := sleeve(l)
	l.RemoveMesh(model.Parts[0].Mesh)
	if bounds := model.JointBounds(l); len(bounds.Joints) != 0 || len(bounds.Boxes) != 0 {
		t.Errorf("after the mesh was removed: %v", bounds)
	}
	l.RemoveSkeleton(model.Skeleton)
	if bounds := model.JointBounds(l); len(bounds.Joints) != 0 {
		t.Errorf("after the skeleton was removed: %v", bounds)
	}
}
