package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Aim are the settings of a joint that turns so that a ray meets a target.
type Aim struct {
	// Joint is the joint's name.
	Joint string
	// Forward is the direction of the ray and Up the direction that the goal's pole rolls upward, both in the joint's space. Without
	// a pole the joint turns by the shortest rotation and does not roll.
	Forward, Up mgl32.Vec3
	// Eye is where the ray begins, in the joint's space; the origin of the joint if it is 0.
	Eye mgl32.Vec3
	// MaxAngle is the largest angle by which the joint turns away from the pose, in radians; 0 for no limit.
	MaxAngle float32
	// Limits are the directions to which the ray may point.
	Limits LookLimits
	// Speed is the largest speed at which the ray turns relative to the joint above, in radians per second; 0 for no limit.
	Speed float32
	// OffLevel is the level of detail from which on the solver is left out, 0 for none: its weight fades within a quarter
	// of a second, and a character for which all solvers are left out costs nothing.
	OffLevel int
}

// LookLimits are the directions to which a ray may point, in radians from the direction that it has in the rest pose, in the space of
// the joint above the chain. A target outside of them moves, at its distance, to the nearest pitch, then yaw, then angle. They are
// measured from where the ray begins before the solver; a target near an eye that moves is met within nearly these limits.
type LookLimits struct {
	// Yaw is the least and the largest angle about the Up direction, -π to π, positive to the left of a character that looks
	// ahead; Pitch the least and the largest angle toward Up, -π/2 to π/2. There is no limit if both are 0.
	Yaw, Pitch [2]float32
	// Cone is the largest angle in any direction; 0 for no limit.
	Cone float32
	// Ignore is the angle beyond which a target is ignored: the ray turns back to where the motions point it, at the Speed of the
	// solver. It is 0 for none.
	Ignore float32
}

// LookAt are the settings of a chain of joints, such as spine, neck, head and an eye, that turns so that a ray of its last joint
// meets a target.
type LookAt struct {
	// Joints are the joints of the chain, each above the next one; others may lie between.
	Joints []string
	// Shares are the parts of the rotation that still remains at each joint, 0 to 1. The last one should be 1, or the
	// ray does not meet the target. If there are none, every joint makes an equal part.
	Shares []float32
	// MaxAngles are the largest angles by which each joint turns away from the pose, in radians; 0 for no limit. If there are none,
	// no joint has a limit.
	MaxAngles []float32
	// Forward, Up and Eye are as in [Aim], in the space of the last joint.
	Forward, Up, Eye mgl32.Vec3
	// Limits are the directions to which the ray may point.
	Limits LookLimits
	// Speed is the largest speed at which the ray turns relative to the joint above the chain, in radians per second; 0 for no
	// limit. The turn begins at the direction to which the motions point the ray.
	Speed float32
	// Eyes are joints below the chain that aim at the target after it, each within limits of its own.
	Eyes []Aim
	// OffLevel is as in [Aim]; it holds for the eyes that have none too.
	OffLevel int
}

// Aim adds a joint that turns so that a ray meets the goal's target. A target at the joint, or nearer to it than the ray
// passes, is met by the nearest direction.
func (b *Builder) Aim(goal string, s Aim) *Builder {
	b.record("aim", goal, s)
	return b.aim(goal, s)
}

func (b *Builder) aim(goal string, s Aim) *Builder {
	return b.lookAt(b.context("aim", goal), LookAt{
		Joints: []string{s.Joint}, MaxAngles: []float32{s.MaxAngle}, Forward: s.Forward, Up: s.Up, Eye: s.Eye,
		Limits: s.Limits, Speed: s.Speed, OffLevel: s.OffLevel,
	})
}

// LookAt adds a chain of joints that turns so that a ray of the last joint meets the goal's target. Each joint makes its share of
// the rotation, parents first, so the last joints make up for the limits of those before. It is like [Builder.Aim]
// otherwise.
func (b *Builder) LookAt(goal string, s LookAt) *Builder {
	b.record("lookAt", goal, s)
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
	t := lookAt{goalIndex: c.goal()}
	if len(s.Joints) == 0 {
		c.fail("it has no joints")
	}
	if len(s.Shares) > 0 && len(s.Shares) != len(s.Joints) {
		c.fail("it has %d shares for %d joints", len(s.Shares), len(s.Joints))
	}
	if len(s.MaxAngles) > 0 && len(s.MaxAngles) != len(s.Joints) {
		c.fail("it has %d largest angles for %d joints", len(s.MaxAngles), len(s.Joints))
	}
	if len(b.errs) > 0 {
		return b
	}
	skeleton := b.stack.skeleton
	for i, name := range s.Joints {
		joint := c.joint("joint", name)
		if i > 0 {
			c.checkBelow(joint, int(t.joints[i-1]))
		}
		link := lookLink{joint: joint, parent: skeleton.Parent(joint)}
		share, limitSin, limitCos := 1/float32(len(s.Joints)-i), float32(0), float32(-1)
		if len(s.Shares) > 0 {
			share = s.Shares[i]
		}
		if !(share >= 0 && share <= 1) {
			c.fail("joint %q: the share must be 0 to 1, not %v", name, share)
		}
		if share < 1 {
			link.kind = solve.AimByShare
		}
		if len(s.MaxAngles) > 0 && s.MaxAngles[i] != 0 {
			angle := s.MaxAngles[i]
			if !(angle > 0) || angle-angle != 0 {
				c.fail("joint %q: the largest angle must be 0 or above, not %v", name, angle)
			}
			sin, cos := exact.SinCos(min(float64(angle), math.Pi) / 2)
			limitSin, limitCos = float32(sin), float32(cos)
			link.kind = solve.AimLimited
		}
		putRows(link.share[:], layout.AimPart, share, limitSin, limitCos)
		t.links = append(t.links, link)
		t.joints = append(t.joints, int16(joint))
		t.fromJoint = len(s.Joints) == 1 && share == 1 && s.Eye == mgl32.Vec3{}
	}
	forward, up := exact.ToVec3(s.Forward), exact.ToVec3(s.Up)
	if !forward.IsFinite() || forward.Length() == 0 {
		c.fail("the forward direction must be finite and not 0, but is %v", s.Forward)
	}
	if !up.IsFinite() || !exact.ToVec3(s.Eye).IsFinite() {
		c.fail("the up direction %v and the eye %v must be finite", s.Up, s.Eye)
	}
	t.forward, t.up = forward.Normalized().Float32(), up.Normalized().Float32()
	putRows(t.ray[:], layout.RayEye, s.Eye[:]...)
	putRows(t.ray[:], layout.RayForward, t.forward[:]...)
	putRows(t.ray[:], layout.RayUp, t.up[:]...)
	t.limits = c.targetLimits(&s, &t)
	return c.add(&t, s.OffLevel)
}

type lookAt struct {
	goalIndex   int
	links       []lookLink
	joints      []int16
	forward, up mgl32.Vec3    // unit vectors in the last joint's space
	ray         solve.Ray     // in the last joint's space
	fromJoint   bool          // a single joint from whose origin the ray begins
	limits      *targetLimits // nil for none
}

type lookLink struct {
	joint, parent int
	kind          solve.AimKind // without a roll
	share         solve.AimShare
}

// aimWork is memory for solvers that aim.
type aimWork struct {
	ray   solve.Ray
	up    solve.AimUp
	aimed [2]solve.Aimed // joints of a chain take turns
}

func (t *lookAt) turns() {}

func (t *lookAt) ignoresRotation() bool { return true }

func (t *lookAt) goal() int        { return t.goalIndex }
func (t *lookAt) reads() []int16   { return t.joints }
func (t *lookAt) changes() []int16 { return t.joints }

func (t *lookAt) stateSize() int {
	if t.limits == nil {
		return 0
	}
	return t.limits.stateSize()
}

func (t *lookAt) solve(w *Work, weights *[Lanes]float32, state int) {
	a := &w.aim
	last := w.model(int(t.joints[len(t.joints)-1]))
	goal := &w.goals[t.goalIndex]
	target := row3(goal[:], layout.GoalTarget)
	rolls := false
	if t.up != (mgl32.Vec3{}) {
		for l := range Lanes {
			rolls = rolls || goal[layout.GoalHasPole*Lanes+l] > 0.5
		}
	}
	if rolls {
		*row3(a.up[:], layout.AimUpWanted) = *row3(goal[:], layout.GoalUp)
		*(*[Lanes]float32)(a.up[layout.AimHasUp*Lanes:]) = [Lanes]float32(goal[layout.GoalHasPole*Lanes:])
	}
	if !t.fromJoint || t.limits != nil {
		solve.PlaceRay(&a.ray, last, &t.ray)
	}
	if t.limits != nil {
		target = t.limits.apply(w, weights, state, w.model(t.links[0].parent), target)
	}
	for i := range t.links {
		link, out := &t.links[i], &a.aimed[i%2]
		kind := link.kind
		if rolls {
			kind = solve.AimRolled
		}
		local := w.local(link.joint)
		if t.fromJoint {
			solve.AimJoint(kind, out, &t.ray, target, &link.share, &a.up, weights, w.model(link.parent), last, local)
		} else {
			solve.Aim(kind, out, &a.ray, target, &link.share, &a.up, weights, w.model(link.parent), w.model(link.joint), local)
		}
		*(*solve.Quat)(local[:]) = *(*solve.Quat)(out[layout.AimedRotation*Lanes:])
		target = row3(out[:], layout.AimedTarget)
		if rolls {
			*row3(a.up[:], layout.AimUpWanted) = *row3(out[:], layout.AimedUp)
		}
	}
}

func unit(v [3]float32) [3]float32 { return exact.ToVec3(v).Normalized().Float32() }
