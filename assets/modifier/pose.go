package modifier

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solvers"
)

// Pose is one character's pose while a [Func] changes it. It is valid during the call only: after
// that, as of nil, its methods return nothing and change nothing.
type Pose solvers.Pose

// Skeleton returns the character's skeleton.
func (p *Pose) Skeleton() *rig.Skeleton { return (*solvers.Pose)(p).Skeleton() }

// Target returns the target of the solver's goal, a point in model space.
func (p *Pose) Target() mgl32.Vec3 { return (*solvers.Pose)(p).Goal().Target }

// Rotation returns the rotation of the solver's goal in model space, xyzw at length 1, if it has
// one.
func (p *Pose) Rotation() (rotation [4]float32, ok bool) {
	goal := (*solvers.Pose)(p).Goal()
	return goal.Rotation, goal.HasRotation
}

// Pole returns the pole of the solver's goal, if it has one: as a point in model space, and as a
// direction of length 1.
func (p *Pose) Pole() (point, direction mgl32.Vec3, ok bool) {
	goal := (*solvers.Pose)(p).Goal()
	return goal.Pole, goal.PoleDirection, goal.HasPole
}

// Weight returns the weight of the solver's goal, above 0.
func (p *Pose) Weight() float32 { return (*solvers.Pose)(p).Goal().Weight }

// Delta returns the time since the last frame, in seconds.
func (p *Pose) Delta() float32 { return (*solvers.Pose)(p).Delta() }

// Level returns the level of detail at which the character is posed; 0 is full detail.
func (p *Pose) Level() int { return (*solvers.Pose)(p).Level() }

// Local returns the transform of a joint relative to its parent, or the identity if there is no
// such joint.
func (p *Pose) Local(joint int) rig.TRS { return (*solvers.Pose)(p).Local(joint) }

// SetLocal sets the transform of a joint relative to its parent, and reports whether the solver may
// change the joint. The rotation is normalized. A transform that is not finite, or a rotation of
// length 0, changes nothing.
func (p *Pose) SetLocal(joint int, t rig.TRS) bool { return (*solvers.Pose)(p).SetLocal(joint, t) }

// Model returns the model matrix of a joint, with all changes made before, or the identity if there
// is no such joint.
func (p *Pose) Model(joint int) rig.Matrix { return (*solvers.Pose)(p).Model(joint) }

// SetModel sets a joint's model matrix: its transform becomes the one relative to the parent that
// leads there. It reports whether the solver may change the joint. A matrix without a rotation, or
// with shear relative to the parent, changes nothing.
func (p *Pose) SetModel(joint int, m rig.Matrix) bool { return (*solvers.Pose)(p).SetModel(joint, m) }
