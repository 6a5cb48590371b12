package springs

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Lanes is the number of characters that are simulated together.
const Lanes = kernel.Lanes

type (
	// Matrix is a joint's model matrix in 8 lanes: 12 rows, 3x4 row-major.
	Matrix = solve.Matrix
	// Local is a joint's local transform in 8 lanes: 10 rows, rotation xyzw, translation xyz, scale
	// xyz.
	Local = solve.Local
	// Point is a point in 8 lanes: 3 rows.
	Point = solve.Point
)

// Bone are the numbers of a bone that change in every substep.
type Bone [layout.BoneRows * Lanes]float32

// Fix makes a bone one that no force has moved.
func (b *Bone) Fix() {
	for l := range Lanes {
		b[(layout.BoneMoved+3)*Lanes+l], b[(layout.BoneRest+1)*Lanes+l], b[(layout.BoneHalf+1)*Lanes+l],
			b[layout.BoneFactor*Lanes+l] = 1, 1, 1, 2
	}
}

// Carried are the numbers of a bone in a frame.
type Carried [layout.CarriedRows * Lanes]float32

// What is remembered from frame to frame.
type (
	// Kept is what a bone remembers.
	Kept = [layout.KeptRows * Lanes]float32
	// Old is the two tails of a bone.
	Old = [layout.OldRows * Lanes]float32
	// RootKept is what the first joint of a chain remembers.
	RootKept = [layout.RootKeptRows * Lanes]float32
)

// Begun returns the tails before the first substep.
func Begun(c *Carried) *Old { return (*Old)(c[layout.CarriedStart*Lanes:]) }

// Step are the numbers of a substep.
type Step [layout.StepRows * Lanes]float32

// Setting are the constants of a bone.
type Setting [layout.SpringRows * Lanes]float32

// Limit are the constants of a bone and a collider.
type Limit [layout.ColliderRows * Lanes]float32

// Places are a point, or a direction, in the frame before and in this frame.
type Places [layout.PlacesRows * Lanes]float32

// Frame is how points of the world move through model space in a frame, and the inverse of the
// Transform.
type Frame [layout.FrameRows * Lanes]float32

// Motion returns the matrix of the movement.
func (f *Frame) Motion() *Matrix { return (*Matrix)(f[:]) }

// Row is one number in 8 lanes.
type Row = [Lanes]float32

// Motion computes how a fixed point of the world moves through model space while a character's
// Transform changes.
func Motion(frame *Frame, now, before *Matrix) {
	if assembly {
		springMotionAsm(&frame[0], &now[0], &before[0])
		return
	}
	springMotionGeneric((*[21 * Lanes]float32)(frame), now, before)
}

// Center computes how a point that is fixed to a joint moves through model space.
func Center(motion, now, before *Matrix) {
	if assembly {
		springCenterAsm(&motion[0], &now[0], &before[0])
		return
	}
	springCenterGeneric(motion, now, before)
}

// Gravity takes a direction from the world to model space, at length 1.
func Gravity(direction *Point, frame *Frame, world *Point) {
	inverse := (*[layout.Axes3Rows * Lanes]float32)(frame[layout.FrameInverse*Lanes:])
	if assembly {
		springGravityAsm(&direction[0], &inverse[0], &world[0])
		return
	}
	springGravityGeneric(direction, inverse, world)
}

// Root is where the first joint of a chain is, and where the simulation begins.
type Root [layout.RootRows * Lanes]float32

// Places returns where the joint is.
func (r *Root) Places() *Places { return (*Places)(r[:]) }

// Begin returns the row of lanes that begin.
func (r *Root) Begin() *Row { return (*Row)(r[layout.RootBegin*Lanes:]) }

// Begin computes where the first joint of a chain is, and which lanes begin. A lane begins too
// where the joint moved by the root of the limit or more, or where the motion is not finite.
func Begin(root *Root, state *RootKept, motion, joint *Matrix, limit *Row) {
	if assembly {
		springRootAsm(&root[0], &state[0], &motion[0], &joint[0], &limit[0])
		return
	}
	springRootGeneric((*[7 * Lanes]float32)(root), state, motion, joint, limit)
}

// Attach computes where a point of a joint is now, and where it was before. State is where it was
// in the model space of the frame before; a lane that begins was where it is.
func Attach(places *Places, state *Point, motion, joint *Matrix, offset *Point, begin *Row) {
	if assembly {
		springPointAsm(&places[0], &state[0], &motion[0], &joint[0], &offset[0], &begin[0])
		return
	}
	springPointGeneric((*[6 * Lanes]float32)(places), state, motion, joint, offset, begin)
}

// AttachNormal is [Attach] for the normal of a plane.
func AttachNormal(places *Places, state *Point, motion, joint *Matrix, normal *Point, begin *Row) {
	if assembly {
		springNormalAsm(&places[0], &state[0], &motion[0], &joint[0], &normal[0], &begin[0])
		return
	}
	springNormalGeneric((*[6 * Lanes]float32)(places), state, motion, joint, normal, begin)
}

// At computes where a point is in a substep.
func At(point *Point, places *Places, step *Step) {
	if assembly {
		springAtAsm(&point[0], &places[0], &step[0])
		return
	}
	springAtGeneric(point, (*[6 * Lanes]float32)(places), (*Row)(step[:]))
}

// Carry takes what a bone remembers to the present model space. A lane that begins, or that
// remembers what is not finite, is at rest.
func Carry(carried *Carried, state *Kept, motion, joint, child *Matrix, begin *Row) {
	if assembly {
		springCarryAsm(&carried[0], &state[0], &motion[0], &joint[0], &child[0], &begin[0])
		return
	}
	springCarryGeneric((*[13 * Lanes]float32)(carried), state, motion, joint, child, begin)
}

// Joint simulates a substep of a bone: the tail moves on, toward its place at rest and with
// gravity; then it comes back to its distance from the head, which is the parent's tail. Above is
// the parent's parent, as far as it turned the bones below it.
func Joint(bone *Bone, old *Old, carried *Carried, parent, above *Bone, step *Step,
	setting *Setting, gravity *Point,
) {
	if assembly {
		springJointAsm(&bone[0], &old[0], &carried[0], &parent[0], &above[0], &step[0], &setting[0], &gravity[0])
		return
	}
	springJointGeneric((*[20 * Lanes]float32)(bone), old, (*[7 * Lanes]float32)(carried[:]),
		(*[20 * Lanes]float32)(parent),
		(*[13 * Lanes]float32)(above[:]), (*[3 * Lanes]float32)(step), (*[3 * Lanes]float32)(setting), gravity)
}

// Move is the first half of [Joint], before colliders: it computes the tail, and the direction at
// rest.
func Move(moved *Places, old *Old, carried *Carried, parent, above *Bone, step *Step,
	setting *Setting, gravity *Point,
) {
	if assembly {
		springMoveAsm(&moved[0], &old[0], &carried[0], &parent[0], &above[0], &step[0], &setting[0], &gravity[0])
		return
	}
	springMoveGeneric((*[6 * Lanes]float32)(moved), old, (*[7 * Lanes]float32)(carried[:]),
		(*[20 * Lanes]float32)(parent),
		(*[13 * Lanes]float32)(above[:]), (*[2 * Lanes]float32)(step[:]), (*[3 * Lanes]float32)(setting), gravity)
}

// Turn is the second half of [Joint], after colliders.
func Turn(bone *Bone, old *Old, parent *Bone, step *Step, tail, rest *Point) {
	if assembly {
		springTurnAsm(&bone[0], &old[0], &parent[0], &step[0], &tail[0], &rest[0])
		return
	}
	springTurnGeneric((*[20 * Lanes]float32)(bone), old, (*[13 * Lanes]float32)(parent[:]),
		(*[3 * Lanes]float32)(step), tail, rest)
}

// Nearest computes the point of a line segment that is nearest to a tail.
func Nearest(point, start, end, tail *Point) {
	if assembly {
		springNearestAsm(&point[0], &start[0], &end[0], &tail[0])
		return
	}
	springNearestGeneric(point, start, end, tail)
}

// Depth reports whether [Push] would move a tail in any lane.
func Depth(tail, center *Point, limit *Limit) bool {
	var distance Row
	if assembly {
		springDepthAsm(&distance[0], &tail[0], &center[0], &limit[0])
	} else {
		springDepthGeneric(&distance, tail, center, (*[2 * Lanes]float32)(limit))
	}
	return anyNegative(&distance)
}

// Height reports whether [Plane] would move a tail in any lane.
func Height(tail, center, normal *Point, limit *Limit) bool {
	var distance Row
	if assembly {
		springHeightAsm(&distance[0], &tail[0], &center[0], &normal[0], &limit[0])
	} else {
		springHeightGeneric(&distance, tail, center, normal, (*Row)(limit[:]))
	}
	return anyNegative(&distance)
}

// anyNegative reports whether the sign of any number is negative.
func anyNegative(r *Row) bool {
	var all uint32
	for _, x := range r {
		all |= math.Float32bits(x)
	}
	return all>>31 != 0
}

// Push takes a tail out of a sphere, or back into it, at its distance from the head, to the nearest
// such point. With once it goes to the surface first and then to the distance, as VRM has it, and
// may end a little inside.
func Push(point, tail *Point, parent *Bone, center *Point, limit *Limit, carried *Carried, once bool) {
	head, length := (*[9 * Lanes]float32)(parent[:]), (*[7 * Lanes]float32)(carried[:])
	switch {
	case assembly && once:
		springPushOnceAsm(&point[0], &tail[0], &parent[0], &center[0], &limit[0], &carried[0])
	case assembly:
		springPushAsm(&point[0], &tail[0], &parent[0], &center[0], &limit[0], &carried[0])
	case once:
		springPushOnceGeneric(point, tail, head, center, (*[2 * Lanes]float32)(limit), length)
	default:
		springPushGeneric(point, tail, head, center, (*[2 * Lanes]float32)(limit), length)
	}
}

// Plane is [Push] for a plane: it takes a tail to the side to which the normal points.
func Plane(point, tail *Point, parent *Bone, center, normal *Point, limit *Limit, carried *Carried, once bool) {
	head, length := (*[9 * Lanes]float32)(parent[:]), (*[7 * Lanes]float32)(carried[:])
	switch {
	case assembly && once:
		springPlaneOnceAsm(&point[0], &tail[0], &parent[0], &center[0], &normal[0], &limit[0], &carried[0])
	case assembly:
		springPlaneAsm(&point[0], &tail[0], &parent[0], &center[0], &normal[0], &limit[0], &carried[0])
	case once:
		springPlaneOnceGeneric(point, tail, head, center, normal, (*Row)(limit[:]), length)
	default:
		springPlaneGeneric(point, tail, head, center, normal, (*Row)(limit[:]), length)
	}
}

// Out computes the local rotation of a joint whose bone was moved, blended with the animated one by
// a weight. The rotation may be where the local one is.
func Out(rotation *[4 * Lanes]float32, bone, before *Bone, parent *Matrix, local *Local, weight *Row) {
	if assembly {
		springOutAsm(&rotation[0], &bone[0], &before[0], &parent[0], &local[0], &weight[0])
		return
	}
	springOutGeneric(rotation, (*[13 * Lanes]float32)(bone[:]), (*[13 * Lanes]float32)(before[:]), parent,
		local, weight)
}

// Gather turns numbers of 8 characters, a multiple of 8 from each of 8 places, into rows:
// rows[n*Lanes+l] = lanes[l][n].
func Gather(rows []float32, from *[Lanes][]float32) {
	if len(rows) == 0 {
		return
	}
	if assembly {
		var lanes [Lanes]*float32
		for l := range lanes {
			lanes[l] = &from[l][0]
		}
		gatherAsm(&rows[0], &lanes, len(rows)/(Lanes*Lanes))
		return
	}
	for l, numbers := range from {
		for n := range len(rows) / Lanes {
			rows[n*Lanes+l] = numbers[n]
		}
	}
}

// Scatter undoes [Gather].
func Scatter(to *[Lanes][]float32, rows []float32) {
	if len(rows) == 0 {
		return
	}
	if assembly {
		var lanes [Lanes]*float32
		for l := range lanes {
			lanes[l] = &to[l][0]
		}
		scatterAsm(&rows[0], &lanes, len(rows)/(Lanes*Lanes))
		return
	}
	for l, numbers := range to {
		for n := range len(rows) / Lanes {
			numbers[n] = rows[n*Lanes+l]
		}
	}
}
