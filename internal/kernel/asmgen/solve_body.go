package main

// fit adds one child's part to the rotation that fits a joint with several children to new positions of them.
func fit() *program {
	p := newProgram("fit", "is [Fit].", "rows", "joint", "child")
	here := p.origin("joint")
	bone, way := p.subVec(p.origin("child"), here), p.subVec(p.loadVec("rows", 0), here)
	weight, sum := p.load("rows", 3), p.loadQuat("rows", 4)
	axis := p.cross(bone, way)
	scalar := p.add(p.sqrt(p.mul(p.dot(bone, bone), p.dot(way, way))), p.dot(bone, way))
	p.storeQuat(8, quat{
		p.add(sum[0], p.mul(axis[0], weight)), p.add(sum[1], p.mul(axis[1], weight)), p.add(sum[2], p.mul(axis[2], weight)),
		p.add(sum[3], p.mul(scalar, weight)),
	})
	return p
}

// turnBy turns a joint by a rotation in model space.
func turnBy() *program {
	p := newProgram("turnBy", "is [TurnBy].", "rows", "parent", "local")
	turn, weight, q := p.loadQuat("rows", 0), p.load("rows", 4), p.loadQuat("local", 0)
	n := p.unitQuat(p.multiply(p.toLocal("parent", p.unitQuat(turn)), q))
	p.storeQuat(5, p.chooseQuat(p.and(p.less(p.constant(0), weight), p.finite(n[:]...)), n, q))
	return p
}

// rotation is the rotation of a model matrix.
func rotation() *program {
	p := newProgram("rotation", "is [Rotation].", "out", "joint")
	p.storeQuat(0, p.quatOf("joint"))
	return p
}
