package mannequin

// joint numbers the joints in the order of the skeleton, parents first. The joints of the right arm
// and leg follow the joints of the left at a fixed distance.
type joint int

// The joints of the middle and of the left side; see [joint.on] for the right side.
const (
	root joint = iota
	hips
	spine1
	spine2
	spine3
	spine4
	neck1
	neck2
	head
	clavicle
	upperArm
	upperArmTwist
	forearm
	forearmTwist
	hand
	index      // a metacarpal and three phalanges for each of four fingers, then three joints of the thumb
	middle     = index + 4
	ring       = index + 8
	pinky      = index + 12
	thumb      = index + 16
	thigh      = thumb + 3 + armJoints
	shin       = thigh + 1
	foot       = thigh + 2
	toe        = thigh + 3
	armJoints  = thumb + 3 - clavicle
	legJoints  = 4
	jointCount = int(thigh + 2*legJoints)
)

// side is a side of the body.
type side int

// The sides. The left one is toward +X.
const (
	left side = iota
	right
)

// bothSides lists the sides in the order of the joints.
var bothSides = [2]side{left, right}

// sign returns 1 on the left and -1 on the right.
func (s side) sign() float64 { return float64(1 - 2*s) }

// on returns the joint on a side for a joint of the left side, and a joint of the middle unchanged.
//
//go:noinline // at its many calls it would be larger
func (j joint) on(s side) joint {
	switch {
	case s == left || j < clavicle:
		return j
	case j < thigh:
		return j + armJoints
	default:
		return j + legJoints
	}
}

// opposite returns the joint of the other side, and a joint of the middle unchanged.
func (j joint) opposite() joint {
	switch {
	case j < clavicle:
		return j
	case j < clavicle+armJoints || j >= thigh && j < thigh+legJoints:
		return j.on(right)
	case j < thigh:
		return j - armJoints
	default:
		return j - legJoints
	}
}

// onLeft returns the joint on the left side for a joint of either side, and a joint of the middle
// unchanged.
func (j joint) onLeft() joint { return min(j, j.opposite()) }
