package systems

import (
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Attach moves every entity with a [components.Attachment] to the joint it follows: its [components.Transform] becomes
// the target's Transform · the joint's model matrix · the offset. Entities are moved in the order of the world. So if
// the target itself is attached and comes later, its Transform of the frame before is used.
type Attach struct {
	world      *ecs.World
	attached   *generic.Filter2[components.Attachment, components.Transform]
	slots      generic.Map1[components.PoseSlot]
	transforms generic.Map[components.Transform]
}

// NewAttach returns the system for a world.
func NewAttach(world *ecs.World) *Attach {
	return &Attach{
		world:      world,
		attached:   generic.NewFilter2[components.Attachment, components.Transform](),
		slots:      generic.NewMap1[components.PoseSlot](world),
		transforms: generic.NewMap[components.Transform](world),
	}
}

// Name implements [ecs.System].
func (s *Attach) Name() string { return "Attach" }

// Run implements [ecs.System].
func (s *Attach) Run(frame *ecs.Frame) {
	query, open := s.attached.Query(s.world), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		attachment, transform := query.Get()
		target := attachment.Target
		if !ecs.IsAlive(s.world, target) {
			continue
		}
		slot := s.slots.Get(target)
		if slot == nil {
			continue
		}
		pool, i := frame.Store.Pool(target, *slot)
		if pool == nil {
			continue
		}
		model := pool.JointMatrix(i, int(attachment.Joint))
		if model == nil {
			continue
		}
		matrix := rig.MatrixAt(model, 0).Mul(rig.MatrixFromMat4(attachment.Offset))
		if s.transforms.Has(target) {
			matrix = rig.MatrixFromMat4(s.transforms.Get(target).Matrix).Mul(matrix)
		}
		transform.Matrix = matrix.Mat4()
	}
	open = false
}
