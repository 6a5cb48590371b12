package systems

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
)

// Attach moves every entity with a [components.Attachment] to the joint it follows: its [components.Transform] becomes
// the target's Transform · the joint's model matrix · the offset. If the target is attached itself, as a rider whose hand
// holds a sword, it is moved first, whatever the order of the entities. Characters that follow each other in a circle, or
// beyond a chain of 64, use a Transform of the frame before somewhere.
type Attach struct {
	world       *ecs.World
	attached    *generic.Filter2[components.Attachment, components.Transform]
	bearers     arche.Filter // attached characters, which may be targets
	slots       generic.Map1[components.PoseSlot]
	transforms  generic.Map1[components.Transform]
	attachments generic.Map1[components.Attachment]

	chained []chainedEntity
}

// chainedEntity is an entity whose target is attached too.
type chainedEntity struct {
	entity     ecs.Entity
	attachment *components.Attachment
	transform  *components.Transform
	depth      int // number of attached targets above it
}

// maxChain is the number of attached targets above an entity that are looked at.
const maxChain = 64

// NewAttach returns the system for a world.
func NewAttach(world *ecs.World) *Attach {
	return &Attach{
		world:       world,
		attached:    generic.NewFilter2[components.Attachment, components.Transform](),
		bearers:     arche.All(arche.ComponentID[components.Attachment](world), arche.ComponentID[components.PoseSlot](world)),
		slots:       generic.NewMap1[components.PoseSlot](world),
		transforms:  generic.NewMap1[components.Transform](world),
		attachments: generic.NewMap1[components.Attachment](world),
	}
}

// Name implements [ecs.System].
func (s *Attach) Name() string { return "Attach" }

// Run implements [ecs.System].
func (s *Attach) Run(frame *ecs.Frame) {
	s.chained = s.chained[:0]
	if storeOf(frame).Absent().Attachments {
		return
	}
	query, open := s.attached.Query(s.world), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	if query.Count() == 0 {
		return
	}
	bearers := s.world.Query(s.bearers)
	chains := bearers.Count() > 0
	bearers.Close()
	for query.Next() {
		attachment, transform := query.Get()
		if chains && s.attachmentOf(attachment.Target) != nil {
			s.chained = append(s.chained, chainedEntity{query.Entity(), attachment, transform, 0})
			continue
		}
		s.move(frame, attachment, transform)
	}
	open = false
	s.moveChained(frame)
}

// moveChained moves the entities whose targets are attached, targets first.
func (s *Attach) moveChained(frame *ecs.Frame) {
	if len(s.chained) == 0 {
		return
	}
	for i := range s.chained {
		c := &s.chained[i]
		for above := s.attachmentOf(c.attachment.Target); above != nil && c.depth < maxChain; c.depth++ {
			above = s.attachmentOf(above.Target)
		}
	}
	slices.SortFunc(s.chained, func(a, b chainedEntity) int {
		return cmp.Or(cmp.Compare(a.depth, b.depth), byNumber(a.entity, b.entity))
	})
	for i := range s.chained {
		s.move(frame, s.chained[i].attachment, s.chained[i].transform)
	}
}

// attachmentOf returns the attachment of an entity, or nil.
func (s *Attach) attachmentOf(entity ecs.Entity) *components.Attachment {
	if !ecs.IsAlive(s.world, entity) {
		return nil
	}
	return s.attachments.Get(entity)
}

// move moves an entity to the joint it follows, if there is one.
func (s *Attach) move(frame *ecs.Frame, attachment *components.Attachment, transform *components.Transform) {
	target := attachment.Target
	if !ecs.IsAlive(s.world, target) {
		return
	}
	slot := s.slots.Get(target)
	if slot == nil {
		return
	}
	pool, i := frame.Store.Pool(target, *slot)
	if pool == nil {
		return
	}
	joint := pool.JointMatrix(i, int(attachment.Joint))
	if joint == nil {
		return
	}
	matrix, offset := rig.MatrixAt(joint, 0), rig.MatrixFromMat4(attachment.Offset)
	place := s.transforms.Get(target)
	if attachment.WorldScale {
		if place != nil {
			matrix = rig.MatrixFromMat4(place.Matrix).Mul(matrix)
		}
		matrix = withoutScale(matrix).Mul(offset)
	} else {
		matrix = matrix.Mul(offset)
		if place != nil {
			matrix = rig.MatrixFromMat4(place.Matrix).Mul(matrix)
		}
	}
	transform.Matrix = matrix.Mat4()
}

// withoutScale returns a matrix with its three axes brought to length 1. An axis of length 0 stays.
func withoutScale(m rig.Matrix) rig.Matrix {
	for c := range 3 {
		axis := exact.ToVec3([3]float32{m[c], m[4+c], m[8+c]})
		if length := axis.Length(); length > 0 {
			axis = axis.Scale(1 / length)
		}
		v := axis.Float32()
		m[c], m[4+c], m[8+c] = v[0], v[1], v[2]
	}
	return m
}

// AttachOption configures what [Animation.Attach] and [Animation.AttachModel] attach.
type AttachOption func(*components.Attachment)

// WithOffset places the entity in the joint's space: the matrix takes the entity's model space to the joint's. The
// default is the joint's own place.
func WithOffset(offset mgl32.Mat4) AttachOption {
	return func(a *components.Attachment) { a.Offset = offset }
}

// WithWorldScale keeps the scale of the target and of the joint off the entity; see [components.Attachment]. By default
// it is scaled with them.
func WithWorldScale() AttachOption {
	return func(a *components.Attachment) { a.WorldScale = true }
}

// WithTargetLifetime removes the entity at the beginning of the frame after its target died or lost its Skeleton, and with
// it in the same frame what is attached to it in this way. By default the entity stays where it was.
func WithTargetLifetime() AttachOption {
	return func(a *components.Attachment) { a.RemoveWithTarget = true }
}

// Attach creates an entity that follows a joint of a character: a socket for a mesh ([components.RigidMesh]) or anything
// else. The errors are [ErrNoCharacter], [ErrNoJoint] and [ErrWorldLocked].
func (a *Animation) Attach(target ecs.Entity, joint string, options ...AttachOption) (ecs.Entity, error) {
	if a.world.IsLocked() {
		return ecs.Entity{}, ErrWorldLocked
	}
	attachment, err := a.attachment(target, joint, options)
	if err != nil {
		return ecs.Entity{}, err
	}
	return a.sockets.NewWith(&attachment, &components.Transform{Matrix: mgl32.Ident4()}), nil
}

// AttachModel spawns a model that follows a joint of a character, such as a weapon, a hat or a rider, with all its parts.
// It is a character of its own, as [Animation.Spawn] makes it, so it can play its clips and carry attachments itself; its
// Transform follows the joint from the next frame on. The errors are [ErrNoCharacter], [ErrNoJoint],
// [ErrNoModel] and [ErrWorldLocked]; no entity was created then.
func (a *Animation) AttachModel(target ecs.Entity, joint string, model *assets.Model, options ...AttachOption) (ecs.Entity, error) {
	attachment, err := a.attachment(target, joint, options)
	if err != nil {
		return ecs.Entity{}, err
	}
	entity, err := a.Spawn(model, mgl32.Ident4())
	if err != nil {
		return ecs.Entity{}, err
	}
	a.attachments.Assign(entity, &attachment)
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
	attachment.Target, attachment.Joint = target, int32(j)
	return attachment, nil
}
