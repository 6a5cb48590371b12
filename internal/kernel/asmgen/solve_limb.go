package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// twoBone is analytic inverse kinematics of two bones, by the law of cosines.
func twoBone() *program {
	p := newProgram("twoBone", "is [TwoBone].", "rows", "rootParent", "root", "middleParent", "middle", "end",
		"rootLocal", "middleLocal")
	zero, one := p.constant(0), p.constant(1)
	target, pole, weight := p.loadVec("rows", layout.TwoBoneTarget), p.loadVec("rows", layout.TwoBonePole),
		p.load("rows", layout.TwoBoneWeight)
	hasPole := p.less(p.constant(0.5), p.load("rows", layout.TwoBoneHasPole))
	softness, bend := p.load("rows", layout.TwoBoneSoftness), p.loadVec("rows", layout.TwoBoneBend)
	twistSin, twistCos := p.load("rows", layout.TwoBoneTwistSin), p.load("rows", layout.TwoBoneTwistCos)
	a, b, c := p.origin("root"), p.origin("middle"), p.origin("end")
	ab, bc, ac := p.subVec(b, a), p.subVec(c, b), p.subVec(c, a)
	square := func(x value) value { return p.mul(x, x) }
	upperSquare, lowerSquare := p.dot(ab, ab), p.dot(bc, bc)
	upper, lower := p.sqrt(upperSquare), p.sqrt(lowerSquare)
	upperWay, lowerWay := p.scale(ab, p.div(one, upper)), p.scale(bc, p.div(one, lower))
	way := p.unit(ac, upperWay)

	// The distance to reach: not beyond the stretched limb, and softened before it; not below the
	// folded one.
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
	half := p.without(bendWay, way) // as side, which would be waited for
	half = p.chooseVec(p.hasPerpendicular(bendWay, way), half, p.anyPerpendicular(way))
	turned := p.rotate(p.arc(way, goalWay, half), side)
	side = p.chooseVec(hasPole, p.perpendicularOr(p.subVec(pole, a), goalWay, turned), turned)
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
	rootTurn := p.betweenFrames(upperWay, bendSide, newUpperWay, newSide)
	// The middle joint's before that, which its parent needs. Half a turn is about the axis of the
	// bend.
	newLowerWay := p.unit(newLower, p.rotate(rootTurn, lowerWay))
	middleTurn := p.arc(lowerWay, p.rotate(p.conjugate(rootTurn), newLowerWay),
		p.cross(p.cross(upperWay, bendSide), lowerWay))

	qa, qb := p.loadQuat("rootLocal", layout.LocalRotation), p.loadQuat("middleLocal", layout.LocalRotation)
	na := p.multiply(p.toLocal("rootParent", rootTurn), qa)
	nb := p.multiply(p.toLocal("middleParent", middleTurn), qb)
	valid := p.and(p.less(zero, weight), p.finite(append(na[:], nb[:]...)...))
	valid = p.and(valid, p.and(p.less(p.constant(tiny), upperSquare), p.less(p.constant(tiny), lowerSquare)))
	p.storeQuat(layout.TwoBoneRootOut, p.chooseQuat(valid, p.blendQuat(qa, na, p.min(weight, p.constant(1))), qa))
	p.storeQuat(layout.TwoBoneMiddleOut, p.chooseQuat(valid, p.blendQuat(qb, nb, p.min(weight, p.constant(1))), qb))
	p.storeQuat(layout.TwoBoneTurnOut,
		p.chooseQuat(valid, p.multiply(rootTurn, middleTurn), quat{zero, zero, zero, one}))
	return p
}

// unrotated takes a rotation q into the space that a rotation by turned: it returns by⁻¹·q·by.
func (p *program) unrotated(by, q quat) quat {
	v := p.rotate(p.conjugate(by), vec{q[0], q[1], q[2]})
	return quat{v[0], v[1], v[2], q[3]}
}

// turnTo turns a joint to a rotation in model space, or back to the rotation that it had.
func turnTo() *program {
	p := newProgram("turnTo", "is [TurnTo].", "rows", "parent", "joint", "local")
	moved, goal := p.loadQuat("rows", layout.TurnToMoved), p.loadQuat("rows", layout.TurnToGoal)
	hasGoal, weight := p.less(p.constant(0.5), p.load("rows", layout.TurnToHasGoal)),
		p.load("rows", layout.TurnToWeight)
	zero := p.constant(0)
	turn := p.multiply(goal, p.conjugate(p.quatOf("joint")))
	back := p.conjugate(moved)
	turn = p.chooseQuat(hasGoal, p.multiply(back, turn), back)
	q := p.loadQuat("local", layout.LocalRotation)
	n := p.multiply(p.toLocal("parent", turn), q)
	valid := p.and(p.less(zero, weight), p.finite(n[:]...))
	p.storeQuat(layout.TurnToOut, p.chooseQuat(valid, p.blendQuat(q, n, p.min(weight, p.constant(1))), q))
	return p
}
