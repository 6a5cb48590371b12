package solve

import "github.com/sinew-go/sinew/internal/kernel"

//go:generate sh -c "cd ../asmgen && go run . -set solve -plain ../solve/generic.go -out ../solve/solve_amd64.s -stubs ../solve/stubs_amd64.go -fallback ../solve/stubs_other.go -pkg solve"

// Lanes is the number of characters that are solved together.
const Lanes = kernel.Lanes

type (
	// Matrix is a joint's model matrix in 8 lanes: 12 rows, 3x4 row-major.
	Matrix = [kernel.BlockMatrixSize]float32
	// Local is a joint's local transform in 8 lanes: 10 rows, rotation xyzw, translation xyz, scale xyz.
	Local = [kernel.GroupSize]float32
)

// The rows of [TwoBoneRows].
const (
	TwoBoneTarget    = 0  // point to reach, in model space
	TwoBonePole      = 3  // point to which the middle joint points, in model space
	TwoBoneHasPole   = 6  // above 0.5 if there is a pole; without one the limb bends to its animated side
	TwoBoneWeight    = 7  // 0 to 1
	TwoBoneSoftness  = 8  // fraction of the limb's length from which reaching is softened; 1 for not at all
	TwoBoneBend      = 9  // direction to which the middle joint bends, in the root joint's space
	TwoBoneKeepEnd   = 12 // above 0.5 if the end joint keeps its rotation in model space
	TwoBoneTwist     = 13 // sine and cosine of the angle by which the pole is turned about the limb
	TwoBoneRootOut   = 16 // new local rotation of the root joint
	TwoBoneMiddleOut = 20 // of the middle joint
	TwoBoneEndOut    = 24 // of the end joint
)

// TwoBoneRows are the numbers of [TwoBone].
type TwoBoneRows [28 * Lanes]float32

// TwoBoneJoints are a limb: the model matrices of its joints and of their parents, and the joints' local transforms. A parent
// that is no joint is the identity. Other joints may lie between, such as twist joints.
type TwoBoneJoints struct {
	RootParent, Root, MiddleParent, Middle, EndParent, End *Matrix
	RootLocal, MiddleLocal, EndLocal                       *Local
}

// TwoBone bends a limb of two bones so that the end joint comes to a target. The law of cosines gives the angles. The side
// to which it bends is that of a pole, or the side to which the animated limb bends, turned with the limb. A target that is
// too far is approached with the limb stretched; one that is too near with the limb folded as far as it goes.
//
// The direction of the bend is the given one in the root joint's space, not the animated one, so that a limb that is
// animated straight bends too. A limb with a bone of length 0 stays as it is. A target at the root joint leaves the
// direction of the limb as it is, a pole in line with the target leaves the side of the bend.
func TwoBone(rows *TwoBoneRows, j *TwoBoneJoints) {
	if avx2 {
		twoBoneAVX2(&rows[0], &j.RootParent[0], &j.Root[0], &j.MiddleParent[0], &j.Middle[0], &j.EndParent[0], &j.End[0],
			&j.RootLocal[0], &j.MiddleLocal[0], &j.EndLocal[0])
		return
	}
	twoBoneGeneric((*[28 * Lanes]float32)(rows), j.RootParent, j.Root, j.MiddleParent, j.Middle, j.EndParent, j.End,
		j.RootLocal, j.MiddleLocal, j.EndLocal)
}

// ChildModel writes a joint's model matrices: the parent's times the local transform, with the bits of
// [kernel.LocalToModel].
func ChildModel(model, parent *Matrix, local *Local) {
	if avx2 {
		childModelAVX2(&model[0], &parent[0], &local[0])
		return
	}
	childModelGeneric(model, parent, local)
}
