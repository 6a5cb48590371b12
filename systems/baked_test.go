package systems_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// A baked clip takes the exact one's place in the frame, with the very pose that it gives by itself.
func TestFrameSamplesBakedClip(t *testing.T) {
	f := newFixture(t, 20)
	for _, report := range f.library.Bake(assets.BakeOptions{}, nil) {
		if report.Exact {
			t.Fatalf("not baked: %v", report)
		}
	}
	e := f.spawn(t, 0, 0.3)
	f.animation.EnableModelMatrices(e)
	f.update(t, 0)
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	f.library.Baked(f.model.Clips[0]).Sample(0.3, pose.Locals, pose.Morphs)
	if !sameBits(f.animation.ModelMatrices(e), pose.ModelMatrices(nil)) {
		t.Error("the frame shows another pose than the baked clip")
	}
	baked := slices.Clone(f.animation.ModelMatrices(e))
	if err := f.library.SetBaked(f.model.Clips[0], nil); err != nil {
		t.Fatal(err)
	}
	f.update(t, 0)
	f.library.Clip(f.model.Clips[0]).Sample(0.3, pose)
	if exact := f.animation.ModelMatrices(e); !sameBits(exact, pose.ModelMatrices(nil)) || sameBits(exact, baked) {
		t.Error("without its baked form the clip is not sampled exactly")
	}
}
