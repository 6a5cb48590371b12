package retarget

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// prepare computes what every pose needs.
func (r *Retargeter) prepare() {
	if r.upTo == (exact.Vec3{}) { // the same skeleton, without a map
		r.upFrom, r.upTo = exact.Vec3{0, 1, 0}, exact.Vec3{0, 1, 0}
		r.legTo = r.toRest.size()
	}
	if r.same && r.hips < 0 {
		r.hipsFrom = exact.Vec3{}
	}
}

// solved is what solving a pose needs to know of the moment, and what it found, for the report.
type solved struct {
	yaws    []float64          // by limb: the heading of the character for its foot, radians; nil: that of the hips
	lowered float64            // how far the hips were lowered for the legs to reach, meters
	goals   map[int]exact.Vec3 // by link: where the end of a limb should be
	missed  map[int]float64    // by link: the distance from there, meters
}

// solve computes the target's pose from the source's.
func (r *Retargeter) solve(src, dst *frames, out *solved) {
	for j := range dst.locals {
		dst.locals[j] = r.toRest.locals[j]
		k := r.linkOf[j]
		if k < 0 {
			dst.update(j)
			continue
		}
		l := &r.links[k]
		rotation := r.rotation(src, l)
		if l.carried {
			r.carry(src, dst, l)
		}
		dst.setTurned(j, rotation)
		if l.placed {
			dst.setPosition(j, r.place(src, k))
		}
	}
	if out.goals == nil {
		out.goals, out.missed = map[int]exact.Vec3{}, map[int]float64{}
	}
	for i := range r.limbs {
		yaw := r.heading(src)
		if i < len(out.yaws) {
			yaw = exact.AxisAngle(r.upTo, out.yaws[i])
		}
		out.goals[r.limbs[i].end] = r.goal(src, dst, &r.limbs[i], yaw)
	}
	out.lowered = 0
	if !r.options.FreeFeet {
		r.lowerHips(dst, out)
	}
	for i := range r.limbs {
		l := &r.limbs[i]
		if l.leg && !r.options.FreeFeet {
			r.reach(src, dst, l, out.goals[l.end])
		} else if !l.leg && !r.options.FreeHands {
			out.goals[l.end] = r.goal(src, dst, l, exact.IdentityQuat) // from the shoulder, which may have been lowered
			r.reach(src, dst, l, out.goals[l.end])
		}
		out.missed[l.end] = dst.position(r.links[l.end].to).Sub(out.goals[l.end]).Length()
	}
	for _, t := range r.twists {
		r.share(dst, &t)
	}
}

// rotation returns the rotation of a link's target joint in model space.
func (r *Retargeter) rotation(src *frames, l *link) exact.Quat {
	q := r.turn.Mul(src.turned(l.from)).Mul(l.after).Normalized()
	if l.second >= 0 {
		p := r.turn.Mul(src.turned(l.second)).Mul(l.after2).Normalized()
		q = fraction(p.Mul(q.Conjugate()), l.share).Mul(q).Normalized()
	}
	return q
}

// delta returns how the source's pose rotates a link's target joint in model space, from its
// reference pose.
func (r *Retargeter) delta(src *frames, l *link) exact.Quat {
	return r.rotation(src, l).Mul(r.toRest.turned(l.to).Conjugate())
}

// place returns the position of a placed joint in model space.
func (r *Retargeter) place(src *frames, k int) exact.Vec3 {
	l := &r.links[k]
	if k == r.hips {
		return r.mappedPoint(src.position(l.from)).Add(r.heading(src).Rotate(r.hipsOffset))
	}
	moved := r.turn.Rotate(src.position(l.from).Sub(r.fromRest.position(l.from)))
	return r.toRest.position(l.to).AddScaled(r.scale, moved)
}

// heading returns the rotation of the hips about the up axis of the target, from the reference
// pose.
func (r *Retargeter) heading(src *frames) exact.Quat {
	if r.hips < 0 {
		return exact.IdentityQuat
	}
	yaw, _ := twist(r.delta(src, &r.links[r.hips]), r.upTo)
	return yaw
}

// carry sets a joint's local translation and scale to the source's, relative to the reference
// poses.
func (r *Retargeter) carry(src, dst *frames, l *link) {
	from, rest := &src.locals[l.from], &r.fromRest.locals[l.from]
	to := &dst.locals[l.to]
	if r.same {
		to.translation, to.scale = from.translation, from.scale
		return
	}
	if moved := from.translation.Sub(rest.translation); moved != (exact.Vec3{}) {
		above, parent := src.parentModel(l.from), dst.parentModel(l.to)
		if inverse, ok := parent.Inverse(); ok {
			to.translation = to.translation.AddScaled(r.scale, inverse.Direction(r.turn.Rotate(above.Direction(moved))))
		}
	}
	if from.scale != rest.scale {
		axes := dominantAxes(r.toRest.turned(l.to).Conjugate().Mul(r.turn).Mul(r.fromRest.turned(l.from)), false)
		for c := range 3 {
			if rest.scale[axes[c]] != 0 {
				to.scale[c] *= from.scale[axes[c]] / rest.scale[axes[c]]
			}
		}
	}
}

// goal returns where the end of a limb should be in model space. A hand is as far from its shoulder
// as in the source, in proportion to the arm. A toe, or an ankle without one, is where it is in the
// source in proportion to the legs, so that a foot that stands still in the source stands still
// here; the rest pose's difference in height and width is added, the latter turned by the
// character's heading.
func (r *Retargeter) goal(src, dst *frames, l *limb, heading exact.Quat) exact.Vec3 {
	upper, end := &r.links[l.upper], &r.links[l.end]
	if !l.leg {
		reach := src.position(end.from).Sub(src.position(upper.from))
		return dst.position(upper.to).AddScaled(l.ratio, r.turn.Rotate(reach))
	}
	if l.toe < 0 {
		return r.mappedPoint(src.position(end.from)).Add(heading.Rotate(l.offset))
	}
	// The toe is where the foot takes it from the reference pose.
	toe := &r.links[l.toe]
	turned := r.delta(src, end) // of the foot
	back := r.turn.Conjugate().Mul(turned).Mul(r.turn)
	from := src.position(end.from).Add(back.Rotate(r.fromRest.position(toe.from).Sub(r.fromRest.position(end.from))))
	at := r.mappedPoint(from).Add(heading.Rotate(l.offset))
	ankle := at.Sub(turned.Rotate(r.toRest.position(toe.to).Sub(r.toRest.position(end.to))))
	// A heel of a longer foot does not sink into the ground, or deeper than in the source.
	heel := src.position(end.from).Sub(back.Rotate(r.upFrom).Scale(l.ankleFrom))
	lowest := min(0, float64(r.scale*r.upFrom.Dot(heel.Sub(r.groundFrom))))
	mine := r.upTo.Dot(ankle.Sub(turned.Rotate(r.upTo).Scale(l.ankleTo)).Sub(r.groundTo))
	if lift := lowest - mine; lift > 1e-9*r.legTo {
		ankle = ankle.AddScaled(lift, r.upTo)
	}
	return ankle
}

// maxLowering is how far the hips may be lowered for the feet to be reached, as a part of the leg's
// length.
const maxLowering = 0.15

// lowerHips lowers the hips as far as a straight leg is too short for its foot's goal.
func (r *Retargeter) lowerHips(dst *frames, out *solved) {
	if r.hips < 0 {
		return
	}
	drop := 0.0
	joint := r.links[r.hips].to
	for i := range r.limbs {
		l := &r.limbs[i]
		if !l.leg || !dst.isBelow(r.links[l.upper].to, joint) {
			continue
		}
		a := dst.position(r.links[l.upper].to)
		length := r.lengths(dst, l)
		d := a.Sub(out.goals[l.end])
		height := d.Dot(r.upTo)
		flat := d.AddScaled(-height, r.upTo)
		if d.Length() <= length*(1+1e-6) || height <= 0 {
			continue
		}
		need := height - math.Sqrt(max(0, float64(length*length)-flat.Dot(flat)))
		drop = max(drop, min(need, float64(maxLowering*length)))
	}
	if drop > 0 {
		out.lowered = drop
		dst.setPosition(joint, dst.position(joint).AddScaled(-drop, r.upTo))
		dst.updateBelow(joint)
	}
}

// lengths returns the length of a straight limb.
func (r *Retargeter) lengths(dst *frames, l *limb) float64 {
	a, b, c := r.limbPoints(dst, l)
	return b.Sub(a).Length() + c.Sub(b).Length()
}

// limbPoints returns the positions of a limb's joints. An end that does not hang from the limb is
// where it would be in the reference pose of the lower bone.
func (r *Retargeter) limbPoints(dst *frames, l *limb) (a, b, c exact.Vec3) {
	upper, lower, end := r.links[l.upper].to, r.links[l.lower].to, r.links[l.end].to
	a, b, c = dst.position(upper), dst.position(lower), dst.position(end)
	if !r.same && !dst.isBelow(end, lower) {
		if inverse, ok := r.toRest.models[lower].Inverse(); ok {
			model := dst.models[lower]
			c = model.Point(inverse.Point(r.toRest.position(end)))
		}
	}
	return a, b, c
}

// share rotates a twist joint by its part of a bone's twist.
func (r *Retargeter) share(dst *frames, t *twistJoint) {
	of := &dst.locals[t.of]
	rest := &r.toRest.locals[t.of]
	// The rotation since the reference pose, in the parent's space for the end of the bone and in
	// its own for the bone.
	moved := of.rotation.Mul(rest.rotation.Conjugate())
	if t.share < 0 {
		moved = rest.rotation.Conjugate().Mul(of.rotation)
	}
	turn, _ := twist(moved, t.axis)
	dst.locals[t.joint].rotation = fraction(turn, t.share).Mul(r.toRest.locals[t.joint].rotation).Normalized()
	dst.update(t.joint)
	dst.updateBelow(t.joint)
}
