package components

import "github.com/sinew-go/sinew/assets/id"

// Skeleton makes an entity a character: it is posed in every frame.
type Skeleton struct {
	ID id.Skeleton
}

// PoseSlot is where a character's pose lives in the pose store. The first system of the frame adds it to every entity with
// a [Skeleton] and keeps it up to date; others only read it.
type PoseSlot struct {
	Pool int32 // 1 + the index of the skeleton's pool; 0 while the entity has none
	Slot int32 // the place in the pool
}

// ModelPose asks for the character's model matrices to be kept, one for each joint, from every frame to the next. Without it
// they are made in passing and forgotten.
type ModelPose struct{}

// SkinnedVertices asks for the character's vertices to be skinned on the CPU in every frame.
type SkinnedVertices struct {
	Buffer int32 // 1 + the index of the entity's vertices; kept by the systems
}
