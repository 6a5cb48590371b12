package posing

// Joint numbers the joints in the order of the skeleton, parents first. The joints of the right arm
// and leg follow the joints of the left at a fixed distance.
type Joint int

// The joints of the middle and of the left side; see [Joint.On] for the right side.
const (
	Root Joint = iota
	Hips
	Spine1
	Spine2
	Spine3
	Spine4
	Neck1
	Neck2
	Head
	Clavicle
	UpperArm
	UpperArmTwist
	Forearm
	ForearmTwist
	Hand
	Index      // a metacarpal and three phalanges for each of four fingers, then three joints of the thumb
	middle     = Index + 4
	ring       = Index + 8
	Pinky      = Index + 12
	Thumb      = Index + 16
	Thigh      = Thumb + 3 + ArmJoints
	Shin       = Thigh + 1
	Foot       = Thigh + 2
	Toe        = Thigh + 3
	ArmJoints  = Thumb + 3 - Clavicle
	legJoints  = 4
	JointCount = int(Thigh + 2*legJoints)
)

// Side is a side of the body.
type Side int

// The sides. The left one is toward +X.
const (
	Left Side = iota
	Right
)

// BothSides lists the sides in the order of the joints.
var BothSides = [2]Side{Left, Right}

// Sign returns 1 on the left and -1 on the right.
func (s Side) Sign() float64 { return float64(1 - 2*s) }

// On returns the joint on a side for a joint of the left side, and a joint of the middle unchanged.
//
//go:noinline // at its many calls it would be larger
func (j Joint) On(s Side) Joint {
	switch {
	case s == Left || j < Clavicle:
		return j
	case j < Thigh:
		return j + ArmJoints
	default:
		return j + legJoints
	}
}

// Opposite returns the joint of the other side, and a joint of the middle unchanged.
func (j Joint) Opposite() Joint {
	switch {
	case j < Clavicle:
		return j
	case j < Clavicle+ArmJoints || j >= Thigh && j < Thigh+legJoints:
		return j.On(Right)
	case j < Thigh:
		return j - ArmJoints
	default:
		return j - legJoints
	}
}

// OnLeft returns the joint on the left side for a joint of either side, and a joint of the middle
// unchanged.
func (j Joint) OnLeft() Joint { return min(j, j.Opposite()) }
