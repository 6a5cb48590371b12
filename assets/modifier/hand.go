package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solvers"
)

// Hand are the settings of a hand, or foot, that takes hold of something: the shoulder follows, the
// arm of two bones reaches, and the hand turns to the grip.
type Hand struct {
	// Helpers are joints above the arm that follow it, such as spine and clavicle, each above the
	// next one.
	Helpers []string
	// Shares are the parts, 0 to 1, of the rotation that would point each helper at the target as
	// it points at the hand now. If there are none, each has a quarter.
	Shares []float32
	// MaxAngles are the largest angles by which the helpers turn away from the pose, in radians; 0
	// for no limit. If there are none, no helper has a limit.
	MaxAngles []float32
	// Root, Middle and End are the names of the arm's joints: upper arm, forearm and hand. Bend,
	// Softness and Twist are as in [TwoBone].
	Root, Middle, End string
	Bend              mgl32.Vec3
	Softness, Twist   float32
	// Palm is the point of the hand that comes to the goal's target, and Grip the rotation (xyzw)
	// of the hand's grip that takes the goal's rotation, both in the space of End. They are 0 for
	// the joint itself.
	Palm mgl32.Vec3
	Grip [4]float32
	// Holder is a joint that carries what is held, such as the other hand with a rifle. The goal is
	// then relative to this joint, as the solvers before have left it; give it in the space of the
	// character, so that its numbers arrive as they are. It must not be below a joint that the
	// solver turns.
	Holder string
	// OffLevel is as in [Aim].
	OffLevel int
}

// Hand adds a hand that takes hold of something: its palm comes to the goal's target, and its grip
// to the goal's rotation. If the goal has none, the hand keeps the rotation that it has in model
// space. The pole is as in [Builder.TwoBone].
//
// For an object in both hands, add a Hand for each, with goals on the object; or let one hand carry
// it and be the Holder of the other one's goal.
func (b *Builder) Hand(goal string, s Hand) *Builder {
	b = b.record("hand", goal, s)
	c := b.context("hand", goal)
	end, g := c.joint("end", s.End), solvers.Grip{Holder: -1, Palm: exact.ToVec3(s.Palm), Rotation: exact.IdentityQuat}
	if s.Grip != ([4]float32{}) {
		g.Rotation = exact.ToQuat(s.Grip)
	}
	if length := g.Rotation.Dot(g.Rotation); !g.Palm.IsFinite() || !exact.IsFinite(length) || length == 0 {
		c.fail("expected a finite palm and a finite grip that is not 0, found %v and %v", s.Palm, s.Grip)
	}
	g.Rotation = g.Rotation.Normalized()
	if len(s.Shares) > 0 && len(s.Shares) != len(s.Helpers) {
		c.fail("expected a share for each of %d helpers, found %d", len(s.Helpers), len(s.Shares))
	}
	if len(s.MaxAngles) > 0 && len(s.MaxAngles) != len(s.Helpers) {
		c.fail("expected a largest angle for each of %d helpers, found %d", len(s.Helpers), len(s.MaxAngles))
	}
	first := c.joint("root", s.Root)
	if len(s.Helpers) > 0 {
		first = c.joint("helper", s.Helpers[0])
	}
	if s.Holder != "" {
		g.Holder = c.joint("holder", s.Holder)
		if len(b.errs) == 0 && (g.Holder == first || c.below(g.Holder, first)) {
			c.fail("expected a holder that is not below joint %q, which the hand moves, found %q",
				b.skeleton.JointName(first), s.Holder)
		}
	}
	if len(b.errs) > 0 {
		return b
	}
	above := -1
	for i, name := range s.Helpers {
		h := solvers.Helper{
			GoalIndex: c.goal(), Joint: c.joint("helper", name), End: end, Grip: &g,
			Kind: solve.AimByShare,
		}
		share, limitSin, limitCos := float32(0.25), float32(0), float32(-1)
		c.checkBelow(c.joint("root", s.Root), h.Joint)
		if above >= 0 {
			c.checkBelow(h.Joint, above)
		}
		above = h.Joint
		if len(s.Shares) > 0 {
			share = s.Shares[i]
		}
		if !(share >= 0 && share <= 1) {
			c.fail("helper %q: expected a share from 0 to 1, found %v", name, share)
		}
		if len(s.MaxAngles) > 0 && s.MaxAngles[i] != 0 {
			angle := s.MaxAngles[i]
			if !(angle >= 0 && angle <= halfTurn) {
				c.fail("helper %q: expected a largest angle from 0 to π radians, found %v%s", name, angle, inDegrees(angle))
			}
			sin, cos := exact.SinCos(min(float64(angle), math.Pi) / 2)
			limitSin, limitCos = float32(sin), float32(cos)
			h.Kind = solve.AimLimited
		}
		putRows(h.Share[:], layout.AimPart, share, limitSin, limitCos)
		h.Change = []int16{int16(h.Joint)}
		h.Read = []int16{int16(h.Joint), int16(end)}
		if g.Holder >= 0 {
			h.Read = append(h.Read, int16(g.Holder))
		}
		c.add(&h, s.OffLevel)
	}
	return b.twoBone(c, TwoBone{
		Root: s.Root, Middle: s.Middle, End: s.End, Bend: s.Bend, Softness: s.Softness, Twist: s.Twist,
		KeepRotation: true, GoalRotation: true,
		OffLevel: s.OffLevel,
	}, &g)
}
