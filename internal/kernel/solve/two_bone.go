package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// TwoBoneRows are the numbers of [TwoBone].
type TwoBoneRows [layout.TwoBoneRows * Lanes]float32

// TwoBoneJoints are a limb: the model matrices of its joints and of their parents, and the joints'
// local transforms. A parent that is no joint is the identity. Other joints may lie between, such
// as twist joints.
type TwoBoneJoints struct {
	RootParent, Root, MiddleParent, Middle, End *Matrix
	RootLocal, MiddleLocal                      *Local
}

// TwoBone bends a limb of two bones so that the end joint comes to a target. The law of cosines
// gives the angles. The side to which it bends is that of a pole, or the side to which the animated
// limb bends, turned with the limb. A target that is too far is approached with the limb stretched;
// one that is too near with the limb folded as far as it goes.
//
// The direction of the bend is the given one in the root joint's space, not the animated one, so
// that a limb that is animated straight bends too. A limb with a bone of length 0 stays as it is. A
// target at the root joint leaves the direction of the limb as it is, a pole in line with the
// target leaves the side of the bend.
func TwoBone(rows *TwoBoneRows, j *TwoBoneJoints) {
	if assembly {
		twoBoneAsm(&rows[0], &j.RootParent[0], &j.Root[0], &j.MiddleParent[0], &j.Middle[0], &j.End[0],
			&j.RootLocal[0], &j.MiddleLocal[0])
		return
	}
	twoBoneGeneric((*[26 * Lanes]float32)(rows), j.RootParent, j.Root, j.MiddleParent, j.Middle, j.End,
		j.RootLocal, j.MiddleLocal)
}

// TurnToRows are the numbers of [TurnTo].
type TurnToRows [layout.TurnToRows * Lanes]float32

// TurnTo turns a joint so that it has a rotation in model space, such as a hand at the end of a
// limb. The matrices are those before its ancestors were turned.
func TurnTo(rows *TurnToRows, parent, joint *Matrix, local *Local) {
	if assembly {
		turnToAsm(&rows[0], &parent[0], &joint[0], &local[0])
		return
	}
	turnToGeneric((*[14 * Lanes]float32)(rows), parent, joint, local)
}
