package systems_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/systems"
)

// In a new layer, which overrides, an additive clip adds by itself.
func TestAdditiveClipAddsInAnyLayer(t *testing.T) {
	k := newRichFixture(t, 1)
	var characters [3][]float32
	for i := range characters {
		e := k.character(t)
		player := k.animation.Player(e)
		check(t, player.Play(k.clips[0]))
		layer := player.Layer(1)
		switch i {
		case 1:
			check(t, layer.SetBlend(clip.Additive))
			fallthrough
		case 0:
			check(t, layer.Overlay(k.adds[0], k.masks[0], 0))
		}
		k.update(t, 0)
		check(t, player.Seek(0.3))
		if i < 2 {
			check(t, layer.Seek(0.3))
		}
		k.update(t, 0)
		characters[i] = append(characters[i], k.animation.ModelMatrices(e)...)
	}
	if !sameBits(characters[0], characters[1]) {
		t.Error("an additive clip in an overriding layer does not add as it does in an additive layer")
	}
	// The same by the arithmetic alone: the difference of the clip added to the pose below, as far
	// as the mask allows.
	pose, difference := k.library.Clip(k.clips[0]).PoseAt(0.3), k.library.Clip(k.adds[0]).PoseAt(0.3)
	kernel.AddMasked(pose.Locals, difference.Locals, k.library.Mask(k.masks[0]).Rows(), 1)
	for i, want := range pose.ModelMatrices(nil) {
		if got := characters[0][i]; mgl32.Abs(got-want) > 1e-4*(1+mgl32.Abs(want)) {
			t.Fatalf("element %d of the model matrices is %v, want %v", i, got, want)
		}
	}
	if sameBits(characters[0], characters[2]) {
		t.Error("the additive clip does not show")
	}
}

func TestLayerModeErrors(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	adds, overrides, added := player.Layer(1), player.Layer(2), player.Layer(3)
	check(t, adds.SetBlend(clip.Additive))
	check(t, overrides.CrossFade(k.clips[0], 0))
	check(t, added.CrossFade(k.adds[0], 0))
	before := string(k.animation.AppendSnapshot(nil))
	for name, err := range map[string]error{
		"additive clip in layer 0":        player.Play(k.adds[0]),
		"additive blend space in layer 0": player.CrossFade(k.addSpace, 1),
		"pose in an additive layer":       adds.Play(k.clips[0]),
		"overlay in an additive layer":    adds.Overlay(k.clips[0], k.masks[0], 1),
		"poses in an additive layer":      adds.Play(k.spaces[0]),
		"additive mode over a pose":       overrides.SetBlend(clip.Additive),
		"override with an additive clip":  added.SetBlend(clip.Override),
	} {
		if !errors.Is(err, systems.ErrLayerMode) {
			t.Errorf("%s: %v, want ErrLayerMode", name, err)
		}
	}
	if before != string(k.animation.AppendSnapshot(nil)) {
		t.Error("a failing call changed something")
	}
	check(t, overrides.Stop(0))
	check(t, overrides.SetBlend(clip.Additive))
	check(t, overrides.Play(k.addSpace))
	check(t, added.Stop(0))
	check(t, added.SetBlend(clip.Override))
	check(t, added.Play(k.clips[0]))
}

// In components written by hand, a clip that is not additive neither shows in an additive layer nor
// moves the character.
func TestPoseInAdditiveLayerDoesNothing(t *testing.T) {
	k := newRichFixture(t, 1)
	e, plain := k.character(t), k.character(t)
	for _, character := range []systems.Player{k.animation.Player(e), k.animation.Player(plain)} {
		check(t, character.Play(k.clips[0]))
	}
	layer := k.animation.Player(e).Layer(1)
	check(t, layer.SetBlend(clip.Additive))
	layer.LayerComponent().Playback = components.Playback{
		Motion: k.addSlide(t, "slide", 1, 5),
		Mode:   assets.Loop, Speed: 1,
	}
	for range 10 {
		k.update(t, 0.05)
	}
	if !sameBits(k.animation.ModelMatrices(e), k.animation.ModelMatrices(plain)) {
		t.Error("the clip shows")
	}
	if a, b := k.position(e), k.position(plain); a != b {
		t.Errorf("the character is at %v, want %v", a, b)
	}
}

// A pose that fades to an additive clip in one layer covers only the layers below, not the additive
// clip beside it.
func TestPoseAndDifferenceInOneLayer(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player, layer := k.animation.Player(e), k.animation.Player(e).Layer(1)
	check(t, player.Play(k.clips[0]))
	check(t, layer.Play(k.clips[1]))
	k.update(t, 0.1)
	last, worst := []float32(nil), float32(0)
	measure := func(dt float64) {
		k.update(t, dt)
		now := append([]float32(nil), k.animation.ModelMatrices(e)...)
		for i := range last {
			worst = max(worst, mgl32.Abs(now[i]-last[i]))
		}
		last = now
	}
	measure(0)
	for range 100 {
		measure(1.0 / 240)
	}
	largest := worst
	worst = 0
	check(t, layer.CrossFade(k.adds[1], 0.5, systems.WithCurve(clip.SmoothStep)))
	for range 200 {
		measure(1.0 / 240)
	}
	if worst > 3*largest {
		t.Errorf("a number of the pose changes by %v in a frame, by %v before the crossfade", worst, largest)
	}
}
