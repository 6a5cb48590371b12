package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// physicsEngine stands for the program's own: its bodies do not fall, they rise.
type physicsEngine struct{ bodies []ragdoll.Transform }

func (p *physicsEngine) begin(motions []ragdoll.Motion) {
	for _, m := range motions { // a capsule each, moving by m.Linear and m.Angular
		p.bodies = append(p.bodies, m.Transform)
	}
}

func (p *physicsEngine) step(seconds float64, _ []ragdoll.Motion) []ragdoll.Transform {
	for i := range p.bodies {
		p.bodies[i].Position[1] += float32(seconds)
	}
	return p.bodies
}

// A character is handed over to a physics engine, and back.
func ExampleAnimation_Ragdoll() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(guard).Play(model.Clip("walk")))
	var physics physicsEngine
	const frame = 1.0 / 60

	// guide: ragdoll
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	must(err)
	doll := animation.Ragdoll(guard)
	must(doll.Bind(bodies)) // poses nothing yet
	must(animation.Update(frame))
	must(animation.Update(frame))

	motions, err := doll.Bodies(nil) // where the bodies are, and how they move
	must(err)
	physics.begin(motions)
	must(doll.Start())
	simulate := func(frames int) {
		for range frames {
			targets, err := doll.Targets(motions) // the animated pose, for motors
			must(err)
			must(doll.SetBodies(physics.step(frame, targets)))
			must(animation.Update(frame))
		}
	}
	simulate(60)

	ground := mgl32.Vec3{}
	clip, err := doll.Settle(ground, model.Clip("idle"), model.Clip("dance")) // the one that fits better
	must(err)
	must(animation.Update(frame)) // from here on the targets are its first pose
	simulate(30)                  // or until doll.Apart() is small
	_, err = doll.GetUp(ground, 0.4, clip)
	must(err)
	// guide: end
	raised, err := animation.JointWorld(guard, "hips")
	must(err)
	fmt.Printf("%d bodies lifted the hips to %.1f m\n", len(motions), raised.Col(3)[1])
	for range 30 {
		must(animation.Update(frame))
	}
	hips, err := animation.JointWorld(guard, "hips")
	must(err)
	fmt.Printf("then they are at %.1f m again\n", hips.Col(3)[1])
	// Output:
	// 18 bodies lifted the hips to 2.4 m
	// then they are at 1.0 m again
}
