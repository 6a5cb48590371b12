package assets_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/generate"
)

func TestPoseKeepsWhatIsPutIntoIt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, shape := range generate.Shapes() {
		s := generate.Skeleton(r, shape)
		pose := assets.NewPose(s)
		if pose.Skeleton() != s || !slices.Equal(pose.Locals, s.RestLocals()) || !slices.Equal(pose.Morphs, s.RestMorphs()) {
			t.Fatalf("%+v: a new pose is not the rest pose", shape)
		}
		var put []assets.TRS
		for j := range s.Len() {
			put = append(put, generate.Transform(r, shape))
			pose.SetJoint(j, put[j])
		}
		for j := range s.Len() {
			if got := pose.Joint(j); got != put[j] {
				t.Fatalf("%+v: joint %d is %v, want %v", shape, j, got, put[j])
			}
			at := j/assets.GroupJoints*assets.GroupSize + j%assets.GroupJoints
			if got := pose.Locals[at+(assets.RowTranslation+1)*assets.GroupJoints]; got != put[j].Translation[1] {
				t.Fatalf("%+v: joint %d: the documented place holds %v, want %v", shape, j, got, put[j].Translation[1])
			}
		}
		pose.SetRest()
		if !slices.Equal(pose.Locals, s.RestLocals()) {
			t.Fatalf("%+v: SetRest leaves something", shape)
		}
	}
}

func TestModelMatricesMultiplyDownTheHierarchy(t *testing.T) {
	s := skeleton(t, joint("root", -1), joint("child", 0), joint("grandchild", 1), joint("other root", -1))
	pose := assets.NewPose(s)
	z := mgl32.Quat{V: mgl32.Vec3{0, 0, 1}} // half a turn
	pose.SetJoint(0, assets.TRS{Translation: mgl32.Vec3{1, 0, 0}, Rotation: z, Scale: mgl32.Vec3{2, 2, 2}})
	pose.SetJoint(1, assets.TRS{Translation: mgl32.Vec3{1, 0, 0}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, -1}})
	pose.SetJoint(2, assets.TRS{Translation: mgl32.Vec3{0, 1, 1}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1}})
	model := pose.ModelMatrices(nil)
	for j, want := range []mgl32.Vec3{{1, 0, 0}, {-1, 0, 0}, {-1, -2, -2}, {0, 0, 0}} {
		if got := assets.MatrixAt(model, j).Point(mgl32.Vec3{}); got != want {
			t.Errorf("joint %d is at %v, want %v", j, got, want)
		}
	}
	own := make([]float32, len(model)+5)
	if again := pose.ModelMatrices(own); &again[0] != &own[0] || !slices.Equal(again, model) {
		t.Error("with memory of the caller's it gives another result")
	}
	if again := pose.ModelMatrices(make([]float32, 3)); !slices.Equal(again, model) {
		t.Error("with too little memory it gives another result")
	}
}
