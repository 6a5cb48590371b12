package main

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
)

// simulation is the physics engine's side: what it must do for a ragdoll.
type simulation struct {
	world *rigidbody.World
	doll  *rigidbody.Doll
}

// begin makes a capsule of each body where the character shows it, moving as it moves, and joins
// each to the one above it: at its origin, within the limits of the definition. Joints are the
// matrices of the bodies' joints in the world, from which the capsules get the scale of the
// character.
func begin(bodies *ragdoll.Definition, joints []mgl32.Mat4, motions []ragdoll.Motion) (*simulation, error) {
	s := &simulation{world: rigidbody.NewWorld()}
	var err error
	s.doll, err = rigidbody.NewDoll(s.world, bodies, joints, motions)
	return s, err
}

// step moves the bodies by some seconds, while motors turn them toward targets, and returns where
// they are.
func (s *simulation) step(seconds float64, targets []ragdoll.Motion, strength float64,
	dst []ragdoll.Transform,
) []ragdoll.Transform {
	s.doll.Drive(targets, strength)
	s.world.Step(seconds)
	return s.doll.Transforms(dst)
}
