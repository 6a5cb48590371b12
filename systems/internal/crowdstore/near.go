package crowdstore

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/ecs"
)

// Near appends the members whose Transform is at most a radius from a point in world space, the
// nearest first, and of those at one distance the lowest entity. It looks at each block, and at the
// members of those near the point.
func (s *Store) Near(list []ecs.Entity, point mgl32.Vec3, radius float32) []ecs.Entity {
	s.near = s.near[:0]
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.count == 0 || s.kinds[b.kind].Rigs == nil {
			continue
		}
		if b.stale {
			s.measure(i)
		}
		// The sphere around the block holds what members reach. Their Transforms are as far outside
		// of it as the middle of that is from them.
		reach, by := &s.kinds[b.kind].Reach, &s.carried[b.carrier]
		outside := float32(math.Inf(1)) // a model that is a point tells nothing of scales
		if reach.Radius > 0 {
			outside = reach.Center.Len() * b.most / reach.Radius
		}
		sphere := s.carry(b.carrier, &mgl32.Vec4{b.center[0], b.center[1], b.center[2], b.radius + outside})
		if !(sphere.Vec3().Sub(point).Len() <= radius+sphere[3]) {
			continue
		}
		for slot := i * BlockLanes; slot < i*BlockLanes+int(b.count); slot++ {
			m := &s.members[slot].transform
			at := mgl32.Vec3{m[3], m[7], m[11]}
			if b.carrier != 0 {
				at = by.matrix.Point(at)
			}
			if distance := at.Sub(point).Len(); distance <= radius {
				s.near = append(s.near, nearMember{s.owners[slot], distance})
			}
		}
	}
	slices.SortFunc(s.near, func(a, b nearMember) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.entity.ID(), b.entity.ID()))
	})
	for _, n := range s.near {
		list = append(list, n.entity)
	}
	return list
}

// nearMember is a member that Near found.
type nearMember struct {
	entity   ecs.Entity
	distance float32
}
