package solve

// The rows of [AimRows].
const (
	AimTarget   = 0  // point to aim at, in model space
	AimWeight   = 3  // 0 to 1
	AimShare    = 4  // the part of the rotation that this joint makes, 0 to 1
	AimLimitSin = 5  // sine of half the largest angle of this joint
	AimLimitCos = 6  // cosine of it; -1 for no limit
	AimEye      = 7  // origin of the ray, in model space, where the joints before left it
	AimForward  = 10 // direction of the ray, unit vector in model space
	AimUp       = 13 // direction that moves with the joint and that is up, unit vector in model space
	AimUpWanted = 16 // direction to which up turns about the ray, in model space
	AimHasUp    = 19 // above 0.5 if up is turned
	AimMoved    = 20 // how the joints before have turned this joint, in model space: a rotation ...
	AimOffset   = 24 // ... and a translation after it

	AimOut        = 28 // new local rotation of the joint
	AimEyeOut     = 32 // AimEye, AimForward, AimUp, AimMoved and AimOffset for the next joint of the chain
	AimForwardOut = 35
	AimUpOut      = 38
	AimMovedOut   = 41
	AimOffsetOut  = 45
)

// AimRows are the numbers of [Aim].
type AimRows [48 * Lanes]float32

// Aim turns a joint so that a ray meets a target. The ray begins at a point that moves with the joint, such as an eye
// that moves with the neck. The rotation is the shortest one; if an up direction is wanted, the ray then rolls about itself. A
// joint in a chain makes a share of the rotation, and hands the ray on to the next joint ([AimRows.Next]).
//
// A target that is nearer to the joint than the ray passes is met by the nearest direction. A target at the joint leaves it as
// it is.
func Aim(rows *AimRows, parent, joint *Matrix, local *Local) {
	part, limited, roll := false, false, false
	for l := range Lanes {
		part = part || rows[AimShare*Lanes+l] < 1
		limited = limited || rows[AimLimitCos*Lanes+l] > -1
		roll = roll || rows[AimHasUp*Lanes+l] > 0.5
	}
	// All versions have the same bits for a lane that does not need what they leave out.
	if assembly {
		switch {
		case roll:
			aimAndRollAsm(&rows[0], &parent[0], &joint[0], &local[0])
		case limited:
			aimShareAndLimitAsm(&rows[0], &parent[0], &joint[0], &local[0])
		case part:
			aimShareAsm(&rows[0], &parent[0], &joint[0], &local[0])
		default:
			aimAsm(&rows[0], &parent[0], &joint[0], &local[0])
		}
		return
	}
	numbers := (*[48 * Lanes]float32)(rows)
	switch {
	case roll:
		aimAndRollGeneric(numbers, parent, joint, local)
	case limited:
		aimShareAndLimitGeneric(numbers, parent, joint, local)
	case part:
		aimShareGeneric(numbers, parent, joint, local)
	default:
		aimGeneric(numbers, parent, joint, local)
	}
}

// Next prepares the rows for the next joint of the chain.
func (r *AimRows) Next() {
	copy(r[AimEye*Lanes:AimUpWanted*Lanes], r[AimEyeOut*Lanes:AimMovedOut*Lanes])
	copy(r[AimMoved*Lanes:AimOut*Lanes], r[AimMovedOut*Lanes:])
}

// The rows of the settings of [Ray], in the space of a joint.
const (
	RayForward = 0
	RayUp      = 3
	RayEye     = 6
)

// Ray writes AimEye, AimForward and AimUp for a ray that moves with a joint.
func Ray(rows *AimRows, joint, settings *Matrix) {
	if assembly {
		rayAsm(&rows[0], &joint[0], &settings[0])
		return
	}
	rayGeneric((*[16 * Lanes]float32)(rows[:]), joint, settings)
}

// Begin prepares the rows for the first joint of a chain, which no joint before has moved.
func (r *AimRows) Begin() {
	clear(r[AimMoved*Lanes : AimOut*Lanes])
	for l := range Lanes {
		r[(AimMoved+3)*Lanes+l] = 1
	}
}

// The rows of [TargetRows].
const (
	TargetPoint     = 0  // the target, in model space
	TargetEye       = 3  // origin of the ray, in model space
	TargetForward   = 6  // direction of the ray, unit vector in model space
	TargetFront     = 9  // the direction with yaw 0 and pitch 0, unit vector in the space of the frame
	TargetUp        = 12 // the direction with pitch 90 degrees, unit vector perpendicular to it
	TargetYaw       = 15 // tangents of half the least and of half the largest yaw
	TargetPitch     = 17 // sines of the least and of the largest pitch
	TargetCone      = 19 // sine and cosine of the largest angle from the front; below -1 as the cosine for no limit
	TargetIgnore    = 21 // cosine of the angle from the front beyond which a target is ignored; below -1 for none
	TargetBefore    = 22 // direction of the ray in the frame before, in the space of the frame; 0 for none
	TargetStep      = 25 // sine of the largest angle from there; 1 or more for no limit
	TargetOut       = 26 // the target, moved within the limits
	TargetBeforeOut = 29 // TargetBefore for the next frame
)

// TargetRows are the numbers of [LimitTarget].
type TargetRows [32 * Lanes]float32

// LimitTarget moves a target to the nearest pitch, then yaw, then angle from the front that a ray may have, and no further than a step
// from the direction before. An ignored target is replaced by the direction that the ray has.
func LimitTarget(rows *TargetRows, frame *Matrix) {
	if assembly {
		limitTargetAsm(&rows[0], &frame[0])
		return
	}
	limitTargetGeneric((*[32 * Lanes]float32)(rows), frame)
}
