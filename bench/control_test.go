package bench

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkControl is a whole frame of characters under a state machine, whose state plays two of
// three clips in a blend space, compared with characters that fade between two clips without one.
func BenchmarkControl(b *testing.B) {
	plain := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
	b.Run("control=none/"+plain.name(), func(b *testing.B) {
		library, model := shared(b, plain)
		runFrames(b, newCrowd(b, library, model, plain), plain)
	})
	controlled := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
	b.Run("control=graph/motion=space/"+controlled.name(), func(b *testing.B) {
		runFrames(b, controlledCrowd(b, controlled, true), controlled)
	})
}

// BenchmarkAdvance is the part of a frame that computes no poses: slots, controllers without a
// transition, times and blend inputs. The difference of the first two results is the time of a
// controller.
func BenchmarkAdvance(b *testing.B) {
	for _, control := range []string{"none", "graph/motion=clip", "graph/motion=space", "everything"} {
		c := frameCase{joints: 64, clips: 1, characters: 10000, workers: 1}
		b.Run(fmt.Sprintf("control=%s/characters=%d/workers=1", control, c.characters), func(b *testing.B) {
			var animation *crowd
			switch control {
			case "none":
				library, model := shared(b, c)
				animation = newCrowd(b, library, model, c)
			case "everything": // of BenchmarkEverything, but for the jumps
				animation = busyCrowd(b, frameCase{characters: c.characters, workers: 1})
			default:
				animation = controlledCrowd(b, c, control == "graph/motion=space")
			}
			schedule := animation.Schedule()
			for _, name := range schedule.Names() {
				if system := ecs.SystemName(name); system != systems.AtBindSlots && system != systems.AtAdvance {
					must(schedule.Remove(system))
				}
			}
			workers := ecs.NewWorkers(1)
			b.Cleanup(workers.Close)
			frame := ecs.Frame{
				World: animation.World(), Library: animation.Library(), Store: animation.Store(),
				Workers: workers, Delta: 1.0 / 60,
			}
			schedule.Run(&frame)
			b.ReportAllocs()
			for b.Loop() {
				schedule.Run(&frame)
			}
			perCharacter(b, c.characters, c.joints, "joint")
		})
	}
}

// controlledCrowd spawns characters under one graph, each with a different speed, that play a clip
// or, if mixed, a blend space of three.
func controlledCrowd(b *testing.B, c frameCase, mixed bool) *crowd {
	b.Helper()
	library := assets.NewLibrary(assets.Exact())
	model := character(b, library, c.joints, false)
	bakeAll(b, library)
	builder := blendspace.New1D("move")
	for k := range 3 {
		builder.At(float32(k), model.Clips[k])
	}
	space, err := builder.Build(library)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := library.AddMotion(space); err != nil {
		b.Fatal(err)
	}
	ground := graph.State("ground").MotionByID(model.Clips[0])
	if mixed {
		ground = graph.State("ground").BlendSpace("move", "speed")
	}
	graph, err := graph.New("locomotion").Float("speed", 0).Trigger("jump").
		Layer("body",
			ground,
			graph.State("jump").MotionByID(model.Clips[0]).PlayMode(assets.Hold).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
		).Build(library, model)
	if err != nil {
		b.Fatal(err)
	}
	id, err := library.AddGraph(graph)
	if err != nil {
		b.Fatal(err)
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(c.workers))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(animation.Close)
	spawned := &crowd{Animation: animation}
	for i := range c.characters {
		entity := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
		spawned.entities = append(spawned.entities, entity)
		controller, err := animation.Control(entity, id)
		if err != nil {
			b.Fatal(err)
		}
		if err := controller.SetFloat("speed", float32(i%200)/100+0.005); err != nil {
			b.Fatal(err)
		}
	}
	return spawned
}

// BenchmarkSetParameter sets a float parameter of each of 1,000 characters, by its name and by a
// handle.
func BenchmarkSetParameter(b *testing.B) {
	c := frameCase{joints: 64, clips: 1, characters: 1000, workers: 1}
	animation := controlledCrowd(b, c, true)
	var controllers []systems.Controller
	for _, entity := range animation.entities {
		controllers = append(controllers, animation.Controller(entity))
	}
	speed, err := controllers[0].Graph().FloatParameter("speed")
	if err != nil {
		b.Fatal(err)
	}
	for name, set := range map[string]func(systems.Controller) error{
		"name":   func(c systems.Controller) error { return c.SetFloat("speed", 1) },
		"handle": func(c systems.Controller) error { return c.SetFloatParameter(speed, 1) },
	} {
		b.Run("by="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, controller := range controllers {
					if err := set(controller); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(controllers)), "ns/character")
		})
	}
}
