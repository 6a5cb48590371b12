package systems_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// decayWorld is a world with two characters that change alike between motions that move them: one
// by inertialization, the other at once.
type decayWorld struct {
	*pathWorld
	roots        generic.Map1[components.RootMotion]
	decays, cuts ecs.Entity
	clips        []assets.ClipID
}

func newDecayWorld(t *testing.T, up clip.UpAxis, random *rand.Rand) *decayWorld {
	t.Helper()
	w := &decayWorld{pathWorld: newPathWorld(t, up, 1)}
	w.roots = generic.NewMap1[components.RootMotion](&w.world)
	for range 4 {
		w.clips = append(w.clips, w.clip(t, w.randomPath(random), 0, 0.5+random.Float64()))
	}
	for _, e := range []*ecs.Entity{&w.decays, &w.cuts} {
		var err error
		*e, err = w.animation.Spawn(w.model, mgl32.Ident4())
		check(t, err)
		check(t, w.animation.EnableRootMotion(*e))
		check(t, w.animation.Player(*e).Play(w.clips[0]))
	}
	check(t, w.animation.EnableInertialization(w.decays))
	return w
}

// change changes what both play.
func (w *decayWorld) change(t *testing.T, to assets.ClipID, seconds float64) {
	t.Helper()
	check(t, w.animation.Player(w.decays).CrossFade(to, seconds, systems.WithInertialization(), systems.WithRestart()))
	check(t, w.animation.Player(w.cuts).CrossFade(to, 0, systems.WithRestart()))
}

func (w *decayWorld) moved(e ecs.Entity) []float64 {
	m := w.roots.Get(e).Delta
	return []float64{m.X, m.Y, m.Z, m.Yaw}
}

// Over uneven frames, some without time, with decays that begin during others, the movement is that
// of the equations in float64; when all decays are over the movements of both characters add up to
// the same. The movement along up is that of the motions.
func TestRootDecayMatchesReference(t *testing.T) {
	for _, up := range []clip.UpAxis{clip.UpY, clip.UpZ} {
		random := rand.New(rand.NewPCG(9, uint64(up)))
		w := newDecayWorld(t, up, random)
		var oracle reference.RootDecay
		above := 1 + int(up) // the number of the axis up
		sum, apart, decayed := [4]float64{}, 0.0, 0
		for frame := range 3000 {
			begins := 0.0
			if frame > 2 && frame < 2900 && random.IntN(20) == 0 {
				begins = 0.05 + 0.5*random.Float64()
				w.change(t, w.clips[random.IntN(len(w.clips))], begins)
			}
			step := 0.001 + random.Float64()*0.03
			if random.IntN(8) == 0 {
				step = 0
			}
			check(t, w.animation.Update(step))
			played, shown := w.moved(w.cuts), w.moved(w.decays)
			ground := append([]float64(nil), played...)
			ground[above] = 0
			want := oracle.Next(ground, step, begins)
			want[above] = played[above]
			for i := range want {
				if math.Abs(shown[i]-want[i]) > 1e-9 {
					t.Fatalf("up %d, frame %d: it moves by %v, want %v", up, frame, shown, want)
				}
				sum[i] += shown[i] - played[i]
			}
			if apart = max(apart, math.Hypot(sum[above%3], sum[(above+1)%3])); shown[3] != played[3] {
				decayed++
			}
		}
		if decayed < 1000 || apart < 0.05 {
			t.Errorf("up %d: only %d frames had a decay, and it was at most %v m apart", up, decayed, apart)
		}
		for i := range sum {
			if math.Abs(sum[i]) > 1e-9 {
				t.Errorf("up %d: after the last decay the movement differs by %v from that of the motions", up, sum)
			}
		}
		if d := w.roots.Get(w.decays).Decay; d.Length != 0 || w.roots.Get(w.cuts).Decay != (components.RootDecay{}) {
			t.Errorf("up %d: expected no decay, found %v and %v", up, d, w.roots.Get(w.cuts).Decay)
		}
	}
}

// In frames of 1 ms the velocity over the ground and about up never changes in a frame by more than
// the curve does, 4 times the difference of the velocities over the duration, though the motions
// change at once.
func TestRootVelocityIsContinuous(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	w := newDecayWorld(t, clip.UpY, random)
	slow := w.clip(t, path{ground: 0.2}, 0, 2)
	const step, duration = 0.001, 0.2
	velocity := func(e ecs.Entity) [3]float64 {
		m := w.moved(e)
		return [3]float64{m[0] / step, m[2] / step, m[3] / step}
	}
	apart := func(a, b [3]float64) float64 {
		return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
	}
	for _, fast := range []path{{ground: 2 + 3i}, {turn: 4}} { // a path that does both has edges
		w.change(t, slow, duration)
		for range 400 {
			check(t, w.animation.Update(step))
		}
		before, cutBefore := velocity(w.decays), velocity(w.cuts)
		if apart(before, cutBefore) > 1e-6 {
			t.Fatalf("before the change it moves at %v, the motion at %v", before, cutBefore)
		}
		w.change(t, w.clip(t, fast, 0, 2), duration)
		jump, largest := 0.0, 0.0
		for range 400 {
			check(t, w.animation.Update(step))
			now, cut := velocity(w.decays), velocity(w.cuts)
			jump, largest = max(jump, apart(cut, cutBefore)), max(largest, apart(now, before))
			before, cutBefore = now, cut
		}
		if limit := 4 * jump * step / duration; jump < 3 || largest > limit {
			t.Errorf("the velocity changes by %v in a frame, expected at most %v; that of the motions by %v", largest,
				limit, jump)
		}
	}
}

// A snapshot in the middle of a decay, or of its beginning in a frame without time, brings back the
// same bits.
func TestSnapshotsInARootDecay(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	w := newDecayWorld(t, clip.UpY, random)
	for range 3 {
		check(t, w.animation.Update(1.0/60))
	}
	for _, first := range []float64{0, 1.0 / 60, 0.1} {
		w.change(t, w.clips[1+random.IntN(3)], 0.3)
		check(t, w.animation.Update(first))
		if d := w.roots.Get(w.decays).Decay; d.Length != 0.3 || d.Begins != (first == 0) {
			t.Fatalf("expected a decay, found %+v", d)
		}
		saved := w.animation.AppendSnapshot(nil)
		proceed := func() []byte {
			for range 30 {
				check(t, w.animation.Update(1.0/60))
			}
			return w.animation.AppendSnapshot(nil)
		}
		end := proceed()
		check(t, w.animation.Restore(saved))
		if !bytes.Equal(w.animation.AppendSnapshot(nil), saved) {
			t.Error("the restored state has another snapshot")
		}
		if !bytes.Equal(proceed(), end) {
			t.Error("after the snapshot was restored, frames have other bits")
		}
	}
}

// A cut ends the decay, so does a character that loses its inertialization; a decay that is not
// longer than a frame is none.
func TestRootDecayEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 2))
	w := newDecayWorld(t, clip.UpY, random)
	inertializations := generic.NewMap1[components.Inertialization](&w.world)
	for _, row := range []struct {
		name string
		end  func()
	}{
		{"a cut", func() { check(t, w.animation.Player(w.decays).CrossFade(w.clips[2], 0, systems.WithRestart())) }},
		{"a short decay", func() {
			check(t, w.animation.Player(w.decays).CrossFade(w.clips[2], 0.001, systems.WithInertialization(),
				systems.WithRestart()))
		}},
		{"no inertialization", func() {
			inertializations.Remove(w.decays)
			check(t, w.animation.Player(w.decays).CrossFade(w.clips[2], 0, systems.WithRestart()))
		}},
	} {
		check(t, w.animation.Player(w.cuts).CrossFade(w.clips[1], 0, systems.WithRestart()))
		check(t, w.animation.Player(w.decays).CrossFade(w.clips[1], 0, systems.WithRestart()))
		for range 3 {
			check(t, w.animation.Update(1.0/60))
		}
		w.change(t, w.clips[3], 0.5)
		check(t, w.animation.Update(1.0/60))
		row.end()
		check(t, w.animation.Player(w.cuts).CrossFade(w.clips[2], 0, systems.WithRestart()))
		for range 3 {
			check(t, w.animation.Update(1.0/60))
			for i, v := range w.moved(w.decays) {
				if v != w.moved(w.cuts)[i] {
					t.Fatalf("%s: it moves by %v, the motion by %v", row.name, w.moved(w.decays), w.moved(w.cuts))
				}
			}
		}
		if d := w.roots.Get(w.decays).Decay; d.Length != 0 || d.Begins {
			t.Errorf("%s: expected no decay, found %+v", row.name, d)
		}
	}
}
