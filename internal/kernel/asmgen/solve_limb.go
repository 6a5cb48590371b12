package main

// twoBone is analytic inverse kinematics of two bones, by the law of cosines.
func twoBone() *program {
	p := newProgram("twoBone", "is [TwoBone].", "rows", "rootParent", "root", "middleParent", "middle", "end", "rootLocal", "middleLocal")
	zero, one := p.constant(0), p.constant(1)
	target, pole, weight := p.loadVec("rows", 0), p.loadVec("rows", 3), p.load("rows", 7)
	hasPole := p.less(p.constant(0.5), p.load("rows", 6))
	softness, bend := p.load("rows", 8), p.loadVec("rows", 9)
	twistSin, twistCos := p.load("rows", 12), p.load("rows", 13)
	a, b, c := p.origin("root"), p.origin("middle"), p.origin("end")
	ab, bc, ac := p.subVec(b, a), p.subVec(c, b), p.subVec(c, a)
	square := func(x value) value { return p.mul(x, x) }
	upperSquare, lowerSquare := p.dot(ab, ab), p.dot(bc, bc)
	upper, lower := p.sqrt(upperSquare), p.sqrt(lowerSquare)
	upperWay, lowerWay := p.scale(ab, p.div(one, upper)), p.scale(bc, p.div(one, lower))
	way := p.unit(ac, upperWay)

	// The distance to reach: not beyond the stretched limb, and softened before it; not below the folded one.
	toTarget := p.subVec(target, a)
	goalWay := p.unit(toTarget, way)
	sum := p.add(upper, lower)
	distance := p.sqrt(p.dot(toTarget, toTarget))
	soft := p.mul(sum, softness) // where softening begins
	softRange, excess := p.sub(sum, soft), p.sub(distance, soft)
	softened := p.add(soft, p.mul(softRange, p.div(excess, p.add(softRange, excess))))
	softened = p.choose(p.and(p.less(zero, softRange), p.less(zero, excess)), softened, distance)
	difference := p.sub(upper, lower)
	folded := p.max(p.max(difference, p.neg(difference)), p.mul(sum, p.constant(1e-3)))
	d := p.max(p.min(softened, sum), folded)

	// The side to which the limb bends: the pole's, or the animated one turned along with the limb.
	bendWay := p.direction("root", bend)
	side := p.perpendicular(bendWay, way, p.anyPerpendicular(way))
	turned := p.rotate(p.arc(way, goalWay, side), side)
	side = p.chooseVec(hasPole, p.perpendicular(p.subVec(pole, a), goalWay, turned), turned)
	side = p.addVec(p.scale(side, twistCos), p.scale(p.cross(goalWay, side), twistSin))

	// The law of cosines gives the middle joint.
	cosine := p.div(p.sub(p.add(square(upper), square(d)), square(lower)), p.mul(p.add(upper, upper), d))
	cosine = p.max(p.min(cosine, one), p.constant(-1))
	sine := p.sqrt(p.sub(one, square(cosine)))
	newUpperWay := p.addVec(p.scale(goalWay, cosine), p.scale(side, sine))
	newSide := p.subVec(p.scale(side, cosine), p.scale(goalWay, sine))
	newLower := p.subVec(p.scale(goalWay, d), p.scale(newUpperWay, upper))

	// The root's rotation takes the upper bone and the side of the bend to their new directions.
	bendSide := p.perpendicular(bendWay, upperWay, p.anyPerpendicular(upperWay))
	first := p.arc(upperWay, newUpperWay, bendSide)
	rootTurn := p.multiply(p.arcAbout(p.rotate(first, bendSide), newSide, newUpperWay), first)
	// The middle joint's, after that. Half a turn is about the axis of the bend.
	lowerWay = p.rotate(rootTurn, lowerWay)
	middleTurn := p.arc(lowerWay, p.unit(newLower, lowerWay), p.cross(p.cross(newUpperWay, newSide), lowerWay))

	qa, qb := p.loadQuat("rootLocal", 0), p.loadQuat("middleLocal", 0)
	na := p.multiply(p.toLocal("rootParent", rootTurn), qa)
	nb := p.multiply(p.toLocal("middleParent", p.unrotated(rootTurn, middleTurn)), qb)
	valid := p.and(p.less(zero, weight), p.finite(append(na[:], nb[:]...)...))
	valid = p.and(valid, p.and(p.less(p.constant(tiny), upperSquare), p.less(p.constant(tiny), lowerSquare)))
	weight = p.min(weight, one)
	p.storeQuat(14, p.chooseQuat(valid, p.blendQuat(qa, na, weight), qa))
	p.storeQuat(18, p.chooseQuat(valid, p.blendQuat(qb, nb, weight), qb))
	p.storeQuat(22, p.chooseQuat(valid, p.multiply(middleTurn, rootTurn), quat{zero, zero, zero, one}))
	return p
}

// unrotated takes a rotation q into the space that a rotation by turned: it returns by⁻¹·q·by.
func (p *program) unrotated(by, q quat) quat {
	v := p.rotate(p.conjugate(by), vec{q[0], q[1], q[2]})
	return quat{v[0], v[1], v[2], q[3]}
}

// turnTo turns a joint to a rotation in model space, or back to the one that it had.
func turnTo() *program {
	p := newProgram("turnTo", "is [TurnTo].", "rows", "parent", "joint", "local")
	moved, goal := p.loadQuat("rows", 0), p.loadQuat("rows", 4)
	hasGoal, weight := p.less(p.constant(0.5), p.load("rows", 8)), p.load("rows", 9)
	zero, one := p.constant(0), p.constant(1)
	turn := p.multiply(goal, p.conjugate(p.quatOf("joint")))
	back := p.conjugate(moved)
	turn = p.chooseQuat(hasGoal, p.multiply(back, turn), back)
	q := p.loadQuat("local", 0)
	n := p.multiply(p.toLocal("parent", turn), q)
	valid := p.and(p.less(zero, weight), p.finite(n[:]...))
	p.storeQuat(10, p.chooseQuat(valid, p.blendQuat(q, n, p.min(weight, one)), q))
	return p
}
