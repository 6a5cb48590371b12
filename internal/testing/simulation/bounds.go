package simulation

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// measure is a block system that puts boxes around the characters.
type measure struct {
	joints map[assets.SkeletonID]assets.JointBounds
	boxes  [][6]float32 // by the entity's number: the least x, y, z, the greatest x, y, z
}

// maxEntities is above the number of entities that ever live at once.
const maxEntities = 4096

func newMeasure(c *Cast) *measure {
	m := &measure{map[assets.SkeletonID]assets.JointBounds{}, make([][6]float32, maxEntities)}
	for _, model := range c.Models {
		m.joints[model.Skeleton] = model.JointBounds(c.Library)
	}
	return m
}

// Name implements [ecs.BlockSystem].
func (m *measure) Name() string { return "measure" }

// RunBlock implements [ecs.BlockSystem].
func (m *measure) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	joints := m.joints[b.Pool.ID()]
	if len(joints.Joints) == 0 {
		return
	}
	var bounds [kernel.BoundsSize]float32
	kernel.EmptyBounds(&bounds)
	kernel.Bounds(&bounds, b.Model, joints.Joints, joints.Boxes)
	for lane, slot := range b.Slots[:b.Lanes] {
		box := &m.boxes[b.Pool.Owner(int(slot)).ID()]
		for i := range box {
			box[i] = bounds[i*kernel.Lanes+lane]
		}
	}
}
