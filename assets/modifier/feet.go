package modifier

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Feet are the settings of foot placement: a pelvis and feet that adapt to the ground. Lengths are in model space, and those that
// are 0 are derived from the length of the longest leg in the rest pose, so that they suit a skeleton of any size.
type Feet struct {
	// Pelvis is the joint that moves up and down, above all legs.
	Pelvis string
	// Feet are the feet.
	Feet []Foot
	// Up is the direction in model space in which heights are measured; +Y if it is 0.
	Up mgl32.Vec3
	// Floor is the height of the ground on which the motions walk, along Up.
	Floor float32
	// MaxDrop is how far the pelvis moves at most; half of the leg if it is 0.
	MaxDrop float32
	// MaxStep is how far the ground may be above or below the floor. Ground beyond counts as this far. It is 0.6 of the leg if it is 0.
	MaxStep float32
	// MaxPitch and MaxRoll are the largest angles by which a foot tilts about its side axis and about its forward axis, in radians; 0.7 and
	// 0.5 if they are 0.
	MaxPitch, MaxRoll float32
	// PelvisSpeed and FootSpeed are the largest speeds of the pelvis and of the ground under a foot, along Up and per second; 1.5 legs and 4
	// legs if they are 0. TiltSpeed is the largest speed at which a foot tilts, in radians per second; 6 if it is 0.
	PelvisSpeed, FootSpeed, TiltSpeed float32
	// LockSpeed is the speed in the world, in units of model space per second, below which a foot near the floor counts as planted, and is
	// locked in place; 0.15 legs if it is 0. At twice this speed it is released.
	LockSpeed float32
	// ReleaseSpeed is how fast a foot that is no longer planted comes back to where the motions move it; 1 leg a second if it is 0.
	ReleaseSpeed float32
	// NoLock leaves feet free to slide along the ground.
	NoLock bool
	// OffLevel is as in [Aim].
	OffLevel int
}

// Foot is a foot of [Feet].
type Foot struct {
	// Root, Middle and End are the joints of the leg: hip, knee and ankle.
	Root, Middle, End string
	// Toe is the joint about which the foot rolls, the ball of the foot. A planted foot is locked there, so that its heel can rise. It may
	// be empty: then the ankle is locked.
	Toe string
	// Bend is as in [TwoBone].
	Bend mgl32.Vec3
	// Forward is the direction to which the foot points, in the space of the end joint. If it is 0 it leads to the toe in the rest pose,
	// and without a toe along +Z of model space.
	Forward mgl32.Vec3
	// Height is the height of the toe, or of the ankle if there is none, above the sole. If it is 0 it is the height above Floor in the
	// rest pose.
	Height float32
}

// Feet adds foot placement. Each foot keeps the height over the ground that the motions give it over the floor, and is tilted with the
// ground; the pelvis is lowered, as far as a leg would be too short otherwise, and raised if the ground is higher under all feet. The
// knees keep their side. A planted foot is locked to its place in the world until the motions lift it or carry it off. On a level floor, without locks,
// the pose keeps its bits.
//
// The weight of the goal fades foot placement; its target is not used. The ground under each foot is a goal of its own, named after the
// goal and the end joint, as in "feet.left_foot": its target is a point of the ground and its pole direction the normal. If its weight
// is 0 the foot has no ground and is where the motions move it. Animation.SetGround fills these goals from
// a function. Ground that is not finite counts as none, a normal of length 0 or far from Up as Up.
func (b *Builder) Feet(goal string, s Feet) *Builder {
	b.record("feet", goal, s)
	c := b.context("feet", goal)
	t := feet{goalIndex: c.goal(), pelvis: c.joint("pelvis", s.Pelvis)}
	if len(s.Feet) == 0 {
		c.fail("it has no feet")
	}
	for _, x := range []float32{s.MaxDrop, s.MaxStep, s.MaxPitch, s.MaxRoll, s.PelvisSpeed, s.FootSpeed, s.TiltSpeed, s.LockSpeed, s.ReleaseSpeed} {
		if !(x >= 0) || x-x != 0 {
			c.fail("limits and speeds must be finite and 0 or above, not %v", x)
		}
	}
	if s.MaxPitch > 1.5 || s.MaxRoll > 1.5 {
		c.fail("the largest pitch %v and roll %v must be at most 1.5", s.MaxPitch, s.MaxRoll)
	}
	if s.Up == (mgl32.Vec3{}) {
		s.Up = mgl32.Vec3{0, 1, 0}
	}
	t.up, t.floor = exact.ToVec3(s.Up).Normalized(), float64(s.Floor)
	if !t.up.IsFinite() || t.floor-t.floor != 0 {
		c.fail("the up direction %v and the floor %v must be finite", s.Up, s.Floor)
	}
	if len(b.errs) > 0 {
		return b
	}
	t.pelvisParent = b.stack.skeleton.Parent(t.pelvis)
	t.read, t.change = []int16{int16(t.pelvis)}, []int16{int16(t.pelvis)}
	length := 0.0
	for i := range s.Feet {
		length = max(length, c.leg(&t, goal, &s.Feet[i]))
	}
	if !(length > 0) {
		c.fail("the legs have no length in the rest pose")
	}
	if len(b.errs) > 0 {
		return b
	}
	or := func(x float32, otherwise float64) float64 {
		if x == 0 {
			return otherwise
		}
		return float64(x)
	}
	t.length, t.locks = length, !s.NoLock
	t.maxDrop, t.maxStep = or(s.MaxDrop, length/2), or(s.MaxStep, 0.6*length)
	t.pelvisSpeed, t.footSpeed, t.tiltSpeed = or(s.PelvisSpeed, 1.5*length), or(s.FootSpeed, 4*length), or(s.TiltSpeed, 6)
	t.lockSpeed, t.releaseSpeed = or(s.LockSpeed, 0.15*length), or(s.ReleaseSpeed, length)
	tan := func(angle float64) float64 {
		sin, cos := exact.SinCos(angle)
		return sin / cos
	}
	t.maxPitch, t.maxRoll = tan(or(s.MaxPitch, 0.7)), tan(or(s.MaxRoll, 0.5))
	return c.add(&t, s.OffLevel)
}

// leg adds the leg of a foot to a solver, and returns its length in the rest pose.
func (c context) leg(t *feet, goal string, s *Foot) float64 {
	skeleton := c.b.stack.skeleton
	leg := footLeg{
		root: c.joint("root", s.Root), middle: c.joint("middle", s.Middle), end: c.joint("end", s.End),
		ground: context{c.b, c.kind, goal + "." + s.End}.goal(),
	}
	leg.toe = leg.end
	if s.Toe != "" {
		leg.toe = c.joint("toe", s.Toe)
		c.checkBelow(leg.toe, leg.end)
	}
	c.checkBelow(leg.root, t.pelvis)
	c.checkBelow(leg.middle, leg.root)
	c.checkBelow(leg.end, leg.middle)
	if len(c.b.errs) > 0 {
		return 0
	}
	rest := restModel(skeleton)
	origin := func(j int) exact.Vec3 { return exact.ToVec3(rest[j].Point(mgl32.Vec3{})) }
	bend := exact.ToVec3(s.Bend)
	if bend == (exact.Vec3{}) {
		var ok bool
		if bend, ok = restBend(skeleton, leg.root, leg.middle, leg.end); !ok {
			c.fail("the leg of joint %q is straight in the rest pose: Bend must give the direction to which it bends", s.Root)
		}
	}
	forward := exact.ToVec3(s.Forward)
	if forward == (exact.Vec3{}) {
		ahead := exact.Vec3{0, 0, 1}
		if s.Toe != "" {
			ahead = origin(leg.toe).Sub(origin(leg.end))
		}
		ahead = ahead.AddScaled(-ahead.Dot(t.up), t.up)
		inverse, ok := rest[leg.end].Inverse()
		if !ok {
			c.fail("joint %q has no inverse in the rest pose", s.End)
			return 0
		}
		inverse[3], inverse[7], inverse[11] = 0, 0, 0
		forward = exact.ToVec3(inverse.Point(ahead.Float32()))
	}
	leg.height = float64(s.Height)
	leg.rest = origin(leg.toe)
	if s.Height == 0 {
		leg.height = leg.rest.Dot(t.up) - t.floor
	}
	if !bend.IsFinite() || bend.Length() == 0 || !forward.IsFinite() || leg.height-leg.height != 0 {
		c.fail("joint %q: bend, forward and height must be finite, and the bend not 0", s.End)
		return 0
	}
	leg.forward = forward.Normalized()
	for l := range Lanes {
		putVec(leg.settings[:], 0, l, bend.Normalized().Float32())
		leg.settings[4*Lanes+l] = 1 // cosine of no twist
	}
	leg.rootParent, leg.middleParent, leg.endParent = skeleton.Parent(leg.root), skeleton.Parent(leg.middle), skeleton.Parent(leg.end)
	t.legs = append(t.legs, leg)
	t.change = append(t.change, int16(leg.root), int16(leg.middle), int16(leg.end))
	t.readAbove(leg.toe, skeleton)
	return origin(leg.middle).Sub(origin(leg.root)).Length() + origin(leg.end).Sub(origin(leg.middle)).Length()
}

// readAbove adds the joints from a toe up to the pelvis to the joints that the solver reads.
func (t *feet) readAbove(toe int, skeleton *rig.Skeleton) {
	for j := toe; j != t.pelvis; j = skeleton.Parent(j) {
		if !slices.Contains(t.read, int16(j)) {
			t.read = append(t.read, int16(j))
		}
	}
}

type feet struct {
	goalIndex                           int
	pelvis, pelvisParent                int
	up                                  exact.Vec3 // unit vector in model space
	floor, length                       float64
	maxDrop, maxStep, maxPitch, maxRoll float64 // the angles as tangents
	pelvisSpeed, footSpeed, tiltSpeed   float64
	lockSpeed, releaseSpeed             float64
	locks                               bool
	legs                                []footLeg
	read, change                        []int16
}

type footLeg struct {
	ground                              int // index of the goal
	root, middle, end, toe              int // the toe is the end if there is none
	rootParent, middleParent, endParent int
	height                              float64    // of the toe above the sole
	rest                                exact.Vec3 // the toe in the rest pose
	forward                             exact.Vec3 // in the space of the end joint
	settings                            [5 * Lanes]float32
}

func (t *feet) goal() int        { return t.goalIndex }
func (t *feet) reads() []int16   { return t.read }
func (t *feet) changes() []int16 { return t.change }
func (t *feet) stateSize() int   { return pelvisState + footState*len(t.legs) }

func (t *feet) solve(w *Work, weights *[Lanes]float32, state int) {
	turns := &w.feet
	if need := len(t.legs); cap(turns.legs) < need {
		turns.legs = make([]legRows, need)
	}
	turns.legs = turns.legs[:len(t.legs)]
	for l, weight := range weights {
		for i := range turns.legs {
			turns.legs[i].weight[l] = 0
		}
		if weight > 0 {
			t.place(w, l, weight, state, turns.legs)
		}
	}
	for i := range t.legs {
		t.legs[i].solve(w, &turns.legs[i])
	}
}

// solve bends the leg to the target in each lane, and turns the foot.
func (leg *footLeg) solve(w *Work, in *legRows) {
	rows := &w.twoBone
	copy(rows[solve.TwoBoneBend*Lanes:], leg.settings[:])
	copy(rows[solve.TwoBoneTarget*Lanes:], in.target[:])
	copy(rows[solve.TwoBoneWeight*Lanes:], in.weight[:])
	active := false
	for l := range Lanes {
		rows[solve.TwoBoneHasPole*Lanes+l], rows[solve.TwoBoneSoftness*Lanes+l] = 0, 1
		active = active || in.weight[l] > 0
	}
	if !active {
		return
	}
	solve.TwoBone(rows, &solve.TwoBoneJoints{
		RootParent: w.model(leg.rootParent), Root: w.model(leg.root),
		MiddleParent: w.model(leg.middleParent), Middle: w.model(leg.middle), End: w.model(leg.end),
		RootLocal: w.local(leg.root), MiddleLocal: w.local(leg.middle),
	})
	w.setRotation(leg.root, rows[solve.TwoBoneRootOut*Lanes:])
	w.setRotation(leg.middle, rows[solve.TwoBoneMiddleOut*Lanes:])
	// The foot keeps its rotation, tilted: it is turned back by less, or by more, than the leg turned it.
	turn := &w.turnTo
	for l := range Lanes {
		var moved, tilt exact.Quat
		for i := range moved {
			moved[i], tilt[i] = float64(rows[(solve.TwoBoneTurnOut+i)*Lanes+l]), float64(in.tilt[i*Lanes+l])
		}
		if in.weight[l] > 0 {
			moved = tilt.Conjugate().Mul(moved)
		}
		putQuat(turn[:], solve.TurnToMoved, l, moved.Float32())
		turn[solve.TurnToHasGoal*Lanes+l], turn[solve.TurnToWeight*Lanes+l] = 0, in.weight[l]
	}
	solve.TurnTo(turn, w.model(leg.endParent), w.model(leg.end), w.local(leg.end))
	w.setRotation(leg.end, turn[solve.TurnToOut*Lanes:])
}

// tilted returns the shortest rotation from one unit vector to another one at most a right angle away.
func tilted(from, to exact.Vec3) exact.Quat {
	axis := from.Cross(to)
	return exact.Quat{axis[0], axis[1], axis[2], 1 + from.Dot(to)}.Normalized()
}

// approach moves a number toward another one by at most a step.
func approach(from, to, step float64) float64 {
	return min(max(to, from-step), from+step)
}
