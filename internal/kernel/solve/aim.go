package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// Ray is a ray that moves with a joint.
type Ray [layout.RayRows * Lanes]float32

// PlaceRay takes a ray from the space of a joint to model space.
func PlaceRay(ray *Ray, joint *Matrix, own *Ray) {
	if assembly {
		rayAsm(&ray[0], &joint[0], &own[0])
		return
	}
	rayGeneric((*[9 * Lanes]float32)(ray), joint, (*[9 * Lanes]float32)(own))
}

// Aimed are the results of [Aim].
type Aimed [layout.AimedRows * Lanes]float32

// AimShare is how far a joint turns.
type AimShare [layout.AimShareRows * Lanes]float32

// AimUp is the roll of a ray.
type AimUp [layout.AimUpRows * Lanes]float32

// AimKind selects what [Aim] leaves out. All kinds have the same bits for a lane that does not need
// it.
type AimKind uint8

// The kinds of [Aim], each with what the one before does.
const (
	AimWhole   AimKind = iota // the joint makes the whole rotation
	AimByShare                // it makes a part of it
	AimLimited                // no more than a largest angle
	AimRolled                 // the ray rolls about itself, until its up direction is a wanted one
)

// Aim turns a joint so that a ray meets a target. The ray begins at a point that moves with the
// joint, such as an eye that moves with the neck. The rotation is the shortest one; if an up
// direction is wanted, the ray then rolls about itself.
//
// A joint in a chain makes a share of the rotation. All joints of the chain are given the matrices
// and the ray of the pose before. A joint turns the target the other way instead of the joints
// below it, and hands it on to the next one.
//
// A target that is nearer to the joint than the ray passes is met by the nearest direction. A
// target at the joint leaves it as it is.
func Aim(kind AimKind, out *Aimed, ray *Ray, target *Point, share *AimShare, up *AimUp, weight *[Lanes]float32, parent,
	joint *Matrix, local *Local,
) {
	if assembly {
		switch kind {
		case AimWhole:
			aimAsm(&out[0], &ray[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0])
		case AimByShare:
			aimShareAsm(&out[0], &ray[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0], &share[0])
		case AimLimited:
			aimLimitAsm(&out[0], &ray[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0], &share[0])
		default:
			aimRollAsm(&out[0], &ray[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0], &share[0], &up[0])
		}
		return
	}
	rows, line := (*[7 * Lanes]float32)(out[:]), (*[9 * Lanes]float32)(ray)
	switch kind {
	case AimWhole:
		aimGeneric(rows, line, target, weight, parent, joint, local)
	case AimByShare:
		aimShareGeneric(rows, line, target, weight, parent, joint, local, (*[Lanes]float32)(share[:]))
	case AimLimited:
		aimLimitGeneric(rows, line, target, weight, parent, joint, local, (*[3 * Lanes]float32)(share))
	default:
		aimRollGeneric((*[10 * Lanes]float32)(out), line, target, weight, parent, joint, local,
			(*[3 * Lanes]float32)(share), (*[4 * Lanes]float32)(up))
	}
}

// AimJoint is [PlaceRay] and [Aim] for a ray that begins at the joint itself, which makes the whole
// rotation. It writes the rotation alone.
func AimJoint(kind AimKind, out *Aimed, own *Ray, target *Point, share *AimShare, up *AimUp, weight *[Lanes]float32,
	parent, joint *Matrix, local *Local,
) {
	if assembly {
		switch kind {
		case AimWhole:
			aimJointAsm(&out[0], &own[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0])
		case AimByShare, AimLimited:
			aimJointLimitAsm(&out[0], &own[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0], &share[0])
		default:
			aimJointRollAsm(&out[0], &own[0], &target[0], &weight[0], &parent[0], &joint[0], &local[0],
				&share[0], &up[0])
		}
		return
	}
	rows, line := (*[4 * Lanes]float32)(out[:]), (*[9 * Lanes]float32)(own)
	switch kind {
	case AimWhole:
		aimJointGeneric(rows, line, target, weight, parent, joint, local)
	case AimByShare, AimLimited:
		aimJointLimitGeneric(rows, line, target, weight, parent, joint, local, (*[3 * Lanes]float32)(share))
	default:
		aimJointRollGeneric(rows, line, target, weight, parent, joint, local, (*[3 * Lanes]float32)(share),
			(*[4 * Lanes]float32)(up))
	}
}

// TargetRows are the numbers of [LimitTarget].
type TargetRows [layout.TargetRows * Lanes]float32

// LimitTarget moves a target to the nearest pitch, then yaw, then angle from the front that a ray
// may have, and no further than a step from the direction before. An ignored target is replaced by
// the direction that the ray has.
func LimitTarget(rows *TargetRows, frame *Matrix) {
	if assembly {
		limitTargetAsm(&rows[0], &frame[0])
		return
	}
	limitTargetGeneric((*[32 * Lanes]float32)(rows), frame)
}
