package crowd_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

var clips = []string{"idle", "walk", "run", "jump", "dance", "wave"}

// A member shows what a character shows that plays the same: clips in all modes, at speeds of both
// signs, and crossfades, from the texels that the GPU reads, by the steps that the shader takes.
func TestMembersShowWhatCharactersShow(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(1, 1))
	skin := f.model.Skins[0]
	worst := 0.0
	for i := range 60 {
		character, err := f.animation.Spawn(f.model, mgl32.Ident4())
		check(t, err)
		from, to := f.model.Clip(clips[random.IntN(6)]), f.model.Clip(clips[random.IntN(6)])
		player := f.animation.Player(character)
		check(t, player.Play(from))
		p := player.Component()
		p.Mode = []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold, assets.Once}[i%4]
		p.Speed = 3 * (random.Float32() - 0.4)
		p.Time = random.Float64() * f.library.Clip(from).End()
		member := f.spawn(t, "idle")
		check(t, member.PlayMotion(components.CrowdMotion{Clip: from, Time: p.Time, Speed: p.Speed, Mode: p.Mode}, 0))
		f.update(t, random.Float64())
		if i%3 > 0 {
			check(t, player.CrossFade(to, 0.5))
			check(t, member.CrossFade(to, 0.5))
		}
		for range 4 {
			f.update(t, 0.4*random.Float64())
			d := f.palettesDiffer(f.palette(t, member.Entity(), 0), f.animation.Palette(character, skin))
			if worst = max(worst, d); d > tolerance {
				t.Fatalf("case %d: mode %v, speed %v: %v m apart", i, p.Mode, p.Speed, d)
			}
		}
		check(t, f.crowd.Remove(member.Entity()))
		f.world.RemoveEntity(character)
	}
	t.Logf("%.2g m apart at most", worst)
}

// After many hours the phase is as exact as at the beginning.
func TestTimeStaysExactOverDays(t *testing.T) {
	f := newFixture(t)
	f.animation.Clock().MaxSeconds = 1e9
	skin := f.model.Skins[0]
	member := f.spawn(t, "run")
	check(t, member.SetSpeed(1.2345))
	character, err := f.animation.Spawn(f.model, mgl32.Ident4())
	check(t, err)
	check(t, f.animation.Player(character).Play(f.model.Clip("run")))
	check(t, f.animation.Player(character).SetSpeed(1.2345))
	for _, seconds := range []float64{0.3, 3600.1, 36000.77, 2 * 86400} {
		f.update(t, seconds)
		d := f.palettesDiffer(f.palette(t, member.Entity(), 0), f.animation.Palette(character, skin))
		t.Logf("after %v s: %.2g m", f.crowd.Time(), d)
		if d > tolerance {
			t.Errorf("after %v s: %v m apart", f.crowd.Time(), d)
		}
	}
}
