package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/simd128"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// inertias returns the programs of inertialization. Here the 8 lanes are 8 joints of one character:
// a group of its local pose.
func inertias() []*program {
	return []*program{
		inertiaVelocity(), inertiaMoveOn(), inertiaDifference(), inertiaFit(), inertiaTurn(),
		inertiaShift(),
	}
}

// The limits of the numbers; see package inertia.
const (
	inertiaLimit     = 1e15
	maxScaleStep     = 4
	maxScaleWay      = 1
	minDecayFraction = 0.25
)

// within returns x, or 0 where it is beyond a limit or NaN.
func (p *program) within(x, limit value) value {
	return p.choose(p.less(p.absolute(x), limit), x, p.constant(0))
}

func (p *program) withinVec(v vec, limit value) vec {
	return vec{p.within(v[0], limit), p.within(v[1], limit), p.within(v[2], limit)}
}

// partsOf are the rotation of 8 joints, and their translation and scale.
type partsOf struct {
	rotation quat
	others   [2]vec
}

func (p *program) loadParts(pose string) partsOf {
	return partsOf{
		p.loadQuat(pose, layout.LocalRotation),
		[2]vec{p.loadVec(pose, layout.LocalTranslation), p.loadVec(pose, layout.LocalScale)},
	}
}

// rodrigues returns the unit quaternion of a quarter of the parameters of a rotation.
func (p *program) rodrigues(v vec) quat {
	n, one := p.dot(v, v), p.constant(1)
	inverse := p.div(one, p.add(one, n))
	v = p.scale(v, p.add(inverse, inverse))
	return quat{v[0], v[1], v[2], p.mul(p.sub(one, n), inverse)}
}

// moved returns a transform moved on with a velocity for a time.
func (p *program) moved(from partsOf, velocity [3]vec, seconds value) partsOf {
	limit, zero := p.constant(inertiaLimit), p.constant(0)
	q := p.multiply(p.rodrigues(p.withinVec(p.scale(velocity[0], p.mul(seconds, p.constant(0.25))), limit)),
		from.rotation)
	square := p.dotQuat(q, q)
	inverse := p.div(p.constant(1), p.sqrt(square))
	unit := q
	for i := range unit {
		unit[i] = p.mul(q[i], inverse)
	}
	from.rotation = p.chooseQuat(p.less(zero, square), unit, q)
	from.others[0] = p.addVec(from.others[0], p.withinVec(p.scale(velocity[1], seconds), limit))
	for i, scale := range from.others[1] {
		farthest := p.mul(p.max(p.absolute(scale), p.constant(1)), p.constant(maxScaleStep))
		from.others[1][i] = p.add(scale, p.within(p.mul(velocity[2][i], seconds), farthest))
	}
	return from
}

// difference returns the difference that takes one transform to another. Of the two rotations that
// do, one each way around, it is the shorter one, or the rotation that is closer to near, if that
// is given.
//
// The vector part of to · from⁻¹ is that of (to - from) · from⁻¹, whose numbers are small where the
// rotations are close, so that little is lost to rounding.
func (p *program) difference(to, from partsOf, near *vec) (d [3]vec) {
	back := p.conjugate(from.rotation)
	cosine := p.dotQuat(to.rotation, from.rotation)
	side := cosine
	if near != nil { // else one of the two is near a whole turn, where the parameters become infinite
		q, quarter := p.multiply(to.rotation, back), p.scale(*near, p.constant(0.25))
		twice := p.addVec(quarter, quarter)
		toward := quat{twice[0], twice[1], twice[2], p.sub(p.constant(1), p.dot(quarter, quarter))}
		side = p.choose(p.less(p.absolute(cosine), p.constant(0.5)), p.dotQuat(q, toward), cosine)
	}
	negative := p.less(side, p.constant(0))
	var change quat
	for i, x := range to.rotation {
		change[i] = p.sub(p.choose(negative, p.neg(x), x), from.rotation[i])
	}
	q := p.multiply(change, back)
	factor := p.div(p.constant(4), p.add(p.constant(1), p.choose(negative, p.neg(cosine), cosine)))
	d[0] = p.scale(vec{q[0], q[1], q[2]}, factor)
	for k := range to.others {
		d[1+k] = p.subVec(to.others[k], from.others[k])
	}
	return d
}

func inertiaVelocity() *program {
	p := newProgram("inertiaVelocity", "writes the velocities of a group, per second, from two poses.", "rows",
		"lastRows", "beforeRows", "times")
	rate := p.load("times", layout.DecayTimeRate)
	for part, d := range p.difference(p.loadParts("lastRows"), p.loadParts("beforeRows"), nil) {
		p.storeVec(part*layout.DecayRows+layout.DecayVelocity, p.withinVec(p.scale(d, rate), p.constant(inertiaLimit)))
	}
	return p
}

func inertiaMoveOn() *program {
	p := newProgram("inertiaMoveOn", "writes a group of a pose moved on for a step with its velocities.", "poseRows",
		"shownRows", "decayRows", "times")
	to := p.moved(p.loadParts("shownRows"), p.velocities("decayRows"), p.load("times", layout.DecayTimeStep))
	p.storeQuat(layout.LocalRotation, to.rotation)
	p.storeVec(layout.LocalTranslation, to.others[0])
	p.storeVec(layout.LocalScale, to.others[1])
	return p
}

// velocities loads the velocities of a group.
func (p *program) velocities(decay string) (v [3]vec) {
	for part := range v {
		v[part] = p.loadVec(decay, part*layout.DecayRows+layout.DecayVelocity)
	}
	return v
}

func inertiaDifference() *program {
	p := newProgram("inertiaDifference", "writes the differences of a group of two poses.", "rows",
		"toRows", "fromRows")
	for part, d := range p.difference(p.loadParts("toRows"), p.loadParts("fromRows"), nil) {
		p.storeVec(part*layout.DecayRows+layout.DecayDifference, p.withinVec(d, p.constant(inertiaLimit)))
	}
	return p
}

// inertiaFit makes the curves of a group from its differences and velocities.
func inertiaFit() *program {
	p := newProgram("inertiaFit",
		"makes the curves of a group, and turns its velocities into the velocities of the differences.", "rows",
		"poseRows", "shownRows", "times")
	p.inPlace = true
	zero, limit := p.constant(0), p.constant(inertiaLimit)
	elapsed, duration := p.load("times", layout.DecayTimeElapsed), p.load("times", layout.DecayTimeDuration)
	var start [3]vec
	for part := range start {
		start[part] = p.loadVec("rows", part*layout.DecayRows+layout.DecayDifference)
	}
	old, played := p.loadParts("shownRows"), p.loadParts("poseRows")
	now := p.difference(p.moved(old, p.velocities("rows"), p.load("times", layout.DecayTimeStep)), played, &start[0])
	size := p.constant(1)
	for _, scales := range []vec{old.others[1], played.others[1]} {
		for _, x := range scales {
			size = p.max(p.absolute(x), size)
		}
	}
	for part, x := range start {
		velocity := p.subVec(now[part], x)
		for i := range velocity {
			velocity[i] = p.div(velocity[i], elapsed)
		}
		velocity = p.withinVec(velocity, limit)
		square, along := p.dot(x, x), p.dot(x, velocity)
		cut := p.max(p.min(p.div(p.mul(p.constant(-5), square), along), duration),
			p.mul(duration, p.constant(minDecayFraction)))
		end := p.choose(p.less(along, zero), cut, duration)
		brake := p.sub(p.mul(p.constant(-8), p.div(p.mul(along, end), square)), p.constant(20))
		brake = p.max(p.min(brake, p.constant(20)), zero)
		brake = p.choose(p.less(zero, square), brake, zero)
		farthest := limit
		if part == 2 {
			farthest = p.mul(size, p.constant(maxScaleWay))
		}
		p.storeVec(part*layout.DecayRows+layout.DecayVelocity, p.withinVec(p.scale(velocity, end), farthest))
		p.store(part*layout.DecayRows+layout.DecayRate, p.within(p.div(p.constant(1), end), limit))
		p.store(part*layout.DecayRows+layout.DecayCurve, p.add(p.constant(6), p.mul(p.constant(0.5), brake)))
	}
	return p
}

// left returns what is left of the three numbers of a part.
func (p *program) left() vec {
	one, three := p.constant(1), p.constant(3)
	s := p.min(p.mul(p.load("seconds", 0), p.load("partRows", layout.DecayRate)), one)
	u := p.sub(one, s)
	w := p.mul(p.mul(u, u), u)
	a := p.mul(w, p.add(one, p.mul(s, p.add(three, p.mul(s, p.load("partRows", layout.DecayCurve))))))
	b := p.mul(w, p.mul(s, p.add(one, p.mul(three, s))))
	return p.addVec(p.scale(p.loadVec("partRows", layout.DecayDifference), a),
		p.scale(p.loadVec("partRows", layout.DecayVelocity), b))
}

func inertiaTurn() *program {
	p := newProgram("inertiaTurn", "turns the rotations of a group by what is left of a difference.", "rows",
		"partRows", "seconds")
	p.inPlace = true
	p.storeQuat(layout.LocalRotation,
		p.multiply(p.rodrigues(p.scale(p.left(), p.constant(0.25))), p.loadQuat("rows", layout.LocalRotation)))
	return p
}

func inertiaShift() *program {
	p := newProgram("inertiaShift", "adds what is left of a difference to the translations or scales of a group.",
		"rows", "partRows", "seconds")
	p.inPlace = true
	p.storeVec(0, p.addVec(p.loadVec("rows", 0), p.left()))
	return p
}

// stream writes a copy that does not go through the cache: the processor neither reads the
// destination before nor keeps it.
func stream() {
	TEXT("streamAsm", NOSPLIT, "func(dst, src *float32, groups int)")
	Pragma("noescape")
	Doc("streamAsm copies groups of a pose past the cache. The destination is at a multiple of 32 bytes.")
	dst, src, groups := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("groups"), GP64())
	loop("stream", groups, func() {
		for r := 0; r < groupSize; r += row {
			v := YMM()
			VMOVUPS(Mem{Base: src, Disp: r}, v)
			VMOVNTPS(v, Mem{Base: dst, Disp: r})
		}
		ADDQ(U32(groupSize), dst)
		ADDQ(U32(groupSize), src)
	})
	finish()
}

// narrowStream writes the copy for machines with registers of 16 bytes.
func narrowStream(function func(name string) simd128.Machine) {
	e := function("streamAsm")
	dst, src, groups := e.Param("dst"), e.Param("src"), e.Param("groups")
	e.Repeat("stream", groups, func() {
		for r := 0; r < groupSize; r += shared.HalfRow {
			e.Store(e.Load(src, r), dst, r)
		}
		e.AddTo(dst, groupSize)
		e.AddTo(src, groupSize)
	})
	e.Finish()
}
