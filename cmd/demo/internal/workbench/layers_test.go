package workbench

import (
	"strconv"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

func TestLayersWithWeightsAndMasks(t *testing.T) {
	p, s := open(t, stage.Show, "walk", "")
	set(t, p, "paused", 1, 0)
	walk := joints(p)
	set(t, p, "layer 0 add a layer", 1, 0)
	clip := control(t, p, "layer 1 clip")
	set(t, p, clip.Name, option(t, clip, "dance"), 0)
	dance := joints(p)
	if d := farthest(walk, dance); d < 0.1 {
		t.Fatalf("a layer over every joint changes the pose by %v m only", d)
	}
	mask := control(t, p, "layer 1 mask")
	set(t, p, mask.Name, option(t, mask, "from left_clavicle"), 0)
	if text := control(t, p, "layer 1 mask").Text; text != "from left_clavicle" {
		t.Errorf("the mask is %q", text)
	}
	masked := joints(p)
	skeleton := p.skeleton(p.selected)
	hand, _ := skeleton.Find("left_hand")
	foot, _ := skeleton.Find("left_foot")
	if masked[hand].Sub(walk[hand]).Len() < 0.02 || masked[foot] != walk[foot] {
		t.Error("the mask does not limit the layer to the left arm")
	}
	set(t, p, "layer 1 weight", 0, 0)
	if farthest(walk, joints(p)) > 1e-6 {
		t.Error("at weight 0 the layer shows")
	}
	blend := control(t, p, "layer 1 blend")
	if err := blend.Set(option(t, blend, "additive"), 0); err == nil || p.Message() == "" {
		t.Error("a clip that is not additive plays in an additive layer")
	}
	advance(t, s, 0.1)
}

// A clip that loops ends after the number of loops that the user chooses, counted from the choice
// on.
func TestLoopsAreLimited(t *testing.T) {
	p, s := open(t, stage.Show, "walk", "")
	duration := control(t, p, "layer 0 time").Max
	advance(t, s, 3*duration)
	if c := control(t, p, "layer 0 loops"); c.Value != 0 || c.Text != "no limit" || c.Fixed {
		t.Errorf("at first the number of loops is %+v", c)
	}
	set(t, p, "layer 0 loops", 2, 0)
	if c := control(t, p, "layer 0 loops"); c.Value != 2 || c.Text != "0 of 2 done" {
		t.Errorf("after the choice it shows %v, %q", c.Value, c.Text)
	}
	advance(t, s, 1.1*duration)
	if c := control(t, p, "layer 0 loops"); c.Text != "1 of 2 done" {
		t.Errorf("after a loop it shows %q", c.Text)
	}
	advance(t, s, 2*duration)
	player := s.Animation().Player(p.selected).Playback()
	if c := control(t, p, "layer 0 time"); !player.Finished || c.Value != c.Max {
		t.Errorf("after its loops the clip is at %v of %v, finished %v", c.Value, c.Max, player.Finished)
	}
	set(t, p, "layer 0 loops", 0, 0)
	advance(t, s, 0.4*duration)
	if at := control(t, p, "layer 0 time").Value; player.Finished || at < 0.3*duration || at > 0.5*duration {
		t.Errorf("without a limit the clip does not go on: it is at %v of %v", at, duration)
	}
	mode := control(t, p, "layer 0 mode")
	set(t, p, mode.Name, option(t, mode, "once"), 0)
	if _, ok := p.Find("layer 0 loops"); ok {
		t.Error("a clip that plays once has a number of loops to choose")
	}
}

func TestLayersAreAddedAndRemoved(t *testing.T) {
	p, _ := open(t, stage.Show, "walk", "")
	set(t, p, "paused", 1, 0)
	walk := joints(p)
	if _, ok := p.Find("layer 0 remove the layer"); ok {
		t.Error("layer 0 can be removed")
	}
	for layer, name := range []string{"layer 0", "layer 1"} {
		set(t, p, name+" add a layer", 1, 0)
		clip := control(t, p, "layer "+strconv.Itoa(layer+1)+" clip")
		set(t, p, clip.Name, option(t, clip, []string{"dance", "jump"}[layer]), 0)
	}
	set(t, p, "layer 1 remove the layer", 1, 0)
	if text := control(t, p, "layer 1 clip").Text; text != "jump" {
		t.Errorf("after layer 1 was removed, layer 1 plays %q, want what layer 2 played", text)
	}
	if _, ok := p.Find("layer 2 clip"); ok {
		t.Error("layer 2 is still there")
	}
	set(t, p, "layer 1 remove the layer", 1, 0)
	if d := farthest(walk, joints(p)); d != 0 {
		t.Errorf("without layers the pose is %v m off what it was before", d)
	}
	set(t, p, "layer 0 add a layer", 1, 0)
	control(t, p, "layer 1 clip")
	p, _ = open(t, stage.Locomotion, "", "")
	if _, ok := p.Find("layer 1 remove the layer"); ok {
		t.Error("a layer that a graph drives can be removed")
	}
}
