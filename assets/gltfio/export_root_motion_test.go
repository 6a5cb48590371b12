package gltfio

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func TestRootMotionIsWrittenIntoThePose(t *testing.T) {
	lib, model := newMannequin(t)
	ahead, err := mannequin.Traveling("ahead", lib.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := clip.ExtractRootMotion(ahead, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	before, after := *model, *model
	before.SetClips(lib, []assets.ClipID{lib.AddClip(ahead)})
	after.SetClips(lib, []assets.ClipID{lib.AddClip(stripped)})
	again, read := written(t, lib, &after)
	compareModels(t, lib, &before, again, read)
}
