package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
)

// prepare computes what every pose needs.
func (r *Retargeter) prepare() {
	if r.upTo == (exact.Vec3{}) { // the same skeleton, without a map
		r.upFrom, r.upTo = exact.Vec3{0, 1, 0}, exact.Vec3{0, 1, 0}
		r.legTo = r.toRest.Size()
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
func (r *Retargeter) solve(src, dst *anatomy.Frames, out *solved) {
	for j := range dst.Locals {
		dst.Locals[j] = r.toRest.Locals[j]
		k := r.linkOf[j]
		if k < 0 {
			dst.Update(j)
			continue
		}
		l := &r.links[k]
		rotation := r.rotation(src, l)
		if l.carried {
			r.carry(src, dst, l)
		}
		dst.SetTurned(j, rotation)
		if l.placed {
			dst.SetPosition(j, r.place(src, k))
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
		out.missed[l.end] = dst.Position(r.links[l.end].to).Sub(out.goals[l.end]).Length()
	}
	for _, t := range r.twists {
		r.share(dst, &t)
	}
}

// rotation returns the rotation of a link's target joint in model space.
func (r *Retargeter) rotation(src *anatomy.Frames, l *link) exact.Quat {
	q := r.turn.Mul(src.Turned(l.from)).Mul(l.after).Normalized()
	if l.second >= 0 {
		p := r.turn.Mul(src.Turned(l.second)).Mul(l.after2).Normalized()
		q = anatomy.Fraction(p.Mul(q.Conjugate()), l.share).Mul(q).Normalized()
	}
	return q
}

// delta returns how the source's pose rotates a link's target joint in model space, from its
// reference pose.
func (r *Retargeter) delta(src *anatomy.Frames, l *link) exact.Quat {
	return r.rotation(src, l).Mul(r.toRest.Turned(l.to).Conjugate())
}

// place returns the position of a placed joint in model space.
func (r *Retargeter) place(src *anatomy.Frames, k int) exact.Vec3 {
	l := &r.links[k]
	if k == r.hips {
		return r.placeHips(src)
	}
	moved := r.turn.Rotate(src.Position(l.from).Sub(r.fromRest.Position(l.from)))
	return r.toRest.Position(l.to).AddScaled(r.scale, moved)
}

// placeHips returns the position of the hips, from that of the point between the tops of the legs:
// wherever a rig's hips are beside its legs, bending does not lift or lower the legs. An upright
// character keeps the difference that is not in proportion to the legs, which is that of the feet
// below the ankles. One that lies does not stand on them.
func (r *Retargeter) placeHips(src *anatomy.Frames) exact.Vec3 {
	l := &r.links[r.hips]
	turned := r.delta(src, l)
	back := r.turn.Conjugate().Mul(turned).Mul(r.turn)
	middle := r.mappedPoint(src.Position(l.from).Add(back.Rotate(r.legsFrom)))
	offset := r.heading(src).Rotate(r.hipsOffset)
	upright := min(max((r.upTo.Dot(turned.Rotate(r.upTo))-lying)/(leaning-lying), 0), 1)
	rise := r.upTo.Dot(offset)
	offset = offset.AddScaled(float64((upright-1)*rise), r.upTo)
	return middle.Add(offset).Sub(turned.Rotate(r.legsTo))
}

// Cosines of the angle of the hips from upright: above leaning a character counts as upright, below
// lying as one that lies.
const (
	leaning = 0.7
	lying   = 0.2
)

// heading returns the rotation of the hips about the up axis of the target, from the reference
// pose.
func (r *Retargeter) heading(src *anatomy.Frames) exact.Quat {
	if r.hips < 0 {
		return exact.IdentityQuat
	}
	yaw, _ := anatomy.Twist(r.delta(src, &r.links[r.hips]), r.upTo)
	return yaw
}

// carry sets a joint's local translation and scale to the source's, relative to the reference
// poses.
func (r *Retargeter) carry(src, dst *anatomy.Frames, l *link) {
	from, rest := &src.Locals[l.from], &r.fromRest.Locals[l.from]
	to := &dst.Locals[l.to]
	if r.same {
		to.Translation, to.Scale = from.Translation, from.Scale
		return
	}
	if moved := from.Translation.Sub(rest.Translation); moved != (exact.Vec3{}) {
		above, parent := src.ParentModel(l.from), dst.ParentModel(l.to)
		if inverse, ok := parent.Inverse(); ok {
			to.Translation = to.Translation.AddScaled(r.scale, inverse.Direction(r.turn.Rotate(above.Direction(moved))))
		}
	}
	if from.Scale != rest.Scale {
		axes := dominantAxes(r.toRest.Turned(l.to).Conjugate().Mul(r.turn).Mul(r.fromRest.Turned(l.from)), false)
		for c := range 3 {
			if rest.Scale[axes[c]] != 0 {
				to.Scale[c] *= from.Scale[axes[c]] / rest.Scale[axes[c]]
			}
		}
	}
}

// goal returns where the end of a limb should be in model space. A hand is as far from its shoulder
// as in the source, in proportion to the arm. A toe, or an ankle without one, is where it is in the
// source in proportion to the legs, so that a foot that stands still in the source stands still
// here; the rest pose's difference in height and width is added, the latter turned by the
// character's heading.
func (r *Retargeter) goal(src, dst *anatomy.Frames, l *limb, heading exact.Quat) exact.Vec3 {
	upper, end := &r.links[l.upper], &r.links[l.end]
	if !l.leg {
		reach := src.Position(end.from).Sub(src.Position(upper.from))
		return dst.Position(upper.to).AddScaled(l.ratio, r.turn.Rotate(reach))
	}
	turned := r.delta(src, end) // of the foot
	back := r.turn.Conjugate().Mul(turned).Mul(r.turn)
	from := src.Position(end.from)
	onGround := r.mappedPoint(from).Add(heading.Rotate(l.ankleOffset))
	if !l.hasSole {
		return onGround
	}
	heel := from.Sub(back.Rotate(r.upFrom).Scale(l.ankleFrom))
	lowest := r.upFrom.Dot(heel.Sub(r.groundFrom))
	if l.toe >= 0 {
		// By the toe, which is where the foot takes it from the reference pose, or by the heel
		// where the toe is in the air.
		toe := &r.links[l.toe]
		tip := from.Add(back.Rotate(r.fromRest.Position(toe.from).Sub(r.fromRest.Position(end.from))))
		byToe := r.mappedPoint(tip).Add(heading.Rotate(l.offset)).
			Sub(turned.Rotate(r.toRest.Position(toe.to).Sub(r.toRest.Position(end.to))))
		byHeel := r.mappedPoint(heel).Add(heading.Rotate(l.ankleOffset)).AddScaled(l.ankleTo, turned.Rotate(r.upTo))
		height := r.upFrom.Dot(tip.Sub(back.Rotate(r.upFrom).Scale(l.toeFrom)).Sub(r.groundFrom))
		onGround = byToe.Lerp(byHeel, r.lifted(float64(height*r.scale)))
		lowest = min(lowest, height)
	}
	// The sole's lowest point is as high as the source's, in proportion: a longer foot does not
	// sink into the ground, and a shorter one does not float over it.
	clearance := onFloor(float64(r.scale*lowest), float64(sinking*r.legTo))
	onGround = onGround.AddScaled(clearance-r.lowestOfSole(l, onGround, turned), r.upTo)
	// A foot in the air is where the leg takes it that points as the source's.
	inAir := dst.Position(end.to)
	inAir = inAir.AddScaled(max(0, clearance-r.lowestOfSole(l, inAir, turned)), r.upTo)
	return onGround.Lerp(inAir, r.lifted(clearance))
}

// lifted returns how much a part of a foot is in the air at a height over the ground: 0 for one
// that stands, 1 for one that does not come near it.
func (r *Retargeter) lifted(height float64) float64 {
	const low, high = 0.08, 0.25 // of the leg's length
	return min(max((height/r.legTo-low)/(high-low), 0), 1)
}

// sinking is how deep the source's feet may be in the ground, as a part of the leg's length, for
// the target's to stand on it.
const sinking = 0.08

// onFloor returns a height over the ground, and 0 for a small one below it. What is twice as far
// below is meant to be there, as on stairs.
func onFloor(height, small float64) float64 {
	switch {
	case height >= 0 || height <= -2*small:
		return height
	case height >= -small:
		return 0
	}
	return 2 * (height + small)
}

// lowestOfSole returns the height over the ground of the lowest point of the target's foot with the
// ankle at a point and the foot turned from its reference pose.
func (r *Retargeter) lowestOfSole(l *limb, ankle exact.Vec3, turned exact.Quat) float64 {
	down := turned.Rotate(r.upTo)
	height := r.upTo.Dot(ankle.AddScaled(-l.ankleTo, down).Sub(r.groundTo))
	if l.toe >= 0 {
		toe := ankle.Add(turned.Rotate(r.toRest.Position(r.links[l.toe].to).Sub(r.toRest.Position(r.links[l.end].to))))
		height = min(height, r.upTo.Dot(toe.AddScaled(-l.toeTo, down).Sub(r.groundTo)))
	}
	return height
}

// maxLowering is how far the hips may be lowered for the feet to be reached, as a part of the leg's
// length.
const maxLowering = 0.15

// lowerHips lowers the hips as far as a straight leg is too short for its foot's goal.
func (r *Retargeter) lowerHips(dst *anatomy.Frames, out *solved) {
	if r.hips < 0 {
		return
	}
	drop := 0.0
	joint := r.links[r.hips].to
	for i := range r.limbs {
		l := &r.limbs[i]
		if !l.leg || !dst.IsBelow(r.links[l.upper].to, joint) {
			continue
		}
		a := dst.Position(r.links[l.upper].to)
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
		dst.SetPosition(joint, dst.Position(joint).AddScaled(-drop, r.upTo))
		dst.UpdateBelow(joint)
	}
}

// lengths returns the length of a straight limb.
func (r *Retargeter) lengths(dst *anatomy.Frames, l *limb) float64 {
	a, b, c := r.limbPoints(dst, l)
	return b.Sub(a).Length() + c.Sub(b).Length()
}

// limbPoints returns the positions of a limb's joints. An end that does not hang from the limb is
// where it would be in the reference pose of the lower bone.
func (r *Retargeter) limbPoints(dst *anatomy.Frames, l *limb) (a, b, c exact.Vec3) {
	upper, lower, end := r.links[l.upper].to, r.links[l.lower].to, r.links[l.end].to
	a, b, c = dst.Position(upper), dst.Position(lower), dst.Position(end)
	if !r.same && !dst.IsBelow(end, lower) {
		if inverse, ok := r.toRest.Models[lower].Inverse(); ok {
			model := dst.Models[lower]
			c = model.Point(inverse.Point(r.toRest.Position(end)))
		}
	}
	return a, b, c
}

// share rotates a twist joint by its part of a bone's twist.
func (r *Retargeter) share(dst *anatomy.Frames, t *twistJoint) {
	of := &dst.Locals[t.of]
	rest := &r.toRest.Locals[t.of]
	// The rotation since the reference pose, in the parent's space for the end of the bone and in
	// its own for the bone.
	moved := of.Rotation.Mul(rest.Rotation.Conjugate())
	if t.share < 0 {
		moved = rest.Rotation.Conjugate().Mul(of.Rotation)
	}
	turn, _ := anatomy.Twist(moved, t.axis)
	dst.Locals[t.joint].Rotation = anatomy.Fraction(turn, t.share).Mul(r.toRest.Locals[t.joint].Rotation).Normalized()
	dst.Update(t.joint)
	dst.UpdateBelow(t.joint)
}
