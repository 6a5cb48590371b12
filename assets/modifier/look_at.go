package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solvers"
)

// Aim are the settings of a joint that turns so that a ray meets a target.
type Aim struct {
	// Joint is the joint's name.
	Joint string
	// Forward is the direction of the ray and Up the direction that the goal's pole rolls upward,
	// both in the joint's space. Without a pole the joint turns by the shortest rotation and does
	// not roll.
	Forward, Up mgl32.Vec3
	// Eye is where the ray begins, in the joint's space; the origin of the joint if it is 0.
	Eye mgl32.Vec3
	// MaxAngle is the largest angle by which the joint turns away from the pose, in radians; 0 for
	// no limit.
	MaxAngle float32
	// Limits are the directions to which the ray may point.
	Limits LookLimits
	// Speed is the largest speed at which the ray turns relative to the joint above, in radians per
	// second and at most 62.8 (ten turns); 0 for no limit.
	Speed float32
	// OffLevel is the level of detail from which on the solver is left out, 0 for none: its weight
	// fades within a quarter of a second, and a character for which all solvers are left out costs
	// nothing.
	OffLevel int
}

// LookLimits are the directions to which a ray may point, in radians from the direction that it has
// in the rest pose, in the space of the joint above the chain. A target outside of them moves, at
// its distance, to the nearest pitch, then yaw, then angle. They are measured from where the ray
// begins before the solver; a target near an eye that moves is met within nearly these limits.
type LookLimits struct {
	// Yaw is the least and the largest angle about the Up direction, -π to π, positive to the left
	// of a character that looks ahead; Pitch the least and the largest angle toward Up, -π/2 to
	// π/2. There is no limit if both are 0.
	Yaw, Pitch [2]float32
	// Cone is the largest angle in any direction; 0 for no limit.
	Cone float32
	// Ignore is the angle beyond which a target is ignored: the ray turns back to where the motions
	// point it, at the Speed of the solver. It is 0 for none.
	Ignore float32
}

// LookAt are the settings of a chain of joints, such as spine, neck, head and an eye, that turns so
// that a ray of its last joint meets a target.
type LookAt struct {
	// Joints are the joints of the chain, each above the next one; others may lie between.
	Joints []string
	// Shares are the parts of the rotation that still remains at each joint, 0 to 1. The last one
	// should be 1, or the ray does not meet the target. If there are none, every joint makes an
	// equal part.
	Shares []float32
	// MaxAngles are the largest angles by which each joint turns away from the pose, in radians; 0
	// for no limit. If there are none, no joint has a limit.
	MaxAngles []float32
	// Forward, Up and Eye are as in [Aim], in the space of the last joint.
	Forward, Up, Eye mgl32.Vec3
	// Limits are the directions to which the ray may point.
	Limits LookLimits
	// Speed is the largest speed at which the ray turns relative to the joint above the chain, in
	// radians per second as in [Aim]; 0 for no limit. The turn begins at the direction to which the
	// motions point the ray.
	Speed float32
	// Eyes are joints below the chain that aim at the target after it, each within limits of its
	// own.
	Eyes []Aim
	// OffLevel is as in [Aim]; it holds for the eyes that have none too.
	OffLevel int
}

// Aim adds a joint that turns so that a ray meets the goal's target. A target at the joint, or
// nearer to it than the ray passes, is met by the nearest direction.
func (b *Builder) Aim(goal string, s Aim) *Builder {
	b = b.record("aim", goal, s)
	return b.aim(goal, s)
}

func (b *Builder) aim(goal string, s Aim) *Builder {
	return b.lookAt(b.context("aim", goal), LookAt{
		Joints: []string{s.Joint}, MaxAngles: []float32{s.MaxAngle}, Forward: s.Forward, Up: s.Up, Eye: s.Eye,
		Limits: s.Limits, Speed: s.Speed, OffLevel: s.OffLevel,
	})
}

// LookAt adds a chain of joints that turns so that a ray of the last joint meets the goal's target.
// Each joint makes its share of the rotation, parents first, so the last joints make up for the
// limits of those before. It is like [Builder.Aim] otherwise.
func (b *Builder) LookAt(goal string, s LookAt) *Builder {
	b = b.record("lookAt", goal, s)
	b.lookAt(b.context("look at", goal), s)
	for _, eye := range s.Eyes {
		if eye.OffLevel == 0 {
			eye.OffLevel = s.OffLevel
		}
		b.aim(goal, eye)
	}
	return b
}

func (b *Builder) lookAt(c context, s LookAt) *Builder {
	t := solvers.LookAt{GoalIndex: c.goal()}
	if len(s.Joints) == 0 {
		c.fail("expected at least one joint, found none")
	}
	if len(s.Shares) > 0 && len(s.Shares) != len(s.Joints) {
		c.fail("expected a share for each of %d joints, found %d", len(s.Joints), len(s.Shares))
	}
	if len(s.MaxAngles) > 0 && len(s.MaxAngles) != len(s.Joints) {
		c.fail("expected a largest angle for each of %d joints, found %d", len(s.Joints), len(s.MaxAngles))
	}
	if len(b.errs) > 0 {
		return b
	}
	skeleton := b.skeleton
	for i, name := range s.Joints {
		joint := c.joint("joint", name)
		if i > 0 {
			c.checkBelow(joint, int(t.Joints[i-1]))
		}
		link := solvers.LookLink{Joint: joint, Parent: skeleton.Parent(joint)}
		share, limitSin, limitCos := 1/float32(len(s.Joints)-i), float32(0), float32(-1)
		if len(s.Shares) > 0 {
			share = s.Shares[i]
		}
		if !(share >= 0 && share <= 1) {
			c.fail("joint %q: expected a share from 0 to 1, found %v", name, share)
		}
		if share < 1 {
			link.Kind = solve.AimByShare
		}
		if len(s.MaxAngles) > 0 && s.MaxAngles[i] != 0 {
			angle := s.MaxAngles[i]
			if !(angle >= 0 && angle <= halfTurn) {
				c.fail("joint %q: expected a largest angle from 0 to π radians, found %v%s", name, angle, inDegrees(angle))
			}
			sin, cos := exact.SinCos(min(float64(angle), math.Pi) / 2)
			limitSin, limitCos = float32(sin), float32(cos)
			link.Kind = solve.AimLimited
		}
		putRows(link.Share[:], layout.AimPart, share, limitSin, limitCos)
		t.Links = append(t.Links, link)
		t.Joints = append(t.Joints, int16(joint))
		t.FromJoint = len(s.Joints) == 1 && share == 1 && s.Eye == mgl32.Vec3{}
	}
	forward, up := exact.ToVec3(s.Forward), exact.ToVec3(s.Up)
	if !forward.IsFinite() || forward.Length() == 0 {
		c.fail("expected a finite forward direction that is not 0, found %v", s.Forward)
	}
	if !up.IsFinite() || !exact.ToVec3(s.Eye).IsFinite() {
		c.fail("expected a finite up direction and a finite eye, found %v and %v", s.Up, s.Eye)
	}
	t.Forward, t.Up = forward.Normalized().Float32(), up.Normalized().Float32()
	putRows(t.Ray[:], layout.RayEye, s.Eye[:]...)
	putRows(t.Ray[:], layout.RayForward, t.Forward[:]...)
	putRows(t.Ray[:], layout.RayUp, t.Up[:]...)
	t.Limits = c.targetLimits(&s, &t)
	return c.add(&t, s.OffLevel)
}
