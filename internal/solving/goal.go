package solving

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Goal is what a solver works toward for one character in one frame. The fields have the order of
// the rows that solvers read.
type Goal struct {
	// Target is a point in the space of TargetSpace.
	Target [3]float32
	// Pole is a point to which a limb bends, PoleDirection the direction that is up for a joint
	// that aims, of any length. Both are in the space of PoleSpace.
	Pole, PoleDirection [3]float32
	// Rotation is a rotation in the space of TargetSpace, xyzw, for solvers that need one.
	Rotation [4]float32
	// HasPole reports that there is a pole, HasRotation that there is a rotation.
	HasPole, HasRotation bool
	// Weight is how far the solver changes the pose, 0 to 1.
	Weight float32
	// TargetSpace and PoleSpace are what the goal is relative to.
	TargetSpace, PoleSpace Space
}

// Space is what a goal is relative to: [ModelSpace], [WorldAxes] or [JointSpace].
type Space int16

const (
	// ModelSpace is the model space of the character.
	ModelSpace Space = 0
	// WorldAxes is the origin of the character, with the axes of the world.
	WorldAxes Space = -1
	// NoJoint is a joint that does not exist.
	NoJoint Space = -2
)

// JointSpace returns the space of a joint of the character, as its motions pose it. A goal in a
// joint that its skeleton does not have counts as one of weight 0.
func JointSpace(joint int32) Space {
	if joint < 0 || joint >= math.MaxInt16 {
		return NoJoint
	}
	return Space(joint) + 1
}

// Joint returns the joint of a [JointSpace], or a number below 0.
func (s Space) Joint() int { return int(s) - 1 }

// TurnedBy returns a rotation, xyzw, that a matrix takes along, and reports whether it has one: the
// matrix has no shear.
func TurnedBy(m rig.Matrix, rotation [4]float32) ([4]float32, bool) {
	t, err := m.Decompose()
	if err != nil {
		return rotation, false
	}
	q := exact.ToQuat(exact.XYZW(t.Rotation)).Mul(exact.ToQuat(rotation).Normalized())
	return q.Normalized().Float32(), true
}

// Direction returns a direction that a matrix takes along, at length 1.
func Direction(m rig.Matrix, v [3]float32) [3]float32 {
	m[3], m[7], m[11] = 0, 0, 0
	return exact.ToVec3(m.Point(v)).Normalized().Float32()
}
