package feet

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Lanes is the number of characters that are worked on together.
const Lanes = kernel.Lanes

type (
	// Matrix is a joint's model matrix in 8 lanes: 12 rows, 3x4 row-major.
	Matrix = solve.Matrix
	// Local is a joint's local transform in 8 lanes: 10 rows, rotation xyzw, translation xyz, scale
	// xyz.
	Local = solve.Local
	// Row is a number in 8 lanes.
	Row = [Lanes]float32
)

// Setting are the settings of a foot and its leg.
type Setting [layout.FootRows * Lanes]float32

// State is what is remembered of a foot.
type State [layout.FootStateRows * Lanes]float32

// PelvisState is what is remembered of a pelvis.
type PelvisState [layout.PelvisStateRows * Lanes]float32

// Ground is the ground under a foot.
type Ground [layout.GroundRows * Lanes]float32

// Planted is where a foot stands.
type Planted [layout.PlantedRows * Lanes]float32

// Time is the time of a frame.
type Time [layout.FeetTimeRows * Lanes]float32

// Frame is the inverse of a Transform without its translation: 3x3 row-major.
type Frame [layout.Axes3Rows * Lanes]float32

// NewFrame writes the frame of Transforms.
func NewFrame(frame *Frame, world *Matrix) {
	if assembly {
		feetFrameAsm(&frame[0], &world[0])
		return
	}
	feetFrameGeneric((*[9 * Lanes]float32)(frame), world)
}

// Leg are the joints of a leg: model matrices as the motions pose them, and local transforms. The
// toe is the end if there is none.
type Leg struct {
	RootParent, Root, MiddleParent, Middle, EndParent, End, Toe *Matrix
	RootLocal, MiddleLocal, EndLocal                            *Local
}

// Plant decides where a foot stands. The foot keeps over the ground the height that it has over the
// floor, measured along up, and tilts with the normal within its limits. The height and the normal
// change at largest speeds. A locked foot keeps its place in the world; one that is released
// before the motions lift it is lifted on its way back to them.
//
// It reads four rows of the result for the foot before, which has no limits for the first foot.
// Where a number is not finite, the result is not valid.
func Plant(out *Planted, setting *Setting, state *State, ground *Ground, before *Planted, frame *Frame, world *Matrix,
	leg *Leg, time *Time,
) {
	if assembly {
		footPlantAsm(&out[0], &setting[0], &state[0], &ground[0], &before[0], &frame[0], &world[0],
			&leg.Root[0], &leg.Middle[0], &leg.End[0], &leg.Toe[0], &time[0])
		return
	}
	footPlantGeneric((*[43 * Lanes]float32)(out), (*[40 * Lanes]float32)(setting[:]), (*[24 * Lanes]float32)(state),
		(*[8 * Lanes]float32)(ground),
		(*[12 * Lanes]float32)(before[:]), (*[9 * Lanes]float32)(frame), world, leg.Root, leg.Middle, leg.End, leg.Toe,
		(*[2 * Lanes]float32)(time[:]))
}

// Moved is how a pelvis is moved.
type Moved [layout.PelvisRows * Lanes]float32

// Pelvis moves the pelvis along up to where the shortest leg reaches, and up if the ground is
// higher under all feet, by a critically damped spring. A locked foot stays in reach.
func Pelvis(out *Moved, setting *Setting, state *PelvisState, last *Planted, time *Time, weight *Row, parent *Matrix,
	local *Local,
) {
	if assembly {
		feetPelvisAsm(&out[0], &setting[0], &state[0], &last[0], &time[0], &weight[0], &parent[0], &local[0])
		return
	}
	feetPelvisGeneric((*[11 * Lanes]float32)(out), (*[22 * Lanes]float32)(setting[:]), (*[3 * Lanes]float32)(state[:]),
		(*[12 * Lanes]float32)(last[:]),
		(*[4 * Lanes]float32)(time), (*[1 * Lanes]float32)(weight), parent, local)
}

// Bent are the new local rotations of a leg, and what its toes need.
type Bent [layout.BentRows * Lanes]float32

// Bend bends a leg so that its end comes to where the foot stands, with the knee on the side that
// it has, and turns the foot. A leg with a bone of length 0 stays as it is, and a leg that is too
// short raises the heel, and then is stretched.
func Bend(out *Bent, setting *Setting, planted *Planted, moved *Moved, leg *Leg) {
	if assembly {
		footBendAsm(&out[0], &setting[0], &planted[0], &moved[0], &leg.RootParent[0], &leg.Root[0],
			&leg.MiddleParent[0], &leg.Middle[0],
			&leg.EndParent[0], &leg.End[0], &leg.RootLocal[0], &leg.MiddleLocal[0], &leg.EndLocal[0])
		return
	}
	footBendGeneric((*[16 * Lanes]float32)(out), (*[25 * Lanes]float32)(setting[:]), (*[43 * Lanes]float32)(planted),
		(*[11 * Lanes]float32)(moved),
		leg.RootParent, leg.Root, leg.MiddleParent, leg.Middle, leg.EndParent, leg.End, leg.RootLocal, leg.MiddleLocal,
		leg.EndLocal)
}

// BendToe writes the local rotation of toes below a foot that is not along the ground, because its
// heel is raised or the ground is steeper than it can tilt: they bend about the foot's side axis,
// within their limits, until they are along the ground as the motions have them along the floor.
func BendToe(out *[4 * Lanes]float32, setting *Setting, bent *Bent, end, toeParent *Matrix, toe *Local) {
	if assembly {
		footToeAsm(&out[0], &setting[0], &bent[0], &end[0], &toeParent[0], &toe[0])
		return
	}
	footToeGeneric(out, (*[29 * Lanes]float32)(setting[:]), (*[16 * Lanes]float32)(bent), end, toeParent, toe)
}
