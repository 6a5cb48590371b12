package systems_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// poseRecorder is a block system that records the local poses it sees.
type poseRecorder struct {
	name  string
	poses map[ecs.Entity]*rig.Pose
}

func (w poseRecorder) Name() string { return w.name }

func (w poseRecorder) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		pose := rig.NewPose(b.Pool().Skeleton())
		copy(pose.Locals, b.Local(lane))
		copy(pose.Morphs, b.Morphs(lane))
		w.poses[b.Pool().Owner(b.Slot(lane))] = pose
	}
}

// Repeat implements [ecs.Repeatable]: recording changes no pose.
func (poseRecorder) Repeat(*ecs.Frame, *ecs.Block) {}

// The results agree with the equations in float64, on random clips of 13 joints with scales and
// morph weights, in uneven frames, and with decays that begin during other decays.
func TestInertializeMatchesReference(t *testing.T) {
	f := newFixture(t, 13, systems.WithWorkers(1))
	played, shown := poseRecorder{"played", map[ecs.Entity]*rig.Pose{}},
		poseRecorder{"shown", map[ecs.Entity]*rig.Pose{}}
	for _, err := range []error{
		f.animation.Schedule().InsertBefore(systems.AtInertialize, ecs.EachBlock(played)),
		f.animation.Schedule().InsertAfter(systems.AtInertialize, ecs.EachBlock(shown)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(2, 8))
	e := f.spawn(t, 0, 0)
	check(t, f.animation.EnableInertialization(e))
	player := f.animation.Player(e)
	var oracle reference.Inertialization
	decaying, worst := 0, 0.0
	for frame := range 4000 {
		begins := 0.0
		if frame > 2 && random.IntN(25) == 0 {
			duration := float64(50+random.IntN(900)) / 1000
			if err := player.CrossFade(f.model.Clips[random.IntN(2)], duration, systems.WithInertialization(),
				systems.WithRestart()); err != nil {
				t.Fatal(err)
			}
			begins = duration
		}
		step := 0.002 + random.Float64()*0.03
		f.update(t, step)
		want := oracle.Next(reference.PoseOf(played.poses[e]), step, begins)
		got := reference.PoseOf(shown.poses[e])
		if !slices.Equal(played.poses[e].Locals, shown.poses[e].Locals) {
			decaying++
		}
		// Both continue from their own last poses. At the start of a decay they divide by steps of
		// 2 ms, which turns the rounding of float32 into a velocity error of 5e-5 per second.
		for j := range want.Locals {
			a, b := got.Locals[j], want.Locals[j]
			worst = max(worst, a.Translation.Add(b.Translation.Times(-1)).Length(),
				a.Scale.Add(b.Scale.Times(-1)).Length(),
				min(chord(a.Rotation, b.Rotation, -1), chord(a.Rotation, b.Rotation, 1)))
		}
		for m := range want.Morphs {
			worst = max(worst, math.Abs(got.Morphs[m]-want.Morphs[m]))
		}
		if worst > 1e-4 {
			t.Fatalf("frame %d: the pose differs from the reference by %v", frame, worst)
		}
	}
	if decaying < 1000 {
		t.Errorf("only %d frames had a decay", decaying)
	}
}

// In frames of up to a minute and decays of up to an hour the scales agree with the reference too,
// where most velocities of scales count as 0.
func TestLongInertializationsMatchReference(t *testing.T) {
	probe.Serial(t)
	f := newFixture(t, 13, systems.WithWorkers(1))
	played, shown := poseRecorder{"played", map[ecs.Entity]*rig.Pose{}}, poseRecorder{"shown", map[ecs.Entity]*rig.Pose{}}
	check(t, f.animation.Schedule().InsertBefore(systems.AtInertialize, ecs.EachBlock(played)))
	check(t, f.animation.Schedule().InsertAfter(systems.AtInertialize, ecs.EachBlock(shown)))
	random := rand.New(rand.NewPCG(3, 8))
	e := f.spawn(t, 0, 0)
	check(t, f.animation.EnableInertialization(e))
	var oracle reference.Inertialization
	largest, largestPlayed := 0.0, 0.0
	for frame := range 4000 {
		step := math.Exp(random.Float64()*math.Log(600)) / 10
		begins := 0.0
		if frame > 2 && random.IntN(5) == 0 {
			begins = step * (1 + math.Exp(random.Float64()*math.Log(60)))
			inertialization := f.animation.Player(e).Inertialization()
			inertialization.Begin, inertialization.Duration = true, begins
		}
		f.update(t, step)
		want := oracle.Next(reference.PoseOf(played.poses[e]), step, begins)
		got := reference.PoseOf(shown.poses[e])
		for j := range want.Locals {
			size := want.Locals[j].Scale.Length()
			for n, scale := range want.Locals[j].Scale {
				largest, largestPlayed = max(largest, scale),
					max(largestPlayed, reference.PoseOf(played.poses[e]).Locals[j].Scale[n])
				if difference := math.Abs(got.Locals[j].Scale[n] - scale); !(difference <= 1e-3*(1+size)) {
					t.Fatalf("frame %d: joint %d has the scale %v, want %v", frame, j, got.Locals[j].Scale,
						want.Locals[j].Scale)
				}
			}
		}
	}
	if largest < 2*largestPlayed {
		t.Errorf("the largest scale is %v, while the clips have %v: no velocity of a scale counts", largest,
			largestPlayed)
	}
}

func chord(a, b reference.Quaternion, sign float64) float64 {
	difference := a.Add(b.Times(sign))
	return math.Sqrt(difference.Dot(difference))
}
