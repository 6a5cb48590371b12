package layout

// The rows of feet.Setting. Lengths are in model space, speeds per second.
const (
	FootUp            = 0  // unit vector in model space
	FootFloor         = 3  // height of the ground on which the motions walk
	FootLength        = 4  // of the longest leg
	FootHeight        = 5  // of the toe above the sole
	FootMaxSlide      = 6  // how far a locked foot may be from where the motions move it
	FootMaxStep       = 7  // how far the ground may be from the floor
	FootMaxPitch      = 8  // tangent of the largest angle
	FootMaxRoll       = 9  // tangent of the largest angle
	FootSpeed         = 10 // largest speed of the ground under a foot
	FootTiltSpeed     = 11 // largest speed of the ground's normal
	FootLockSpeed     = 12 // a foot that is slower may be locked
	FootReleaseSpeed  = 13 // a locked foot that is faster is released
	FootLockHeight    = 14 // how far a foot may be lifted to be locked
	FootReleaseHeight = 15 // how far a locked foot may be lifted
	FootForward       = 16 // to where the foot points, in the end joint's space
	FootLocks         = 19 // 1 if feet are locked, otherwise 0
	FootStretch       = 20 // how far a leg may be stretched, as a part of its length
	FootMaxDrop       = 21 // largest move of the pelvis
	FootBendDirection = 22 // to where the knee bends, in the root joint's space
	FootArmHeight     = 25 // of the end above the toe in the rest pose
	FootEasyStretch   = 26 // how far a leg is stretched before the pelvis gives way
	FootToeUp         = 27 // tangent of the largest angle by which toes bend up
	FootToeDown       = 28 // and down
	FootMaxTurn       = 29 // tangent of half the angle by which a locked foot may be turned
	FootTip           = 30 // the center of the tip of the toes, in the toe joint's space; 0 for a foot that does not roll over it
	FootTipAhead      = 33 // how far that is ahead of the toe joint while the toes are flat, and 0 as FootTip
	FootTipAbove      = 34 // and how far above it
	FootTipHeight     = 35 // and how far above the sole
	FootHeel          = 36 // the center of the heel, in the end joint's space
	FootHeelHeight    = 39 // and how far above the sole; 0 for a foot without a heel
	FootRows          = 40
)

// The rows of feet.State.
const (
	FootStatePhase   = 0  // 0 for a foot without a past, 1 for a free one, 2 for a locked one
	FootStateToe     = 1  // the toe as the motions posed it, in the world
	FootStateContact = 4  // the point of the ground on which the foot stands, in the world
	FootStateNormal  = 7  // the normal with which it is tilted, in the world
	FootStateSlide   = 10 // the way from where the motions move the toe to where it is, in model space
	FootStateAhead   = 13 // where the contact is expected in the next frame, in the world
	FootStateForward = 16 // where the foot points, along the floor in the world
	FootStateTurn    = 19 // from where the motions point it to there, about up: the tangent of half the angle
	FootStateLift    = 20 // how far it is lifted above where the motions have it
	FootStateSteps   = 21 // 1 for a foot that was released and has not been put down yet
	FootStateAbove   = 22 // how far it is lifted above the floor, by the motions and beyond
	FootStateOthers  = 23 // the least of that of the other feet, before a foot is planted
	FootStateRows    = 24 // whole groups for springs.Gather
)

// The rows of feet.PelvisState.
const (
	PelvisStateHas    = 0 // 1, or 0 for a pelvis without a past
	PelvisStateHeight = 1 // how far it is moved
	PelvisStateSpeed  = 2
	PelvisStateRows   = 8 // a whole group for springs.Gather
)

// The rows of feet.Ground, all in the world.
const (
	GroundPoint  = 0
	GroundNormal = 3
	GroundHas    = 6 // above 0.5 if there is ground, above 1.5 if a transition may drag the foot along it
	GroundMarker = 7 // 1 if markers tell that the foot is planted, -1 if they tell that it is not, otherwise 0
	GroundRows   = 8
)

// The rows of feet.Planted.
const (
	PlantedTarget = 0 // of the ankle, in model space before the pelvis is moved
	PlantedTilt   = 3 // how the foot tilts, in model space
	PlantedMoved  = 7 // a length that shows how far the foot is moved
	// how far the pelvis may move until a leg is too short: the least of all feet before and this
	// one
	PlantedLowest       = 8
	PlantedLowestLocked = 9                            // the least of those that are locked
	PlantedRise         = 10                           // the least height of the ground
	PlantedValid        = 11                           // 1 if all numbers are finite
	PlantedState        = 12                           // what is remembered
	PlantedToe          = PlantedState + FootStateRows // target of the toe
	PlantedReach        = PlantedToe + 3               // how long the leg may become
	PlantedNormal       = PlantedReach + 1             // of the ground, in model space
	PlantedRows         = PlantedNormal + 3
)

// The rows of feet.Moved.
const (
	PelvisState       = 0  // the first rows of its state
	PelvisMove        = 3  // how the pelvis is moved, in model space
	PelvisTranslation = 6  // new local translation
	PelvisFar         = 9  // how far it is moved
	PelvisWeight      = 10 // of the solver; 0 where it changes nothing
	PelvisRows        = 11
)

// The rows of feet.Time.
const (
	FeetSeconds   = 0 // of the frame
	FeetSlideKept = 1 // the part of its slide that a free foot keeps
	FeetDecay     = 2 // of the pelvis: e to the power of -FeetSeconds times FeetRate
	FeetRate      = 3 // of the pelvis, per second
	FeetTimeRows  = 4
)

// The rows of feet.Bent.
const (
	BentRoot      = 0  // new local rotation of the root
	BentMiddle    = 4  // of the middle joint
	BentEnd       = 8  // of the end
	BentGround    = 12 // normal of the ground as it is to the foot, before that is turned
	BentToeWeight = 15 // with which the toes bend to it; 0 for a foot along the ground
	BentRows      = 16
)
