package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// springNearest is the point of a line segment that is nearest to a tail.
func springNearest() *program {
	p := newProgram("springNearest", "is [Nearest].", "point", "start", "end", "tail")
	start := p.loadVec("start", 0)
	along := p.subVec(p.loadVec("end", 0), start)
	t := p.div(p.dot(along, p.subVec(p.loadVec("tail", 0), start)), p.dot(along, along))
	t = p.min(p.max(t, p.constant(0)), p.constant(1))
	p.storeVec(0, p.addVec(start, p.scale(along, t)))
	return p
}

// toSphere returns the distance of a tail from the surface of a sphere, below 0 if it must move.
func (p *program) toSphere(tail vec) (out vec, distance value) {
	out = p.subVec(tail, p.loadVec("center", 0))
	distance = p.sub(p.sqrt(p.dot(out, out)), p.load("limit", layout.ColliderDistance))
	return out, p.choose(p.less(p.constant(0.5), p.load("limit", layout.ColliderInside)), p.neg(distance), distance)
}

// springDepth is the distance alone.
func springDepth() *program {
	p := newProgram("springDepth", "is [Depth].", "distance", "tail", "center", "limit")
	_, distance := p.toSphere(p.loadVec("tail", 0))
	p.store(0, distance)
	return p
}

// toPlane returns a plane's normal, and the distance of a tail from it, below 0 if it must move.
func (p *program) toPlane(tail vec) (normal vec, distance value) {
	zero := p.constant(0)
	normal = p.unit(p.loadVec("normal", 0), vec{zero, p.constant(1), zero})
	return normal, p.sub(p.dot(p.subVec(tail, p.loadVec("center", 0)), normal),
		p.load("limit", layout.ColliderDistance))
}

// springHeight is the distance alone.
func springHeight() *program {
	p := newProgram("springHeight", "is [Height].", "distance", "tail", "center", "normal", "limit")
	_, distance := p.toPlane(p.loadVec("tail", 0))
	p.store(0, distance)
	return p
}

// springPush takes a tail out of a sphere, or back into it.
func springPush(once bool) *program {
	name := "springPush"
	if once {
		name = "springPushOnce"
	}
	p := newProgram(name, "is [Push].", "point", "tail", "parentRows", "center", "limit", "carryRows")
	tail, head, center := p.loadVec("tail", 0), p.loadVec("parentRows", layout.BoneTail), p.loadVec("center", 0)
	radius, length := p.load("limit", layout.ColliderDistance), p.load("carryRows", layout.CarriedLength)
	out, distance := p.toSphere(tail)
	hit := p.less(distance, p.constant(0))
	zero := p.constant(0)
	way := p.unit(p.subVec(tail, head), vec{zero, p.constant(1), zero})
	var pushed vec
	if once {
		surface := p.addVec(center, p.scale(p.unit(out, way), radius))
		pushed = p.addVec(head, p.scale(p.unit(p.subVec(surface, head), way), length))
	} else {
		toCenter := p.subVec(center, head)
		square := p.dot(toCenter, toCenter)
		d := p.sqrt(square)
		axis := p.unit(toCenter, way)
		cosine := p.div(p.sub(p.add(p.mul(length, length), square), p.mul(radius, radius)),
			p.mul(p.add(length, length), d))
		pushed = p.around(head, axis, way, cosine, length)
	}
	p.storeVec(0, p.chooseVec(hit, pushed, tail))
	return p
}

// around returns the point at a distance from a head whose direction has a given cosine to an axis,
// and lies on the side of an old direction.
func (p *program) around(head, axis, way vec, cosine, length value) vec {
	one := p.constant(1)
	cosine = p.max(p.min(cosine, one), p.constant(-1))
	sine := p.sqrt(p.max(p.sub(one, p.mul(cosine, cosine)), p.constant(0)))
	side := p.perpendicular(way, axis, p.anyPerpendicular(axis))
	to := p.addVec(p.scale(axis, cosine), p.scale(side, sine))
	return p.addVec(head, p.scale(to, length))
}

// springPlane takes a tail to the side of a plane to which its normal points.
func springPlane(once bool) *program {
	name := "springPlane"
	if once {
		name = "springPlaneOnce"
	}
	p := newProgram(name, "is [Plane].", "point", "tail", "parentRows", "center", "normal", "limit", "carryRows")
	tail, head, center := p.loadVec("tail", 0), p.loadVec("parentRows", layout.BoneTail), p.loadVec("center", 0)
	radius, length := p.load("limit", layout.ColliderDistance), p.load("carryRows", layout.CarriedLength)
	zero := p.constant(0)
	up := vec{zero, p.constant(1), zero}
	normal, distance := p.toPlane(tail)
	hit := p.less(distance, zero)
	way := p.unit(p.subVec(tail, head), up)
	var pushed vec
	if once {
		surface := p.subVec(tail, p.scale(normal, distance))
		pushed = p.addVec(head, p.scale(p.unit(p.subVec(surface, head), way), length))
	} else {
		height := p.dot(p.subVec(head, center), normal)
		pushed = p.around(head, normal, way, p.div(p.sub(radius, height), length), length)
	}
	p.storeVec(0, p.chooseVec(hit, pushed, tail))
	return p
}
