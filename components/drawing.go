package components

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/id"
)

// Transform places an entity: the matrix from its own (model) space to the world's, column-major. A character that is
// drawn without one stands at the origin.
type Transform struct {
	Matrix mgl32.Mat4
}

// SkinnedMesh draws a model's parts on the character, moved by the skins of each. The character's skeleton must be the model's.
type SkinnedMesh struct {
	Model id.Model
	// Hidden has a bit for each of the model's first 64 parts; those whose bit is set are not drawn.
	Hidden uint64
}

// RigidMesh draws a mesh where the entity's [Transform] is.
type RigidMesh struct {
	Mesh id.Mesh
}
