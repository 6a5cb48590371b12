package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// AttachOption configures what [Animation.Attach] and [Animation.AttachModel] attach.
type AttachOption func(*components.Attachment)

// WithOffset places the entity in the joint's space: the matrix takes the entity's model space to
// the joint's. The default is the joint's own place.
func WithOffset(offset mgl32.Mat4) AttachOption {
	return func(a *components.Attachment) { a.Offset = offset }
}

// WithWorldScale keeps the scale of the target and of the joint off the entity; see
// [components.Attachment]. By default it is scaled with them.
func WithWorldScale() AttachOption {
	return func(a *components.Attachment) { a.WorldScale = true }
}

// WithTargetLifetime removes the entity at the beginning of the frame after its target died or lost
// its Skeleton, and with it in the same frame what is attached to it in this way. By default the
// entity stays where it was.
func WithTargetLifetime() AttachOption {
	return func(a *components.Attachment) { a.RemoveWithTarget = true }
}

// Attach creates an entity that follows a joint of a character: a socket for a mesh
// ([components.RigidMesh]) or anything else. The errors are [ErrNoCharacter], [ErrNoJoint],
// [ErrTransform] for the offset, and [ErrWorldLocked].
func (a *Animation) Attach(target ecs.Entity, joint string, options ...AttachOption) (ecs.Entity, error) {
	attachment, err := a.attachment(target, joint, options)
	if err != nil {
		return ecs.Entity{}, err
	}
	if a.world.IsLocked() {
		return ecs.Entity{}, ErrWorldLocked
	}
	return a.world.NewEntityFn(func(entity ecs.Entity) {
		*a.attachments.Get(entity) = attachment
		*a.transforms.Get(entity) = components.Transform{Matrix: mgl32.Ident4()}
	}, a.attachments.Kind.ID(), a.transforms.Kind.ID()), nil
}

// AttachModel spawns a model that follows a joint of a character, such as a weapon, a hat or a
// rider, with all its parts. It is a character of its own, as [Animation.Spawn] makes it, so it can
// play its clips and carry attachments itself; its Transform follows the joint from the next frame
// on. The errors are [ErrNoCharacter], [ErrNoJoint], [ErrTransform] for the offset, [ErrNoModel]
// and [ErrWorldLocked]; no entity was created then.
func (a *Animation) AttachModel(target ecs.Entity, joint string, model *assets.Model,
	options ...AttachOption,
) (ecs.Entity, error) {
	attachment, err := a.attachment(target, joint, options)
	if err != nil {
		return ecs.Entity{}, err
	}
	if err := a.checkModel(model); err != nil {
		return ecs.Entity{}, err
	}
	if a.world.IsLocked() {
		return ecs.Entity{}, ErrWorldLocked
	}
	entity := a.spawn(model, mgl32.Ident4())
	access.Assign(&a.attachments, entity, &attachment)
	return entity, nil
}

// attachment returns the component of an entity that follows a joint of a character.
func (a *Animation) attachment(target ecs.Entity, joint string, options []AttachOption) (components.Attachment, error) {
	_, j, err := a.findJoint(target, joint)
	if err != nil {
		return components.Attachment{}, fmt.Errorf("attach: %w", err)
	}
	attachment := components.Attachment{Target: target, Joint: int32(j), Offset: mgl32.Ident4()}
	for _, set := range options {
		if set != nil {
			set(&attachment)
		}
	}
	if err := arguments.Transform(attachment.Offset); err != nil {
		return components.Attachment{}, fmt.Errorf("attach: %w: the offset: %w", ErrTransform, err)
	}
	attachment.Target, attachment.Joint = target, int32(j)
	return attachment, nil
}
