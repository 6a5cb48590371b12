package solve

// The rows of [FitRows].
const (
	FitThere  = 0 // new position of the child, in model space
	FitWeight = 3 // how much the child counts
	FitSum    = 4 // the sum over the children before
	FitOut    = 8 // the sum with this child
)

// FitRows are the numbers of [Fit].
type FitRows [12 * Lanes]float32

// Fit adds the part of one child to a sum, which is a rotation of any length in model space. By the sum over its children a joint
// turns so that they come near to new positions. For one child it is the shortest rotation. For several it is a step toward the rotation
// with the least sum of squared distances: where that is reached, the axes of the parts cancel.
func Fit(rows *FitRows, joint, child *Matrix) {
	if assembly {
		fitAsm(&rows[0], &joint[0], &child[0])
		return
	}
	fitGeneric((*[12 * Lanes]float32)(rows), joint, child)
}

// The rows of [TurnByRows].
const (
	TurnBySum    = 0 // a rotation in model space, of any length
	TurnByWeight = 4 // the joint turns where this is above 0
	TurnByOut    = 5 // new local rotation
)

// TurnByRows are the numbers of [TurnBy].
type TurnByRows [9 * Lanes]float32

// TurnBy turns a joint by a rotation in model space.
func TurnBy(rows *TurnByRows, parent *Matrix, local *Local) {
	if assembly {
		turnByAsm(&rows[0], &parent[0], &local[0])
		return
	}
	turnByGeneric((*[9 * Lanes]float32)(rows), parent, local)
}

// Rotation writes the rotations of model matrices without shear. The rotation of a mirrored matrix is what remains when its first column is
// reversed.
func Rotation(out *Quat, joint *Matrix) {
	if assembly {
		rotationAsm(&out[0], &joint[0])
		return
	}
	rotationGeneric(out, joint)
}
