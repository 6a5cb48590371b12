package main

// solvers are the programs of package solve, in the order of its files.
func solvers() []*program {
	return []*program{childModel(), twoBone(), aim(), orient(), reach(), distance()}
}

// childModel is the model matrix of a joint, with the same bits as modelOfJoint.
func childModel() *program {
	p := newProgram("childModel", "is [ChildModel].", "model", "parent", "local")
	m := p.compose("local")
	for r := range 3 {
		for c := range 4 {
			sum := p.add(p.add(p.mul(p.load("parent", 4*r), m[0][c]), p.mul(p.load("parent", 4*r+1), m[1][c])), p.mul(p.load("parent", 4*r+2), m[2][c]))
			if c == 3 {
				sum = p.add(sum, p.load("parent", 4*r+3))
			}
			p.store(4*r+c, sum)
		}
	}
	return p
}

// compose returns the 3x4 matrix of a local transform: rotation, translation, scale.
func (p *program) compose(local string) (m [3][4]value) {
	q, t, s := p.loadQuat(local, 0), p.loadVec(local, 4), p.loadVec(local, 7)
	x2, y2, z2 := p.add(q[0], q[0]), p.add(q[1], q[1]), p.add(q[2], q[2])
	xx, yy, zz := p.mul(q[0], x2), p.mul(q[1], y2), p.mul(q[2], z2)
	xy, xz, yz := p.mul(q[0], y2), p.mul(q[0], z2), p.mul(q[1], z2)
	wx, wy, wz := p.mul(q[3], x2), p.mul(q[3], y2), p.mul(q[3], z2)
	one := p.constant(1)
	m[0] = [4]value{p.mul(p.sub(one, p.add(yy, zz)), s[0]), p.mul(p.sub(xy, wz), s[1]), p.mul(p.add(xz, wy), s[2]), t[0]}
	m[1] = [4]value{p.mul(p.add(xy, wz), s[0]), p.mul(p.sub(one, p.add(xx, zz)), s[1]), p.mul(p.sub(yz, wx), s[2]), t[1]}
	m[2] = [4]value{p.mul(p.sub(xz, wy), s[0]), p.mul(p.add(yz, wx), s[1]), p.mul(p.sub(one, p.add(xx, yy)), s[2]), t[2]}
	return m
}

// twoBone is analytic inverse kinematics of two bones, by the law of cosines.
func twoBone() *program {
	p := newProgram("twoBone", "is [TwoBone].", "rows",
		"rootParent", "root", "middleParent", "middle", "endParent", "end", "rootLocal", "middleLocal", "endLocal")
	zero, one := p.constant(0), p.constant(1)
	target, pole, weight := p.loadVec("rows", 0), p.loadVec("rows", 3), p.load("rows", 7)
	hasPole := p.less(p.constant(0.5), p.load("rows", 6))
	softness, keepEnd := p.load("rows", 8), p.less(p.constant(0.5), p.load("rows", 12))
	bend := p.loadVec("rows", 9)
	twistSin, twistCos := p.load("rows", 13), p.load("rows", 14)
	a, b, c := p.origin("root"), p.origin("middle"), p.origin("end")
	ab, bc, ac := p.subVec(b, a), p.subVec(c, b), p.subVec(c, a)
	upper, lower := p.sqrt(p.dot(ab, ab)), p.sqrt(p.dot(bc, bc))
	upperWay := p.unit(ab, vec{zero, one, zero})
	way := p.unit(ac, upperWay)

	// The distance to reach: not beyond the stretched limb, and softened before it; not below the folded one.
	toTarget := p.subVec(target, a)
	goalWay := p.unit(toTarget, way)
	sum := p.add(upper, lower)
	distance := p.sqrt(p.dot(toTarget, toTarget))
	soft := p.mul(sum, softness) // where softening begins
	softRange := p.sub(sum, soft)
	excess := p.div(p.sub(distance, soft), softRange)
	softened := p.add(soft, p.mul(softRange, p.div(excess, p.add(one, excess))))
	softened = p.choose(p.and(p.less(zero, softRange), p.less(soft, distance)), softened, distance)
	difference := p.sub(upper, lower)
	folded := p.max(p.max(difference, p.neg(difference)), p.mul(sum, p.constant(1e-3)))
	d := p.max(p.min(softened, sum), folded)

	// The side to which the limb bends: the pole's, or the animated one turned along with the limb.
	bendWay := p.direction("root", bend)
	side := p.perpendicular(bendWay, way, p.anyPerpendicular(way))
	turned := p.rotate(p.arc(way, goalWay, side), side)
	turned = p.perpendicular(turned, goalWay, p.anyPerpendicular(goalWay))
	side = p.chooseVec(hasPole, p.perpendicular(p.subVec(pole, a), goalWay, turned), turned)
	side = p.addVec(p.scale(side, twistCos), p.scale(p.cross(goalWay, side), twistSin))

	// The law of cosines gives the middle joint.
	square := func(x value) value { return p.mul(x, x) }
	cosine := p.div(p.sub(p.add(square(upper), square(d)), square(lower)), p.mul(p.add(upper, upper), d))
	cosine = p.max(p.min(cosine, one), p.constant(-1))
	sine := p.sqrt(p.sub(one, square(cosine)))
	newUpperWay := p.addVec(p.scale(goalWay, cosine), p.scale(side, sine))
	newMiddle := p.scale(newUpperWay, upper) // relative to the root
	newEnd := p.scale(goalWay, d)
	newUpperWay = p.unit(newUpperWay, upperWay)

	// The root's rotation takes the upper bone and the side of the bend to their new directions.
	bendSide := p.perpendicular(bendWay, upperWay, p.anyPerpendicular(upperWay))
	first := p.arc(upperWay, newUpperWay, bendSide)
	turnedSide := p.rotate(first, bendSide)
	newSide := p.subVec(p.scale(side, cosine), p.scale(goalWay, sine)) // perpendicular to the new upper bone
	newSide = p.perpendicular(newSide, newUpperWay, turnedSide)
	turnedSide = p.perpendicular(turnedSide, newUpperWay, newSide)
	rootTurn := p.multiply(p.arc(turnedSide, newSide, newUpperWay), first)
	// The middle joint's, after that.
	lowerWay := p.unit(p.rotate(rootTurn, bc), newUpperWay)
	newLowerWay := p.unit(p.subVec(newEnd, newMiddle), lowerWay)
	axis := p.cross(newUpperWay, newSide)
	middleTurn := p.arc(lowerWay, newLowerWay, axis)
	both := p.multiply(middleTurn, rootTurn)
	back := p.conjugate(rootTurn)

	qa, qb, qc := p.loadQuat("rootLocal", 0), p.loadQuat("middleLocal", 0), p.loadQuat("endLocal", 0)
	na := p.multiply(p.toLocal("rootParent", rootTurn), qa)
	nb := p.multiply(p.toLocal("middleParent", p.multiply(back, both)), qb)
	nc := p.multiply(p.toLocal("endParent", p.conjugate(both)), qc)
	valid := p.and(p.less(zero, weight), p.finite(append(append(na[:], nb[:]...), nc[:]...)...))
	valid = p.and(valid, p.and(p.less(p.constant(tiny), square(upper)), p.less(p.constant(tiny), square(lower))))
	weight = p.min(weight, one)
	na = p.chooseQuat(valid, p.blendQuat(qa, na, weight), qa)
	nb = p.chooseQuat(valid, p.blendQuat(qb, nb, weight), qb)
	nc = p.chooseQuat(p.and(valid, keepEnd), p.blendQuat(qc, nc, weight), qc)
	p.storeQuat(16, na)
	p.storeQuat(20, nb)
	p.storeQuat(24, nc)
	return p
}

// aim turns a joint so that a ray from a point that moves with it meets a target.
func aim() *program {
	p := newProgram("aim", "is [Aim].", "rows", "parent", "joint", "local")
	zero, one := p.constant(0), p.constant(1)
	target, weight, share := p.loadVec("rows", 0), p.load("rows", 3), p.load("rows", 4)
	limitSin, limitCos := p.load("rows", 5), p.load("rows", 6) // of half the largest angle
	eye, forward := p.loadVec("rows", 7), p.loadVec("rows", 10)
	up, upTarget := p.loadVec("rows", 13), p.loadVec("rows", 16)
	hasUp := p.less(p.constant(0.5), p.load("rows", 19))
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
	turn := p.arc(from, to, p.perpendicular(up, from, p.anyPerpendicular(from)))
	// The roll about the direction of the target.
	wanted := p.perpendicular(upTarget, to, p.rotate(turn, up))
	has := p.perpendicular(p.rotate(turn, up), to, wanted)
	roll := p.arc(has, wanted, to)
	turn = p.chooseQuat(hasUp, p.multiply(roll, turn), turn)
	negative := p.less(turn[3], zero)
	for i := range turn {
		turn[i] = p.choose(negative, p.neg(turn[i]), turn[i])
	}

	// The joint's share, and its limit.
	identity := quat{zero, zero, zero, one}
	turn = p.blendQuat(identity, turn, share)
	v := vec{turn[0], turn[1], turn[2]}
	sine := p.sqrt(p.dot(v, v))
	beyond := p.less(turn[3], limitCos)
	limited := p.scale(v, p.div(limitSin, sine))
	turn = p.chooseQuat(beyond, quat{limited[0], limited[1], limited[2], limitCos}, turn)

	q := p.loadQuat("local", 0)
	inParent := p.multiply(p.multiply(p.conjugate(moved), turn), moved)
	n := p.multiply(p.toLocal("parent", inParent), q)
	valid := p.and(p.less(zero, weight), p.finite(append(append(n[:], eye[:]...), target[:]...)...))
	n = p.chooseQuat(valid, p.blendQuat(q, n, p.min(weight, one)), q)
	turn = p.chooseQuat(valid, turn, identity)
	p.storeQuat(28, n)
	p.storeVec(32, p.addVec(p.rotate(turn, toEye), origin))
	p.storeVec(35, p.rotate(turn, forward))
	p.storeVec(38, p.rotate(turn, up))
	p.storeQuat(41, p.multiply(turn, moved))
	p.storeVec(45, p.addVec(p.rotate(turn, p.subVec(offset, origin)), origin))
	return p
}

// orient turns a joint so that its child lies in the direction of a new position.
func orient() *program {
	p := newProgram("orient", "is [Orient].", "rows", "parent", "joint", "child", "local")
	zero, one := p.constant(0), p.constant(1)
	here, there, weight := p.loadVec("rows", 0), p.loadVec("rows", 3), p.load("rows", 6)
	moved := p.loadQuat("rows", 8)
	bone := p.rotate(moved, p.subVec(p.origin("child"), p.origin("joint")))
	from := p.unit(bone, vec{zero, one, zero})
	to := p.unit(p.subVec(there, here), from)
	turn := p.arc(from, to, p.anyPerpendicular(from))
	q := p.loadQuat("local", 0)
	inParent := p.multiply(p.multiply(p.conjugate(moved), turn), moved)
	n := p.multiply(p.toLocal("parent", inParent), q)
	valid := p.and(p.less(zero, weight), p.finite(append(n[:], turn[:]...)...))
	n = p.chooseQuat(valid, p.blendQuat(q, n, p.min(weight, one)), q)
	turn = p.chooseQuat(valid, turn, quat{zero, zero, zero, one})
	p.storeQuat(12, n)
	p.storeQuat(16, p.multiply(turn, moved))
	return p
}

// reach is one step of FABRIK: the point at a distance from an end point, in the direction of the old point.
func reach() *program {
	p := newProgram("reach", "is [Reach].", "point", "end", "old", "length")
	end, old := p.loadVec("end", 0), p.loadVec("old", 0)
	v := p.subVec(old, end)
	zero := p.constant(0)
	way := p.unit(v, vec{zero, p.constant(1), zero})
	p.storeVec(0, p.addVec(end, p.scale(way, p.load("length", 0))))
	return p
}

// distance is the distance between two points.
func distance() *program {
	p := newProgram("distance", "is [Distance].", "length", "a", "b")
	v := p.subVec(p.loadVec("b", 0), p.loadVec("a", 0))
	p.store(0, p.sqrt(p.dot(v, v)))
	return p
}
