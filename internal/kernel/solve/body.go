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

// The rows of [LimbPull].
const (
	LimbLength = 0 // along its bones
	LimbEase   = 1 // how far it may stretch in any case
	LimbShare  = 2 // the part of the pull that counts; 0 for none
)

// LimbPull is how a limb pulls at its first joint.
type LimbPull [3 * Lanes]float32

// PullLimb writes where the first joint of a limb is to come, so that the way from there to the target is no longer than a part of the limb's length,
// stretch, and that the end misses the target no more. Base and end are where the first and the last joint are.
func PullLimb(point, base, end, target *Point, limb *LimbPull, stretch *[Lanes]float32) {
	if assembly {
		pullLimbAsm(&point[0], &base[0], &end[0], &target[0], &limb[0], &stretch[0])
		return
	}
	pullLimbGeneric(point, base, end, target, (*[3 * Lanes]float32)(limb), (*[1 * Lanes]float32)(stretch))
}

// The rows of [PullSums]; the first three are the ways times the weights.
const (
	PullTotal  = 3 // of the weights
	PullEnergy = 4 // of the weights times the lengths of the ways
)

// PullSums are sums over the children of a joint, each weighted by its pull times the length of its way.
type PullSums [5 * Lanes]float32

// AddPull adds a child to the sums: the point to which it is to come, where it is now, how far that is, and its pull.
func AddPull(sums, before *PullSums, point, now *Point, far, pull *[Lanes]float32) {
	if assembly {
		addPullAsm(&sums[0], &before[0], &point[0], &now[0], &far[0], &pull[0])
		return
	}
	addPullGeneric((*[5 * Lanes]float32)(sums), (*[5 * Lanes]float32)(before), point, now, (*[1 * Lanes]float32)(far), (*[1 * Lanes]float32)(pull))
}

// FollowPull writes where a joint comes by the pulls of its children: the weighted mean of their ways from where it is now, and where they are
// opposed down to half of it.
func FollowPull(point, now *Point, sums *PullSums) {
	if assembly {
		followPullAsm(&point[0], &now[0], &sums[0])
		return
	}
	followPullGeneric(point, now, (*[5 * Lanes]float32)(sums))
}

// GoAlong writes where a child of a joint that moved from before is to come: to its point, and the more along with the joint, the shorter its
// own way from now is.
func GoAlong(there *Point, joint *Matrix, before, point, now *Point, far *[Lanes]float32) {
	if assembly {
		goAlongAsm(&there[0], &joint[0], &before[0], &point[0], &now[0], &far[0])
		return
	}
	goAlongGeneric(there, joint, before, point, now, (*[1 * Lanes]float32)(far))
}
