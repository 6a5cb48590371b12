package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// ray takes a ray from the space of a joint to model space.
func ray() *program {
	p := newProgram("ray", "is [Ray.Place].", "rayRows", "joint", "settingRows")
	eye, forward, up := p.placedRay(p.loadVec("settingRows", layout.RayEye))
	p.storeVec(layout.RayEye, eye)
	p.storeVec(layout.RayForward, forward)
	p.storeVec(layout.RayUp, up)
	return p
}

// placedRay returns a ray in model space.
func (p *program) placedRay(at vec) (eye, forward, up vec) {
	forward = p.direction("joint", p.loadVec("settingRows", layout.RayForward))
	up = p.direction("joint", p.loadVec("settingRows", layout.RayUp))
	return p.point("joint", at), p.unit(forward, forward), up
}

// The parts of aim. All of them together make the same bits for lanes that do not need them, except
// for aimFromJoint.
const (
	aimShare     = 1 << iota // the joint makes a share of the rotation
	aimLimit                 // the joint has a largest angle
	aimRoll                  // an up direction turns about the ray
	aimFromJoint             // the ray begins at the joint and moves with it
)

// aim turns a joint so that a ray from a point that moves with it meets a target. Joints before
// this one in a chain have turned it already, but the matrices, the ray and the target are those
// before: instead of the joints, each one turns the target the other way.
func aim(name, doc string, parts int) *program {
	params := []string{"rows", "rayRows", "target", "weight", "parent", "joint", "local"}
	if parts&aimFromJoint > 0 {
		params[1] = "settingRows"
	}
	if parts&(aimShare|aimLimit) > 0 {
		params = append(params, "share")
	}
	if parts&aimRoll > 0 {
		params = append(params, "up")
	}
	p := newProgram(name, doc, params...)
	zero, one := p.constant(0), p.constant(1)
	origin := p.origin("joint")
	target, weight := p.loadVec("target", 0), p.load("weight", 0)
	toTarget := p.subVec(target, origin)
	distance := p.dot(toTarget, toTarget)
	from, up := p.aimFrom(toTarget, distance, parts)
	to := p.scale(toTarget, p.div(one, p.sqrt(distance)))
	to = p.chooseVec(p.less(p.constant(tiny), distance), to, from)
	half := p.cross(up, from) // a target behind the joint is met by a turn about up
	hasHalf := p.less(p.mul(p.dot(up, up), p.constant(opposite)), p.dot(half, half))
	half = p.chooseVec(hasHalf, half, p.anyPerpendicular(from))
	long, square := p.longArc(from, to, half)
	inverse := p.div(one, p.sqrt(square))
	turn := quat{p.mul(long[0], inverse), p.mul(long[1], inverse), p.mul(long[2], inverse), p.mul(long[3], inverse)}
	wanted := vec{zero, zero, zero}
	if parts&aimRoll > 0 {
		// The roll about the direction of the target.
		wanted = p.loadVec("up", layout.AimUpWanted)
		hasUp := p.less(p.constant(0.5), p.load("up", layout.AimHasUp))
		turnedUp := p.rotate(turn, up)
		is := p.perpendicular(turnedUp, to, p.anyPerpendicular(to))
		way := p.perpendicularOr(wanted, to, is)
		has := p.chooseVec(p.hasPerpendicular(turnedUp, to), is, way)
		rolled := p.multiply(p.arcAbout(has, way, to), turn)
		negative := p.less(rolled[3], zero)
		for i := range rolled {
			rolled[i] = p.choose(negative, p.neg(rolled[i]), rolled[i])
		}
		turn = p.chooseQuat(hasUp, rolled, turn)
		square = p.choose(hasUp, one, square)
		long = p.chooseQuat(hasUp, rolled, long)
	}

	// The joint's share, and its limit.
	if parts&aimShare > 0 {
		// From the identity to a rotation, both times the length of the latter.
		share := p.load("share", layout.AimPart)
		rest := p.sub(one, share)
		length := p.sqrt(square)
		both := p.mul(rest, share)
		sum := p.add(p.mul(square, p.add(p.mul(rest, rest), p.mul(share, share))),
			p.mul(p.add(both, both), p.mul(length, long[3])))
		inverse := p.div(one, p.sqrt(sum))
		for i := range turn {
			turn[i] = p.mul(long[i], share)
		}
		turn[3] = p.add(turn[3], p.mul(rest, length))
		for i := range turn {
			turn[i] = p.mul(turn[i], inverse)
		}
	}
	if parts&aimLimit > 0 {
		// of half the largest angle
		limitSin, limitCos := p.load("share", layout.AimLimitSin), p.load("share", layout.AimLimitCos)
		v := vec{turn[0], turn[1], turn[2]}
		limited := p.scale(v, p.div(limitSin, p.sqrt(p.dot(v, v))))
		turn = p.chooseQuat(p.less(turn[3], limitCos), quat{limited[0], limited[1], limited[2], limitCos}, turn)
	}
	// First what the next joint of the chain waits for.
	if parts&aimFromJoint == 0 {
		back := p.conjugate(turn)
		p.storeVec(layout.AimedTarget, p.addVec(p.rotate(back, toTarget), origin))
		if parts&aimRoll > 0 {
			p.storeVec(layout.AimedUp, p.rotate(back, wanted))
		}
	}
	p.storeQuat(layout.AimedRotation, p.turned(p.loadQuat("local", layout.LocalRotation), turn, "parent", weight))
	return p
}

// aimFrom returns the direction from a joint to the point on the ray that is as far from the joint
// as the target, or as near to that as there is one, and the direction that is up.
func (p *program) aimFrom(toTarget vec, distance value, parts int) (from, up vec) {
	zero := p.constant(0)
	if parts&aimFromJoint > 0 {
		_, forward, up := p.placedRay(vec{zero, zero, zero})
		return forward, up
	}
	eye, forward := p.loadVec("rayRows", layout.RayEye), p.loadVec("rayRows", layout.RayForward)
	toEye := p.subVec(eye, p.origin("joint"))
	along := p.dot(toEye, forward)
	beside := p.max(p.sub(p.dot(toEye, toEye), p.mul(along, along)), zero)
	t := p.sub(p.sqrt(p.max(p.sub(distance, beside), zero)), along)
	// The square of the length of the sum below.
	square := p.max(beside, distance)
	inverse := p.div(p.constant(1), p.sqrt(square))
	from = p.scale(p.addVec(toEye, p.scale(forward, t)), inverse)
	return p.chooseVec(p.less(p.constant(tiny), square), from, forward), p.loadVec("rayRows", layout.RayUp)
}

// limitTarget brings a target within the directions to which a ray may point, and limits the speed
// of the ray.
func limitTarget() *program {
	p := newProgram("limitTarget", "is [LimitTarget].", "rows", "frame")
	zero, one := p.constant(0), p.constant(1)
	target, eye, forward := p.loadVec("rows", layout.TargetPoint), p.loadVec("rows", layout.TargetEye),
		p.loadVec("rows", layout.TargetForward)
	front, up := p.loadVec("rows", layout.TargetFront), p.loadVec("rows", layout.TargetUp)
	// tangents of half the angles
	yawLow, yawHigh := p.load("rows", layout.TargetYawLow), p.load("rows", layout.TargetYawHigh)
	pitchLow, pitchHigh := p.load("rows", layout.TargetPitchLow), p.load("rows", layout.TargetPitchHigh)
	coneSin, coneCos, ignoreCos := p.load("rows", layout.TargetConeSin), p.load("rows", layout.TargetConeCos),
		p.load("rows", layout.TargetIgnore)
	before := p.loadVec("rows", layout.TargetBefore)
	stepSin := p.load("rows", layout.TargetStep)

	transposed := func(v vec) vec {
		return vec{p.dot(p.column("frame", 0), v), p.dot(p.column("frame", 1), v), p.dot(p.column("frame", 2), v)}
	}
	square := func(x value) value { return p.mul(x, x) }
	toTarget := p.subVec(target, eye)
	animated := p.unit(transposed(forward), front)
	d := p.unit(transposed(toTarget), animated)
	ignored := p.less(p.dot(d, front), ignoreCos)

	// Yaw and pitch.
	side := p.cross(up, front)
	height := p.dot(d, up)
	newHeight := p.min(p.max(height, pitchLow), pitchHigh)
	x, y := p.dot(d, front), p.dot(d, side)
	flat := p.sqrt(p.add(square(x), square(y)))
	tangent := p.div(y, p.max(p.add(flat, x), p.constant(1e-12)))
	newTangent := p.min(p.max(tangent, yawLow), yawHigh)
	newFlat := p.sqrt(p.max(p.sub(one, square(newHeight)), zero))
	denominator := p.div(newFlat, p.add(one, square(newTangent)))
	newX, newY := p.mul(p.sub(one, square(newTangent)), denominator), p.mul(p.add(newTangent, newTangent), denominator)
	within := p.addVec(p.addVec(p.scale(front, newX), p.scale(side, newY)), p.scale(up, newHeight))
	outside := func(x, low, high value) value { return p.choose(p.less(x, low), p.less(x, low), p.less(high, x)) }
	d = p.chooseVec(outside(height, pitchLow, pitchHigh), within,
		p.chooseVec(outside(tangent, yawLow, yawHigh), within, d))
	// The cone.
	onCone := p.addVec(p.scale(front, coneCos), p.scale(p.perpendicular(d, front, p.anyPerpendicular(front)), coneSin))
	d = p.chooseVec(p.less(p.dot(d, front), coneCos), onCone, d)
	d = p.chooseVec(ignored, animated, d)

	// The speed.
	before = p.chooseVec(p.less(p.constant(0.5), p.dot(before, before)), before, animated)
	between := p.cross(before, d)
	stepCos := p.sqrt(p.sub(one, square(stepSin)))
	moved := p.addVec(p.scale(before, stepCos),
		p.scale(p.perpendicular(d, before, p.anyPerpendicular(before)), stepSin))
	limited := p.less(stepSin, one)
	far := p.less(square(stepSin), p.dot(between, between))
	behind := p.less(p.dot(before, d), zero)
	d = p.chooseVec(p.and(limited, far), moved, p.chooseVec(p.and(limited, behind), moved, d))

	out := p.direction("frame", d)
	scale := p.sqrt(p.div(p.dot(toTarget, toTarget), p.dot(out, out)))
	valid := p.and(p.finite(append(append([]value{scale}, d[:]...), out[:]...)...),
		p.less(p.constant(tiny), p.dot(toTarget, toTarget)))
	p.storeVec(layout.TargetOut, p.chooseVec(valid, p.addVec(eye, p.scale(out, scale)), target))
	p.storeVec(layout.TargetBeforeOut, p.chooseVec(valid, d, vec{zero, zero, zero}))
	return p
}
