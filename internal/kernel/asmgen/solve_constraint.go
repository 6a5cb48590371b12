package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// constraints are the programs that compute a joint's local transform, ten rows, from that which it
// has and other joints or a goal.
func constraints() []*program {
	return []*program{
		overrideLocal(), overrideModel(), copyLocal("copyLocal", copyWhole, false),
		copyLocal("copyTwist", copyTwist, false), copyLocal("copySwing", copySwing, false),
		copyLocal("copyLocalRest", copyWhole, true), copyLocal("copyTwistRest", copyTwist, true),
		copyLocal("copySwingRest", copySwing, true),
		copyModel("copyModel", false), copyModel("copyModelRest", true), product(), shareTwist(), settleRotation(),
		aimAt("aimAt", false), aimAt("aimAtRest", true), limitLocal(), limitModel(),
	}
}

// transform is a local transform.
type transform struct {
	rotation           quat
	translation, scale vec
}

func (p *program) loadTransform(local string) transform {
	return transform{
		p.loadQuat(local, layout.LocalRotation), p.loadVec(local, layout.LocalTranslation),
		p.loadVec(local, layout.LocalScale),
	}
}

// settle stores the local transform between the old one and a new one at the row of weights. Where
// a number of the new one is not finite, or its rotation has no length, it stores the old one. A
// rotation that keeps its old values keeps its bits.
func (p *program) settle(old, to transform) {
	zero, one := p.constant(0), p.constant(1)
	weight := p.load("weight", 0)
	numbers := append(append(to.rotation[:], to.translation[:]...), to.scale[:]...)
	q := p.unitQuat(to.rotation)
	partly := p.less(weight, one)
	valid := p.and(p.and(p.less(zero, weight), p.finite(numbers...)),
		p.less(p.constant(tiny), p.dotQuat(to.rotation, to.rotation)))
	if to.rotation == old.rotation {
		p.storeQuat(layout.LocalRotation, old.rotation)
	} else {
		q = p.chooseQuat(partly, p.blendQuat(old.rotation, q, weight), q)
		turned := p.less(zero, p.differs(old.rotation, to.rotation))
		p.storeQuat(layout.LocalRotation, p.chooseQuat(p.and(valid, turned), q, old.rotation))
	}
	for i, pair := range [2][2]vec{{old.translation, to.translation}, {old.scale, to.scale}} {
		if pair[0] != pair[1] {
			pair[1] = p.chooseVec(valid, p.chooseVec(partly, p.lerp(pair[0], pair[1], weight), pair[1]), pair[0])
		}
		p.storeVec([2]int{layout.LocalTranslation, layout.LocalScale}[i], pair[1])
	}
}

// differs returns a number above 0 where two rotations are not the same numbers.
func (p *program) differs(a, b quat) value {
	sum := p.constant(0)
	for i := range a {
		d := p.sub(a[i], b[i])
		sum = p.max(p.max(d, p.neg(d)), sum)
	}
	return sum
}

// mixed returns a + (b-a)·part, and b itself for a part of 1.
func (p *program) mixed(a, b, part value) value {
	return p.choose(p.less(part, p.constant(1)), p.add(a, p.mul(p.sub(b, a), part)), b)
}

// mixedRotation is [program.mixed] for rotations, along the shorter arc.
func (p *program) mixedRotation(a, b quat, part value) quat {
	return p.chooseQuat(p.less(part, p.constant(1)), p.blendQuat(a, b, part), b)
}

// inParent takes a point of model space to the space of a joint's parent, or returns the fallback
// where there is none.
func (p *program) inParent(point, fallback vec) vec {
	rows := p.inverse3("parent")
	from := p.subVec(point, p.origin("parent"))
	v := vec{p.dot(rows[0], from), p.dot(rows[1], from), p.dot(rows[2], from)}
	return p.chooseVec(p.finite(v[:]...), v, fallback)
}

// turnedTo returns the local rotation that gives a joint a rotation in model space.
func (p *program) turnedTo(local, rotation quat) quat {
	turn := p.multiply(rotation, p.conjugate(p.axesOf("joint")))
	return p.multiply(p.toLocal("parent", turn), local)
}

// axesOf returns the rotation of a 3x4 matrix, without its shear. That of a mirrored matrix is what
// remains when its first column is reversed.
func (p *program) axesOf(matrix string) quat {
	zero, one := p.constant(0), p.constant(1)
	a, b, c := p.column(matrix, 0), p.column(matrix, 1), p.column(matrix, 2)
	x := p.unit(a, vec{one, zero, zero})
	mirrored := p.less(p.dot(p.cross(x, b), c), zero)
	for i := range x {
		x[i] = p.choose(mirrored, p.neg(x[i]), x[i])
	}
	y := p.unit(p.subVec(b, p.scale(x, p.dot(b, x))), vec{zero, one, zero})
	return p.quatOfAxes(x, y, p.cross(x, y))
}

// overrideLocal takes the local transform from a goal. The settings are masks for position,
// rotation and scale, and the scale.
func overrideLocal() *program {
	p := newProgram("overrideLocal", "is [OverrideLocal].", "rows", "ownLocal", "goalRows", "settingRows", "weight")
	half := p.constant(0.5)
	old := p.loadTransform("ownLocal")
	is := func(row int) value { return p.less(half, p.load("settingRows", row)) }
	p.settle(old, transform{
		p.chooseQuat(p.and(is(layout.OverrideRotation), p.less(half, p.load("goalRows", layout.GoalHasRotation))),
			p.loadQuat("goalRows", layout.GoalRotation), old.rotation),
		p.chooseVec(is(layout.OverridePosition), p.loadVec("goalRows", layout.GoalTarget), old.translation),
		p.chooseVec(is(layout.OverrideScale), p.loadVec("settingRows", layout.OverrideSizes), old.scale),
	})
	return p
}

// overrideModel is overrideLocal for a goal in model space.
func overrideModel() *program {
	p := newProgram("overrideModel", "is [OverrideModel].", "rows", "ownLocal", "goalRows", "settingRows", "weight",
		"parent", "joint")
	half := p.constant(0.5)
	old := p.loadTransform("ownLocal")
	is := func(row int) value { return p.less(half, p.load("settingRows", row)) }
	p.settle(old, transform{
		p.chooseQuat(p.and(is(layout.OverrideRotation), p.less(half, p.load("goalRows", layout.GoalHasRotation))),
			p.turnedTo(old.rotation, p.loadQuat("goalRows", layout.GoalRotation)), old.rotation),
		p.chooseVec(is(layout.OverridePosition), p.inParent(p.loadVec("goalRows", layout.GoalTarget), old.translation),
			old.translation),
		p.chooseVec(is(layout.OverrideScale), p.loadVec("settingRows", layout.OverrideSizes), old.scale),
	})
	return p
}

// The parts of a rotation that copyLocal copies.
const (
	copyWhole = iota
	copyTwist // about one axis
	copySwing // what remains without the twist
)

// copyLocal moves a joint away from its rest as another one from its own. If fromRest, its rotation
// begins at that of the rest pose.
func copyLocal(name string, kind int, fromRest bool) *program {
	p := newProgram(name, "is [CopyLocal].", "rows", "ownLocal", "sourceLocal", "settingRows", "weight")
	old, source := p.loadTransform("ownLocal"), p.loadTransform("sourceLocal")
	to := old
	for i := range 3 {
		moved := p.add(p.load("settingRows", layout.CopyRest+i),
			p.sub(source.translation[i], p.load("settingRows", layout.CopyRestFrom+i)))
		to.translation[i] = p.mixed(old.translation[i], moved, p.load("settingRows", layout.CopyPosition+i))
		to.scale[i] = p.mixed(old.scale[i], p.mul(source.scale[i], p.load("settingRows", layout.CopySizes+i)),
			p.load("settingRows", layout.CopyScale+i))
	}
	q := p.multiply(p.loadQuat("settingRows", layout.CopyLeft), source.rotation)
	if kind != copyWhole {
		turn := p.multiply(q, p.loadQuat("settingRows", layout.CopyRight))
		axis, rest := p.loadVec("settingRows", layout.CopyAxis), p.loadQuat("settingRows", layout.CopyTurned)
		along := p.scale(axis, p.dot(axis, vec{turn[0], turn[1], turn[2]}))
		twist := p.unitQuat(quat{along[0], along[1], along[2], turn[3]})
		q = p.multiply(rest, twist)
		if kind == copySwing {
			q = p.multiply(rest, p.multiply(turn, p.conjugate(twist)))
		}
	}
	to.rotation = p.copied(old.rotation, q, fromRest)
	p.settle(old, to)
	return p
}

// copied returns the part of a rotation that the settings copy: from the present one, or
// spherically interpolated from that of the rest pose.
func (p *program) copied(old, q quat, fromRest bool) quat {
	part := p.load("settingRows", layout.CopyRotation)
	if fromRest {
		return p.slerp(p.loadQuat("settingRows", layout.CopyTurned), q, part)
	}
	q = p.mixedRotation(old, q, p.min(part, p.constant(1)))
	return p.chooseQuat(p.less(p.constant(0), part), q, old)
}

// copyModel brings a joint to where another matrix is. If fromRest, its rotation begins at that of
// the rest pose.
func copyModel(name string, fromRest bool) *program {
	p := newProgram(name, "is [CopyModel].", "rows", "ownLocal", "settingRows", "weight", "parent", "joint", "source")
	zero, one := p.constant(0), p.constant(1)
	old := p.loadTransform("ownLocal")
	to := old
	from, target := p.origin("joint"), p.origin("source")
	moves := zero
	for i := range target {
		part := p.load("settingRows", layout.CopyPosition+i)
		moves = p.max(moves, part)
		target[i] = p.mixed(from[i], target[i], part)
		own, want := p.column("joint", i), p.column("source", i)
		size := p.sqrt(p.dot(own, own))
		factor := p.choose(p.less(zero, size), p.div(p.sqrt(p.dot(want, want)), size), one)
		to.scale[i] = p.mixed(old.scale[i], p.mul(old.scale[i], factor), p.load("settingRows", layout.CopyScale+i))
	}
	to.translation = p.chooseVec(p.less(zero, moves), p.inParent(target, old.translation), old.translation)
	to.rotation = p.copied(old.rotation, p.turnedTo(old.rotation, p.axesOf("source")), fromRest)
	p.settle(old, to)
	return p
}

// product is the product of two matrices.
func product() *program {
	p := newProgram("product", "is [Product].", "out", "a", "b")
	for r := range 3 {
		row := p.axes("a", r)
		for c := range 3 {
			p.store(layout.Element(r, c), p.dot(row, p.column("b", c)))
		}
		p.store(layout.Element(r, layout.OriginColumn),
			p.add(p.dot(row, p.origin("b")), p.load("a", layout.Element(r, layout.OriginColumn))))
	}
	return p
}

// The polynomials of the functions below, lowest power first, for the square of x: atan(x)/x up to
// tan(π/8), and sin(x)/x and cos(x) up to π/2. They interpolate at the Chebyshev nodes.
var (
	arcTangentPowers = []float32{0.99999998, -0.333327654, 0.199733788, -0.138409225, 0.0795133267}
	sinePowers       = []float32{0.999999995, -0.166666576, 0.0083330417, -0.000198083803, 2.60364025e-06}
	cosinePowers     = []float32{1, -0.499999993, 0.0416666349, -0.00138883445, 2.47592902e-05, -2.60359754e-07}
)

func (p *program) polynomial(coefficients []float32, x value) value {
	n := len(coefficients)
	sum := p.constant(coefficients[n-1])
	for i := n - 2; i >= 0; i-- {
		sum = p.add(p.mul(sum, x), p.constant(coefficients[i]))
	}
	return sum
}

// shareTwist turns a joint away from its rest by a share of the twist of another one.
func shareTwist() *program {
	p := newProgram("shareTwist", "is [ShareTwist].", "rows", "ownLocal", "sourceLocal", "settingRows", "weight")
	zero := p.constant(0)
	old := p.loadTransform("ownLocal")
	axis := p.loadVec("settingRows", layout.TwistAxis)
	q := p.multiply(p.loadQuat("settingRows", layout.TwistRestFrom), p.loadQuat("sourceLocal", layout.LocalRotation))
	sin, cos := p.dot(vec{q[0], q[1], q[2]}, axis), q[3]
	negative := p.less(cos, zero)
	sin, cos = p.choose(negative, p.neg(sin), sin), p.choose(negative, p.neg(cos), cos)
	angle := p.partOfAngle(sin, cos, p.load("settingRows", layout.TwistShare))
	// Less a multiple of π, which only changes the sign of the rotation.
	round := p.constant(3 << 22)
	turns := p.sub(p.add(p.mul(angle, p.constant(1/3.14159265358979)), round), round)
	angle = p.sub(p.sub(angle, p.mul(turns, p.constant(3.140625))), p.mul(turns, p.constant(0.00096765358979)))
	square := p.mul(angle, angle)
	v := p.scale(axis, p.mul(angle, p.polynomial(sinePowers, square)))
	to := old
	to.rotation = p.multiply(p.loadQuat("settingRows", layout.TwistRest),
		quat{v[0], v[1], v[2], p.polynomial(cosinePowers, square)})
	p.settle(old, to)
	return p
}

// partOfAngle returns a part of an angle from -π/2 to π/2, in radians, of which the sine and the
// cosine are given times any length.
func (p *program) partOfAngle(sin, cos, part value) value {
	one := p.constant(1)
	// The angle is four times the arc tangent of the tangent of a quarter of it.
	length := p.sqrt(p.add(p.mul(sin, sin), p.mul(cos, cos)))
	t := p.div(sin, p.max(p.add(length, cos), p.constant(1e-30)))
	t = p.div(t, p.add(one, p.sqrt(p.add(one, p.mul(t, t)))))
	return p.mul(p.mul(t, p.polynomial(arcTangentPowers, p.mul(t, t))), p.mul(p.constant(4), part))
}

// slerp returns the spherical interpolation from a rotation by a part of the way, 0 to 1, to
// another one, along the shorter arc.
func (p *program) slerp(from, to quat, part value) quat {
	turn := p.multiply(p.conjugate(from), to)
	negative := p.less(turn[3], p.constant(0))
	v := vec{turn[0], turn[1], turn[2]}
	v, cos := p.chooseVec(negative, vec{p.neg(v[0]), p.neg(v[1]), p.neg(v[2])}, v),
		p.choose(negative, p.neg(turn[3]), turn[3])
	square := p.dot(v, v)
	sin := p.sqrt(square)
	angle := p.partOfAngle(sin, cos, part)
	angleSquare := p.mul(angle, angle)
	// A small sine is its angle.
	v = p.scale(v,
		p.choose(p.less(p.constant(tiny), square), p.div(p.mul(angle, p.polynomial(sinePowers, angleSquare)), sin),
			part))
	return p.multiply(from, quat{v[0], v[1], v[2], p.polynomial(cosinePowers, angleSquare)})
}

// aimAt turns a joint by the shortest rotation, in the space of its parent, so that a direction
// points to another joint. If fromRest, the rotation begins at that of the rest pose.
func aimAt(name string, fromRest bool) *program {
	p := newProgram(name, "is [AimAt].", "rows", "ownLocal", "settingRows", "weight", "parent", "source")
	old := p.loadTransform("ownLocal")
	way := p.subVec(p.inParent(p.origin("source"), old.translation), old.translation)
	square := p.dot(way, way)
	way = p.scale(way, p.div(p.constant(1), p.sqrt(square)))
	part, base := p.load("settingRows", layout.AimAtPart), p.unitQuat(old.rotation)
	if fromRest {
		base = p.loadQuat("settingRows", layout.AimAtRest)
	}
	from := p.rotate(base, p.loadVec("settingRows", layout.AimAtForward))
	q := p.multiply(p.arc(from, way, p.anyPerpendicular(from)), base)
	if fromRest {
		q = p.slerp(base, q, part)
	} else {
		q = p.mixedRotation(base, q, part)
	}
	to := old
	to.rotation = p.chooseQuat(p.less(p.constant(tiny), square), q, old.rotation)
	p.settle(old, to)
	return p
}

// inLimits returns the point of a box and a sphere that is near to a point: the nearest one of the
// box, and then of the sphere.
func (p *program) inLimits(at vec) vec {
	low, high, center, radius := p.loadVec("settingRows", layout.PlaceLow), p.loadVec("settingRows", layout.PlaceHigh),
		p.loadVec("settingRows", layout.PlaceCenter), p.load("settingRows", layout.PlaceRadius)
	for i := range at {
		at[i] = p.min(high[i], p.max(low[i], at[i])) // NaN stays NaN
	}
	away := p.subVec(at, center)
	length := p.sqrt(p.dot(away, away))
	return p.chooseVec(p.less(radius, length), p.addVec(center, p.scale(away, p.div(radius, length))), at)
}

// limitLocal limits where a joint is in the space of its parent.
func limitLocal() *program {
	p := newProgram("limitLocal", "is [LimitLocal].", "rows", "ownLocal", "settingRows", "weight")
	old := p.loadTransform("ownLocal")
	to := old
	to.translation = p.inLimits(old.translation)
	p.settle(old, to)
	return p
}

// limitModel limits where a joint is in model space.
func limitModel() *program {
	p := newProgram("limitModel", "is [LimitModel].", "rows", "ownLocal", "settingRows", "weight", "parent", "joint")
	old, at := p.loadTransform("ownLocal"), p.origin("joint")
	limited, moved := p.inLimits(at), p.constant(0)
	for i := range at {
		d := p.sub(limited[i], at[i])
		moved = p.max(p.max(d, p.neg(d)), moved)
	}
	to := old
	to.translation = p.chooseVec(p.less(p.constant(0), moved), p.inParent(limited, old.translation), old.translation)
	p.settle(old, to)
	return p
}

// settleRotation is settle for the rotation alone.
func settleRotation() *program {
	p := newProgram("settleRotation", "is [SettleRotation].", "rows", "from", "to", "weight")
	from, to := p.loadQuat("from", 0), p.loadQuat("to", 0)
	weight := p.load("weight", 0)
	q := p.mixedRotation(from, to, weight)
	valid := p.and(p.less(p.constant(0), weight), p.and(p.finite(to[:]...), p.less(p.constant(0), p.differs(from, to))))
	p.storeQuat(0, p.chooseQuat(valid, q, from))
	return p
}
