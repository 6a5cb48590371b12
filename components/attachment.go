package components

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/go-gl/mathgl/mgl32"
)

// Attachment makes an entity follow a joint of a character: a sword in a hand, a hat, a camera, a socket for any of them. In
// every frame the entity's [Transform] becomes target's Transform · model matrix of the joint · Offset.
type Attachment struct {
	// Target is the character. While it is dead or has no pose, the entity stays where it was.
	Target arche.Entity
	// Joint is the index of the joint in the target's skeleton. While there is no such joint, the entity stays where it was.
	Joint int32
	// Offset takes the entity's space to the joint's.
	Offset mgl32.Mat4
}
