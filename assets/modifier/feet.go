package modifier

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solvers"
	"github.com/sinew-go/sinew/internal/solving"
)

// Feet are the settings of foot placement: a pelvis and feet that adapt to the ground. Lengths are
// in model space, speeds in model space per second. Those that are 0 are derived from the longest
// leg in the rest pose, so that they suit a skeleton of any size; the values in brackets are for a
// leg of 0.9 m.
type Feet struct {
	// Pelvis is the joint that moves up and down, above all legs.
	Pelvis string
	// Feet are the feet.
	Feet []Foot
	// Up is the direction in model space in which heights are measured; +Y if it is 0.
	Up mgl32.Vec3
	// Floor is the height of the ground on which the motions walk, along Up.
	Floor float32
	// MaxDrop is how far the pelvis moves at most; half of the leg if it is 0 (0.45 m).
	MaxDrop float32
	// MaxStep is how far the ground may be above or below the floor. Ground beyond counts as this
	// far. It is 0.6 of the leg if it is 0 (0.54 m).
	MaxStep float32
	// MaxPitch and MaxRoll are the largest angles by which a foot tilts about its side axis and
	// about its forward axis, in radians; 0.7 and 0.5 if they are 0.
	MaxPitch, MaxRoll float32
	// MaxToeUp and MaxToeDown are the largest angles, in radians, by which the toes turn up and
	// down from where the motions have them, to lie along the ground where the foot does not: its
	// heel is raised, or the ground is steeper than it can tilt. They are 0.9 and 0.5 if they are
	// 0.
	MaxToeUp, MaxToeDown float32
	// PelvisHalfLife is the time, in seconds, in which the pelvis moves half of its way; 0.06 if it
	// is 0.
	PelvisHalfLife float32
	// FootSpeed is the largest speed of the ground under a foot along Up; 4 legs a second if it is
	// 0 (3.6 m/s). TiltSpeed is the largest speed at which that ground tilts, in radians per
	// second; 6 if it is 0.
	FootSpeed, TiltSpeed float32
	// LockSpeed is the speed in the world, in the units of model space, below which a foot near the
	// floor counts as planted, and is locked in place; a third of the leg a second if it is 0
	// (0.3 m/s).
	LockSpeed float32
	// ReleaseSpeed is the speed, as LockSpeed, above which a locked foot is released; 10/9 of the
	// leg a second if it is 0 (1 m/s).
	ReleaseSpeed float32
	// ReleaseDistance is how far a locked foot may be from where the motions move it; 2/9 of the
	// leg if it is 0 (0.2 m).
	ReleaseDistance float32
	// ReleaseAngle is how far a locked foot may be turned about Up from where the motions point it,
	// in radians; 0.5 if it is 0.
	ReleaseAngle float32
	// ReleaseHalfLife is the time, in seconds, in which a released foot comes and turns back half
	// of its way to the motions; 0.05 if it is 0.
	ReleaseHalfLife float32
	// NoLock leaves feet free to slide along the ground.
	NoLock bool
	// NoToes leaves the toe joints as the motions have them.
	NoToes bool
	// OffLevel is as in [Aim].
	OffLevel int
}

// Foot is a foot of [Feet].
type Foot struct {
	// Root, Middle and End are the joints of the leg: hip, knee and ankle.
	Root, Middle, End string
	// Toe is the joint about which the foot rolls, the ball of the foot. A planted foot is locked
	// there, so that its heel can rise; the joint bends then, so that the toes stay on the ground.
	// With a ToeLength it then rolls over the tip of its toes too.
	// It may be empty: then the ankle is locked.
	Toe string
	// Bend is as in [TwoBone]. It counts where the leg is nearly straight; otherwise the knee stays
	// on the side that it has.
	Bend mgl32.Vec3
	// Forward is the direction to which the foot points, in the space of the end joint. If it is 0
	// it leads to the toe in the rest pose, and without a toe along +Z of model space.
	Forward mgl32.Vec3
	// Height is the height of the toe, or of the ankle if there is none, above the sole. If it is 0
	// it is the height above Floor in the rest pose.
	Height float32
	// ToeLength is how far the middle of the tip of the toes is ahead of Toe, in the rest pose. A
	// foot whose toes point below the ground rolls over the tip then, like a wheel, instead of
	// turning about Toe. If it is 0 a foot does not roll over its toes.
	ToeLength float32
	// TipHeight is the height of the middle of the tip above the sole, by which it rolls; 0.7 of
	// Height if it is 0.
	TipHeight float32
	// HeelLength is how far the middle of the heel is behind End, in the rest pose, and HeelHeight
	// how far above the sole. A transition that tilts the foot does not drag its heel along the
	// ground then. If HeelHeight is 0 the foot has no heel.
	HeelLength, HeelHeight float32
	// Down and Lift are the names of the markers of clips at which the foot is put down and lifted.
	// A clip with both decides when the foot is planted, instead of its speed and height.
	Down, Lift string
}

// Feet adds foot placement. Each foot keeps the height over the ground that the motions give it
// over the floor, and is tilted with the ground; the pelvis is lowered, as far as a leg would be
// too short otherwise, and raised if the ground is higher under all feet. The knees keep their
// side. A heel that the motions raise rises higher where the leg would be too short. The toes bend
// to the ground's plane at the foot where the foot is not along it, about its side axis and within
// their limits. A planted foot is locked to its place in the world, and to the direction in which
// it points there, until the motions lift it, carry it off or turn it away. A foot that they carry
// off or turn away without lifting it steps: it is lifted on its way back to them, by a twentieth
// of the leg at most, or a hundredth while no other foot stands. So does a foot that a transition
// of the character drags along the ground (components.Inertialization); a transition also lets no
// foot sink into the ground, and none touch it that is not locked. While the motions roll it
// over the tip of its toes, the tip rolls in its place. On a level floor, without locks, the pose
// keeps its bits. A foot that moves farther than two legs within a frame was put somewhere else,
// and begins anew.
//
// The weight of the goal fades foot placement; its target is not used. The ground under each foot
// is a goal of its own, named after the goal and the end joint, as in "feet.left_foot": its target
// is a point of the ground and its pole direction the normal. If its weight is 0,
// Animation.SetGround may give the ground; without any ground the foot is where the motions move
// it. Ground that is not finite counts as none, a normal of length 0 or more than 78 degrees from
// Up (a wall) as Up, and ground beyond MaxStep as this far. A leg with a bone of length 0 stays as
// it is.
func (b *Builder) Feet(goal string, s Feet) *Builder {
	b = b.record("feet", goal, s)
	c := b.context("feet", goal)
	t := solvers.FootSolver{
		GoalIndex: c.goal(), Pelvis: c.joint("pelvis", s.Pelvis), PelvisHalfLife: 0.06,
		ReleaseHalfLife: 0.05,
	}
	if len(s.Feet) == 0 {
		c.fail("expected at least one foot, found none")
	}
	for _, limit := range []struct {
		name  string
		value float32
	}{
		{"MaxDrop", s.MaxDrop},
		{"MaxStep", s.MaxStep},
		{"MaxPitch", s.MaxPitch},
		{"MaxRoll", s.MaxRoll},
		{"PelvisHalfLife", s.PelvisHalfLife},
		{"FootSpeed", s.FootSpeed},
		{"LockSpeed", s.LockSpeed},
		{"ReleaseSpeed", s.ReleaseSpeed},
		{"ReleaseDistance", s.ReleaseDistance},
		{"ReleaseAngle", s.ReleaseAngle},
		{"ReleaseHalfLife", s.ReleaseHalfLife},
		{"MaxToeUp", s.MaxToeUp},
		{"MaxToeDown", s.MaxToeDown},
	} {
		if !(limit.value >= 0) || !exact.IsFinite(limit.value) {
			c.fail("expected a finite %s of at least 0, found %v", limit.name, limit.value)
		}
	}
	c.turnSpeed("tilt speed", s.TiltSpeed)
	if s.MaxPitch > 1.5 || s.MaxRoll > 1.5 || s.MaxToeUp > 1.5 || s.MaxToeDown > 1.5 {
		c.fail("expected a largest pitch, roll and angles of toes of at most 1.5 radians, found %v, %v, %v and %v%s",
			s.MaxPitch, s.MaxRoll, s.MaxToeUp, s.MaxToeDown, inDegrees(s.MaxPitch, s.MaxRoll, s.MaxToeUp, s.MaxToeDown))
	}
	if s.ReleaseAngle > 3 {
		c.fail("expected a ReleaseAngle of at most 3 radians, found %v%s", s.ReleaseAngle, inDegrees(s.ReleaseAngle))
	}
	if s.Up == (mgl32.Vec3{}) {
		s.Up = mgl32.Vec3{0, 1, 0}
	}
	if up := exact.ToVec3(s.Up).Normalized(); !up.IsFinite() || up.Length() == 0 || !exact.IsFinite(s.Floor) {
		c.fail("expected a finite up direction that is not 0, and a finite floor, found %v and %v", s.Up, s.Floor)
	}
	if len(b.errs) > 0 {
		return b
	}
	for i := range b.solvers {
		if other, ok := b.solvers[i].Solver.(*solvers.FootSolver); ok {
			t.First += len(other.Legs)
		}
	}
	t.PelvisParent = b.skeleton.Parent(t.Pelvis)
	t.Read, t.Change = []int16{int16(t.Pelvis)}, []int16{int16(t.Pelvis)}
	length := 0.0
	for i := range s.Feet {
		length = max(length, c.leg(&t, goal, &s, i))
	}
	if !(length > 0) {
		c.fail("expected legs with a length in the rest pose, found length 0")
	}
	if len(b.errs) > 0 {
		return b
	}
	if s.PelvisHalfLife > 0 {
		t.PelvisHalfLife = float64(s.PelvisHalfLife)
	}
	if s.ReleaseHalfLife > 0 {
		t.ReleaseHalfLife = float64(s.ReleaseHalfLife)
	}
	for i := range t.Legs {
		setLeg(&t.Legs[i], &s, length)
		for k := range i {
			if t.Legs[k].End == t.Legs[i].End {
				c.fail("expected each foot once, found %q twice", s.Feet[i].End)
			}
		}
	}
	if len(b.errs) > 0 {
		return b
	}
	return c.add(&t, s.OffLevel)
}

// lockHeight and releaseHeight are how far a foot may be lifted to be locked, and to stay locked,
// in parts of a leg; stretch is how far a leg may be stretched that the motions stretch less, and
// easyStretch how far before the pelvis gives way.
const (
	lockHeight    = 0.02 // with toes locked higher up, the heel of a foot that comes down on it would slip
	releaseHeight = 0.06
	stretch       = 0.995
	easyStretch   = 0.96
)

// setLeg writes the settings that a foot has in common with the others.
func setLeg(leg *solvers.FootLeg, s *Feet, length float64) {
	or := func(x float32, otherwise float64) float32 {
		if x == 0 {
			return float32(otherwise)
		}
		return x
	}
	tan := func(angle float32) float32 {
		sin, cos := exact.SinCos(float64(angle))
		return float32(sin / cos)
	}
	up := exact.ToVec3(s.Up).Normalized().Float32()
	for l := range solvers.Lanes {
		rows := leg.Setting[:]
		solvers.PutVec(rows, layout.FootUp, l, up)
		for row, x := range map[int]float32{
			layout.FootFloor: s.Floor, layout.FootLength: float32(length),
			layout.FootMaxSlide: or(s.ReleaseDistance, length*2/9), layout.FootMaxStep: or(s.MaxStep, 0.6*length),
			layout.FootMaxTurn:  tan(or(s.ReleaseAngle, 0.5) / 2),
			layout.FootMaxPitch: tan(or(s.MaxPitch, 0.7)), layout.FootMaxRoll: tan(or(s.MaxRoll, 0.5)),
			layout.FootToeUp: tan(or(s.MaxToeUp, 0.9)), layout.FootToeDown: tan(or(s.MaxToeDown, 0.5)),
			layout.FootSpeed:     or(s.FootSpeed, 4*length),
			layout.FootTiltSpeed: or(s.TiltSpeed, 6), layout.FootLockSpeed: or(s.LockSpeed, length/3),
			layout.FootReleaseSpeed:  or(s.ReleaseSpeed, length*10/9),
			layout.FootLockHeight:    float32(lockHeight * length),
			layout.FootReleaseHeight: float32(releaseHeight * length), layout.FootLocks: solving.Number(!s.NoLock),
			layout.FootStretch: stretch, layout.FootEasyStretch: easyStretch,
			layout.FootMaxDrop: or(s.MaxDrop, length/2),
		} {
			rows[row*solvers.Lanes+l] = x
		}
	}
}

// leg adds the leg of a foot to a solver, and returns its length in the rest pose.
func (c context) leg(t *solvers.FootSolver, goal string, settings *Feet, i int) float64 {
	skeleton, s := c.b.skeleton, &settings.Feet[i]
	up := exact.ToVec3(settings.Up).Normalized()
	leg := solvers.FootLeg{
		Root: c.joint("root", s.Root), Middle: c.joint("middle", s.Middle), End: c.joint("end", s.End),
		Ground: context{b: c.b, kind: c.kind, name: goal + "." + s.End}.goal(), Down: s.Down, Lift: s.Lift,
	}
	leg.Toe = leg.End
	if s.Toe != "" {
		leg.Toe = c.joint("toe", s.Toe)
		c.checkBelow(leg.Toe, leg.End)
	}
	c.checkBelow(leg.Root, t.Pelvis)
	c.checkBelow(leg.Middle, leg.Root)
	c.checkBelow(leg.End, leg.Middle)
	if (s.Down == "") != (s.Lift == "") {
		c.fail("joint %q: expected the markers Down and Lift, or neither, found %q and %q", s.End, s.Down, s.Lift)
	}
	if len(c.b.errs) > 0 {
		return 0
	}
	rest := restModel(skeleton)
	origin := func(j int) exact.Vec3 { return exact.ToVec3(rest[j].Point(mgl32.Vec3{})) }
	bend := exact.ToVec3(s.Bend)
	if bend == (exact.Vec3{}) {
		var ok bool
		if bend, ok = restBend(skeleton, leg.Root, leg.Middle, leg.End); !ok {
			c.fail("joint %q: expected Bend, the direction in which the leg bends, since it is straight in the rest "+
				"pose, found none", s.Root)
		}
	}
	forward := exact.ToVec3(s.Forward)
	if forward == (exact.Vec3{}) {
		ahead := exact.Vec3{0, 0, 1}
		if s.Toe != "" {
			ahead = origin(leg.Toe).Sub(origin(leg.End))
		}
		ahead = ahead.AddScaled(-ahead.Dot(up), up)
		inverse, ok := rest[leg.End].Inverse()
		if !ok {
			c.fail("expected a joint with an inverse in the rest pose, found %q without", s.End)
			return 0
		}
		inverse[3], inverse[7], inverse[11] = 0, 0, 0
		forward = exact.ToVec3(inverse.Point(ahead.Float32()))
	}
	if !(s.ToeLength >= 0) || !exact.IsFinite(s.ToeLength) || !(s.TipHeight >= 0) || !exact.IsFinite(s.TipHeight) {
		c.fail("joint %q: expected a finite ToeLength and TipHeight of at least 0, found %v and %v", s.End, s.ToeLength,
			s.TipHeight)
		return 0
	}
	if !exact.IsFinite(s.HeelLength) || !(s.HeelHeight >= 0) || !exact.IsFinite(s.HeelHeight) {
		c.fail("joint %q: expected a finite HeelLength, and a finite HeelHeight of at least 0, found %v and %v", s.End,
			s.HeelLength, s.HeelHeight)
		return 0
	}
	if s.HeelLength != 0 && s.HeelHeight == 0 {
		c.fail("joint %q: expected a HeelHeight for a HeelLength of %v, found none", s.End, s.HeelLength)
		return 0
	}
	if s.Toe == "" && s.ToeLength > 0 {
		c.fail("joint %q: expected Toe for a ToeLength of %v, found none", s.End, s.ToeLength)
		return 0
	}
	height := float64(s.Height)
	leg.Rest = origin(leg.Toe).Float32()
	if s.Height == 0 {
		height = origin(leg.Toe).Dot(up) - float64(settings.Floor)
	}
	if !bend.IsFinite() || bend.Length() == 0 || !forward.IsFinite() || !exact.IsFinite(height) {
		c.fail("joint %q: expected a finite bend that is not 0, forward and height, found %v, %v and %v", s.End, bend,
			forward, height)
		return 0
	}
	for l := range solvers.Lanes {
		solvers.PutVec(leg.Setting[:], layout.FootBendDirection, l, bend.Normalized().Float32())
		solvers.PutVec(leg.Setting[:], layout.FootForward, l, forward.Normalized().Float32())
		leg.Setting[layout.FootHeight*solvers.Lanes+l] = float32(height)
		leg.Setting[layout.FootArmHeight*solvers.Lanes+l] = float32(origin(leg.End).Sub(origin(leg.Toe)).Dot(up))
	}
	if s.HeelHeight > 0 {
		end := exact.ToAffine((*[rig.MatrixSize]float32)(&rest[leg.End]))
		inverse, ok := end.Inverse()
		ahead := end.Direction(forward)
		ahead = ahead.AddScaled(-ahead.Dot(up), up).Normalized()
		if !ok || ahead.Length() == 0 {
			c.fail("joint %q: expected a foot that points along the floor, with an inverse, found another", s.End)
			return 0
		}
		above := float64(settings.Floor) + float64(s.HeelHeight) - origin(leg.End).Dot(up)
		heel := inverse.Direction(ahead.Scale(-float64(s.HeelLength)).AddScaled(above, up)).Float32()
		for l := range solvers.Lanes {
			solvers.PutVec(leg.Setting[:], layout.FootHeel, l, heel)
			leg.Setting[layout.FootHeelHeight*solvers.Lanes+l] = s.HeelHeight
		}
	}
	if s.ToeLength > 0 {
		tipHeight := float64(s.TipHeight)
		if s.TipHeight == 0 {
			tipHeight = float64(0.7 * height)
		}
		end := exact.ToAffine((*[rig.MatrixSize]float32)(&rest[leg.End]))
		toe := exact.ToAffine((*[rig.MatrixSize]float32)(&rest[leg.Toe]))
		inverse, ok := toe.Inverse()
		ahead := end.Direction(forward)
		ahead = ahead.AddScaled(-ahead.Dot(up), up).Normalized()
		if !ok || ahead.Length() == 0 {
			c.fail("joint %q: expected a foot that points along the floor, and a toe joint with an inverse, found others",
				s.End)
			return 0
		}
		above := tipHeight - height
		tip := inverse.Direction(ahead.Scale(float64(s.ToeLength)).AddScaled(above, up)).Float32()
		for l := range solvers.Lanes {
			solvers.PutVec(leg.Setting[:], layout.FootTip, l, tip)
			leg.Setting[layout.FootTipAhead*solvers.Lanes+l] = s.ToeLength
			leg.Setting[layout.FootTipAbove*solvers.Lanes+l] = float32(above)
			leg.Setting[layout.FootTipHeight*solvers.Lanes+l] = float32(tipHeight)
		}
	}
	leg.RootParent, leg.MiddleParent, leg.EndParent = skeleton.Parent(leg.Root), skeleton.Parent(leg.Middle),
		skeleton.Parent(leg.End)
	t.Change = append(t.Change, int16(leg.Root), int16(leg.Middle), int16(leg.End))
	if leg.BendsToe = leg.Toe != leg.End && !settings.NoToes; leg.BendsToe {
		t.Change = append(t.Change, int16(leg.Toe))
		leg.ToeParent = skeleton.Parent(leg.Toe)
	}
	t.Legs = append(t.Legs, leg)
	for j := leg.Toe; j != t.Pelvis; j = skeleton.Parent(j) {
		if !slices.Contains(t.Read, int16(j)) {
			t.Read = append(t.Read, int16(j))
		}
	}
	return origin(leg.Middle).Sub(origin(leg.Root)).Length() + origin(leg.End).Sub(origin(leg.Middle)).Length()
}
