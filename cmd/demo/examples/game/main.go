package main

import (
	"fmt"
	"io"
	"os"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// guide: own components

// Input is a resource of the game: what the player wants in this frame.
type Input struct {
	Speed       float32 // meters a second
	Jump, Greet bool
}

// Hero is a component of the game.
type Hero struct {
	Speed float32 // meters a second, which follows the input
}

// guide: end

// Steering is a system of the game: it moves heroes as the input asks.
type Steering struct {
	animation *systems.Animation
	heroes    *generic.Filter2[Hero, components.Transform]
	speed     graph.Float
}

func (s *Steering) Name() string { return "Steering" }

// guide: own system

// Run changes no structure, only values, so its query may stay open while it sets parameters.
func (s *Steering) Run(frame *ecs.Frame) {
	input := arche.GetResource[Input](frame.World)
	for query := s.heroes.Query(frame.World); query.Next(); {
		hero, transform := query.Get()
		hero.Speed += (input.Speed - hero.Speed) * float32(min(1, 5*frame.Delta))
		transform.Matrix = transform.Matrix.Mul4(mgl32.Translate3D(0, 0, hero.Speed*float32(frame.Delta)))

		controller := s.animation.Controller(query.Entity())
		must(controller.SetFloatParameter(s.speed, hero.Speed))
		if input.Jump {
			must(controller.Trigger("jump"))
		}
		if input.Greet {
			must(controller.Trigger("greet"))
		}
	}
}

// guide: end

// behavior is the state machine of a hero.
func behavior(library *assets.Library, model *assets.Model) assets.GraphID {
	id, err := graph.New("hero").Float("speed", 0).Trigger("jump").Trigger("greet").
		BlendSpaces(graph.BlendSpace1D("gait").At(0, "idle").SyncByTime().
			At(mannequin.WalkSpeed, "walk").At(mannequin.RunSpeed, "run").SyncByMarkers("left foot", "right foot")).
		Masks(graph.Mask("upper body").Feather("spine_2", 2)).
		Layer("body",
			graph.State("ground").BlendSpace("gait", "speed"),
			graph.State("jump").Clip("jump").PlayMode(assets.Once).To("ground").ExitTime(0.9).Fade(0.2),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1)).
		Layer("arm",
			graph.State("nothing").To("wave").WhenTriggered("greet").Fade(0.2),
			graph.State("wave").Clip("wave").PlayMode(assets.Once).FadeOut(0.4).To("nothing").ExitTime(1)).
		Mask("upper body").
		Add(library, model)
	must(err)
	return id
}

func main() { run(os.Stdout, 6) }

// run plays the game for some seconds.
func run(out io.Writer, seconds float64) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	// guide: own hero
	behavior := behavior(library, model)
	hero, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	heroes := generic.NewMap1[Hero](&world)
	heroes.Assign(hero, &Hero{})
	controller, err := animation.Control(hero, behavior)
	must(err)

	input := &Input{}
	arche.AddResource(&world, input)
	speed, err := library.Graph(behavior).FloatParameter("speed") // once, instead of a name in every frame
	must(err)
	filter := generic.NewFilter2[Hero, components.Transform]()
	must(animation.Schedule().InsertBefore(systems.AtBindSlots, &Steering{animation, filter, speed}))
	// guide: end

	sword, err := animation.Attach(hero, "right_hand", systems.WithOffset(mgl32.Translate3D(0, 0.08, 0)),
		systems.WithTargetLifetime())
	must(err)
	transforms := generic.NewMap1[components.Transform](&world)
	steps := animation.Events().Reader()
	for frame, state := 0, ""; float64(frame) < seconds*60; frame++ {
		*input = Input{Speed: mannequin.WalkSpeed, Jump: frame == 60, Greet: frame == 200}
		must(animation.Update(1.0 / 60))

		now := float64(frame) / 60
		if s := controller.State(0) + ", " + controller.State(1); s != state {
			state = s
			fmt.Fprintf(out, "%.2f s: %s\n", now, state)
		}
		events, _ := animation.Events().Read(&steps)
		for _, event := range events {
			if marker, ok := event.ClipMarker(library); ok {
				fmt.Fprintf(out, "%.2f s: %s on the ground, at %.1f m\n", now, marker.Name,
					transforms.Get(hero).Matrix.Col(3).Z())
			}
		}
		if frame%60 == 30 {
			tip := transforms.Get(sword).Matrix.Mul4x1(mgl32.Vec4{0, 0, 0.9, 1}) // the blade is 0.9 m long
			fmt.Fprintf(out, "%.2f s: the tip of the sword is %.1f m high\n", now, tip.Y())
		}
	}
}

// must stands for the error handling of a game.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
