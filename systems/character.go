package systems

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Spawn makes an entity of a model, placed in the world by a matrix: a character in its rest pose whose player, once it is
// given a clip, loops it at its authored speed. The entity is removed with the world's RemoveEntity, at any time.
//
// Spawn returns the zero entity, which every method takes and none does anything for, when the model is nil, its
// skeleton is not in the library, or a query over the world is open.
func (a *Animation) Spawn(model *assets.Model, transform mgl32.Mat4) ecs.Entity {
	if model == nil || a.library.Skeleton(model.Skeleton) == nil || a.world.IsLocked() {
		return ecs.Entity{}
	}
	return a.characters.NewWith(
		&components.Skeleton{ID: model.Skeleton},
		&components.AnimationPlayer{Playback: components.Playback{Mode: assets.Loop, Speed: 1}},
		&components.BlendState{},
		&components.SkinnedMesh{Model: model.ID},
		&components.Transform{Matrix: transform},
	)
}

// Pool returns where an entity's pose lives, or nil for an entity that has none or was not in a frame yet.
func (a *Animation) Pool(entity ecs.Entity) (pool *ecs.Pool, slot int) {
	if !a.world.Alive(entity) {
		return nil, 0
	}
	component := a.slots.Get(entity)
	if component == nil {
		return nil, 0
	}
	pool, slot = a.store.Pool(*component)
	if pool == nil || pool.Owner(slot) != entity {
		return nil, 0
	}
	return pool, slot
}

// Palette returns the skinning matrices of a character for a skin of its model ([assets.MatrixSize] numbers an entry), as the last
// frame left them, or nil. The memory is the pose store's, and valid until the next frame.
func (a *Animation) Palette(entity ecs.Entity, skin assets.SkinID) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	return pool.Palette(skin, slot)
}

// Morphs returns a character's morph weights, as the last frame left them, or nil. See [assets.Skeleton.MorphChannels].
func (a *Animation) Morphs(entity ecs.Entity) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	n := pool.Skeleton().MorphCount()
	return pool.Morphs()[slot*n : (slot+1)*n]
}

// KeepModelMatrices asks for a character's model matrices to be kept from the next frame on, by a [components.ModelPose]. It does
// nothing for an entity that is no character, or under an open query.
func (a *Animation) EnableModelMatrices(entity ecs.Entity) {
	if a.world.Alive(entity) && !a.world.IsLocked() && a.modelPose.Get(entity) == nil {
		a.modelPose.Add(entity)
	}
}

// ModelMatrices returns the model matrix of each joint ([assets.MatrixSize] numbers each) of a character that they are kept
// for, as the last frame left them, or nil. The memory is the pose store's, and valid until the next frame.
func (a *Animation) ModelMatrices(entity ecs.Entity) []float32 {
	pool, slot := a.Pool(entity)
	if pool == nil {
		return nil
	}
	return pool.ModelMatrices(slot)
}

// KeepVertices asks for a character to be skinned on the CPU from the next frame on, by [components.SkinnedVertices]. It does
// nothing for an entity that is no character, or under an open query.
func (a *Animation) EnableVertices(entity ecs.Entity) {
	if a.world.Alive(entity) && !a.world.IsLocked() && a.skinned.Get(entity) == nil {
		a.skinned.Add(entity)
	}
}

// Vertices returns the skinned vertices of a primitive of a part of a character's model, as the last frame left them, or nil
// where they are not asked for. The memory is the vertex store's, and valid until the next frame.
func (a *Animation) Vertices(entity ecs.Entity, part, primitive int) *ecs.Vertices {
	if !a.world.Alive(entity) {
		return nil
	}
	asked := a.skinned.Get(entity)
	if asked == nil {
		return nil
	}
	buffer := a.vertices.Buffer(asked.Buffer)
	if buffer == nil || part < 0 || part >= len(buffer.Parts) || primitive < 0 || primitive >= len(buffer.Parts[part]) {
		return nil
	}
	return &buffer.Parts[part][primitive]
}

// ErrNoJoint says that a skeleton has no joint of the name asked for.
var ErrNoJoint = errors.New("there is no such joint")

// Attach makes an entity that follows a character's joint, displaced by offset in the joint's space: a socket, to hang
// a mesh on with [components.RigidMesh]. The errors are [ErrNoCharacter], [ErrNoJoint] and [ErrWorldLocked].
func (a *Animation) Attach(target ecs.Entity, joint string, offset mgl32.Mat4) (ecs.Entity, error) {
	if a.world.IsLocked() {
		return ecs.Entity{}, ErrWorldLocked
	}
	skeleton := a.skeleton(target)
	if skeleton == nil {
		return ecs.Entity{}, ErrNoCharacter
	}
	j, ok := skeleton.Find(joint)
	if !ok {
		return ecs.Entity{}, fmt.Errorf("%w: skeleton %q has no joint %q", ErrNoJoint, skeleton.Name(), joint)
	}
	return a.sockets.NewWith(
		&components.Attachment{Target: target, Joint: int32(j), Offset: offset},
		&components.Transform{Matrix: mgl32.Ident4()},
	), nil
}

// skeleton returns the skeleton of a character, or nil.
func (a *Animation) skeleton(entity ecs.Entity) *assets.Skeleton {
	if !a.world.Alive(entity) {
		return nil
	}
	component := a.skeletons.Get(entity)
	if component == nil {
		return nil
	}
	return a.library.Skeleton(component.ID)
}

// MoveByRoot has a character moved by the root motion of its clips from the next frame on, by a [components.RootMotion]. It does nothing for an entity that is
// no character, or under an open query.
func (a *Animation) EnableRootMotion(entity ecs.Entity) {
	if a.world.Alive(entity) && !a.world.IsLocked() && a.roots.Get(entity) == nil {
		a.roots.Add(entity)
	}
}
