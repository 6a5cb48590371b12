package systems

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/keptjoints"
)

// attachSystem moves every entity with a [components.Attachment] to the joint it follows: its
// [components.Transform] becomes the target's Transform · the joint's model matrix · the offset. If
// the target is attached itself, as a rider whose hand holds a sword, it is moved first, whatever
// the order of the entities. Of characters that follow each other in a circle one is at the joint
// as the frame before left it, where ResolveGoals moved it.
type attachSystem struct {
	dependents *dependents
}

// newAttach returns the system, given what finds the attached entities.
func newAttach(dependents *dependents) attachSystem { return attachSystem{dependents} }

// Name implements [ecs.System].
func (attachSystem) Name() string { return "Attach" }

// Run implements [ecs.System].
func (s attachSystem) Run(frame *ecs.Frame) {
	d := s.dependents
	isFound := d.frame == frame && d.number == frame.Store.Frame()
	if !isFound { // the schedule has no ResolveGoals
		d.find(frame)
		d.sort()
	}
	hanging := d.hanging.sorted
	for i := range hanging {
		if h := &hanging[i]; !h.isReleased || !isFound {
			h.move()
		}
	}
	d.frame = nil
}

// move moves the entity to the joint it follows, if there is one.
func (h *hangingEntity) move() {
	matrix, offset := identity, rig.MatrixFromMat4(h.attachment.Offset)
	if h.attachment.Joint != components.EveryJoint {
		joint := keptjoints.Matrix(h.target, int(h.targetSlot), int(h.attachment.Joint))
		if joint == nil {
			return
		}
		matrix = rig.MatrixAt(joint, 0)
	}
	if h.attachment.WorldScale {
		if h.place != nil {
			matrix = rig.MatrixFromMat4(h.place.Matrix).Mul(matrix)
		}
		matrix = withoutScale(matrix).Mul(offset)
	} else {
		matrix = matrix.Mul(offset)
		if h.place != nil {
			matrix = rig.MatrixFromMat4(h.place.Matrix).Mul(matrix)
		}
	}
	h.transform.Matrix = matrix.Mat4()
}

// identity is where a target stands, in its model space.
var identity = rig.Matrix{0: 1, 5: 1, 10: 1}

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
