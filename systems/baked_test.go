package systems_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
)

// A frame samples the baked form of a clip where there is one, and shows exactly its pose.
func TestFrameSamplesBakedClip(t *testing.T) {
	f := newFixture(t, 20)
	for _, report := range f.library.Bake(bake.Options{AllowLarger: true}, nil) {
		if report.Exact {
			t.Fatalf("not baked: %v", report)
		}
	}
	e := f.spawn(t, 0, 0.3)
	check(t, f.animation.EnableModelMatrices(e))
	f.update(t, 0)
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	f.library.Baked(f.model.Clips[0]).Sample(0.3, pose.Locals, pose.Morphs)
	if !sameBits(f.animation.ModelMatrices(e), pose.ModelMatrices(nil)) {
		t.Error("the pose of the frame is not the baked clip's")
	}
	baked := slices.Clone(f.animation.ModelMatrices(e))
	if err := f.library.SetBaked(f.model.Clips[0], nil); err != nil {
		t.Fatal(err)
	}
	f.update(t, 0)
	f.library.Clip(f.model.Clips[0]).Sample(0.3, pose)
	if exact := f.animation.ModelMatrices(e); !sameBits(exact, pose.ModelMatrices(nil)) || sameBits(exact, baked) {
		t.Error("a clip without a baked form is not sampled exactly")
	}
}
