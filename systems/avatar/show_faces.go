package avatar

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// AtShowFaces is the system that shows the faces of avatars: it turns their eyes and changes their
// morph weights, after the pose modifiers.
const AtShowFaces ecs.SystemName = "ShowFaces"

// showFaces is the system.
type showFaces struct{ avatars *Avatars }

// Name implements [ecs.BlockSystem].
func (*showFaces) Name() string { return string(AtShowFaces) }

// RunBlock implements [ecs.BlockSystem].
func (s *showFaces) RunBlock(_ *ecs.Frame, block *ecs.Block) {
	for lane := range block.Lanes() {
		component, file := s.of(block, lane)
		if file == nil {
			continue
		}
		face := vrm.Face{Expressions: component.Expressions[:], Yaw: component.Yaw, Pitch: component.Pitch}
		if component.Gaze == components.GazeAtTarget {
			face.LooksAtTarget, face.Target = true, component.Target
			if t := s.avatars.transforms.Get(block.Pool().Owner(block.Slot(lane))); t != nil {
				inverse, ok := rig.MatrixFromMat4(t.Matrix).Inverse()
				if face.LooksAtTarget = ok; ok {
					face.Target = inverse.Point(component.Target)
				}
			}
		}
		file.ShowFace(block.Local(lane), block.Morphs(lane), &face)
	}
}

// Repeat implements [ecs.Repeatable]: it turns the eyes as RunBlock did, by what that left in the
// numbers of the pose.
func (s *showFaces) Repeat(_ *ecs.Frame, block *ecs.Block) {
	if _, file := s.of(block, 0); file != nil {
		file.TurnEyes(block.Local(0), block.Morphs(0))
	}
}

// of returns the component and the file of the character in a lane, or nil if it is no avatar.
func (s *showFaces) of(block *ecs.Block, lane int) (*components.Avatar, *vrm.Avatar) {
	component := s.avatars.avatars.Get(block.Pool().Owner(block.Slot(lane)))
	if component == nil {
		return nil, nil
	}
	file := s.avatars.files[component.Model].avatar
	if file == nil || file.Model.Skeleton != block.Pool().ID() {
		return nil, nil // or the program gave the character another skeleton
	}
	return component, file
}
