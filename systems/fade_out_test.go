package systems_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems"
)

// A one-shot over a pose ends without a jump: no joint moves faster at its end than it does in the
// middle of it and of its fade-in.
func TestOneShotsFadeOut(t *testing.T) {
	const frame = 1.0 / 120
	for name, row := range map[string]struct {
		layer   int
		speed   float32
		options []systems.FadeOption
		space   bool
		cut     float64 // seconds after which another motion replaces it; 0 is never
	}{
		"as long as the fade-in": {layer: 1, speed: 1},
		"by itself":              {layer: 1, speed: 1, options: []systems.FadeOption{systems.WithFadeOut(0.4)}},
		"backward":               {layer: 2, speed: -1},
		"twice as fast":          {layer: 1, speed: 2},
		"blend space":            {layer: 1, speed: 1, space: true},
		"to the rest pose":       {layer: 0, speed: 1, options: []systems.FadeOption{systems.WithFadeOut(0.3)}},
		"replaced in its end":    {layer: 1, speed: 1, cut: 0.85},
	} {
		t.Run(name, func(t *testing.T) {
			k := newRichFixture(t, 1)
			e := k.character(t)
			k.roots.Remove(e)
			player, layer := k.animation.Player(e), k.animation.Player(e).Layer(row.layer)
			if row.layer > 0 {
				check(t, player.Play(k.clips[0]))
				check(t, player.SetSpeed(0))
			}
			check(t, layer.SetMode(assets.Once, 0))
			check(t, layer.SetSpeed(row.speed))
			if row.space {
				check(t, layer.CrossFade(k.spaces[0], 0.3, row.options...))
			} else {
				check(t, layer.CrossFade(k.clips[1], 0.3, row.options...))
			}
			var last []float32
			ordinary, worst, finished := float32(0), float32(0), false
			for now := 0.0; now < 2.5; now += frame {
				if row.cut > 0 && now >= row.cut {
					check(t, layer.CrossFade(k.clips[2], 0.3))
					row.cut = 0
				}
				k.update(t, frame)
				matrices := k.animation.ModelMatrices(e)
				fastest := float32(0)
				for i := 3; i < len(last); i += 4 {
					fastest = max(fastest, mgl32.Abs(matrices[i]-last[i]))
				}
				last = append(last[:0], matrices...)
				if now < 0.4/float64(max(row.speed, -row.speed)) {
					ordinary = max(ordinary, fastest)
				} else {
					worst = max(worst, fastest)
				}
				finished = finished || layer.Playback().Finished
			}
			if !finished {
				t.Fatal("it does not finish")
			}
			if worst > 2*ordinary {
				t.Errorf("a joint moves %v m in a frame at the end, %v m before", worst, ordinary)
			}
		})
	}
}
