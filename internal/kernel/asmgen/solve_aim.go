package main

// ray takes a ray from the space of a joint to model space.
func ray() *program {
	p := newProgram("ray", "is [Ray].", "rows", "joint", "settings")
	forward := p.direction("joint", p.loadVec("settings", 0))
	up := p.direction("joint", p.loadVec("settings", 3))
	p.storeVec(7, p.point("joint", p.loadVec("settings", 6)))
	p.storeVec(10, p.unit(forward, forward))
	p.storeVec(13, p.unit(up, up))
	return p
}

// The parts of aim. All of them together make the same bits for lanes that do not need them.
const (
	aimShare = 1 << iota // the joint makes a share of the rotation
	aimLimit             // the joint has a largest angle
	aimRoll              // an up direction turns about the ray
)

// aim turns a joint so that a ray from a point that moves with it meets a target.
func aim(name, doc string, parts int) *program {
	p := newProgram(name, doc, "rows", "parent", "joint", "local")
	zero, one := p.constant(0), p.constant(1)
	target, weight := p.loadVec("rows", 0), p.load("rows", 3)
	eye, forward := p.loadVec("rows", 7), p.loadVec("rows", 10)
	up := p.loadVec("rows", 13)
	moved, offset := p.loadQuat("rows", 20), p.loadVec("rows", 24)

	// Joints before this one in the chain have moved the joint.
	origin := p.addVec(p.rotate(moved, p.origin("joint")), offset)
	toTarget, toEye := p.subVec(target, origin), p.subVec(eye, origin)
	// The point on the ray that is as far from the joint as the target.
	along := p.dot(toEye, forward)
	beside := p.sub(p.dot(toEye, toEye), p.mul(along, along))
	reach := p.sub(p.dot(toTarget, toTarget), p.max(beside, zero))
	t := p.sub(p.sqrt(p.max(reach, zero)), along)
	from := p.unit(p.addVec(toEye, p.scale(forward, t)), forward)
	to := p.unit(toTarget, from)
	half := p.cross(up, from) // a target behind the joint is met by a turn about up
	half = p.chooseVec(p.less(p.constant(opposite), p.dot(half, half)), half, p.anyPerpendicular(from))
	turn := p.arc(from, to, half)
	if parts&aimRoll > 0 {
		// The roll about the direction of the target.
		hasUp := p.less(p.constant(0.5), p.load("rows", 19))
		turnedUp := p.rotate(turn, up)
		is := p.perpendicular(turnedUp, to, p.anyPerpendicular(to))
		wanted := p.perpendicularOr(p.loadVec("rows", 16), to, is)
		has := p.chooseVec(p.hasPerpendicular(turnedUp, to), is, wanted)
		roll := p.arcAbout(has, wanted, to)
		turn = p.chooseQuat(hasUp, p.multiply(roll, turn), turn)
	}
	negative := p.less(turn[3], zero)
	for i := range turn {
		turn[i] = p.choose(negative, p.neg(turn[i]), turn[i])
	}

	// The joint's share, and its limit.
	identity := quat{zero, zero, zero, one}
	if parts&aimShare > 0 {
		// From the identity to a rotation of length 1, of which this is the square of the length.
		share := p.load("rows", 4)
		rest := p.sub(one, share)
		both := p.mul(rest, share)
		square := p.add(p.add(p.mul(rest, rest), p.mul(share, share)), p.mul(p.add(both, both), turn[3]))
		inverse := p.div(one, p.sqrt(square))
		var part quat
		for i := range part {
			part[i] = p.mul(turn[i], share)
		}
		part[3] = p.add(part[3], rest)
		for i := range part {
			part[i] = p.mul(part[i], inverse)
		}
		turn = p.chooseQuat(p.less(share, one), part, turn)
	}
	if parts&aimLimit > 0 {
		limitSin, limitCos := p.load("rows", 5), p.load("rows", 6) // of half the largest angle
		v := vec{turn[0], turn[1], turn[2]}
		limited := p.scale(v, p.div(limitSin, p.sqrt(p.dot(v, v))))
		turn = p.chooseQuat(p.less(turn[3], limitCos), quat{limited[0], limited[1], limited[2], limitCos}, turn)
	}

	q := p.loadQuat("local", 0)
	n := p.multiply(p.toLocal("parent", p.unrotated(moved, turn)), q)
	valid := p.and(p.less(zero, weight), p.finite(append(append(append(q[:], turn[:]...), eye[:]...), target[:]...)...))
	p.storeQuat(28, p.chooseQuat(p.and(valid, p.finite(n[:]...)), p.blendQuat(q, n, p.min(weight, p.constant(1))), q))
	turn = p.chooseQuat(valid, turn, identity)
	p.storeVec(32, p.addVec(p.rotate(turn, toEye), origin))
	p.storeVec(35, p.rotate(turn, forward))
	p.storeVec(38, p.rotate(turn, up))
	p.storeQuat(41, p.multiply(turn, moved))
	p.storeVec(45, p.addVec(p.rotate(turn, p.subVec(offset, origin)), origin))
	return p
}

// limitTarget brings a target within the directions to which a ray may point, and limits the speed of the ray.
func limitTarget() *program {
	p := newProgram("limitTarget", "is [LimitTarget].", "rows", "frame")
	zero, one := p.constant(0), p.constant(1)
	target, eye, forward := p.loadVec("rows", 0), p.loadVec("rows", 3), p.loadVec("rows", 6)
	front, up := p.loadVec("rows", 9), p.loadVec("rows", 12)
	yawLow, yawHigh := p.load("rows", 15), p.load("rows", 16) // tangents of half the angles
	pitchLow, pitchHigh := p.load("rows", 17), p.load("rows", 18)
	coneSin, coneCos, ignoreCos := p.load("rows", 19), p.load("rows", 20), p.load("rows", 21)
	before := p.loadVec("rows", 22)
	stepSin := p.load("rows", 25)

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
	d = p.chooseVec(outside(height, pitchLow, pitchHigh), within, p.chooseVec(outside(tangent, yawLow, yawHigh), within, d))
	// The cone.
	onCone := p.addVec(p.scale(front, coneCos), p.scale(p.perpendicular(d, front, p.anyPerpendicular(front)), coneSin))
	d = p.chooseVec(p.less(p.dot(d, front), coneCos), onCone, d)
	d = p.chooseVec(ignored, animated, d)

	// The speed.
	before = p.chooseVec(p.less(p.constant(0.5), p.dot(before, before)), before, animated)
	between := p.cross(before, d)
	stepCos := p.sqrt(p.sub(one, square(stepSin)))
	moved := p.addVec(p.scale(before, stepCos), p.scale(p.perpendicular(d, before, p.anyPerpendicular(before)), stepSin))
	limited := p.less(stepSin, one)
	far := p.less(square(stepSin), p.dot(between, between))
	behind := p.less(p.dot(before, d), zero)
	d = p.chooseVec(p.and(limited, far), moved, p.chooseVec(p.and(limited, behind), moved, d))

	out := p.direction("frame", d)
	scale := p.sqrt(p.div(p.dot(toTarget, toTarget), p.dot(out, out)))
	valid := p.and(p.finite(append(append([]value{scale}, d[:]...), out[:]...)...), p.less(p.constant(tiny), p.dot(toTarget, toTarget)))
	p.storeVec(26, p.chooseVec(valid, p.addVec(eye, p.scale(out, scale)), target))
	p.storeVec(29, p.chooseVec(valid, d, vec{zero, zero, zero}))
	return p
}
