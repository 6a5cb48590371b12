package modifier

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// TwoBone are the settings of inverse kinematics for a limb of two bones, such as an arm or a leg.
type TwoBone struct {
	// Root, Middle and End are the names of the joints: hip, knee and ankle. Other joints may lie between them, such as twist
	// joints.
	Root, Middle, End string
	// Bend is the direction to which the middle joint bends, in the space of the root joint: forward for a knee. If it is 0 the
	// rest pose gives it, which must then be bent by at least a degree.
	Bend mgl32.Vec3
	// KeepRotation keeps the rotation that the end joint has in model space, so that a foot stays level.
	KeepRotation bool
	// GoalRotation turns the end joint to the goal's rotation, if it has one.
	GoalRotation bool
	// Softness is the part of the limb's length, 0 to 1, over which it slows down before it is stretched, which avoids the snap of a
	// knee; 0 for none.
	Softness float32
	// Twist turns the limb about the line from its root to its end, in radians.
	Twist float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// minBend is the sine of the least bend of a limb's rest pose from which its side is known.
const minBend = 0.0175

// TwoBone adds inverse kinematics of two bones. The goal's target is where the end joint shall be, its pole the point to which the
// middle joint points; without a pole the limb bends to the side to which it is animated.
//
// The end joint meets each target within reach. A target out of reach is approached with the limb stretched, one too near
// with the limb folded. A target at the root joint, or a pole in line with the target, leaves the direction that the pose
// has. A limb with a bone of length 0 stays as it is.
func (b *Builder) TwoBone(goal string, s TwoBone) *Builder {
	b.record("twoBone", goal, s)
	return b.twoBone(b.context("two bones", goal), s, nil)
}

// twoBone adds a limb of two bones, whose end takes hold by a grip if there is one.
func (b *Builder) twoBone(c context, s TwoBone, grip *grip) *Builder {
	t := twoBone{goalIndex: c.goal(), grip: grip, root: c.joint("root", s.Root), middle: c.joint("middle", s.Middle), end: c.joint("end", s.End)}
	c.checkBelow(t.middle, t.root)
	c.checkBelow(t.end, t.middle)
	if !(s.Softness >= 0 && s.Softness <= 1) {
		c.fail("the softness must be 0 to 1, not %v", s.Softness)
	}
	if s.Twist-s.Twist != 0 {
		c.fail("the twist must be finite, not %v", s.Twist)
	}
	if len(b.errs) > 0 {
		return b
	}
	skeleton := b.stack.skeleton
	bend := exact.ToVec3(s.Bend)
	if bend == (exact.Vec3{}) {
		var ok bool
		if bend, ok = restBend(skeleton, t.root, t.middle, t.end); !ok {
			c.fail("the limb of joint %q is straight in the rest pose: Bend must give the direction to which it bends", s.Root)
			return b
		}
	}
	if !bend.IsFinite() || bend.Length() == 0 {
		c.fail("the bend must be a finite direction, not %v", s.Bend)
		return b
	}
	bend = bend.Normalized()
	sin, cos := exact.SinCos(float64(s.Twist))
	for l := range Lanes {
		rows := t.settings[:]
		rows[(layout.TwoBoneSoftness-firstSetting)*Lanes+l] = 1 - s.Softness
		putVec(rows, layout.TwoBoneBend-firstSetting, l, bend.Float32())
		rows[(layout.TwoBoneTwistSin-firstSetting)*Lanes+l], rows[(layout.TwoBoneTwistCos-firstSetting)*Lanes+l] = float32(sin), float32(cos)
	}
	t.rootParent, t.middleParent, t.endParent = skeleton.Parent(t.root), skeleton.Parent(t.middle), skeleton.Parent(t.end)
	t.read = []int16{int16(t.root), int16(t.middle), int16(t.end)}
	t.change = t.read[:2]
	t.keepRotation, t.goalRotation = s.KeepRotation, s.GoalRotation
	if s.KeepRotation || s.GoalRotation {
		t.change = t.read
	}
	if grip != nil && grip.holder >= 0 {
		t.read = append(t.read, int16(grip.holder))
	}
	return c.add(&t, s.OffLevel)
}

// restBend returns the direction to which a limb bends in the rest pose, in the space of its root joint.
func restBend(skeleton *rig.Skeleton, root, middle, end int) (exact.Vec3, bool) {
	model := restModel(skeleton)
	inverse, ok := model[root].Inverse()
	if !ok {
		return exact.Vec3{}, false
	}
	origin := func(j int) exact.Vec3 {
		return exact.ToVec3(inverse.Point(model[j].Point(mgl32.Vec3{})))
	}
	upper, whole := origin(middle), origin(end)
	if whole.Length() == 0 || upper.Length() == 0 {
		return exact.Vec3{}, false
	}
	along := whole.Normalized()
	side := upper.AddScaled(-upper.Dot(along), along)
	return side, side.Length() > minBend*upper.Length()
}

// firstSetting is the first row that is the same in all frames.
const firstSetting = layout.TwoBoneSoftness

type twoBone struct {
	goalIndex                           int
	root, middle, end                   int
	rootParent, middleParent, endParent int
	grip                                *grip // or nil
	keepRotation, goalRotation          bool
	settings                            [(layout.TwoBoneRootOut - firstSetting) * Lanes]float32
	read, change                        []int16
}

func (t *twoBone) turns() {}

func (t *twoBone) ignoresRotation() bool { return !t.goalRotation && t.grip == nil }

func (t *twoBone) goal() int        { return t.goalIndex }
func (t *twoBone) reads() []int16   { return t.read }
func (t *twoBone) changes() []int16 { return t.change }
func (t *twoBone) stateSize() int   { return 0 }

func (t *twoBone) solve(w *Work, weights *[Lanes]float32, _ int) {
	rows, goal := &w.twoBone, t.goalRows(w, weights)
	copy(rows[layout.TwoBoneTarget*Lanes:], goal[layout.GoalTarget*Lanes:layout.GoalUp*Lanes]) // the target and the pole
	copy(rows[layout.TwoBoneHasPole*Lanes:], goal[layout.GoalHasPole*Lanes:][:Lanes])
	copy(rows[layout.TwoBoneWeight*Lanes:], weights[:])
	copy(rows[firstSetting*Lanes:], t.settings[:])
	solve.TwoBone(rows, &solve.TwoBoneJoints{
		RootParent: w.model(t.rootParent), Root: w.model(t.root),
		MiddleParent: w.model(t.middleParent), Middle: w.model(t.middle), End: w.model(t.end),
		RootLocal: w.local(t.root), MiddleLocal: w.local(t.middle),
	})
	w.setRotation(t.root, rows[layout.TwoBoneRootOut*Lanes:])
	w.setRotation(t.middle, rows[layout.TwoBoneMiddleOut*Lanes:])
	if len(t.change) == 3 {
		t.turnEnd(w, weights, goal, rows)
	}
}

// goalRows returns the goal, taken to the end joint if it holds by a grip.
func (t *twoBone) goalRows(w *Work, weights *[Lanes]float32) *solve.GoalRows {
	rows := &w.goals[t.goalIndex]
	if t.grip == nil {
		return rows
	}
	for l, weight := range weights {
		if weight > 0 {
			w.limbGoals[l] = &w.Goals[l][t.goalIndex]
		}
	}
	t.grip.resolve(w, weights, t.end)
	w.gripRows = *rows
	rows = &w.gripRows
	for l, weight := range weights {
		if weight > 0 {
			g := w.limbGoals[l]
			putVec(rows[:], layout.GoalTarget, l, g.Target)
			putVec(rows[:], layout.GoalPole, l, g.Pole)
			putQuat(rows[:], layout.GoalRotation, l, g.Rotation)
			rows[layout.GoalHasPole*Lanes+l], rows[layout.GoalHasRotation*Lanes+l] = number(g.HasPole), number(g.HasRotation)
		}
	}
	return rows
}

// turnEnd turns the end joint to the goal's rotation, or back to the one that it had.
func (t *twoBone) turnEnd(w *Work, weights *[Lanes]float32, goal *solve.GoalRows, limb *solve.TwoBoneRows) {
	rows := &w.turnTo
	copy(rows[layout.TurnToMoved*Lanes:], limb[layout.TwoBoneTurnOut*Lanes:])
	copy(rows[layout.TurnToGoal*Lanes:], goal[layout.GoalRotation*Lanes:][:layout.RotationRows*Lanes])
	has := (*[Lanes]float32)(rows[layout.TurnToHasGoal*Lanes:])
	*has = [Lanes]float32{}
	if t.goalRotation {
		*has = [Lanes]float32(goal[layout.GoalHasRotation*Lanes:])
	}
	end := *weights
	if !t.keepRotation {
		for l, x := range has {
			end[l] *= x // 0 or 1
		}
	}
	copy(rows[layout.TurnToWeight*Lanes:], end[:])
	solve.TurnTo(rows, w.model(t.endParent), w.model(t.end), w.local(t.end))
	w.setRotation(t.end, rows[layout.TurnToOut*Lanes:])
}

func number(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
