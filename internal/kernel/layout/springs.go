package layout

// The rows of springs.Bone, a bone of a spring while it is simulated. All points are in the present
// model space.
const (
	BoneCurrent  = 0  // tail after the last substep
	BonePrevious = 3  // tail after the substep before
	BoneTail     = 6  // tail where it is shown
	BoneMoved    = 9  // how this bone and those before have turned its child, in model space
	BoneRest     = 13 // direction at rest, turned by the bones before: the bone turns from there to its way
	BoneHalf     = 16 // direction half way between, of any length
	BoneFactor   = 19 // 2 divided by the square of that length
	BoneRows     = 20
)

// The rows of springs.Link after those of its bone.
const (
	LinkOld    = BoneRows // BoneCurrent and BonePrevious of the next bone before the substep
	LinkLength = 26       // its length
	LinkAbove  = 27       // its direction at rest, as the bones above its parent have turned it
	LinkRows   = 30
)

// The rows of springs.LinkFrame.
const (
	LinkFrameBegin  = 0 // above 0.5 if the character begins
	LinkFrameStep   = 1 // the rows of springs.Step; its time is 1
	LinkFrameWeight = 4 // weight of the rotations
	LinkFrameRows   = 5
)

// The rows of springs.Carried.
const (
	CarriedBefore = 0 // animated bone, from head to tail, in the frame before
	CarriedNow    = 3 // animated bone in this frame
	CarriedLength = 6
	CarriedStart  = 7 // BoneCurrent and BonePrevious before the first substep
	CarriedRows   = 13
)

// The rows of what a bone remembers, in the model space of the frame before.
const (
	KeptBone     = 0 // animated bone, from head to tail
	KeptCurrent  = 3 // tail
	KeptPrevious = 6 // tail before
	KeptRows     = 9
)

// The rows of the two tails of a bone, BoneCurrent and BonePrevious, where they are apart from it.
const (
	OldCurrent  = 0
	OldPrevious = 3
	OldRows     = 6
)

// The rows of springs.Step.
const (
	StepTime   = 0 // time of the substep, from 0 for the frame before to 1 for this frame
	StepPart   = 1 // length of the substep, as a part of a full one
	StepCommit = 2 // above 0.5 if the substep is kept
	StepRows   = 3
)

// The rows of springs.Setting.
const (
	SpringStiffness = 0 // how far a full substep moves a tail toward its place at rest, in meters
	SpringKeep      = 1 // the part of its movement that a tail keeps
	SpringPull      = 2 // how far gravity moves a tail, in meters
	SpringRows      = 3
)

// The rows of springs.Limit.
const (
	ColliderDistance = 0 // between the tail and the shape
	ColliderInside   = 1 // above 0.5 if the tail stays inside
	ColliderRows     = 2
)

// The rows of springs.Places, a point or a direction.
const (
	PlaceBefore = 0 // in the frame before
	PlaceNow    = 3 // in this frame
	PlacesRows  = 6
)

// The rows of springs.Places where they are the results of springs.Move.
const (
	MovedTail = 0
	MovedRest = 3
)

// The rows of springs.Frame.
const (
	FrameMotion  = 0  // a matrix
	FrameInverse = 12 // of the Transform without its translation
	FrameRows    = FrameInverse + Axes3Rows
)

// The rows of springs.Root: springs.Places of the first joint of a chain, and where the simulation
// begins.
const (
	RootBegin = PlacesRows // 1 in the lanes that begin
	RootRows  = 7
)

// The rows of what the first joint of a chain remembers.
const (
	RootKeptBegun = 0 // above 0 if it has begun
	RootKeptLeft  = 1 // time since the last substep, in seconds; no kernel uses it
	RootKeptPoint = 2 // where it was in the model space of the frame before
	RootKeptRows  = 5
)
