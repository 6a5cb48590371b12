package systems

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// DetailByView sets the characters' level of detail in every frame from now on, by the system
// [AtSetDetail], which runs before the other systems, and by a second look, after the root motion,
// at characters with [components.RootMotion] that were culled: one that the frame moves into view
// is posed in the same frame. It returns an error if the policy is invalid, or if the schedule
// already has such a system.
func (a *Animation) DetailByView(policy DetailPolicy) error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	system, err := newSetDetail(a.world, policy)
	if err != nil {
		return err
	}
	if err := a.schedule.InsertBefore(AtBindSlots, system); err != nil {
		return err
	}
	return a.schedule.InsertBefore(AtResolveGoals, newRevealMoved(system))
}

// NewView returns the view of a camera, given its projection matrix and its view matrix from world
// to camera space.
func NewView(projection, view mgl32.Mat4) components.View {
	var v components.View
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				v.Matrix[4*c+r] += float32(projection[4*k+r] * view[4*c+k])
			}
		}
	}
	if world, ok := rig.MatrixFromMat4(view).Inverse(); ok {
		v.Position = mgl32.Vec3{world[3], world[7], world[11]}
	}
	return v
}
