package systems_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// Durations of the random transitions, and how many seconds lie between frames at most.
const (
	shortestInertia = 0.4
	longestInertia  = 1
	longestStep     = 1.5 / 480
)

// motionUnderInterruptions returns the motion of a character that changes to a random clip at
// random moments, most of them during a decay. The new clip may be the current or the previous one.
func motionUnderInterruptions(t *testing.T, f *fixture, seed uint64,
	change func(player systems.Player, clip assets.ClipID, duration float64) error,
) jointMotion {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 12))
	e := f.spawn(t, 0, 0)
	check(t, f.animation.EnableModelMatrices(e))
	check(t, f.animation.EnableInertialization(e))
	var m jointMotion
	next := 10
	for frame := range 30000 {
		if frame == next {
			duration := shortestInertia + float64(random.Int64N(6e8))/1e9
			if err := change(f.animation.Player(e), f.model.Clips[random.IntN(len(f.model.Clips))],
				duration); err != nil {
				t.Fatal(err)
			}
			next += 1 + random.IntN([]int{4, 40, 400}[random.IntN(3)])
		}
		seconds := (1.0/3 + random.Float64()*2/3) * longestStep
		f.update(t, seconds)
		m.follow(f.animation.ModelMatrices(e), seconds)
	}
	f.world.RemoveEntity(e)
	return m
}

// A character that is interrupted thousands of times moves no faster, and changes its velocity no
// faster, than its clips allow. Let V be the largest speed of a joint in the clips, A the largest
// change of that velocity in a second, X the largest distance between two positions of a joint, and
// D the shortest decay. The difference is then at most 2X, at a speed of at most 2V.
//
// A polynomial of degree 5 from rest to rest reaches 15/8 of its mean velocity in the middle. So
// the difference adds at most 15/8·2X/D + 2V to the clip's speed V. It adds at most 10/√3·2X/D² to
// the change of velocity A, and 4·2V/(D/4) more, because the decay of the velocity takes at least a
// quarter of D.
//
// A pop would have a velocity of X/step, and a jump of the velocity a change of V/step. In the
// frames of 1 to 3 ms here, both are far above the bounds.
func TestInertializationIsContinuousInPositionAndVelocity(t *testing.T) {
	probe.Serial(t)
	f := newSmoothFixture(t, 5)
	speed, change, apart := clipMotion(f, longestStep)
	shortest := shortestInertia
	fastest := 15.0/8*2*apart/shortest + 3*speed
	sharpest := 5.78*2*apart/(shortest*shortest) + 4*2*speed/(shortest/4) + change
	if apart < longestStep*fastest*2 || 2*speed < longestStep*sharpest*2 {
		t.Fatalf("clips with a distance of %v and a speed of %v cannot distinguish a pop from the bounds %v and %v",
			apart, speed, fastest, sharpest)
	}
	for seed := range uint64(6) {
		m := motionUnderInterruptions(t, f, seed,
			func(player systems.Player, clip assets.ClipID, duration float64) error {
				return player.CrossFade(clip, duration, systems.WithInertialization())
			})
		if m.speed > fastest || m.change > sharpest {
			t.Errorf("seed %d: speed %v and change of velocity %v, above %v and %v", seed, m.speed, m.change,
				fastest, sharpest)
		}
	}
	// A cut breaks the bounds, and so does a decay without a velocity.
	m := motionUnderInterruptions(t, f, 1, func(player systems.Player, clip assets.ClipID, _ float64) error {
		return player.Play(clip)
	})
	if m.speed < fastest || m.change < sharpest {
		t.Errorf("after cuts: speed %v and change of velocity %v, within %v and %v", m.speed, m.change,
			fastest, sharpest)
	}
	m = motionUnderInterruptions(t, f, 1, func(player systems.Player, clip assets.ClipID, duration float64) error {
		player.Inertialization().History = 1
		return player.CrossFade(clip, duration, systems.WithInertialization())
	})
	if m.speed > fastest || m.change < sharpest {
		t.Errorf("without a velocity: speed %v and change of velocity %v, bounds %v and %v", m.speed, m.change,
			fastest, sharpest)
	}
}

// A character that changes between two clips in every frame, or in every few frames, stays within
// the bounds.
func TestInertializationBackAndForth(t *testing.T) {
	probe.Serial(t)
	f := newSmoothFixture(t, 5)
	speed, _, apart := clipMotion(f, longestStep)
	for _, every := range []int{1, 2, 3, 7, 60} {
		e := f.spawn(t, 0, 0)
		check(t, f.animation.EnableModelMatrices(e))
		check(t, f.animation.EnableInertialization(e))
		var m jointMotion
		for frame := range 2000 {
			if frame > 10 && frame%every == 0 {
				if err := f.animation.Player(e).CrossFade(f.model.Clips[frame/every%2], shortestInertia,
					systems.WithInertialization()); err != nil {
					t.Fatal(err)
				}
			}
			f.update(t, 1.0/240)
			m.follow(f.animation.ModelMatrices(e), 1.0/240)
		}
		if limit := 15.0/8*2*apart/shortestInertia + 3*speed; m.speed > limit {
			t.Errorf("changing every %d frames: speed %v, above %v", every, m.speed, limit)
		}
	}
}

// During a decay every pose differs from the pose of a character that was cut to the same motion.
// After the decay the poses are the same bit for bit.
func TestInertializationEndsOnTheTarget(t *testing.T) {
	f := newFixture(t, 19)
	a, b := f.spawn(t, 0, 0.25), f.spawn(t, 0, 0.25)
	check(t, f.animation.EnableInertialization(a))
	for _, e := range []ecs.Entity{a, b} {
		check(t, f.animation.EnableModelMatrices(e))
	}
	for range 3 {
		f.update(t, 1.0/64)
	}
	if !sameBits(f.animation.ModelMatrices(a), f.animation.ModelMatrices(b)) {
		t.Fatal("adding the component changes the pose")
	}
	if err := f.animation.Player(a).CrossFade(f.model.Clips[1], 0.5, systems.WithInertialization()); err != nil {
		t.Fatal(err)
	}
	_ = f.animation.Player(b).Play(f.model.Clips[1])
	for frame := range 64 {
		f.update(t, 1.0/64)
		same := sameBits(f.animation.ModelMatrices(a), f.animation.ModelMatrices(b)) &&
			sameBits(f.animation.Morphs(a), f.animation.Morphs(b)) &&
			sameBits(f.animation.Palette(a, f.model.Skins[0]), f.animation.Palette(b, f.model.Skins[0]))
		// The decay begins in frame 0 and ends half a second later. Its end may be too small to
		// change a bit.
		if over := frame >= 32; same != over && frame != 31 {
			t.Errorf("frame %d: the poses are the same: %v", frame, same)
		}
	}
}

// inertializedCrowd returns the palettes of a crowd that keeps changing its clips. Some of its
// characters are posed only every third frame.
func inertializedCrowd(t *testing.T, workers, before int) (palettes [][]float32) {
	t.Helper()
	f := newFixture(t, 21, systems.WithWorkers(workers))
	for range before { // other characters, which move the crowd to other lanes and blocks
		f.spawn(t, 0, 0)
	}
	random := rand.New(rand.NewPCG(5, 5))
	var crowd []ecs.Entity
	for range 90 {
		e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
		_ = f.animation.Player(e).Play(f.model.Clips[random.IntN(2)])
		crowd = append(crowd, e)
	}
	for range 60 {
		for range 8 {
			duration := float64(random.IntN(600)) / 1000
			e, clip := crowd[random.IntN(len(crowd))], f.model.Clips[random.IntN(2)]
			if err := f.animation.Player(e).CrossFade(clip, duration, systems.WithInertialization()); err != nil {
				t.Fatal(err)
			}
		}
		f.update(t, random.Float64()/30)
	}
	for _, e := range crowd {
		palettes = append(palettes, slices.Clone(f.animation.Palette(e, f.model.Skins[0])))
	}
	return palettes
}

func TestInertializationDoesNotDependOnLaneOrWorker(t *testing.T) {
	want := inertializedCrowd(t, 1, 0)
	for _, c := range [][2]int{{2, 0}, {4, 3}, {1, 5}, {3, 64}} {
		for i, palette := range inertializedCrowd(t, c[0], c[1]) {
			if !sameBits(palette, want[i]) {
				t.Fatalf("%d workers, %d characters before: character %d differs", c[0], c[1], i)
			}
		}
	}
}

func TestInertializationAllocatesNothing(t *testing.T) {
	f := newFixture(t, 30, systems.WithWorkers(2))
	var crowd []ecs.Entity
	for i := range 40 {
		crowd = append(crowd, f.spawn(t, i%2, 0))
		check(t, f.animation.EnableInertialization(crowd[i]))
	}
	for range 3 {
		f.update(t, 1.0/60)
	}
	frame := 0
	if n := testing.AllocsPerRun(100, func() {
		check(t, f.animation.Player(crowd[frame%40]).Inertialize(0.25))
		f.update(t, 1.0/60)
		frame++
	}); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
