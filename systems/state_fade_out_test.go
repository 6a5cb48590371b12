package systems_test

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// A state in the mode Once fades out like a one-shot of Player.Overlay: by default in an upper
// layer as long as it fades in, in layer 0 not at all, and otherwise as FadeOut asks.
func TestStatesFadeOut(t *testing.T) {
	k := newRichFixture(t, 1)
	for _, row := range []struct {
		mode    assets.PlayMode
		layer   int
		fadeOut []float64 // none is the default
		want    float64
	}{
		{assets.Once, 0, nil, 0},
		{assets.Once, 1, nil, 0.25},
		{assets.Once, 0, []float64{0.5}, 0.5},
		{assets.Once, 1, []float64{0.5}, 0.5},
		{assets.Once, 1, []float64{0}, 0},
		{assets.Hold, 1, nil, 0},
		{assets.Loop, 1, nil, 0},
		{assets.PingPong, 1, nil, 0},
	} {
		for _, fraction := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/layer=%d/%v/fraction=%v", row.mode, row.layer, row.fadeOut, fraction),
				func(t *testing.T) {
					wave := graph.State("wave").MotionByID(k.clips[0]).PlayMode(row.mode)
					for _, seconds := range row.fadeOut {
						wave.FadeOut(seconds)
					}
					shot := graph.State("none").To("wave").WhenTriggered("go").Fade(0.25)
					if fraction {
						shot = graph.State("none").MotionByID(k.clips[0]).To("wave").WhenTriggered("go").
							FadeFraction(0.25)
					}
					want := row.want
					if fraction && want == 0.25 {
						want *= k.library.Clip(k.clips[0]).Duration()
					}
					b := graph.New("g").Trigger("go")
					if row.layer == 1 {
						b.Layer("lower", graph.State("one").MotionByID(k.clips[1]))
					}
					e, controller := k.controlled(t, b.Layer("layer", shot, wave))
					k.update(t, 0.1)
					check(t, controller.Trigger("go"))
					k.update(t, 0.1)
					if got := k.animation.Player(e).Layer(row.layer).Playback().FadeOut; got != want ||
						controller.State(row.layer) != "wave" {
						t.Errorf("in state %q the fade-out is %v s, want %v", controller.State(row.layer), got, want)
					}
				})
		}
	}
}

// A one-shot state of a layer shows, bit for bit, what Player.Overlay shows with the same fades.
func TestStatesFadeOutLikeOverlays(t *testing.T) {
	k := newRichFixture(t, 1)
	for _, fadeOut := range []float64{-1, 0, 0.375} { // -1 is the default
		t.Run(fmt.Sprint(fadeOut), func(t *testing.T) {
			wave := graph.State("wave").MotionByID(k.clips[1]).PlayMode(assets.Once)
			var options []systems.FadeOption
			if fadeOut >= 0 {
				wave.FadeOut(fadeOut)
				options = append(options, systems.WithFadeOut(fadeOut))
			}
			e, controller := k.controlled(t, graph.New("g").Trigger("go").
				Layer("body", graph.State("one").MotionByID(k.clips[0])).
				Layer("arm", graph.State("none").To("wave").WhenTriggered("go").Fade(0.25), wave).MaskByID(k.masks[0]))
			twin := mustSpawn(k.animation.Spawn(k.model, mgl32.Ident4()))
			check(t, k.animation.EnableModelMatrices(e))
			check(t, k.animation.EnableModelMatrices(twin))
			check(t, k.animation.Player(twin).Play(k.clips[0]))
			layer := k.animation.Player(twin).Layer(1)
			check(t, layer.SetMask(k.masks[0]))
			k.update(t, 0.1)
			check(t, controller.Trigger("go"))
			check(t, layer.SetMode(assets.Once, 0))
			check(t, layer.Overlay(k.clips[1], k.masks[0], 0.25, options...))
			shown := map[float32]bool{}
			for frame := range 40 {
				k.update(t, 1.0/16)
				pool, slot := k.animation.Pool(e)
				for _, input := range pool.BlendInputs(slot) {
					if input.Clip == k.clips[1] {
						shown[input.Weight] = true
					}
				}
				a, b := k.animation.Player(e).Layer(1).Playback(), layer.Playback()
				if a.Time != b.Time || a.Finished != b.Finished || a.FadeOut != b.FadeOut {
					t.Fatalf("frame %d: %+v, want %+v", frame, *a, *b)
				}
				if !sameBits(k.animation.ModelMatrices(e), k.animation.ModelMatrices(twin)) {
					t.Fatalf("frame %d: the poses differ", frame)
				}
			}
			if playback := k.animation.Player(e).Layer(1).Playback(); !playback.Finished || len(shown) < 4 {
				t.Errorf("finished %v, shown with %d weights", playback.Finished, len(shown))
			}
		})
	}
}

// A hand-over with a fade counts as the fade of a transition into the first state.
func TestFirstStateFadesOutAsHandOver(t *testing.T) {
	k := newRichFixture(t, 1)
	id, err := graph.New("g").Layer("body", graph.State("one").MotionByID(k.clips[0])).
		Layer("arm", graph.State("wave").MotionByID(k.clips[1]).PlayMode(assets.Once)).Add(k.library, k.model)
	check(t, err)
	for want, options := range map[float64][]systems.FadeOption{0: nil, 0.5: {systems.WithFade(0.5)}} {
		e := mustSpawn(k.animation.Spawn(k.model, mgl32.Ident4()))
		_, err := k.animation.Control(e, id, options...)
		check(t, err)
		k.update(t, 0.1)
		if p := *k.animation.Player(e).Layer(1).Playback(); p.FadeOut != want || p == (components.Playback{}) {
			t.Errorf("the fade-out is %v s, want %v", p.FadeOut, want)
		}
	}
}
