package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/solvers"
)

// LimitDirection are the settings of a bone that points only so far to some sides, such as a thigh
// that goes farther ahead than back. [JointLimit] is for what goes as far to all sides.
type LimitDirection struct {
	// Joint is the joint that turns, and From the joint above with which the limits turn; the parent
	// if it is empty.
	Joint, From string
	// Bone is the direction of the bone in the joint's space; +Y if it is 0, along which bones lie in
	// most rigs.
	Bone mgl32.Vec3
	// Limits are 1 to 8 limits.
	Limits []DirectionLimit
	// OffLevel is as in [Aim].
	OffLevel int
}

// DirectionLimit is how far a bone may point to a side.
type DirectionLimit struct {
	// Toward is the direction, in model space in the rest pose.
	Toward mgl32.Vec3
	// Angle is the largest angle, in radians, by which the bone may point there: how far it is above
	// the plane at right angles to Toward, less than π/2.
	Angle float32
}

// LimitDirection adds limits of where a bone points. Where it points too far to a side it turns
// back by the shortest way; elsewhere the pose keeps its bits. Without a goal it is always applied.
func (b *Builder) LimitDirection(goal string, s LimitDirection) *Builder {
	b = b.record("limitDirection", goal, s)
	c := b.context("limit direction", goal)
	t := solvers.LimitDirection{GoalIndex: c.goalOrNone(), Joint: c.joint("joint", s.Joint)}
	t.Parent = b.skeleton.Parent(t.Joint)
	if t.From = t.Parent; s.From != "" {
		t.From = c.joint("from", s.From)
		c.checkBelow(t.Joint, t.From)
	}
	t.Bone = exact.ToVec3(s.Bone)
	if t.Bone == (exact.Vec3{}) {
		t.Bone = exact.Vec3{0, 1, 0}
	}
	if !t.Bone.IsFinite() {
		c.fail("expected a finite direction of the bone, found %v", s.Bone)
	}
	t.Bone = t.Bone.Normalized()
	t.Bone32 = t.Bone.Float32()
	if len(s.Limits) == 0 || len(s.Limits) > solvers.MaxCapsules {
		c.fail("expected 1 to %d limits, found %d", solvers.MaxCapsules, len(s.Limits))
	}
	if len(b.errs) > 0 {
		return b
	}
	from := c.fromModelAtRest(t.From)
	for i, limit := range s.Limits {
		toward := exact.ToVec3(limit.Toward)
		if !toward.IsFinite() || toward.Length() == 0 {
			c.fail("limit %d: expected a finite direction that is not 0, found %v", i, limit.Toward)
		}
		if !(limit.Angle > -math.Pi/2 && limit.Angle < math.Pi/2) {
			c.fail("limit %d: expected an angle from -π/2 to π/2 radians, found %v%s", i, limit.Angle, inDegrees(limit.Angle))
			return b
		}
		sine, _ := exact.SinCos(float64(limit.Angle))
		toward = exact.ToVec3(from.Point(limit.Toward)).Normalized()
		t.Limits = append(t.Limits, solvers.DirectionLimit{
			Toward: toward, Angle: float64(limit.Angle), Sin: sine,
			Toward32: toward.Float32(), Square32: float32(float64(0.9999*sine) * sine),
		})
	}
	t.Read, t.Change = []int16{int16(t.Joint)}, []int16{int16(t.Joint)}
	for _, joint := range []int{t.Parent, t.From} {
		if joint >= 0 {
			t.Read = append(t.Read, int16(joint))
		}
	}
	return c.add(&t, s.OffLevel)
}
