package systems

import (
	"cmp"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
)

// attachSystem moves every entity with a [components.Attachment] to the joint it follows: its
// [components.Transform] becomes the target's Transform · the joint's model matrix · the offset. If
// the target is attached itself, as a rider whose hand holds a sword, it is moved first, whatever
// the order of the entities. Characters that follow each other in a circle, or beyond a chain of
// 64, use a Transform of the frame before somewhere.
type attachSystem struct {
	world       *ecs.World
	attached    arche.Filter
	bearers     arche.Filter // attached characters, which may be targets
	slots       access.Component[components.PoseSlot]
	transforms  access.Component[components.Transform]
	attachments access.Component[components.Attachment]

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

// newAttach returns the system for a world.
func newAttach(world *ecs.World) *attachSystem {
	s := &attachSystem{
		world:       world,
		slots:       access.ComponentOf[components.PoseSlot](world),
		transforms:  access.ComponentOf[components.Transform](world),
		attachments: access.ComponentOf[components.Attachment](world),
	}
	s.attached = arche.All(s.attachments.ID(), s.transforms.ID())
	s.bearers = arche.All(s.attachments.ID(), s.slots.ID())
	return s
}

// Name implements [ecs.System].
func (s *attachSystem) Name() string { return "Attach" }

// Run implements [ecs.System].
func (s *attachSystem) Run(frame *ecs.Frame) {
	s.chained = s.chained[:0]
	if storeOf(frame).Absent().Attachments {
		return
	}
	query, open := s.world.Query(s.attached), true
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
		attachment, transform := s.attachments.In(&query), s.transforms.In(&query)
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
func (s *attachSystem) moveChained(frame *ecs.Frame) {
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
func (s *attachSystem) attachmentOf(entity ecs.Entity) *components.Attachment {
	if !ecs.IsAlive(s.world, entity) {
		return nil
	}
	return s.attachments.Get(entity)
}

// move moves an entity to the joint it follows, if there is one.
func (s *attachSystem) move(frame *ecs.Frame, attachment *components.Attachment, transform *components.Transform) {
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
