package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// FitRows are the numbers of [Fit].
type FitRows [layout.FitRows * Lanes]float32

// Fit adds the part of one child to a sum, which is a rotation of any length in model space. By the
// sum over its children a joint turns so that they come near to new positions. For one child it is
// the shortest rotation. For several it is a step toward the rotation with the least sum of squared
// distances: where that is reached, the axes of the parts cancel.
func Fit(rows *FitRows, joint, child *Matrix) {
	if assembly {
		fitAsm(&rows[0], &joint[0], &child[0])
		return
	}
	fitGeneric((*[12 * Lanes]float32)(rows), joint, child)
}

// TurnByRows are the numbers of [TurnBy].
type TurnByRows [layout.TurnByRows * Lanes]float32

// TurnBy turns a joint by a rotation in model space.
func TurnBy(rows *TurnByRows, parent *Matrix, local *Local) {
	if assembly {
		turnByAsm(&rows[0], &parent[0], &local[0])
		return
	}
	turnByGeneric((*[9 * Lanes]float32)(rows), parent, local)
}

// Rotation writes the rotations of model matrices without shear. The rotation of a mirrored matrix
// is what remains when its first column is reversed.
func Rotation(out *Quat, joint *Matrix) {
	if assembly {
		rotationAsm(&out[0], &joint[0])
		return
	}
	rotationGeneric(out, joint)
}

// LimbPull is how a limb pulls at its first joint.
type LimbPull [layout.LimbPullRows * Lanes]float32

// PullLimb writes where the first joint of a limb is to come, so that the way from there to the
// target is no longer than a part of the limb's length, stretch, and that the end misses the target
// no more. Base and end are where the first and the last joint are.
func PullLimb(point, base, end, target *Point, limb *LimbPull, stretch *[Lanes]float32) {
	if assembly {
		pullLimbAsm(&point[0], &base[0], &end[0], &target[0], &limb[0], &stretch[0])
		return
	}
	pullLimbGeneric(point, base, end, target, (*[3 * Lanes]float32)(limb), (*[1 * Lanes]float32)(stretch))
}

// PullSums are sums over the children of a joint, each weighted by its pull times the length of its
// way.
type PullSums [layout.PullSumsRows * Lanes]float32

// AddPull adds a child to the sums: the point to which it is to come, where it is now, how far that
// is, and its pull.
func AddPull(sums, before *PullSums, point, now *Point, far, pull *[Lanes]float32) {
	if assembly {
		addPullAsm(&sums[0], &before[0], &point[0], &now[0], &far[0], &pull[0])
		return
	}
	addPullGeneric((*[5 * Lanes]float32)(sums), (*[5 * Lanes]float32)(before), point, now, (*[1 * Lanes]float32)(far),
		(*[1 * Lanes]float32)(pull))
}

// FollowPull writes where a joint comes by the pulls of its children: the weighted mean of their
// ways from where it is now, and where they are opposed down to half of it.
func FollowPull(point, now *Point, sums *PullSums) {
	if assembly {
		followPullAsm(&point[0], &now[0], &sums[0])
		return
	}
	followPullGeneric(point, now, (*[5 * Lanes]float32)(sums))
}

// GoAlong writes where a child of a joint that moved from before is to come: to its point, and the
// more along with the joint, the shorter its own way from now is.
func GoAlong(there *Point, joint *Matrix, before, point, now *Point, far *[Lanes]float32) {
	if assembly {
		goAlongAsm(&there[0], &joint[0], &before[0], &point[0], &now[0], &far[0])
		return
	}
	goAlongGeneric(there, joint, before, point, now, (*[1 * Lanes]float32)(far))
}
