package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Hand are the settings of a hand, or foot, that takes hold of something: the shoulder follows, the arm of two bones reaches, and the
// hand turns to the grip.
type Hand struct {
	// Helpers are joints above the arm that follow it, such as spine and clavicle, each above the next one.
	Helpers []string
	// Shares are the parts, 0 to 1, of the rotation that would point each helper at the target as it points at the hand now. If there
	// are none, each has a quarter.
	Shares []float32
	// MaxAngles are the largest angles by which the helpers turn away from the pose, in radians; 0 for no limit. If there are none, no
	// helper has a limit.
	MaxAngles []float32
	// Root, Middle and End are the names of the arm's joints: upper arm, forearm and hand. Bend, Softness and Twist are as in [TwoBone].
	Root, Middle, End string
	Bend              mgl32.Vec3
	Softness, Twist   float32
	// Palm is the point of the hand that comes to the goal's target, and Grip the rotation (xyzw) of the hand's grip that takes the goal's
	// rotation, both in the space of End. They are 0 for the joint itself.
	Palm mgl32.Vec3
	Grip [4]float32
	// Holder is a joint that carries what is held, such as the other hand with a rifle. The goal is then relative to this joint, as the
	// solvers before have left it; give it in the space of the character, so that its numbers arrive as they are. It must not be
	// below a joint that the solver turns.
	Holder string
	// OffLevel is as in [Aim].
	OffLevel int
}

// Hand adds a hand that takes hold of something: its palm comes to the goal's target, and its grip to the goal's rotation. If the goal has
// none, the hand keeps the rotation that it has in model space. The pole is as in [Builder.TwoBone].
//
// For an object in both hands, add a Hand for each, with goals on the object; or let one hand carry it and be the Holder of the other
// one's goal.
func (b *Builder) Hand(goal string, s Hand) *Builder {
	b.record("hand", goal, s)
	c := b.context("hand", goal)
	end, g := c.joint("end", s.End), grip{holder: -1, palm: exact.ToVec3(s.Palm), rotation: exact.IdentityQuat}
	if s.Grip != ([4]float32{}) {
		g.rotation = exact.ToQuat(s.Grip)
	}
	if length := g.rotation.Dot(g.rotation); !g.palm.IsFinite() || length-length != 0 || length == 0 {
		c.fail("the palm %v and the grip %v must be finite", s.Palm, s.Grip)
	}
	g.rotation = g.rotation.Normalized()
	if len(s.Shares) > 0 && len(s.Shares) != len(s.Helpers) {
		c.fail("it has %d shares for %d helpers", len(s.Shares), len(s.Helpers))
	}
	if len(s.MaxAngles) > 0 && len(s.MaxAngles) != len(s.Helpers) {
		c.fail("it has %d largest angles for %d helpers", len(s.MaxAngles), len(s.Helpers))
	}
	first := c.joint("root", s.Root)
	if len(s.Helpers) > 0 {
		first = c.joint("helper", s.Helpers[0])
	}
	if s.Holder != "" {
		g.holder = c.joint("holder", s.Holder)
		if len(b.errs) == 0 && (g.holder == first || c.below(g.holder, first)) {
			c.fail("the holder %q must not be below joint %q, which it would move", s.Holder, b.stack.skeleton.JointName(first))
		}
	}
	if len(b.errs) > 0 {
		return b
	}
	above := -1
	for i, name := range s.Helpers {
		h := helper{goalIndex: c.goal(), joint: c.joint("helper", name), end: end, grip: &g, kind: solve.AimByShare}
		share, limitSin, limitCos := float32(0.25), float32(0), float32(-1)
		c.checkBelow(c.joint("root", s.Root), h.joint)
		if above >= 0 {
			c.checkBelow(h.joint, above)
		}
		above = h.joint
		if len(s.Shares) > 0 {
			share = s.Shares[i]
		}
		if !(share >= 0 && share <= 1) {
			c.fail("helper %q: the share must be 0 to 1, not %v", name, share)
		}
		if len(s.MaxAngles) > 0 && s.MaxAngles[i] != 0 {
			angle := s.MaxAngles[i]
			if !(angle > 0) || angle-angle != 0 {
				c.fail("helper %q: the largest angle must be 0 or above, not %v", name, angle)
			}
			sin, cos := exact.SinCos(min(float64(angle), math.Pi) / 2)
			limitSin, limitCos = float32(sin), float32(cos)
			h.kind = solve.AimLimited
		}
		putRows(h.share[:], layout.AimPart, share, limitSin, limitCos)
		h.change = []int16{int16(h.joint)}
		h.read = []int16{int16(h.joint), int16(end)}
		if g.holder >= 0 {
			h.read = append(h.read, int16(g.holder))
		}
		c.add(&h, s.OffLevel)
	}
	return b.twoBone(c, TwoBone{
		Root: s.Root, Middle: s.Middle, End: s.End, Bend: s.Bend, Softness: s.Softness, Twist: s.Twist, KeepRotation: true, GoalRotation: true,
		OffLevel: s.OffLevel,
	}, &g)
}

// grip takes goals from where something is held to the joint of the hand.
type grip struct {
	holder   int // or -1
	palm     exact.Vec3
	rotation exact.Quat
}

// resolve replaces w.limbGoals by goals for the joint of the hand.
func (g *grip) resolve(w *Work, weights *[Lanes]float32, end int) {
	var own, holder solve.Quat
	solve.Rotation(&own, w.model(end))
	if g.holder >= 0 {
		solve.Rotation(&holder, w.model(g.holder))
	}
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		out := &w.gripGoals[l]
		*out = *w.limbGoals[l]
		w.limbGoals[l] = out
		wanted := exact.ToQuat(out.Rotation)
		if g.holder >= 0 {
			out.Target = modelPoint(w, g.holder, l, out.Target)
			wanted = laneQuat(&holder, l).Mul(wanted)
		}
		turn := exact.IdentityQuat
		if out.HasRotation {
			wanted = wanted.Mul(g.rotation.Conjugate()).Normalized()
			turn = wanted.Mul(laneQuat(&own, l).Conjugate())
			out.Rotation = wanted.Float32()
		}
		if g.palm != (exact.Vec3{}) {
			palm := exact.ToVec3(modelPoint(w, end, l, g.palm.Float32())).Sub(exact.ToVec3(modelPoint(w, end, l, [3]float32{})))
			out.Target = exact.ToVec3(out.Target).Sub(turn.Rotate(palm)).Float32()
		}
		if !finite(out.Target) { // the pose is not finite: the limb stays as it is
			out.Target = modelPoint(w, end, l, [3]float32{})
		}
	}
}

// modelPoint takes a point from the space of a joint to model space.
func modelPoint(w *Work, joint, lane int, v [3]float32) (out [3]float32) {
	m := w.model(joint)
	for r := range out {
		sum := m[layout.Element(r, layout.OriginColumn)*Lanes+lane]
		for c, x := range v {
			sum += float32(m[layout.Element(r, c)*Lanes+lane] * x)
		}
		out[r] = sum
	}
	return out
}

func laneQuat(q *solve.Quat, lane int) exact.Quat {
	return exact.ToQuat([4]float32{q[lane], q[Lanes+lane], q[2*Lanes+lane], q[3*Lanes+lane]})
}

// helper is a joint above an arm that follows it by a share.
type helper struct {
	goalIndex, joint, end int
	grip                  *grip
	kind                  solve.AimKind
	share                 solve.AimShare
	read, change          []int16
}

func (t *helper) goal() int        { return t.goalIndex }
func (t *helper) reads() []int16   { return t.read }
func (t *helper) changes() []int16 { return t.change }
func (t *helper) stateSize() int   { return 0 }

func (t *helper) solve(w *Work, weights *[Lanes]float32, _ int) {
	for l, weight := range weights {
		if weight > 0 {
			w.limbGoals[l] = &w.Goals[l][t.goalIndex]
		}
	}
	t.grip.resolve(w, weights, t.end)
	ray := &w.aim.ray
	*ray = solve.Ray{}
	var target solve.Point
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		from := modelPoint(w, t.joint, l, [3]float32{})
		to := modelPoint(w, t.end, l, [3]float32{})
		for r := range to {
			to[r] -= from[r]
		}
		putVec(target[:], 0, l, w.limbGoals[l].Target)
		putVec(ray[:], layout.RayEye, l, from)
		putVec(ray[:], layout.RayForward, l, unit(to))
	}
	local, out := w.local(t.joint), &w.aim.aimed[0]
	solve.Aim(t.kind, out, ray, &target, &t.share, &w.aim.up, weights, w.model(w.skeleton.Parent(t.joint)), w.model(t.joint), local)
	*(*solve.Quat)(local[:]) = *(*solve.Quat)(out[layout.AimedRotation*Lanes:])
}
