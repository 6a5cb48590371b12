package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// solvers are the programs of package solve, in the order of its files.
func solvers() []*program {
	return append([]*program{
		childModel(), mix(), limit(), twoBone(), turnTo(), ray(),
		aim("aim", "is [Aim] by the whole rotation, without a limit and a roll.", 0),
		aim("aimShare", "is [Aim] without a limit and a roll.", aimShare),
		aim("aimLimit", "is [Aim] without a roll.", aimShare|aimLimit),
		aim("aimRoll", "is [Aim].", aimShare|aimLimit|aimRoll),
		aim("aimJoint", "is [AimJoint] without a limit and a roll.", aimFromJoint),
		aim("aimJointLimit", "is [AimJoint] without a roll.", aimFromJoint|aimLimit),
		aim("aimJointRoll", "is [AimJoint].", aimFromJoint|aimLimit|aimRoll),
		limitTarget(), orient(), reach(), distance(),
		goalWeight(), inverseAxes(), placePoints(), placeRotation(), fit(), turnBy(), rotation(), pullLimb(), addPull(),
		followPull(), goAlong(),
	}, constraints()...)
}

// childModel is the model matrix of a joint, with the same bits as modelOfJoint.
func childModel() *program {
	p := newProgram("childModel", "is [ChildModel].", "model", "parent", "local")
	m := p.compose("local")
	for r := range 3 {
		for c := range 4 {
			sum := p.dot(p.axes("parent", r), vec{m[0][c], m[1][c], m[2][c]})
			if c == layout.OriginColumn {
				sum = p.add(sum, p.load("parent", layout.Element(r, layout.OriginColumn)))
			}
			p.store(layout.Element(r, c), sum)
		}
	}
	return p
}

// compose returns the 3x4 matrix of a local transform: rotation, translation, scale.
func (p *program) compose(local string) (m [3][4]value) {
	q, t, s := p.loadQuat(local, layout.LocalRotation), p.loadVec(local, layout.LocalTranslation),
		p.loadVec(local, layout.LocalScale)
	x2, y2, z2 := p.add(q[0], q[0]), p.add(q[1], q[1]), p.add(q[2], q[2])
	xx, yy, zz := p.mul(q[0], x2), p.mul(q[1], y2), p.mul(q[2], z2)
	xy, xz, yz := p.mul(q[0], y2), p.mul(q[0], z2), p.mul(q[1], z2)
	wx, wy, wz := p.mul(q[3], x2), p.mul(q[3], y2), p.mul(q[3], z2)
	one := p.constant(1)
	m[0] = [4]value{
		p.mul(p.sub(one, p.add(yy, zz)), s[0]), p.mul(p.sub(xy, wz), s[1]),
		p.mul(p.add(xz, wy), s[2]), t[0],
	}
	m[1] = [4]value{
		p.mul(p.add(xy, wz), s[0]), p.mul(p.sub(one, p.add(xx, zz)), s[1]),
		p.mul(p.sub(yz, wx), s[2]), t[1],
	}
	m[2] = [4]value{
		p.mul(p.sub(xz, wy), s[0]), p.mul(p.add(yz, wx), s[1]), p.mul(p.sub(one, p.add(xx, yy)), s[2]),
		t[2],
	}
	return m
}

// mix blends rotations.
func mix() *program {
	p := newProgram("mix", "is [Mix].", "out", "from", "to", "weight")
	from, to, weight := p.loadQuat("from", 0), p.loadQuat("to", 0), p.load("weight", 0)
	q := p.chooseQuat(p.less(p.constant(0), weight), p.blendQuat(from, to, p.min(weight, p.constant(1))), from)
	p.storeQuat(0, q)
	return p
}

// limit keeps a rotation within a cone about an axis and the twist about it.
func limit() *program {
	p := newProgram("limit", "is [Limit].", "rows")
	zero, one := p.constant(0), p.constant(1)
	q, rest, axis := p.loadQuat("rows", layout.LimitRotation), p.loadQuat("rows", layout.LimitRest),
		p.loadVec("rows", layout.LimitAxis)
	coneSin, coneCos := p.load("rows", layout.LimitConeSin), p.load("rows", layout.LimitConeCos)
	lowSin, lowCos := p.load("rows", layout.LimitLowSin), p.load("rows", layout.LimitLowCos)
	highSin, highCos := p.load("rows", layout.LimitHighSin), p.load("rows", layout.LimitHighCos)

	r := p.multiply(p.conjugate(rest), q)
	// The twist: the part of the rotation about the axis. Its scalar part is not negative.
	along, scalar := p.dot(vec{r[0], r[1], r[2]}, axis), r[3]
	square := p.add(p.mul(along, along), p.mul(scalar, scalar))
	length := p.sqrt(square)
	has := p.less(p.constant(tiny), square)
	negative := p.less(scalar, zero)
	inverse := p.div(one, length)
	inverse = p.choose(negative, p.neg(inverse), inverse)
	sin, cos := p.choose(has, p.mul(along, inverse), zero), p.choose(has, p.mul(scalar, inverse), one)
	around := func(sin, cos value) quat {
		v := p.scale(axis, sin)
		return quat{v[0], v[1], v[2], cos}
	}
	swing := p.multiply(r, p.conjugate(around(sin, cos)))
	negative = p.less(swing[3], zero)
	for i := range swing {
		swing[i] = p.choose(negative, p.neg(swing[i]), swing[i])
	}
	// A twist outside of its range moves to the nearer end.
	absolute := func(x value) value { return p.max(x, p.neg(x)) }
	toLow := absolute(p.add(p.mul(sin, lowSin), p.mul(cos, lowCos)))
	toHigh := absolute(p.add(p.mul(sin, highSin), p.mul(cos, highCos)))
	below, above := p.less(sin, lowSin), p.less(highSin, sin)
	nearLow := p.less(toHigh, toLow)
	newSin, newCos := p.choose(nearLow, lowSin, highSin), p.choose(nearLow, lowCos, highCos)
	sin, cos = p.choose(below, newSin, p.choose(above, newSin, sin)),
		p.choose(below, newCos, p.choose(above, newCos, cos))
	// A swing beyond the cone keeps its axis.
	beyond := p.less(swing[3], coneCos)
	v := vec{swing[0], swing[1], swing[2]}
	square = p.dot(v, v)
	scale := p.choose(p.less(p.constant(tiny), square), p.div(coneSin, p.sqrt(square)), zero)
	v = p.scale(v, scale)
	swing = p.chooseQuat(beyond, quat{v[0], v[1], v[2], coneCos}, swing)

	n := p.unitQuat(p.multiply(rest, p.multiply(swing, around(sin, cos))))
	n = p.chooseQuat(p.finite(n[:]...), n, q)
	inside := p.chooseQuat(below, n, p.chooseQuat(above, n, p.chooseQuat(beyond, n, q)))
	p.storeQuat(layout.LimitOut, inside)
	return p
}

// shear is the largest cosine between two columns of a matrix that counts as one without shear.
const shear = 1e-3

// goalWeight is the weight of a goal within 0 to 1, and 0 where its numbers are not finite.
func goalWeight() *program {
	p := newProgram("goalWeight", "is [GoalWeight].", "rows")
	zero, one := p.constant(0), p.constant(1)
	target, pole, way := p.loadVec("rows", layout.GoalTarget), p.loadVec("rows", layout.GoalPole),
		p.loadVec("rows", layout.GoalUp)
	weight, hasPole := p.load("rows", layout.GoalRawWeight), p.less(p.constant(0.5), p.load("rows", layout.GoalHasPole))
	sum := p.zeroed(target[:]...)
	sum = p.choose(hasPole, p.add(sum, p.zeroed(append(pole[:], way[:]...)...)), sum)
	valid := p.and(p.less(zero, weight), p.less(sum, one))
	p.store(layout.GoalWeightOut, p.choose(valid, p.min(weight, one), zero))
	return p
}

// inverseAxes is the inverse of a matrix without its translation: a matrix with none.
func inverseAxes() *program {
	p := newProgram("inverseAxes", "is [InverseAxes].", "inverse", "matrix")
	rows := p.inverse3("matrix")
	for r, v := range rows {
		p.storeVec(layout.Element(r, 0), v)
		p.store(layout.Element(r, layout.OriginColumn), p.constant(0))
	}
	return p
}

// placePoints takes the target and the pole of a goal from their spaces to model space.
func placePoints() *program {
	p := newProgram("placePoints", "is [PlacePoints].", "outRows", "goalRows", "placedRows", "targetSpace", "poleSpace")
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	target, pole, way := p.loadVec("goalRows", layout.GoalTarget), p.loadVec("goalRows", layout.GoalPole),
		p.loadVec("goalRows", layout.GoalUp)
	hasPole := p.less(half, p.load("goalRows", layout.GoalHasPole))
	targetPlaced, polePlaced := p.less(half, p.load("placedRows", layout.PlacedTarget)),
		p.less(half, p.load("placedRows", layout.PlacedPole))
	p.storeVec(layout.GoalTarget, p.chooseVec(targetPlaced, p.point("targetSpace", target), target))
	placed := p.chooseVec(polePlaced, p.point("poleSpace", pole), pole)
	way = p.chooseVec(polePlaced, p.direction("poleSpace", way), way)
	way = p.unit(way, vec{zero, zero, zero})
	p.storeVec(layout.GoalPole, p.chooseVec(hasPole, placed, pole))
	p.storeVec(layout.GoalUp, p.chooseVec(hasPole, way, p.loadVec("goalRows", layout.GoalUp)))
	valid := p.and(hasPole, p.finite(append(placed[:], way[:]...)...))
	p.store(layout.GoalHasPole, p.choose(valid, one, zero))
	return p
}

// placeRotation takes the rotation of a goal from the space of its target to model space. A space
// with shear has no rotation.
func placeRotation() *program {
	p := newProgram("placeRotation", "is [PlaceRotation].", "outRows", "goalRows", "placedRows", "targetSpace")
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	q := p.unitQuat(p.loadQuat("goalRows", layout.GoalRotation))
	hasRotation := p.less(half, p.load("goalRows", layout.GoalHasRotation))
	placed := p.less(half, p.load("placedRows", layout.PlacedTarget))
	turned := p.unitQuat(p.multiply(p.quatOf("targetSpace"), q))
	q = p.chooseQuat(placed, turned, q)
	// The cosines between the columns.
	none := vec{zero, zero, zero}
	x, y, z := p.unit(p.column("targetSpace", 0), none), p.unit(p.column("targetSpace", 1), none),
		p.unit(p.column("targetSpace", 2), none)
	absolute := func(x value) value { return p.max(x, p.neg(x)) }
	cosine := p.max(p.max(absolute(p.dot(x, y)), absolute(p.dot(y, z))), absolute(p.dot(z, x)))
	volume := absolute(p.dot(p.cross(x, y), z))
	straight := p.and(p.less(cosine, p.constant(shear)), p.less(half, volume)) // a column of length 0 leaves no volume
	valid := p.choose(placed, straight, hasRotation)
	valid = p.and(p.and(hasRotation, valid), p.finite(q[:]...))
	p.storeQuat(layout.GoalRotation, q)
	p.store(layout.GoalHasRotation, p.choose(valid, one, zero))
	return p
}
