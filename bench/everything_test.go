package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkEverything is a whole frame of mannequins that use all that plays motions at once: a state
// machine that plays a blend space of a walk and a run with root motion and the markers of the
// feet, jumps that begin and end by inertialization, an upper layer on the arms, an additive one,
// and root motion. Every frame one of 128 characters begins a jump. None has a modifier, as those of
// BenchmarkTown have.
//
// It also reports what limits the use of many cores. See [ecs.Counters]:
//   - serial-% is the part of a frame that one goroutine does by itself, measured with one worker;
//   - amdahl-16 is how many times as fast 16 cores would be at most, by Amdahl's law, with that
//     part;
//   - pieces/op is how often a worker asks for work, which is an atomic addition; taken/op how
//     often it takes from the share of another worker, where the two may contend; parks/op how
//     often a goroutine sleeps.
func BenchmarkEverything(b *testing.B) {
	for _, characters := range []int{1000, 10000} {
		for workers := 1; workers <= 2; workers++ {
			c := frameCase{characters: characters, workers: workers}
			b.Run(fmt.Sprintf("characters=%d/workers=%d%s", characters, workers, kernels()), func(b *testing.B) {
				crowd := busyCrowd(b, c)
				frame := busyFrame(b, crowd)
				for range 180 { // until as many jumps end as begin
					frame()
				}
				reader := crowd.Events().Reader()
				fired := 0
				crowd.Schedule().ResetTimings()
				before := crowd.Counters()
				b.ReportAllocs()
				for b.Loop() {
					frame()
					events, _ := crowd.Events().Read(&reader)
					fired += len(events)
				}
				perCharacter(b, characters, 0, "")
				b.ReportMetric(float64(fired)/float64(b.N), "events/op")
				reportSharing(b, crowd, before, c)
			})
		}
	}
}

// busyCrowd spawns the characters of BenchmarkEverything.
func busyCrowd(b *testing.B, c frameCase) *crowd {
	b.Helper()
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	skeleton := library.Skeleton(model.Skeleton)
	traveling := func(name string, speed float64) assets.ClipID {
		source := library.Clip(model.Clip(name))
		moving, err := courses.Traveling(name, source, speed, 0)
		if err == nil {
			moving, err = clip.ExtractRootMotion(moving, clip.RootMotionOptions{})
		}
		if err == nil {
			moving, err = clip.WithMarkers(moving, source.Markers()...)
		}
		if err != nil {
			b.Fatal(err)
		}
		return library.AddClip(moving)
	}
	space, err := blendspace.New1D("gait").At(0, traveling("walk", mannequin.WalkSpeed)).
		At(1, traveling("run", mannequin.RunSpeed)).Build(library)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := library.AddMotion(space); err != nil {
		b.Fatal(err)
	}
	pose := rig.NewPose(skeleton)
	library.Clip(model.Clip("idle")).Sample(0, pose)
	breathing, err := clip.MakeAdditive(library.Clip(model.Clip("idle")), pose)
	if err != nil {
		b.Fatal(err)
	}
	breath := library.AddClip(breathing)
	bakeAll(b, library)
	arms, err := rig.NewMask("arms", skeleton).Feather("spine_3", 2).Build()
	if err != nil {
		b.Fatal(err)
	}
	mask, err := library.AddMask(arms)
	if err != nil {
		b.Fatal(err)
	}
	machine, err := graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			graph.State("move").BlendSpace("gait", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Hold).To("move").ExitTime(0.5).Fade(0.3).Inertialized(),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.25).Inertialized(),
		).Build(library, model)
	if err != nil {
		b.Fatal(err)
	}
	graphID, err := library.AddGraph(machine)
	if err != nil {
		b.Fatal(err)
	}
	crowd := newCrowd(b, library, model, c)
	for i, entity := range crowd.entities {
		controller, err := crowd.Control(entity, graphID)
		if err != nil {
			b.Fatal(err)
		}
		must(controller.SetFloat("speed", float32(i%100)/100))
		must(crowd.EnableRootMotion(entity))
		must(crowd.EnableInertialization(entity))
		for k, over := range []struct {
			clip   assets.ClipID
			mask   id.Mask
			mode   clip.LayerMode
			weight float32
		}{{model.Clip("wave"), mask, clip.Override, 0.75}, {breath, systems.WholeBody, clip.Additive, 0.5}} {
			layer := crowd.Player(entity).Layer(1 + k)
			for _, err := range []error{
				layer.SetBlend(over.mode), layer.FadeWeight(over.weight, 0),
				layer.Overlay(over.clip, over.mask, 0),
			} {
				must(err)
			}
			must(layer.SeekFraction(float64(i) / 97))
		}
	}
	return crowd
}

// busyFrame returns a function that runs a frame of busyCrowd.
func busyFrame(b *testing.B, crowd *crowd) func() {
	jumping := 0
	return func() {
		for i := jumping; i < len(crowd.entities); i += 128 {
			must(crowd.Controller(crowd.entities[i]).Trigger("jump"))
		}
		jumping = (jumping + 37) % 128
		crowd.update(b, 1.0/60)
	}
}

// reportSharing reports how the workers shared the frames since earlier counters.
func reportSharing(b *testing.B, crowd *crowd, before ecs.Counters, c frameCase) {
	b.Helper()
	counted := crowd.Counters().Since(before)
	frames := float64(counted.Frames)
	b.ReportMetric(float64(counted.Pieces)/frames, "pieces/op")
	b.ReportMetric(float64(counted.Taken)/frames, "taken/op")
	b.ReportMetric(float64(counted.Parks)/frames, "parks/op")
	if c.workers == 1 {
		serial := counted.SerialPart()
		b.ReportMetric(100*serial, "serial-%")
		b.ReportMetric(1/(serial+(1-serial)/16), "amdahl-16")
	}
	if testing.Verbose() {
		b.Logf("%s", crowd.Timings())
	}
}
