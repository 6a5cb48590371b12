package solve

import "github.com/sinew-go/sinew/internal/kernel/layout"

// OverrideRows are the settings of [OverrideLocal] and [OverrideModel].
type OverrideRows [layout.OverrideRows * Lanes]float32

// OverrideLocal writes the local transform of a joint with the target and the rotation of a goal,
// which are relative to its parent. All functions that write a local transform blend it with the
// one before at a weight; where numbers are not finite they leave it as it was.
func OverrideLocal(out, own *Local, goal *GoalRows, settings *OverrideRows, weight *[Lanes]float32) {
	if assembly {
		overrideLocalAsm(&out[0], &own[0], &goal[0], &settings[0], &weight[0])
		return
	}
	overrideLocalGeneric(out, own, (*[18 * Lanes]float32)(goal[:]), (*[6 * Lanes]float32)(settings), weight)
}

// OverrideModel is [OverrideLocal] for a goal in model space.
func OverrideModel(out, own *Local, goal *GoalRows, settings *OverrideRows, weight *[Lanes]float32, parent,
	joint *Matrix,
) {
	if assembly {
		overrideModelAsm(&out[0], &own[0], &goal[0], &settings[0], &weight[0], &parent[0], &joint[0])
		return
	}
	overrideModelGeneric(out, own, (*[18 * Lanes]float32)(goal[:]), (*[6 * Lanes]float32)(settings), weight,
		parent, joint)
}

// CopyRows are the settings of [CopyLocal] and [CopyModel].
type CopyRows [layout.CopyRows * Lanes]float32

// CopyPart is the part of a rotation that [CopyLocal] copies.
type CopyPart uint8

// The parts of a rotation.
const (
	CopyWhole CopyPart = iota
	CopyTwist          // about one axis
	CopySwing          // what remains without the twist
)

// CopyLocal writes the local transform of a joint that moves away from its rest as another one from
// its own. With fromRest, a part of the rotation is a part of the way from the rotation at rest,
// spherically interpolated, and not from the present one.
func CopyLocal(part CopyPart, fromRest bool, out, own, source *Local, settings *CopyRows, weight *[Lanes]float32) {
	switch {
	case assembly && fromRest && part == CopyTwist:
		copyTwistRestAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case assembly && fromRest && part == CopySwing:
		copySwingRestAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case assembly && fromRest:
		copyLocalRestAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case fromRest && part == CopyTwist:
		copyTwistRestGeneric(out, own, source, (*[31 * Lanes]float32)(settings), weight)
	case fromRest && part == CopySwing:
		copySwingRestGeneric(out, own, source, (*[31 * Lanes]float32)(settings), weight)
	case fromRest:
		copyLocalRestGeneric(out, own, source, (*[31 * Lanes]float32)(settings), weight)
	case assembly && part == CopyTwist:
		copyTwistAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case assembly && part == CopySwing:
		copySwingAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case assembly:
		copyLocalAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
	case part == CopyTwist:
		copyTwistGeneric(out, own, source, (*[31 * Lanes]float32)(settings), weight)
	case part == CopySwing:
		copySwingGeneric(out, own, source, (*[31 * Lanes]float32)(settings), weight)
	default:
		copyLocalGeneric(out, own, source, (*[20 * Lanes]float32)(settings[:]), weight)
	}
}

// CopyModel writes the local transform that brings a joint to where a matrix is, in parts. FromRest
// is as for [CopyLocal].
func CopyModel(fromRest bool, out, own *Local, settings *CopyRows, weight *[Lanes]float32, parent, joint,
	source *Matrix,
) {
	switch {
	case assembly && fromRest:
		copyModelRestAsm(&out[0], &own[0], &settings[0], &weight[0], &parent[0], &joint[0], &source[0])
	case assembly:
		copyModelAsm(&out[0], &own[0], &settings[0], &weight[0], &parent[0], &joint[0], &source[0])
	case fromRest:
		copyModelRestGeneric(out, own, (*[31 * Lanes]float32)(settings), weight, parent, joint, source)
	default:
		copyModelGeneric(out, own, (*[7 * Lanes]float32)(settings[:]), weight, parent, joint, source)
	}
}

// AimAtRows are the settings of [AimAt].
type AimAtRows [layout.AimAtRows * Lanes]float32

// AimAt writes the local transform of a joint whose forward direction points to where another joint
// is. A joint at the same place leaves it as it is. FromRest is as for [CopyLocal].
func AimAt(fromRest bool, out, own *Local, settings *AimAtRows, weight *[Lanes]float32, parent, source *Matrix) {
	switch {
	case assembly && fromRest:
		aimAtRestAsm(&out[0], &own[0], &settings[0], &weight[0], &parent[0], &source[0])
	case assembly:
		aimAtAsm(&out[0], &own[0], &settings[0], &weight[0], &parent[0], &source[0])
	case fromRest:
		aimAtRestGeneric(out, own, (*[8 * Lanes]float32)(settings), weight, parent, source)
	default:
		aimAtGeneric(out, own, (*[4 * Lanes]float32)(settings[:]), weight, parent, source)
	}
}

// PlaceRows are the settings of [LimitLocal] and [LimitModel].
type PlaceRows [layout.PlaceRows * Lanes]float32

// LimitLocal writes the local transform of a joint within limits of where it is in the space of its
// parent. A joint outside comes to the nearest point of the box, and then to the nearest point of
// the sphere.
func LimitLocal(out, own *Local, settings *PlaceRows, weight *[Lanes]float32) {
	if assembly {
		limitLocalAsm(&out[0], &own[0], &settings[0], &weight[0])
		return
	}
	limitLocalGeneric(out, own, (*[10 * Lanes]float32)(settings), weight)
}

// LimitModel is [LimitLocal] for limits in model space.
func LimitModel(out, own *Local, settings *PlaceRows, weight *[Lanes]float32, parent, joint *Matrix) {
	if assembly {
		limitModelAsm(&out[0], &own[0], &settings[0], &weight[0], &parent[0], &joint[0])
		return
	}
	limitModelGeneric(out, own, (*[10 * Lanes]float32)(settings), weight, parent, joint)
}

// Product writes the matrix a·b.
func Product(out, a, b *Matrix) {
	if assembly {
		productAsm(&out[0], &a[0], &b[0])
		return
	}
	productGeneric(out, a, b)
}

// TwistRows are the settings of [ShareTwist].
type TwistRows [layout.TwistRows * Lanes]float32

// ShareTwist writes the local transform of a joint that turns away from its rest by a part of the
// twist of another one.
func ShareTwist(out, own, source *Local, settings *TwistRows, weight *[Lanes]float32) {
	if assembly {
		shareTwistAsm(&out[0], &own[0], &source[0], &settings[0], &weight[0])
		return
	}
	shareTwistGeneric(out, own, source, (*[12 * Lanes]float32)(settings), weight)
}

// SettleRotation is [Mix] that keeps the bits of rotations that are equal, and does not normalize
// at a weight of 1.
func SettleRotation(out, from, to *Quat, weight *[Lanes]float32) {
	if assembly {
		settleRotationAsm(&out[0], &from[0], &to[0], &weight[0])
		return
	}
	settleRotationGeneric(out, from, to, weight)
}
