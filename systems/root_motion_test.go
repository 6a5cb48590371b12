package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// addSlide adds a clip whose root moves a number of meters forward in a number of seconds.
func (k *richFixture) addSlide(t *testing.T, name string, seconds, meters float32) assets.ClipID {
	t.Helper()
	c, err := clip.NewBuilder(name, k.skeleton).
		Translation(0, clip.Linear, []float32{0, seconds / 4, seconds},
			[]mgl32.Vec3{{}, {0, 0, meters / 3}, {0, 0, meters}}).Build()
	check(t, err)
	c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{Joint: "0"})
	check(t, err)
	return k.library.AddClip(c)
}

func (k *richFixture) position(e ecs.Entity) mgl32.Vec3 {
	return k.transforms.Get(e).Matrix.Col(3).Vec3()
}

// After a thousand loops in uneven frames a character is where a thousand times the motion of one
// loop leads, within 1e-4 of the distance.
func TestRootMotionOverThousandLoops(t *testing.T) {
	probe.Serial(t)
	for _, row := range []struct {
		name    string
		play    func(t *testing.T, k *richFixture, e ecs.Entity)
		seconds float64 // of a loop
		loop    clip.Motion
	}{
		{"straight", func(t *testing.T, k *richFixture, e ecs.Entity) {
			check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 0.7, 1.5)))
		}, float64(float32(0.7)), clip.Motion{Z: 1.5}},
		{"backward", func(t *testing.T, k *richFixture, e ecs.Entity) {
			check(t, k.animation.Player(e).SetSpeed(-1))
			check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 0.7, 1.5)))
		}, float64(float32(0.7)), clip.Motion{Z: -1.5}},
		{"around a bend", func(t *testing.T, k *richFixture, e ecs.Entity) {
			check(t, k.animation.Player(e).Play(k.clips[1]))
		}, math.NaN(), clip.Motion{}},
		{"a blend space", func(t *testing.T, k *richFixture, e ecs.Entity) {
			space, err := blendspace.New1D("slides").At(0, k.addSlide(t, "slow", 1, 1)).
				At(1, k.addSlide(t, "fast", 0.5, 2)).Build(k.library)
			check(t, err)
			id, err := k.library.AddMotion(space)
			check(t, err)
			check(t, k.animation.Player(e).Play(id))
			check(t, k.animation.Player(e).SetPosition(0.25, 0))
		}, 0.875, clip.Motion{Z: 1.25}},
		{"in a layer", func(t *testing.T, k *richFixture, e ecs.Entity) {
			check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 0.5, 2)))
			layer := k.animation.Player(e).Layer(1)
			check(t, layer.Play(k.addSlide(t, "other", 0.5, 1)))
			check(t, layer.FadeWeight(0.25, 0))
		}, 0.5, clip.Motion{Z: 1.75}},
		{"on a mask", func(t *testing.T, k *richFixture, e ecs.Entity) { // whose weight for the root is 0.4
			check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 0.5, 2)))
			layer := k.animation.Player(e).Layer(1)
			check(t, layer.Play(k.addSlide(t, "other", 0.5, 1)))
			check(t, layer.SetMask(k.masks[0]))
		}, 0.5, clip.Motion{Z: 1.6}},
		{"half a crossfade that never ends", func(t *testing.T, k *richFixture, e ecs.Entity) {
			player := k.animation.Player(e)
			check(t, player.Play(k.addSlide(t, "slide", 0.5, 2)))
			check(t, player.CrossFade(k.addSlide(t, "other", 0.5, 1), 1))
			player.Blend().Duration, player.Blend().Elapsed = 1e12, 0.5e12
		}, 0.5, clip.Motion{Z: 1.5}},
	} {
		t.Run(row.name, func(t *testing.T) {
			k := newRichFixture(t, 1)
			e := k.character(t)
			row.play(t, k, e)
			if math.IsNaN(row.seconds) {
				clip := k.library.Clip(k.clips[1])
				row.seconds, row.loop = clip.Duration(), clip.RootMotion().Total()
			}
			random := rand.New(rand.NewPCG(1, 8))
			total := 1000 * row.seconds
			for passed := 0.0; passed < total; {
				step := min(random.Float64()*0.08, total-passed)
				if random.IntN(50) == 0 {
					step = min(7*random.Float64(), total-passed)
				}
				passed += step
				k.update(t, step)
			}
			want := row.loop.Repeat(1000, clip.UpY).Matrix(clip.UpY)
			got, distance := k.transforms.Get(e).Matrix, math.Hypot(row.loop.X, row.loop.Z)
			for i := range want {
				bound := 1e-4
				if i >= 12 {
					bound *= distance
					bound += math.Abs(want[i]) / (1 << 24) // the resolution of float32 at this distance
				}
				if math.Abs(float64(got[i])-want[i]) > bound {
					t.Fatalf("value %d of the transform is %v, want %v", i, got[i], want[i])
				}
			}
		})
	}
}

func TestRootMotionOfPingPong(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player := k.animation.Player(e)
	check(t, player.Play(k.clips[1]))
	check(t, player.SetMode(assets.PingPong, 0))
	random := rand.New(rand.NewPCG(1, 8))
	total := 400 * k.library.Clip(k.clips[1]).Duration()
	for passed := 0.0; passed < total; {
		step := min(random.Float64()*0.3, total-passed)
		passed += step
		k.update(t, step)
	}
	if got := k.position(e); got.Len() > 1e-4 {
		t.Errorf("after 200 loops forward and back the position is %v", got)
	}
}

// In a crossfade from one speed to another the character moves at their mean, weighted as at the
// end of each frame.
func TestRootMotionOfCrossFade(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	player := k.animation.Player(e)
	clip := func(name string, meters float32) assets.ClipID {
		b, err := clip.NewBuilder(name, k.skeleton).
			Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, meters}}).Build()
		check(t, err)
		b, err = clip.ExtractRootMotion(b, clip.RootMotionOptions{Joint: "0"})
		check(t, err)
		return k.library.AddClip(b)
	}
	check(t, player.Play(clip("slow", 1)))
	k.update(t, 1)
	check(t, player.CrossFade(clip("fast", 3), 1))
	const frames = 1000
	for range frames {
		k.update(t, 1.0/frames)
	}
	if got, want := k.position(e)[2], float32(1+2+1.0/frames); math.Abs(float64(got-want)) > 1e-4 {
		t.Errorf("the character moved %v m, want %v", got, want)
	}
}

// If user code moves a character, root motion continues from the new position and heading.
func TestRootMotionAfterTeleport(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 1, 2)))
	k.update(t, 1)
	k.transforms.Get(e).Matrix = mgl32.Translate3D(100, 5, 0).Mul4(mgl32.HomogRotate3DY(math.Pi / 2))
	k.update(t, 1)
	if got := k.position(e); got.Sub(mgl32.Vec3{102, 5, 0}).Len() > 1e-4 {
		t.Errorf("the position is %v", got)
	}
	k.roots.Get(e).Manual = true
	k.update(t, 0.5)
	if got := k.position(e); got.Sub(mgl32.Vec3{102, 5, 0}).Len() > 1e-4 || k.roots.Get(e).Delta.Z == 0 {
		t.Errorf("with Manual the position is %v, the movement %v", got, k.roots.Get(e).Delta)
	}
}
