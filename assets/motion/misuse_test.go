package motion_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of an asset, a frame or a paired motion that is nil or a zero value returns an error
// or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*motion.Asset)(nil), &motion.Asset{},
		(*motion.Frame)(nil), &motion.Frame{},
		(*motion.Paired)(nil), &motion.Paired{},
	} {
		// A frame that does not move is a frame, and an input is returned to be written to.
		probe.Methods(t, receiver, "Still", "Add", "AddPart")
		probe.Calls(t, receiver)
	}
	if f := (*motion.Asset)(nil).Still(1, 0, 0); f == nil || len(f.Inputs)+len(f.Fired) != 0 {
		t.Errorf("a motion that is nil shows %+v", f)
	}
}

// A motion that fires before it adds an input, or adds a part that it does not have, shows and
// fires nothing: it is asked in the frame of a game.
func TestFramesOfMistakenMotions(t *testing.T) {
	var f motion.Frame
	f.Begin(motion.NewAsset(sway{motion.Description{Parts: []motion.Part{{Clip: 1}}}},
		clips{1: handmade.ExampleWave(handmade.ExampleArm())}), 0, 0)
	f.Fire()
	f.Drop(motion.Step{To: 1}, 3)
	for _, index := range []int{-1, 1} {
		f.AddPart(index, 1).Step = motion.Step{To: 1}
	}
	if len(f.Inputs)+len(f.Fired) != 0 {
		t.Errorf("the frame shows %+v and fires %+v", f.Inputs, f.Fired)
	}
	if f.AddPart(0, 1); len(f.Inputs) != 1 {
		t.Errorf("the frame shows %d parts, want the one that there is", len(f.Inputs))
	}
}
