package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solvers"
)

// TwoBone are the settings of inverse kinematics for a limb of two bones, such as an arm or a leg.
type TwoBone struct {
	// Root, Middle and End are the names of the joints: hip, knee and ankle. Other joints may lie
	// between them, such as twist joints.
	Root, Middle, End string
	// Bend is the direction to which the middle joint bends, in the space of the root joint:
	// forward for a knee. If it is 0 the rest pose gives it, which must then be bent by at least a
	// degree.
	Bend mgl32.Vec3
	// KeepRotation keeps the rotation that the end joint has in model space, so that a foot stays
	// level.
	KeepRotation bool
	// GoalRotation turns the end joint to the goal's rotation, if it has one.
	GoalRotation bool
	// Softness is the part of the limb's length, 0 to 1, over which it slows down before it is
	// stretched, which avoids the snap of a knee; 0 for none.
	Softness float32
	// Twist turns the limb about the line from its root to its end, in radians and at most by a
	// whole turn.
	Twist float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// minBend is the sine of the least bend of a limb's rest pose from which its side is known.
const minBend = 0.0175

// TwoBone adds inverse kinematics of two bones. The goal's target is where the end joint shall be,
// its pole the point to which the middle joint points; without a pole the limb bends to the side to
// which it is animated.
//
// The end joint meets each target within reach. A target out of reach is approached with the limb
// stretched, one too near with the limb folded. A target at the root joint, or a pole in line with
// the target, leaves the direction that the pose has. A limb with a bone of length 0 stays as it
// is.
func (b *Builder) TwoBone(goal string, s TwoBone) *Builder {
	b = b.record("twoBone", goal, s)
	return b.twoBone(b.context("two bones", goal), s, nil)
}

// twoBone adds a limb of two bones, whose end takes hold by a grip if there is one.
func (b *Builder) twoBone(c context, s TwoBone, grip *solvers.Grip) *Builder {
	t := solvers.TwoBone{
		GoalIndex: c.goal(), Grip: grip, Root: c.joint("root", s.Root),
		Middle: c.joint("middle", s.Middle), End: c.joint("end", s.End),
	}
	c.checkBelow(t.Middle, t.Root)
	c.checkBelow(t.End, t.Middle)
	if !(s.Softness >= 0 && s.Softness <= 1) {
		c.fail("expected a softness from 0 to 1, found %v", s.Softness)
	}
	if !(s.Twist >= -2*halfTurn && s.Twist <= 2*halfTurn) {
		c.fail("expected a twist from -2π to 2π radians, found %v%s", s.Twist, inDegrees(s.Twist))
	}
	if len(b.errs) > 0 {
		return b
	}
	skeleton := b.skeleton
	bend := exact.ToVec3(s.Bend)
	if bend == (exact.Vec3{}) {
		var ok bool
		if bend, ok = restBend(skeleton, t.Root, t.Middle, t.End); !ok {
			c.fail("joint %q: expected Bend, the direction in which the limb bends, since it is straight in the rest "+
				"pose, found none", s.Root)
			return b
		}
	}
	if !bend.IsFinite() || bend.Length() == 0 {
		c.fail("expected a finite bend that is not 0, found %v", s.Bend)
		return b
	}
	bend = bend.Normalized()
	sin, cos := exact.SinCos(float64(s.Twist))
	for l := range solvers.Lanes {
		rows := t.Settings[:]
		rows[(layout.TwoBoneSoftness-solvers.FirstSetting)*solvers.Lanes+l] = 1 - s.Softness
		solvers.PutVec(rows, layout.TwoBoneBend-solvers.FirstSetting, l, bend.Float32())
		rows[(layout.TwoBoneTwistSin-solvers.FirstSetting)*solvers.Lanes+l], rows[(layout.TwoBoneTwistCos-
			solvers.FirstSetting)*solvers.Lanes+l] = float32(sin), float32(cos)
	}
	t.RootParent, t.MiddleParent, t.EndParent = skeleton.Parent(t.Root), skeleton.Parent(t.Middle),
		skeleton.Parent(t.End)
	t.Read = []int16{int16(t.Root), int16(t.Middle), int16(t.End)}
	t.Change = t.Read[:2]
	t.KeepRotation, t.GoalRotation = s.KeepRotation, s.GoalRotation
	if s.KeepRotation || s.GoalRotation {
		t.Change = t.Read
	}
	if grip != nil && grip.Holder >= 0 {
		t.Read = append(t.Read, int16(grip.Holder))
	}
	return c.add(&t, s.OffLevel)
}

// restBend returns the direction to which a limb bends in the rest pose, in the space of its root
// joint.
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
