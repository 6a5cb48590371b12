package solvers

import (
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Grip takes goals from where something is held to the joint of the hand.
type Grip struct {
	Holder   int // or -1
	Palm     exact.Vec3
	Rotation exact.Quat
}

// resolve writes a goal, taken to the joint of the hand, to w.gripGoals.
func (g *Grip) resolve(w *Work, weights *[Lanes]float32, goal, end int) {
	var own, holder solve.Quat
	solve.Rotation(&own, w.ModelOf(end))
	if g.Holder >= 0 {
		solve.Rotation(&holder, w.ModelOf(g.Holder))
	}
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		out := &w.gripGoals[l]
		*out = w.goalAt(goal, l)
		wanted := exact.ToQuat(out.Rotation)
		if g.Holder >= 0 {
			out.Target = modelPoint(w, g.Holder, l, out.Target)
			wanted = laneQuat(&holder, l).Mul(wanted)
		}
		turn := exact.IdentityQuat
		if out.HasRotation {
			wanted = wanted.Mul(g.Rotation.Conjugate()).Normalized()
			turn = wanted.Mul(laneQuat(&own, l).Conjugate())
			out.Rotation = wanted.Float32()
		}
		if g.Palm != (exact.Vec3{}) {
			palm := exact.ToVec3(modelPoint(w, end, l, g.Palm.Float32())).
				Sub(exact.ToVec3(modelPoint(w, end, l, [3]float32{})))
			out.Target = exact.ToVec3(out.Target).Sub(turn.Rotate(palm)).Float32()
		}
		if !Finite(out.Target) { // the pose is not finite: the limb stays as it is
			out.Target = modelPoint(w, end, l, [3]float32{})
		}
	}
}

// modelPoint takes a point from the space of a joint to model space.
func modelPoint(w *Work, joint, lane int, v [3]float32) (out [3]float32) {
	m := w.ModelOf(joint)
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

// Helper is a joint above an arm that follows it by a share.
type Helper struct {
	GoalIndex, Joint, End int
	Grip                  *Grip
	Kind                  solve.AimKind
	Share                 solve.AimShare
	Read, Change          []int16
}

func (t *Helper) goal() int { return t.GoalIndex }

func (t *Helper) reads() []int16 { return t.Read }

func (t *Helper) changes() []int16 { return t.Change }

func (t *Helper) stateSize() int { return 0 }

func (t *Helper) solve(w *Work, weights *[Lanes]float32, _ int) {
	t.Grip.resolve(w, weights, t.GoalIndex, t.End)
	ray := &w.aim.ray
	*ray = solve.Ray{}
	var target solve.Point
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		from := modelPoint(w, t.Joint, l, [3]float32{})
		to := modelPoint(w, t.End, l, [3]float32{})
		for r := range to {
			to[r] -= from[r]
		}
		PutVec(target[:], 0, l, w.gripGoals[l].Target)
		PutVec(ray[:], layout.RayEye, l, from)
		PutVec(ray[:], layout.RayForward, l, unit(to))
	}
	local, out := w.LocalOf(t.Joint), &w.aim.aimed[0]
	solve.Aim(t.Kind, out, ray, &target, &t.Share, &w.aim.up, weights, w.ModelOf(w.skeleton.Parent(t.Joint)),
		w.ModelOf(t.Joint), local)
	*(*solve.Quat)(local[:]) = *(*solve.Quat)(out[layout.AimedRotation*Lanes:])
}
