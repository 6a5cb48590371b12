package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// jointPositions returns the positions of a pose's joints in model space.
func jointPositions(matrices []float32) []mgl32.Vec3 {
	list := make([]mgl32.Vec3, len(matrices)/assets.MatrixSize)
	for i := range list {
		m := rig.MatrixAt(matrices, i)
		list[i] = mgl32.Vec3{m[3], m[7], m[11]}
	}
	return list
}

// largestJointDistance returns the largest distance in meters between positions of the same joint.
func largestJointDistance(a, b []mgl32.Vec3) float64 {
	most := 0.0
	for i := range a {
		most = max(most, float64(a[i].Sub(b[i]).Len()))
	}
	return most
}

// motionExtent returns the largest speed of a joint in any of the clips, in meters a second, and
// the largest distance in meters between a joint's positions in two of their poses.
func (k *richFixture) motionExtent() (speed, apart float64) {
	var all [][]mgl32.Vec3
	pose := rig.NewPose(k.skeleton)
	for _, id := range k.clips {
		clip := k.library.Clip(id)
		var last []mgl32.Vec3
		const steps = 200
		for i := range steps + 1 {
			clip.Sample(clip.Start()+clip.Duration()*float64(i)/steps, pose)
			now := jointPositions(pose.ModelMatrices(nil))
			if i > 0 {
				speed = max(speed, largestJointDistance(last, now)/clip.Duration()*steps)
			}
			if last = now; i%10 == 0 {
				all = append(all, now)
			}
		}
	}
	rest := rig.NewPose(k.skeleton)
	all = append(all, jointPositions(rest.ModelMatrices(nil)))
	for i := range all {
		for j := range i {
			apart = max(apart, largestJointDistance(all[i], all[j]))
		}
	}
	return speed, apart
}

// TestTransitionsAreContinuous interrupts crossfades at random moments, in layers too, and also
// back to their source. The start of a transition alone moves no joint by more than 2e-5 m, the
// rounding error of weights that are divided by their sum in float32. From frame to frame no joint
// is faster than the fastest clip plus the crossfade between two poses. The bound is twice that,
// because blending joint by joint adds up along the bones.
func TestTransitionsAreContinuous(t *testing.T) {
	probe.Serial(t)
	const (
		characters = 24
		delta      = 1.0 / 480
		shortest   = 0.25 // seconds of a fade
		steepest   = 2.0  // slope of a curve
		fastest    = 1.5  // speed of a playback
		start      = 2e-5 // meters
	)
	frames := 1000
	if isLongRun() {
		frames = 20000
	}
	k := newRichFixture(t, 5)
	random := rand.New(rand.NewPCG(5, 5))
	speed, apart := k.motionExtent()
	bound := 2 * (fastest*speed + 2*steepest/shortest*apart) * delta // the layer's weight fades too
	if bound > apart/6 {
		t.Fatalf("a bound of %v m a frame is too large for poses that are %v m apart", bound, apart)
	}
	var entities []ecs.Entity
	for range characters {
		e := k.character(t)
		entities = append(entities, e)
		check(t, k.animation.Player(e).Play(pick(random, k.clips)))
		check(t, k.animation.Player(e).Layer(1).Play(pick(random, k.clips)))
		check(t, k.animation.Player(e).Layer(1).FadeWeight(0, 0))
		check(t, k.animation.Player(e).Layer(1).SetMask(k.masks[0]))
	}
	look := func() (all [][]mgl32.Vec3) {
		for _, e := range entities {
			all = append(all, jointPositions(k.animation.ModelMatrices(e)))
		}
		return all
	}
	k.update(t, delta)
	k.update(t, delta)
	transitions, most, mostAtStart := 0, 0.0, 0.0
	seen := look()
	for frame := range frames {
		for _, e := range entities {
			if random.IntN(8) > 0 {
				continue
			}
			transitions++
			k.interrupt(t, random, k.animation.Player(e).Layer(random.IntN(2)), shortest, fastest)
		}
		k.update(t, 0)
		begun := look()
		for i := range entities {
			mostAtStart = max(mostAtStart, largestJointDistance(seen[i], begun[i]))
			if mostAtStart > start {
				t.Fatalf("frame %d, character %d: a joint moves by %v m at the start of a transition", frame, i,
					mostAtStart)
			}
		}
		k.update(t, delta)
		seen = look()
		for i := range entities {
			most = max(most, largestJointDistance(seen[i], begun[i]))
			if most > bound {
				t.Fatalf("frame %d, character %d: a joint moves by %v m in a frame, above %v", frame, i, most, bound)
			}
		}
	}
	t.Logf("%d transitions; up to %.2g m at the start of one, %.2g m in a frame of a bound of %.2g m, poses up to "+
		"%.2g m apart", transitions, mostAtStart, most, bound, apart)
	// A cut breaks the bound.
	cuts := 0
	for _, e := range entities {
		check(t, k.animation.Player(e).Play(pick(random, k.clips)))
	}
	k.update(t, delta)
	for i, now := range look() {
		if largestJointDistance(seen[i], now) > bound {
			cuts++
		}
	}
	if cuts < characters/4 {
		t.Errorf("%d cuts, of which %d are above the bound", characters, cuts)
	}
}

// interrupt begins a random crossfade.
func (k *richFixture) interrupt(t *testing.T, random *rand.Rand, player systems.Player, shortest, fastest float64) {
	t.Helper()
	duration := shortest + random.Float64()
	var options []systems.FadeOption
	switch random.IntN(4) {
	case 0:
		options = append(options, systems.WithCurve(k.curve))
	case 1:
		options = append(options, systems.WithCurve(clip.SmoothStep))
	}
	if random.IntN(3) == 0 {
		options = append(options, systems.WithFrozenSource())
	}
	switch random.IntN(8) {
	case 0:
		check(t, player.CrossFade(pick(random, k.spaces), duration, options...))
		return
	case 1:
		check(t, player.Stop(duration, options...)) // the rest pose, or the layers below
		return
	case 2:
		if player.LayerComponent() != nil {
			layer := player.LayerComponent()
			layer.Target, layer.Rate = float32(random.IntN(2)), float32(1/shortest)
			return
		}
	case 3:
		if fades := player.Blend(); fades.Count > 0 { // back to the source
			if back := fades.Fading[fades.Count-1].Motion; back != 0 {
				check(t, player.CrossFade(back, duration, options...))
				return
			}
		}
	case 4:
		check(t, player.SetSpeed(float32((2*random.Float64()-1)*fastest)))
	case 5:
		check(t, player.SetMode(pick(random, []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold}), 0))
	}
	check(t, player.CrossFade(pick(random, k.clips), duration, options...))
}

// A playback in the mode Once fades out from what it shows, which is nothing if it has finished.
func TestCrossFadeFromModeOnce(t *testing.T) {
	for _, ended := range []bool{true, false} {
		k := newRichFixture(t, 5)
		e := k.character(t)
		player := k.animation.Player(e)
		check(t, player.SetMode(assets.Once, 0))
		check(t, player.Play(k.clips[1]))
		if ended {
			k.update(t, 2)
		} else {
			k.update(t, 0.93)
		}
		before := jointPositions(k.animation.ModelMatrices(e))
		check(t, player.CrossFade(k.clips[2], 0.4))
		k.update(t, 0)
		if moved := largestJointDistance(before, jointPositions(k.animation.ModelMatrices(e))); moved > 2e-4 {
			t.Errorf("finished %v: a joint moves by %v m at the start", ended, moved)
		}
		most, last := 0.0, before
		for range 50 {
			k.update(t, 0.01)
			now := jointPositions(k.animation.ModelMatrices(e))
			most, last = math.Max(most, largestJointDistance(last, now)), now
		}
		if most > 0.15 {
			t.Errorf("finished %v: a joint moves by %v m in a frame", ended, most)
		}
	}
}
