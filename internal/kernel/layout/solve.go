package layout

// The rows of solve.GoalRows. The first ones are the numbers of a goal as they are in memory.
const (
	GoalTarget      = 0  // in model space
	GoalPole        = 3  // point to which a limb bends
	GoalUp          = 6  // direction of the pole, for a joint that aims
	GoalRotation    = 9  // in model space
	GoalFlags       = 13 // bits, which are no number
	GoalRawWeight   = 14 // as the program set it
	GoalNumbers     = 16 // how many rows are in memory
	GoalHasPole     = 16 // above 0.5 if there is a pole
	GoalHasRotation = 17 // above 0.5 if there is a rotation
	GoalWeightOut   = 18 // weight within 0 to 1; 0 where the goal's numbers are not finite
	GoalRows        = 19
)

// The rows of solve.LimitRows.
const (
	LimitRotation = 0  // local rotation of the joint
	LimitRest     = 4  // the rotation that counts as 0
	LimitAxis     = 8  // axis of the cone and of the twist, unit vector in the joint's space
	LimitConeSin  = 11 // sine of half the largest angle of the swing
	LimitConeCos  = 12 // cosine of it; -1 for no limit
	LimitLowSin   = 13 // sine of half the least twist
	LimitLowCos   = 14 // cosine of it
	LimitHighSin  = 15 // sine of half the largest twist
	LimitHighCos  = 16 // cosine of it
	LimitOut      = 17 // local rotation within the limits
	LimitRows     = 21
)

// The rows of solve.TwoBoneRows.
const (
	TwoBoneTarget    = 0  // point to reach, in model space
	TwoBonePole      = 3  // point to which the middle joint points, in model space
	TwoBoneHasPole   = 6  // above 0.5 if there is a pole; without one the limb bends to its animated side
	TwoBoneWeight    = 7  // 0 to 1
	TwoBoneSoftness  = 8  // fraction of the limb's length from which reaching is softened; 1 for not at all
	TwoBoneBend      = 9  // direction to which the middle joint bends, in the root joint's space
	TwoBoneTwistSin  = 12 // sine of the angle by which the pole is turned about the limb
	TwoBoneTwistCos  = 13 // cosine of it
	TwoBoneRootOut   = 14 // new local rotation of the root joint
	TwoBoneMiddleOut = 18 // of the middle joint
	TwoBoneTurnOut   = 22 // how the end joint turns in model space; see solve.TurnTo
	TwoBoneRows      = 26
)

// The rows of solve.TurnToRows.
const (
	TurnToMoved = 0 // how the joints before have turned this joint, in model space
	TurnToGoal  = 4 // rotation to have in model space
	// above 0.5 if there is one; without one the joint keeps the rotation that it had before it was
	// turned
	TurnToHasGoal = 8
	TurnToWeight  = 9  // 0 to 1
	TurnToOut     = 10 // new local rotation
	TurnToRows    = 14
)

// The rows of solve.Ray, and of the ray in the space of a joint that solve.PlaceRay takes.
const (
	RayEye     = 0 // where the ray begins
	RayForward = 3 // its direction, unit vector
	RayUp      = 6 // the direction that is up, of any length
	RayRows    = 9
)

// The rows of solve.Aimed.
const (
	AimedRotation = 0 // new local rotation of the joint
	AimedTarget   = 4 // the target for the next joint of the chain
	AimedUp       = 7 // the up direction for it
	AimedRows     = 10
)

// The rows of solve.AimShare.
const (
	AimPart      = 0 // the part of the rotation that the joint makes, 0 to 1
	AimLimitSin  = 1 // sine of half the largest angle of the joint
	AimLimitCos  = 2 // cosine of it; -1 for no limit
	AimShareRows = 3
)

// The rows of solve.AimUp.
const (
	AimUpWanted = 0 // direction to which up turns about the ray, in model space
	AimHasUp    = 3 // above 0.5 if up is turned
	AimUpRows   = 4
)

// The rows of solve.TargetRows.
const (
	TargetPoint     = 0  // the target, in model space
	TargetEye       = 3  // origin of the ray, in model space
	TargetForward   = 6  // direction of the ray, unit vector in model space
	TargetFront     = 9  // the direction with yaw 0 and pitch 0, unit vector in the space of the frame
	TargetUp        = 12 // the direction with pitch 90 degrees, unit vector perpendicular to it
	TargetYawLow    = 15 // tangent of half the least yaw
	TargetYawHigh   = 16 // and of half the largest one
	TargetPitchLow  = 17 // sine of the least pitch
	TargetPitchHigh = 18 // and of the largest one
	TargetConeSin   = 19 // sine of the largest angle from the front
	TargetConeCos   = 20 // cosine of it; below -1 for no limit
	TargetIgnore    = 21 // cosine of the angle from the front beyond which a target is ignored; below -1 for none
	TargetBefore    = 22 // direction of the ray in the frame before, in the space of the frame; 0 for none
	TargetStep      = 25 // sine of the largest angle from there; 1 or more for no limit
	TargetOut       = 26 // the target, moved within the limits
	TargetBeforeOut = 29 // TargetBefore for the next frame
	TargetRows      = 32
)

// The rows of solve.OrientRows.
const (
	OrientHere     = 0  // new position of the joint, in model space
	OrientThere    = 3  // new position of the child
	OrientWeight   = 6  // 0 to 1
	OrientMoved    = 8  // how the joints before have turned this joint, in model space
	OrientOut      = 12 // new local rotation of the joint
	OrientMovedOut = 16 // how this joint and those before have turned its child
	OrientRows     = 20
)

// The rows of solve.FitRows.
const (
	FitThere  = 0 // new position of the child, in model space
	FitWeight = 3 // how much the child counts
	FitSum    = 4 // the sum over the children before
	FitOut    = 8 // the sum with this child
	FitRows   = 12
)

// The rows of solve.TurnByRows.
const (
	TurnBySum    = 0 // a rotation in model space, of any length
	TurnByWeight = 4 // the joint turns where this is above 0
	TurnByOut    = 5 // new local rotation
	TurnByRows   = 9
)

// The rows of solve.LimbPull.
const (
	LimbLength   = 0 // along its bones
	LimbEase     = 1 // how far it may stretch in any case
	LimbShare    = 2 // the part of the pull that counts; 0 for none
	LimbPullRows = 3
)

// The rows of solve.PullSums.
const (
	PullWays     = 0 // times the weights
	PullTotal    = 3 // of the weights
	PullEnergy   = 4 // of the weights times the lengths of the ways
	PullSumsRows = 5
)

// The rows of solve.OverrideRows: above 0.5 where the position, the rotation and the scale of a
// joint are set, and the scale.
const (
	OverridePosition = 0
	OverrideRotation = 1
	OverrideScale    = 2
	OverrideSizes    = 3
	OverrideRows     = 6
)

// The rows of solve.CopyRows. Those from CopyRest to CopyAxis are for solve.CopyLocal.
const (
	CopyPosition = 0  // the part of the position that is copied, by axis
	CopyScale    = 3  // the same for the scale
	CopyRotation = 6  // and for the rotation
	CopyRest     = 7  // translation of the joint at rest
	CopyRestFrom = 10 // and of the other joint
	CopySizes    = 13 // scale of the joint at rest divided by that of the other joint
	CopyLeft     = 16 // rotations: the other joint's one is multiplied by this from the left,
	CopyRight    = 20 // for a twist or a swing by this from the right,
	CopyAxis     = 24 // divided by this axis,
	CopyTurned   = 27 // and multiplied by this, the rotation of the joint at rest, from the left
	CopyRows     = 31
)

// The rows of solve.AimAtRows.
const (
	AimAtForward = 0 // unit vector in the joint's space
	AimAtPart    = 3 // the part of the rotation, above 0 and at most 1
	AimAtRest    = 4 // rotation of the joint at rest
	AimAtRows    = 8
)

// The rows of solve.PlaceRows: the corners of a box, and a sphere. Infinities are no limits.
const (
	PlaceLow    = 0
	PlaceHigh   = 3
	PlaceCenter = 6
	PlaceRadius = 9
	PlaceRows   = 10
)

// The rows of solve.TwistRows.
const (
	TwistRestFrom = 0  // inverse of the other joint's rotation at rest
	TwistAxis     = 4  // unit vector
	TwistRest     = 7  // rotation of the joint at rest
	TwistShare    = 11 // the part of the twist
	TwistRows     = 12
)

// The rows of solve.Placed: above 0.5 where the target of a goal, and its pole, are to be taken to
// model space.
const (
	PlacedTarget = 0
	PlacedPole   = 1
	PlacedRows   = 2
)
