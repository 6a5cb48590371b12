package main

// shear is the largest cosine between two columns of a matrix that counts as one without shear.
const shear = 1e-3

// goalWeight is the weight of a goal within 0 to 1, and 0 where its numbers are not finite.
func goalWeight() *program {
	p := newProgram("goalWeight", "is [GoalWeight].", "rows")
	zero, one := p.constant(0), p.constant(1)
	target, pole, way := p.loadVec("rows", 0), p.loadVec("rows", 3), p.loadVec("rows", 6)
	weight, hasPole := p.load("rows", 14), p.less(p.constant(0.5), p.load("rows", 16))
	sum := p.zeroed(target[:]...)
	sum = p.choose(hasPole, p.add(sum, p.zeroed(append(pole[:], way[:]...)...)), sum)
	valid := p.and(p.less(zero, weight), p.less(sum, one))
	p.store(18, p.choose(valid, p.min(weight, one), zero))
	return p
}

// inverseAxes is the inverse of a matrix without its translation: a matrix with none.
func inverseAxes() *program {
	p := newProgram("inverseAxes", "is [InverseAxes].", "inverse", "matrix")
	rows := p.inverse3("matrix")
	for r, v := range rows {
		p.storeVec(4*r, v)
		p.store(4*r+3, p.constant(0))
	}
	return p
}

// placePoints takes the target and the pole of a goal from their spaces to model space.
func placePoints() *program {
	p := newProgram("placePoints", "is [PlacePoints].", "outRows", "goalRows", "placedRows", "targetSpace", "poleSpace")
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	target, pole, way := p.loadVec("goalRows", 0), p.loadVec("goalRows", 3), p.loadVec("goalRows", 6)
	hasPole := p.less(half, p.load("goalRows", 16))
	targetPlaced, polePlaced := p.less(half, p.load("placedRows", 0)), p.less(half, p.load("placedRows", 1))
	p.storeVec(0, p.chooseVec(targetPlaced, p.point("targetSpace", target), target))
	placed := p.chooseVec(polePlaced, p.point("poleSpace", pole), pole)
	way = p.chooseVec(polePlaced, p.direction("poleSpace", way), way)
	way = p.unit(way, vec{zero, zero, zero})
	p.storeVec(3, p.chooseVec(hasPole, placed, pole))
	p.storeVec(6, p.chooseVec(hasPole, way, p.loadVec("goalRows", 6)))
	valid := p.and(hasPole, p.finite(append(placed[:], way[:]...)...))
	p.store(16, p.choose(valid, one, zero))
	return p
}

// placeRotation takes the rotation of a goal from the space of its target to model space. A space with shear has no rotation.
func placeRotation() *program {
	p := newProgram("placeRotation", "is [PlaceRotation].", "outRows", "goalRows", "placedRows", "targetSpace")
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	q := p.unitQuat(p.loadQuat("goalRows", 9))
	hasRotation := p.less(half, p.load("goalRows", 17))
	placed := p.less(half, p.load("placedRows", 0))
	turned := p.unitQuat(p.multiply(p.quatOf("targetSpace"), q))
	q = p.chooseQuat(placed, turned, q)
	// The cosines between the columns.
	none := vec{zero, zero, zero}
	x, y, z := p.unit(p.column("targetSpace", 0), none), p.unit(p.column("targetSpace", 1), none), p.unit(p.column("targetSpace", 2), none)
	absolute := func(x value) value { return p.max(x, p.neg(x)) }
	cosine := p.max(p.max(absolute(p.dot(x, y)), absolute(p.dot(y, z))), absolute(p.dot(z, x)))
	volume := absolute(p.dot(p.cross(x, y), z))
	straight := p.and(p.less(cosine, p.constant(shear)), p.less(half, volume)) // a column of length 0 leaves no volume
	valid := p.choose(placed, straight, hasRotation)
	valid = p.and(p.and(hasRotation, valid), p.finite(q[:]...))
	p.storeQuat(9, q)
	p.store(17, p.choose(valid, one, zero))
	return p
}
