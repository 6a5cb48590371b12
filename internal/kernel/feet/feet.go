package feet

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Lanes is the number of characters that are worked on together.
const Lanes = kernel.Lanes

type (
	// Matrix is a joint's model matrix in 8 lanes: 12 rows, 3x4 row-major.
	Matrix = solve.Matrix
	// Local is a joint's local transform in 8 lanes: 10 rows, rotation xyzw, translation xyz, scale xyz.
	Local = solve.Local
	// Row is a number in 8 lanes.
	Row = [Lanes]float32
)

// The rows of [Setting]. Lengths are in model space, speeds per second.
const (
	Up              = 0  // unit vector in model space
	Floor           = 3  // height of the ground on which the motions walk
	Length          = 4  // of the longest leg
	FootHeight      = 5  // of the toe above the sole
	MaxSlide        = 6  // how far a locked foot may be from where the motions move it
	MaxStep         = 7  // how far the ground may be from the floor
	MaxPitch        = 8  // tangent of the largest angle
	MaxRoll         = 9  // tangent of the largest angle
	FootSpeed       = 10 // largest speed of the ground under a foot
	TiltSpeed       = 11 // largest speed of the ground's normal
	LockSpeed       = 12 // a foot that is slower may be locked
	ReleaseSpeed    = 13 // a locked foot that is faster is released
	LockHeight      = 14 // how far a foot may be lifted to be locked
	ReleaseHeight   = 15 // how far a locked foot may be lifted
	Forward         = 16 // to where the foot points, in the end joint's space
	Locks           = 19 // 1 if feet are locked, otherwise 0
	Stretch         = 20 // how far a leg may be stretched, as a part of its length
	MaxDrop         = 21 // largest move of the pelvis
	BendDirection   = 22 // to where the knee bends, in the root joint's space
	ArmHeight       = 25 // of the end above the toe in the rest pose
	EasyStretch     = 26 // how far a leg is stretched before the pelvis gives way
	ToeLimits       = 27 // tangents of the largest angles by which toes bend up, and down
	settingRows     = 29
	footStateRows   = 16
	pelvisStateRows = 8
)

// Setting are the settings of a foot and its leg.
type Setting [settingRows * Lanes]float32

// The rows of [State] that are used from outside.
const (
	StatePhase   = 0  // 0 for a foot without a past, 1 for a free one, 2 for a locked one
	StateContact = 4  // the point of the ground on which the foot stands, in the world
	StateAhead   = 13 // where the contact is expected in the next frame, in the world
)

// State is what is remembered of a foot: the phase; in the world the toe as the motions posed it (rows 1 to 3), the point of the ground on
// which the foot stands (4 to 6) and the normal with which it is tilted (7 to 9); in model space the way from where the motions move the
// toe to where it is (10 to 12); and where the contact is expected (13 to 15).
type State [footStateRows * Lanes]float32

// PelvisState is what is remembered of a pelvis: 1, or 0 for one without a past; how far it is moved; its speed.
type PelvisState [pelvisStateRows * Lanes]float32

// The rows of [Ground], all in the world.
const (
	GroundPoint  = 0
	GroundNormal = 3
	GroundHas    = 6 // above 0.5 if there is ground
	GroundMarker = 7 // 1 if markers tell that the foot is planted, -1 if they tell that it is not, otherwise 0
)

// Ground is the ground under a foot.
type Ground [8 * Lanes]float32

// The rows of [Planted].
const (
	Lowest        = 8  // how far the pelvis may move until a leg is too short: the least of all feet before and this one
	LowestLocked  = 9  // the least of those that are locked
	Rise          = 10 // the least height of the ground
	Valid         = 11 // 1 if all numbers are finite
	NewState      = 12 // what is remembered
	plantedRows   = NewState + footStateRows + 7
	pelvisOutRows = 11
)

// Planted is where a foot stands. Its first rows are the target of the ankle in model space before the pelvis is moved (0 to 2), how the foot
// tilts in model space (3 to 6, xyzw), and a length that shows how far the foot is moved (7).
// The last ones are the target of the toe (28 to 30), how long the leg may become (31), and the normal of the ground in model space (32 to 34).
type Planted [plantedRows * Lanes]float32

// The rows of [Time].
const (
	Seconds   = 0 // of the frame
	SlideKept = 1 // the part of its slide that a free foot keeps
	Decay     = 2 // of the pelvis: e to the power of -Seconds times Rate
	Rate      = 3 // of the pelvis, per second
)

// Time is the time of a frame.
type Time [4 * Lanes]float32

// Frame is the inverse of a Transform without its translation: 3x3 row-major.
type Frame [9 * Lanes]float32

// NewFrame writes the frame of Transforms.
func NewFrame(frame *Frame, world *Matrix) {
	if assembly {
		feetFrameAsm(&frame[0], &world[0])
		return
	}
	feetFrameGeneric((*[9 * Lanes]float32)(frame), world)
}

// Leg are the joints of a leg: model matrices as the motions pose them, and local transforms. The toe is the end if there is none.
type Leg struct {
	RootParent, Root, MiddleParent, Middle, EndParent, End, Toe *Matrix
	RootLocal, MiddleLocal, EndLocal                            *Local
}

// Plant decides where a foot stands. The foot keeps over the ground the height that it has over the floor, measured along up, and tilts
// with the normal within its limits. The height and the normal change at largest speeds. A locked foot keeps its place in the world.
//
// It reads four rows of the result for the foot before, which has no limits for the first foot. Where a number is not finite, the result is not
// valid.
func Plant(out *Planted, setting *Setting, state *State, ground *Ground, before *Planted, frame *Frame, world *Matrix, leg *Leg, time *Time) {
	if assembly {
		footPlantAsm(&out[0], &setting[0], &state[0], &ground[0], &before[0], &frame[0], &world[0],
			&leg.Root[0], &leg.Middle[0], &leg.End[0], &leg.Toe[0], &time[0])
		return
	}
	footPlantGeneric((*[35 * Lanes]float32)(out), (*[27 * Lanes]float32)(setting[:]), (*[13 * Lanes]float32)(state[:]), (*[8 * Lanes]float32)(ground),
		(*[12 * Lanes]float32)(before[:]), (*[9 * Lanes]float32)(frame), world, leg.Root, leg.Middle, leg.End, leg.Toe, (*[2 * Lanes]float32)(time[:]))
}

// The rows of [Moved].
const (
	MovedState  = 0  // the first rows of the state
	Translation = 6  // new local translation
	Weight      = 10 // of the solver; 0 where it changes nothing
)

// Moved is how a pelvis is moved: in model space (rows 3 to 5), and how far (9).
type Moved [pelvisOutRows * Lanes]float32

// Pelvis moves the pelvis along up to where the shortest leg reaches, and up if the ground is higher under all feet, by a critically damped
// spring. A locked foot stays in reach.
func Pelvis(out *Moved, setting *Setting, state *PelvisState, last *Planted, time *Time, weight *Row, parent *Matrix, local *Local) {
	if assembly {
		feetPelvisAsm(&out[0], &setting[0], &state[0], &last[0], &time[0], &weight[0], &parent[0], &local[0])
		return
	}
	feetPelvisGeneric((*[11 * Lanes]float32)(out), (*[22 * Lanes]float32)(setting[:]), (*[3 * Lanes]float32)(state[:]), (*[12 * Lanes]float32)(last[:]),
		(*[4 * Lanes]float32)(time), (*[1 * Lanes]float32)(weight), parent, local)
}

// Bent are the new local rotations of a leg: root, middle and end. Row 12 to 14 are the normal of the ground as it is to the foot, before that
// is turned; row 15 is the weight with which the toes bend to it, 0 for a foot along the ground.
type Bent [16 * Lanes]float32

// Bend bends a leg so that its end comes to where the foot stands, with the knee on the side that it has, and turns the foot. A leg with a bone of length 0 stays
// as it is, and a leg that is too short raises the heel, and then is stretched.
func Bend(out *Bent, setting *Setting, planted *Planted, moved *Moved, leg *Leg) {
	if assembly {
		footBendAsm(&out[0], &setting[0], &planted[0], &moved[0], &leg.RootParent[0], &leg.Root[0], &leg.MiddleParent[0], &leg.Middle[0],
			&leg.EndParent[0], &leg.End[0], &leg.RootLocal[0], &leg.MiddleLocal[0], &leg.EndLocal[0])
		return
	}
	footBendGeneric((*[16 * Lanes]float32)(out), (*[25 * Lanes]float32)(setting[:]), (*[35 * Lanes]float32)(planted), (*[11 * Lanes]float32)(moved),
		leg.RootParent, leg.Root, leg.MiddleParent, leg.Middle, leg.EndParent, leg.End, leg.RootLocal, leg.MiddleLocal, leg.EndLocal)
}

// BendToe writes the local rotation of toes below a foot that is not along the ground, because its heel is raised or the ground is steeper than it can tilt:
// they bend about the foot's side axis, within their limits, until they are along the ground as the motions have them along the floor.
func BendToe(out *[4 * Lanes]float32, setting *Setting, bent *Bent, end, toeParent *Matrix, toe *Local) {
	if assembly {
		footToeAsm(&out[0], &setting[0], &bent[0], &end[0], &toeParent[0], &toe[0])
		return
	}
	footToeGeneric(out, (*[29 * Lanes]float32)(setting), (*[16 * Lanes]float32)(bent), end, toeParent, toe)
}
