package rig_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

func TestPoseReturnsTheTransformsThatWereSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, shape := range randomassets.Shapes() {
		s := randomassets.Skeleton(r, shape)
		pose := rig.NewPose(s)
		if pose.Skeleton() != s || !slices.Equal(pose.Locals, s.RestLocals()) ||
			!slices.Equal(pose.Morphs, s.RestMorphs()) {
			t.Fatalf("%+v: a new pose is not the rest pose", shape)
		}
		var put []rig.TRS
		for j := range s.Len() {
			put = append(put, randomassets.Transform(r, shape))
			pose.SetJoint(j, put[j])
		}
		for j := range s.Len() {
			if got := pose.Joint(j); got != put[j] {
				t.Fatalf("%+v: joint %d is %v, want %v", shape, j, got, put[j])
			}
			at := j/kernel.Lanes*kernel.GroupSize + j%kernel.Lanes
			if got := pose.Locals[at+(kernel.RowTranslation+1)*kernel.Lanes]; got != put[j].Translation[1] {
				t.Fatalf("%+v: joint %d: the documented index holds %v, want %v", shape, j, got, put[j].Translation[1])
			}
		}
		pose.SetRest()
		if !slices.Equal(pose.Locals, s.RestLocals()) {
			t.Fatalf("%+v: after SetRest it is not the rest pose", shape)
		}
	}
}

func TestModelMatricesMultiplyAlongTheHierarchy(t *testing.T) {
	s := handmade.Skeleton(t, handmade.Joint("root", -1), handmade.Joint("child", 0), handmade.Joint("grandchild", 1),
		handmade.Joint("other root", -1))
	pose := rig.NewPose(s)
	z := mgl32.Quat{V: mgl32.Vec3{0, 0, 1}} // half a turn
	pose.SetJoint(0, rig.TRS{Translation: mgl32.Vec3{1, 0, 0}, Rotation: z, Scale: mgl32.Vec3{2, 2, 2}})
	pose.SetJoint(1, rig.TRS{
		Translation: mgl32.Vec3{1, 0, 0}, Rotation: mgl32.QuatIdent(),
		Scale: mgl32.Vec3{1, 1, -1},
	})
	pose.SetJoint(2, rig.TRS{Translation: mgl32.Vec3{0, 1, 1}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1}})
	model := pose.ModelMatrices(nil)
	for j, want := range []mgl32.Vec3{{1, 0, 0}, {-1, 0, 0}, {-1, -2, -2}, {0, 0, 0}} {
		if got := rig.MatrixAt(model, j).Point(mgl32.Vec3{}); got != want {
			t.Errorf("joint %d is at %v, want %v", j, got, want)
		}
	}
	own := make([]float32, len(model)+5)
	if again := pose.ModelMatrices(own); &again[0] != &own[0] || !slices.Equal(again, model) {
		t.Error("ModelMatrices does not use the caller's slice, or writes another result to it")
	}
	if again := pose.ModelMatrices(make([]float32, 3)); !slices.Equal(again, model) {
		t.Error("with too short a slice the result differs")
	}
}

// Joints that the skeleton does not have are the identity and cannot be set, and a pose of nothing
// has none.
func TestJointsThatThePoseLacks(t *testing.T) {
	for _, p := range []*rig.Pose{nil, {}, rig.NewPose(nil), rig.NewPose(handmade.ExampleArm())} {
		var before []float32
		if p != nil {
			before = slices.Clone(p.Locals)
		}
		joints := []int{-1, math.MinInt, 1 << 30}
		if s := p.Skeleton(); s != nil {
			joints = append(joints, s.Len())
		}
		for _, joint := range joints {
			p.SetJoint(joint, rig.TRS{})
			if got := p.Joint(joint); got != rig.IdentityTRS() {
				t.Errorf("joint %d is %v", joint, got)
			}
		}
		if p != nil && !slices.Equal(before, p.Locals) {
			t.Error("a joint that is not there changed the pose")
		}
		if p.Skeleton() == nil {
			p.SetRest()
			if got := p.ModelMatrices(nil); len(got) != 0 {
				t.Errorf("%d matrices", len(got))
			}
		}
	}
}
