package ecs_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Farewell is a system that removes characters when what they play once is over.
type Farewell struct {
	animation *systems.Animation
	reader    ecs.EventReader
}

func (*Farewell) Name() string { return "Farewell" }

func (f *Farewell) Run(frame *ecs.Frame) {
	events, _ := f.animation.Events().Read(&f.reader)
	for _, event := range events {
		if event.Kind == ecs.PlaybackFinished {
			frame.Defer(event.Entity, func(world *ecs.World) { world.RemoveEntity(event.Entity) })
		}
	}
}

// The world is locked while the systems run. What a system wants to spawn or remove waits for the
// end of the frame.
func ExampleFrame_Defer() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	must(animation.Schedule().InsertAfter(systems.AtAdvance, &Farewell{animation: animation}))

	guest, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(guest).Play(model.Clip("wave")))
	must(animation.Player(guest).SetMode(assets.Once, 0))
	frames := 0
	for world.Alive(guest) {
		must(animation.Update(1.0 / 60))
		frames++
	}
	fmt.Println("the guest left after", frames, "frames")
	// Output:
	// the guest left after 193 frames
}
