package systems_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A system of OnRootMotion places a character, and its attachments follow it in the same frame.
func TestAttachmentsDoNotLagBehindPhysics(t *testing.T) {
	k := newRichFixture(t, 1)
	e := k.character(t)
	k.roots.Get(e).Manual = true
	k.animation.EnableModelMatrices(e)
	check(t, k.animation.Player(e).Play(k.addSlide(t, "slide", 1, 3.6)))
	socket, err := k.animation.Attach(e, "3")
	check(t, err)
	index, _ := k.skeleton.Find("3")
	var exact [16]float64
	calls := ""
	check(t, k.animation.OnRootMotion(custom{"physics", func(*ecs.Frame) {
		root := k.roots.Get(e)
		clip.ApplyMotion(&k.transforms.Get(e).Matrix, &exact, root.Delta, root.Up)
		calls += "a"
	}}))
	check(t, k.animation.OnRootMotion(custom{"then", func(*ecs.Frame) { calls += "b" }}))
	worst := float32(0)
	for range 60 {
		k.update(t, 1.0/60)
		joint := rig.MatrixFromMat4(k.transforms.Get(e).Matrix).
			Mul(rig.MatrixAt(k.animation.ModelMatrices(e), index)).Mat4()
		worst = max(worst, k.position(socket).Sub(joint.Col(3).Vec3()).Len())
	}
	if worst > 1e-6 {
		t.Errorf("the socket lags %v m behind its joint", worst)
	}
	if got := k.position(e)[2]; math.Abs(float64(got-3.6)) > 1e-3 {
		t.Errorf("the character moved %v m, want 3.6", got)
	}
	if len(calls) != 120 || calls[:4] != "abab" {
		t.Errorf("the systems ran in the order %q", calls[:min(4, len(calls))])
	}
}

// However many steps an update runs, a reader once per update gets every event once, and the
// movements add up to the way that the character goes.
func TestUpdatesOfSeveralSteps(t *testing.T) {
	const step = 1.0 / 64
	for name, updates := range map[string][]float64{
		"one":   {step},
		"two":   {2 * step},
		"five":  {5 * step},
		"some":  {step, 4 * step, 2 * step, step / 2, step / 2, step / 4, step / 4, step / 4, step / 4, 3 * step},
		"short": {step / 4},
	} {
		k, single := newRichFixture(t, 1), newRichFixture(t, 1)
		e, twin := k.character(t), single.character(t)
		for _, f := range []*richFixture{k, single} {
			f.animation.Clock().Step = step
			f.animation.Clock().MaxSteps = 100
			check(t, f.animation.Player(e).Play(f.clips[1])) // around a bend, with markers
		}
		transforms := generic.NewMap1[components.Transform](&k.world)
		var exact [16]float64
		var reader, twinReader ecs.EventReader
		var inSystem ecs.EventReader
		seen := 0
		check(t, k.animation.Schedule().InsertBefore(systems.AtBindSlots, custom{"reader", func(*ecs.Frame) {
			events, missed := k.animation.Events().Read(&inSystem)
			if seen += len(events); missed > 0 {
				t.Errorf("%s: a system missed %d events", name, missed)
			}
		}}))
		read, want := 0, 0
		place := transforms.Get(e).Matrix
		for total := 0.0; total < 3; {
			for _, seconds := range updates {
				total += seconds
				k.update(t, seconds)
				root := k.roots.Get(e)
				clip.ApplyMotion(&place, &exact, root.Delta, root.Up)
				events, missed := k.animation.Events().Read(&reader)
				if read += len(events); missed > 0 {
					t.Fatalf("%s: a reader missed %d events", name, missed)
				}
			}
		}
		clock := k.animation.Clock()
		for single.animation.Player(twin).Playback().LoopsDone < k.animation.Player(e).Playback().LoopsDone ||
			single.animation.Player(twin).Playback().Time < k.animation.Player(e).Playback().Time {
			single.update(t, step)
			events, _ := single.animation.Events().Read(&twinReader)
			want += len(events)
		}
		if want == 0 || read != want {
			t.Errorf("%s: %d events were read, want %d", name, read, want)
		}
		if k.transforms.Get(e).Matrix != single.transforms.Get(twin).Matrix {
			t.Errorf("%s: the character is at %v, want %v", name, k.position(e), single.position(twin))
		}
		if !place.ApproxEqualThreshold(k.transforms.Get(e).Matrix, 1e-5) {
			t.Errorf("%s: the movements lead to\n%v, the character is at\n%v", name, place, k.transforms.Get(e).Matrix)
		}
		if clock.Skipped != 0 {
			t.Errorf("%s: %v s were skipped", name, clock.Skipped)
		}
	}
}

// A character that the root motion of a frame takes into view is posed in this frame.
func TestRootMotionIntoViewIsNotCulled(t *testing.T) {
	r := newRing(t, 1, 12)
	e := r.crowd[0]
	if err := r.animation.DetailByView(systems.DetailPolicy{Cull: true}); err != nil {
		t.Fatal(err)
	}
	skeleton := r.library.Skeleton(r.model.Skeleton)
	slide, err := clip.NewBuilder("slide", skeleton).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 40}}).Build()
	check(t, err)
	slide, err = clip.ExtractRootMotion(slide, clip.RootMotionOptions{Joint: skeleton.JointName(0)})
	check(t, err)
	check(t, r.animation.Player(e).Play(r.library.AddClip(slide)))
	r.animation.EnableRootMotion(e)
	transforms := generic.NewMap1[components.Transform](&r.world)
	transforms.Get(e).Matrix = mgl32.Translate3D(12, 0, -30)
	r.setCamera(0)
	for range 2 {
		check(t, r.animation.Update(0))
	}
	if !r.detail(e).Culled {
		t.Fatal("the character is in view at the start")
	}
	check(t, r.animation.Update(0.75)) // 30 m: right before the camera
	before := r.animation.Counters()
	if r.detail(e).Culled || before.Posed != 3-before.Skipped {
		t.Errorf("at %v the character is culled", transforms.Get(e).Matrix.Col(3))
	}
	if pool, _ := r.animation.Pool(e); pool.Posed() != 1 {
		t.Error("the character is not posed in the frame that takes it into view")
	}
}

// Culling looks at the transforms that the systems of OnRootMotion have written, whichever was
// inserted first.
func TestRevealRunsAfterPhysics(t *testing.T) {
	for _, physicsFirst := range []bool{true, false} {
		f := newFixture(t, 5)
		if physicsFirst {
			check(t, f.animation.OnRootMotion(custom{"physics", nil}))
		}
		check(t, f.animation.DetailByView(systems.DefaultDetail()))
		if !physicsFirst {
			check(t, f.animation.OnRootMotion(custom{"physics", nil}))
		}
		names := f.animation.Schedule().Names()
		at := slices.Index(names, "ApplyRootMotion")
		want := []string{"physics", "HoldDrift", "PlacePairs", "RevealMoved", "ResolveGoals"}
		if !slices.Equal(names[at+1:at+6], want) {
			t.Errorf("the systems are %v", names)
		}
	}
}
