package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// feet are the programs of package feet.
func feet() []*program {
	return []*program{feetFrame(), footPlant(), feetPelvis(), footBend(), footToe()}
}

// feetFrame is the inverse of a matrix without its translation.
func feetFrame() *program {
	p := newProgram("feetFrame", "is [NewFrame].", "rows", "world")
	for r, v := range p.inverse3("world") {
		p.storeVec(3*r, v)
	}
	return p
}

// footSpaces take points and normals from the world to model space and back.
type footSpaces struct {
	*program
	inverse [3]vec // rows
}

func (p *program) footSpaces() footSpaces {
	return footSpaces{p, [3]vec{p.loadVec("inverseRows", 0), p.loadVec("inverseRows", 3), p.loadVec("inverseRows", 6)}}
}

// toModel takes a point to model space. The translation is subtracted first, so that it stays exact
// far from the origin.
func (p footSpaces) toModel(v vec) vec {
	v = p.subVec(v, p.origin("world"))
	return vec{p.dot(p.inverse[0], v), p.dot(p.inverse[1], v), p.dot(p.inverse[2], v)}
}

// normalToModel takes a normal to model space, at length 1 or as the fallback.
func (p footSpaces) normalToModel(n, fallback vec) vec {
	return p.unit(vec{p.dot(p.column("world", 0), n), p.dot(p.column("world", 1), n), p.dot(p.column("world", 2), n)},
		fallback)
}

// normalToWorld takes a normal of model space to the world, at length 1 or as the fallback.
func (p footSpaces) normalToWorld(n, fallback vec) vec {
	var v vec
	for i := range v {
		v[i] = p.dot(vec{p.inverse[0][i], p.inverse[1][i], p.inverse[2][i]}, n)
	}
	return p.unit(v, fallback)
}

func (p *program) absolute(x value) value { return p.max(x, p.neg(x)) }

// clamp returns a value from -limit to limit.
func (p *program) clamp(x, limit value) value { return p.min(p.max(x, p.neg(limit)), limit) }

// or returns the lanes in which one of two masks holds.
func (p *program) or(a, b value) value { return p.choose(a, a, b) }

// level returns a vector without its part along a unit vector.
func (p *program) level(v, up vec) vec { return p.subVec(v, p.scale(up, p.dot(v, up))) }

func (p *program) square(x value) value { return p.mul(x, x) }

// footPlant decides where a foot stands.
func footPlant() *program {
	p := newProgram("footPlant", "is [Plant].", "rows", "setting", "stateRows", "groundRows", "beforeRows",
		"inverseRows", "world", "root", "middle", "end", "toe", "time")
	s := p.footSpaces()
	zero, half, one := p.constant(0), p.constant(0.5), p.constant(1)
	number := func(mask value) value { return p.choose(mask, one, zero) }
	up, floor, length := p.loadVec("setting", layout.FootUp), p.load("setting", layout.FootFloor),
		p.load("setting", layout.FootLength)
	footHeight, maxSlide, maxStep := p.load("setting", layout.FootHeight), p.load("setting", layout.FootMaxSlide),
		p.load("setting", layout.FootMaxStep)
	delta := p.load("time", layout.FeetSeconds)
	phase := p.load("stateRows", layout.FootStatePhase)
	toe := p.origin("toe")

	// The ground, and whether the motions say that the foot is planted.
	groundPoint := p.loadVec("groundRows", layout.GroundPoint)
	hasGround := p.and(p.less(half, p.load("groundRows", layout.GroundHas)), p.finite(groundPoint[:]...))
	ground := s.toModel(groundPoint)
	normal := s.normalToModel(p.loadVec("groundRows", layout.GroundNormal), up)
	normal = p.chooseVec(p.less(p.constant(0.2), p.dot(normal, up)), normal, up)
	marker := p.load("groundRows", layout.GroundMarker)
	markedDown, markedUp := p.less(half, marker), p.less(marker, p.constant(-0.5))
	unmarked := p.and(p.less(marker, half), p.less(p.constant(-0.5), marker))

	height := p.sub(p.dot(toe, up), floor)
	rolled, lifted := p.rollOverToes(up, p.sub(height, footHeight))
	sole := p.subVec(toe, rolled)
	foot := p.subVec(sole, p.scale(up, height)) // on the floor below the toe of a foot that rolled back
	// A transition may tilt a foot, so that its heel is lower than its toe.
	changes := p.and(p.less(p.constant(1.5), p.load("groundRows", layout.GroundHas)),
		p.less(half, p.load("setting", layout.FootLocks)))
	bottom := p.choose(changes, p.min(lifted, p.heelAbove(up, floor, lifted)), lifted)
	sunk := p.choose(changes, p.max(p.neg(bottom), zero), zero)
	above := p.add(lifted, sunk)

	stateToe, stateContact := p.loadVec("stateRows", layout.FootStateToe),
		p.loadVec("stateRows", layout.FootStateContact)
	contact := s.toModel(stateContact)
	moved := p.level(p.subVec(sole, s.toModel(stateToe)), up)
	speed := p.dot(moved, moved) // squared, times the squared time
	// A character that was put somewhere else begins anew.
	known := p.and(p.less(half, phase), p.less(speed, p.mul(p.square(length), p.constant(4))))
	wasLocked := p.and(p.less(p.constant(1.5), phase), known)

	// A locked foot stays where it is; a free one slides back to where the motions move it.
	slide := p.level(p.subVec(contact, foot), up)
	slideFrom := p.chooseVec(wasLocked, slide, p.chooseVec(known, p.loadVec("stateRows", layout.FootStateSlide),
		vec{zero, zero, zero}))
	slideSquare := p.dot(slideFrom, slideFrom)
	fast := p.and(p.less(p.square(p.mul(p.load("setting", layout.FootReleaseSpeed), delta)), speed),
		p.less(zero, delta))
	lockHeight, releaseHeight := p.load("setting", layout.FootLockHeight), p.load("setting", layout.FootReleaseHeight)
	// A foot that a transition puts on its heel does not stand on its toe.
	high := p.less(p.choose(p.less(zero, sunk), lockHeight, releaseHeight), above)
	heading, hasHeading := p.footHeading(up)
	maxTurn := p.load("setting", layout.FootMaxTurn)
	turnFrom := p.choose(known, p.load("stateRows", layout.FootStateTurn), zero)
	turnFrom = p.choose(p.and(wasLocked, hasHeading), p.turnOf(s, up, heading), turnFrom)
	far := p.or(p.less(p.square(maxSlide), slideSquare), p.less(maxTurn, p.absolute(turnFrom)))
	isOff := p.or(p.or(markedUp, far), p.and(unmarked, p.or(fast, high)))
	stays := p.less(half, p.choose(isOff, zero, number(p.and(wasLocked, hasGround))))
	size := p.sqrt(slideSquare)
	shrink := p.mul(p.div(p.min(size, maxSlide), size), p.load("time", layout.FeetSlideKept))
	shrink = p.choose(p.less(p.mul(length, p.constant(1e-5)), size), shrink, zero)
	slide = p.chooseVec(stays, slide, p.scale(slideFrom, shrink))
	foot = p.addVec(foot, slide)
	turnBack := p.mul(p.clamp(turnFrom, maxTurn), p.load("time", layout.FeetSlideKept))
	turn := p.choose(stays, turnFrom, p.choose(p.less(p.constant(1e-5), p.absolute(turnBack)), turnBack, zero))
	yaw := p.unitQuat(quat{p.mul(up[0], turn), p.mul(up[1], turn), p.mul(up[2], turn), one})
	pointed := p.rotate(yaw, heading)

	// The height of the ground over the floor, which changes at a largest speed.
	want := p.clamp(p.div(p.dot(p.subVec(ground, foot), normal), p.dot(normal, up)), maxStep)
	want = p.choose(hasGround, want, zero)
	before, reach := p.sub(p.dot(contact, up), floor), p.mul(p.load("setting", layout.FootSpeed), delta)
	// otherwise the character was moved elsewhere
	near := p.less(p.absolute(p.sub(want, before)), p.add(maxStep, maxStep))
	offset := p.choose(p.and(known, near), p.min(p.max(want, p.sub(before, reach)), p.add(before, reach)), want)
	offset = p.choose(p.less(p.absolute(offset), p.mul(length, p.constant(1e-6))), zero, offset)
	settled := p.less(p.absolute(p.sub(offset, want)), p.mul(length, p.constant(1e-4)))

	normal = p.groundTilt(s, up, p.chooseVec(hasGround, normal, up), known, delta)
	tilted := p.footTilt(up, normal, pointed)

	// Locks begin when the foot is planted and stands on its ground.
	slow := p.and(p.less(speed, p.square(p.mul(p.load("setting", layout.FootLockSpeed), delta))),
		p.less(above, lockHeight))
	planted := p.or(markedDown, p.and(unmarked, slow))
	// In a transition a foot does not stop on its way.
	stepped := p.choose(known, p.load("stateRows", layout.FootStateSteps), zero)
	closeTo := p.choose(p.and(changes, p.less(half, stepped)), p.mul(length, p.constant(0.02)), p.mul(maxSlide, half))
	isClose := p.and(p.less(slideSquare, p.square(closeTo)),
		p.less(p.absolute(turnFrom), p.mul(maxTurn, half)))
	canLock := p.and(p.and(known, hasGround), p.and(settled, isClose))
	locks := p.choose(wasLocked, zero, p.choose(p.and(planted, canLock), p.load("setting", layout.FootLocks), zero))
	locked := p.or(stays, p.less(half, locks))

	// A foot that was released before the motions lift it steps to where they have it: it is lifted
	// as far as it still has to go and as it moves, unless the motions lift it.
	liftBefore := p.choose(known, p.load("stateRows", layout.FootStateLift), zero)
	// A foot on the ground that a transition drags along steps too.
	drags := p.and(changes, p.less(p.square(p.mul(p.load("setting", layout.FootLockSpeed), delta)), speed))
	drags = p.and(p.and(drags, p.less(zero, delta)), p.less(bottom, lockHeight))
	stepping := p.choose(wasLocked, p.choose(stays, zero, one),
		p.choose(known, p.choose(drags, one, stepped), zero))
	isLow := p.and(hasGround, p.less(bottom, releaseHeight))
	steps := p.less(half, p.choose(locked, zero, p.choose(isLow, stepping, zero)))
	moves := p.choose(p.less(zero, delta), p.div(p.sqrt(speed), delta), zero)
	higher := p.add(p.mul(p.sqrt(p.dot(slide, slide)), p.constant(0.25)), p.mul(moves, p.constant(0.03)))
	higher = p.add(higher, p.mul(p.mul(length, p.constant(0.2)), p.absolute(turn)))
	higher = p.sub(p.min(higher, p.mul(length, p.constant(0.05))), p.max(bottom, zero))
	// Where no other foot stands it hardly leaves the ground.
	little := p.mul(length, p.constant(0.01))
	isLast := p.less(p.max(liftBefore, little), p.load("stateRows", layout.FootStateOthers))
	higher = p.choose(steps, p.max(higher, zero), zero)
	higher = p.choose(isLast, p.min(higher, little), higher)
	// A transition lets no foot into the ground, and none touch it that is not locked.
	gap := p.choose(changes, p.choose(locked, zero, p.mul(length, p.constant(0.005))), zero)
	higher = p.add(p.max(higher, p.sub(gap, p.max(bottom, zero))), sunk)
	liftReach := p.mul(length, delta)
	lift := p.min(p.max(higher, p.sub(liftBefore, liftReach)), p.add(p.max(liftBefore, sunk), liftReach))

	placed := p.addVec(foot, p.scale(up, offset))
	inWorld := p.point("world", placed)
	still := p.and(stays, p.less(p.absolute(p.sub(offset, before)), p.mul(length, p.constant(1e-5))))
	inWorld = p.chooseVec(still, stateContact, inWorld)

	// The ankle's target, from a foot that turns about its toe as it would be if it rolled back.
	lean := p.subVec(tilted, up)
	axis := p.cross(up, tilted)
	tilt := p.multiply(p.unitQuat(quat{axis[0], axis[1], axis[2], p.add(one, p.dot(up, tilted))}), yaw)
	hip, knee, ankle := p.origin("root"), p.origin("middle"), p.origin("end")
	arm := p.subVec(ankle, toe)
	turnedArm, turnedRoll := p.rotate(tilt, arm), p.rotate(tilt, rolled)
	change := p.addVec(p.addVec(slide, p.scale(up, p.add(offset, lift))), p.scale(lean, footHeight))
	change = p.addVec(change, p.addVec(p.subVec(turnedArm, arm), p.subVec(turnedRoll, rolled)))
	target := p.addVec(ankle, change)
	turned := p.add(p.sqrt(p.dot(lean, lean)), p.absolute(p.add(turn, turn)))
	changed := p.add(p.sqrt(p.dot(change, change)), p.mul(length, turned))

	// How far the hip may move along up until the leg is too short. A heel that rises may rise
	// more, and a foot in the air may stay higher.
	distance := func(a, b vec) value { d := p.subVec(a, b); return p.sqrt(p.dot(d, d)) }
	straight := p.add(distance(knee, hip), distance(ankle, knee))
	longest := p.max(p.mul(straight, p.load("setting", layout.FootStretch)), distance(ankle, hip))
	heel := p.max(p.sub(p.dot(arm, up), p.load("setting", layout.FootArmHeight)), zero)
	armSquare := p.dot(arm, arm)
	armLength := p.sqrt(armSquare)
	slack := p.min(p.mul(heel, p.constant(3)), p.mul(armLength, p.constant(0.6)))
	slack = p.add(slack, p.mul(p.max(lifted, zero), p.constant(2)))
	toeTarget := p.subVec(target, turnedArm)
	// The highest place of the hip within a distance, of which the square is given, from a point.
	highestFor := func(point vec, square value) value {
		v := p.subVec(hip, point)
		b := p.dot(v, up)
		return p.sub(p.sqrt(p.max(p.add(p.sub(p.square(b), p.dot(v, v)), square), zero)), b)
	}
	raised := func(reach value) value {
		// A raised foot and its leg are at most 50 degrees from a line.
		long := p.add(p.add(p.square(reach), armSquare), p.mul(p.mul(reach, armLength), p.constant(1.28)))
		most := p.min(highestFor(target, p.square(p.add(reach, slack))), highestFor(toeTarget, long))
		return p.max(most, highestFor(target, p.square(reach)))
	}
	highest := raised(longest)
	// The pelvis gives way before a leg is straight.
	easy := raised(p.max(p.mul(straight, p.load("setting", layout.FootEasyStretch)), distance(ankle, hip)))

	toeInWorld := p.point("world", sole)
	step := p.chooseVec(p.and(known, p.less(speed, p.square(p.mul(length, p.constant(0.25))))),
		p.subVec(toeInWorld, stateToe), vec{zero, zero, zero})
	step = p.chooseVec(locked, vec{zero, zero, zero}, step)
	ahead := p.addVec(inWorld, step)
	normalInWorld := s.normalToWorld(normal, up)
	forwardInWorld := p.unit(p.direction("world", pointed), vec{zero, zero, zero})
	forwardInWorld = p.chooseVec(p.and(stays, hasHeading), p.loadVec("stateRows", layout.FootStateForward), forwardInWorld)

	p.storeVec(layout.PlantedTarget, target)
	p.storeQuat(layout.PlantedTilt, tilt)
	p.store(layout.PlantedMoved, changed)
	lowest := p.load("beforeRows", layout.PlantedLowestLocked)
	p.store(layout.PlantedLowest, p.min(easy, p.load("beforeRows", layout.PlantedLowest)))
	p.store(layout.PlantedLowestLocked, p.choose(locked, p.min(highest, lowest), lowest))
	p.store(layout.PlantedRise, p.min(offset, p.load("beforeRows", layout.PlantedRise)))
	numbers := []value{highest, easy, changed, turn, lift}
	for _, v := range []vec{target, inWorld, toeInWorld, normalInWorld, slide, ahead, forwardInWorld} {
		numbers = append(numbers, v[:]...)
	}
	p.store(layout.PlantedValid, p.choose(p.finite(numbers...), p.load("beforeRows", layout.PlantedValid), zero))
	p.store(layout.PlantedState+layout.FootStatePhase, p.choose(locked, p.constant(2), one))
	p.storeVec(layout.PlantedState+layout.FootStateToe, toeInWorld)
	p.storeVec(layout.PlantedState+layout.FootStateContact, inWorld)
	p.storeVec(layout.PlantedState+layout.FootStateNormal, normalInWorld)
	p.storeVec(layout.PlantedState+layout.FootStateSlide, slide)
	p.storeVec(layout.PlantedState+layout.FootStateAhead, ahead)
	p.storeVec(layout.PlantedState+layout.FootStateForward, forwardInWorld)
	p.store(layout.PlantedState+layout.FootStateTurn, turn)
	p.store(layout.PlantedState+layout.FootStateLift, lift)
	p.store(layout.PlantedState+layout.FootStateSteps, p.choose(steps, one, zero))
	p.store(layout.PlantedState+layout.FootStateAbove, p.add(lift, p.max(bottom, p.neg(sunk))))
	p.store(layout.PlantedState+layout.FootStateOthers, zero)
	p.storeVec(layout.PlantedToe, toeTarget)
	p.store(layout.PlantedReach, longest)
	p.storeVec(layout.PlantedNormal, normal)
	return p
}

// heelAbove returns how far the heel is above the floor, and the fallback for a foot without one.
func (p *program) heelAbove(up vec, floor, fallback value) value {
	height := p.load("setting", layout.FootHeelHeight)
	heel := p.point("end", p.loadVec("setting", layout.FootHeel))
	return p.choose(p.less(p.constant(0), height), p.sub(p.sub(p.dot(heel, up), floor), height), fallback)
}

// rollOverToes returns how far the motions have the toe joint of a foot ahead of where it would be
// if the foot rolled back, without slipping, until its toes are flat on the floor; and how far
// above the floor it is then. The tip of the toes rolls like a wheel, of which FootTip is the
// center. A foot in the air, or on points, does not roll.
func (p *program) rollOverToes(up vec, toeLifted value) (rolled vec, lifted value) {
	zero := p.constant(0)
	flat, below := p.load("setting", layout.FootTipAhead), p.load("setting", layout.FootTipAbove)
	tip := p.direction("toe", p.loadVec("setting", layout.FootTip))
	along := p.level(tip, up)
	square, above := p.dot(along, along), p.dot(tip, up)
	ahead := p.sqrt(square)
	// The angle from the flat toes down to these, by the tangent of its half, which is less than 1.
	sine := p.sub(p.mul(below, ahead), p.mul(flat, above))
	cosine := p.add(p.mul(flat, ahead), p.mul(below, above))
	product := p.mul(p.add(p.square(flat), p.square(below)), p.add(square, p.square(above)))
	half := p.div(sine, p.add(p.sqrt(product), p.max(cosine, zero)))
	rolls := p.and(p.less(zero, flat), p.less(zero, half))
	angle := p.mul(p.add(half, half), p.evenPolynomial(half, arctangent))
	lifted = p.choose(rolls, p.add(toeLifted, p.sub(above, below)), toeLifted) // as far as the tip

	least, most := p.load("setting", layout.FootLockHeight), p.load("setting", layout.FootReleaseHeight)
	near := p.min(p.max(p.div(p.sub(most, lifted), p.sub(most, least)), zero), p.constant(1))
	way := p.add(p.sub(flat, ahead), p.mul(p.load("setting", layout.FootTipHeight), angle))
	way = p.mul(near, p.div(way, p.max(ahead, p.mul(flat, p.constant(0.25)))))
	return p.chooseVec(rolls, p.scale(along, way), vec{zero, zero, zero}), lifted
}

// arctangent are the coefficients of the even powers of atan(x)/x, for x from 0 to 1 within 2e-4.
var arctangent = []float32{0.9998660, -0.3302995, 0.1801410, -0.0851330, 0.0208351}

// evenPolynomial returns c0 + c1·x² + c2·x⁴ and so on.
func (p *program) evenPolynomial(x value, c []float32) value {
	square, sum := p.square(x), p.constant(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		sum = p.add(p.mul(sum, square), p.constant(c[i]))
	}
	return sum
}

// groundTilt returns the normal of the ground, which turns at a largest speed.
func (p *program) groundTilt(s footSpaces, up, normal vec, known, delta value) vec {
	before := s.normalToModel(p.loadVec("stateRows", layout.FootStateNormal), up)
	way := p.subVec(normal, before)
	far, reach := p.sqrt(p.dot(way, way)), p.mul(p.load("setting", layout.FootTiltSpeed), delta)
	part := p.unit(p.addVec(before, p.scale(way, p.div(reach, far))), up)
	return p.chooseVec(p.and(known, p.less(reach, far)), part, normal)
}

// footHeading returns where the motions point the foot along the floor, a unit vector, and whether
// the foot is far enough from upright for that to tell how it is turned about up.
func (p *program) footHeading(up vec) (heading vec, isClear value) {
	none := vec{p.constant(0), p.constant(0), p.constant(0)}
	level := p.level(p.unit(p.direction("end", p.loadVec("setting", layout.FootForward)), none), up)
	return p.unit(level, none), p.less(p.constant(0.05), p.dot(level, level))
}

// turnOf returns how a locked foot is turned about up from where the motions point it: the tangent
// of half the angle.
func (p *program) turnOf(s footSpaces, up, heading vec) value {
	forward := p.loadVec("stateRows", layout.FootStateForward)
	forward = vec{p.dot(s.inverse[0], forward), p.dot(s.inverse[1], forward), p.dot(s.inverse[2], forward)}
	forward = p.unit(p.level(forward, up), vec{p.constant(0), p.constant(0), p.constant(0)})
	backward := p.add(p.constant(1), p.dot(heading, forward)) // 0 if they are opposite
	return p.div(p.dot(up, p.cross(heading, forward)), p.max(backward, p.constant(1e-6)))
}

// footTilt returns the normal with which a foot that points forward is tilted: that of the ground,
// within the limits of the foot's pitch and roll.
func (p *program) footTilt(up, normal, forward vec) vec {
	side, along := p.cross(up, forward), p.dot(normal, up)
	pitch := p.clamp(p.div(p.dot(normal, forward), along), p.load("setting", layout.FootMaxPitch))
	roll := p.clamp(p.div(p.dot(normal, side), along), p.load("setting", layout.FootMaxRoll))
	tilted := p.unit(p.addVec(p.addVec(up, p.scale(forward, pitch)), p.scale(side, roll)), up)
	lean := p.subVec(tilted, up)
	return p.chooseVec(p.less(p.dot(lean, lean), p.constant(1e-12)), up, tilted)
}

// feetPelvis moves a pelvis.
func feetPelvis() *program {
	p := newProgram("feetPelvis", "is [Pelvis].", "rows", "setting", "stateRows", "plantRows", "time", "weight",
		"parent", "pelvisLocal")
	zero := p.constant(0)
	up, length, maxDrop := p.loadVec("setting", layout.FootUp), p.load("setting", layout.FootLength),
		p.load("setting", layout.FootMaxDrop)
	lowest, lockedLowest, rise := p.load("plantRows", layout.PlantedLowest),
		p.load("plantRows", layout.PlantedLowestLocked), p.load("plantRows", layout.PlantedRise)
	valid := p.less(p.constant(0.5), p.load("plantRows", layout.PlantedValid))
	known := p.less(p.constant(0.5), p.load("stateRows", layout.PelvisStateHas))
	height, velocity := p.load("stateRows", layout.PelvisStateHeight), p.load("stateRows", layout.PelvisStateSpeed)
	delta, decay, rate := p.load("time", layout.FeetSeconds), p.load("time", layout.FeetDecay),
		p.load("time", layout.FeetRate)
	tinyLength := p.mul(length, p.constant(1e-5))

	want := p.max(p.min(p.min(p.max(rise, zero), maxDrop), lowest), p.neg(maxDrop))
	want = p.choose(p.less(p.absolute(want), p.mul(length, p.constant(1e-6))), zero, want)
	// A critically damped spring.
	away := p.sub(height, want)
	pull := p.add(velocity, p.mul(away, rate))
	next := p.add(want, p.mul(decay, p.add(away, p.mul(pull, delta))))
	speed := p.mul(decay, p.sub(velocity, p.mul(p.mul(pull, rate), delta)))
	next, speed = p.choose(known, next, want), p.choose(known, speed, zero)
	held := p.max(p.min(next, lockedLowest), p.neg(maxDrop)) // a locked foot is not torn off
	speed = p.choose(p.less(held, next), p.min(speed, zero), speed)
	rests := p.and(p.less(p.absolute(p.sub(held, want)), tinyLength),
		p.less(p.absolute(p.mul(speed, p.constant(1.0/64))), tinyLength))
	held, speed = p.choose(rests, want, held), p.choose(rests, zero, speed)

	inverse := p.inverse3("parent")
	weight := p.load("weight", 0)
	move := p.scale(up, p.mul(held, p.min(weight, p.constant(1))))
	local := vec{p.dot(inverse[0], move), p.dot(inverse[1], move), p.dot(inverse[2], move)}
	old := p.loadVec("pelvisLocal", layout.LocalTranslation)
	valid = p.and(valid, p.and(p.less(zero, weight), p.finite(append(local[:], held, speed)...)))
	moves := p.and(valid, p.less(zero, p.absolute(held)))
	p.store(layout.PelvisState+layout.PelvisStateHas, p.constant(1))
	p.store(layout.PelvisState+layout.PelvisStateHeight, held)
	p.store(layout.PelvisState+layout.PelvisStateSpeed, speed)
	p.storeVec(layout.PelvisMove, p.chooseVec(moves, move, vec{zero, zero, zero}))
	p.storeVec(layout.PelvisTranslation, p.chooseVec(moves, p.addVec(old, local), old))
	p.store(layout.PelvisFar, p.choose(moves, p.absolute(held), zero))
	p.store(layout.PelvisWeight, p.choose(valid, weight, zero))
	return p
}

// raiseHeel turns a foot about its toe, up to where the leg reaches the ankle. The target is
// relative to the hip.
func (p *program) raiseHeel(target vec, tilt quat) (vec, quat) {
	one := p.constant(1)
	toe := p.subVec(p.subVec(p.loadVec("plantRows", layout.PlantedToe), p.loadVec("pelvisRows", layout.PelvisMove)),
		p.origin("root"))
	reach := p.load("plantRows", layout.PlantedReach)
	arm := p.subVec(target, toe)
	armSquare, toeSquare := p.dot(arm, arm), p.dot(toe, toe)
	armLength, toHip := p.sqrt(armSquare), p.sqrt(toeSquare)
	way, armWay := p.scale(toe, p.div(p.constant(-1), toHip)), p.scale(arm, p.div(one, armLength))
	// The law of cosines in the triangle of hip, toe and ankle.
	cosine := p.div(p.sub(p.add(toeSquare, armSquare), p.square(reach)), p.mul(p.add(toHip, toHip), armLength))
	cosine = p.min(cosine, one)
	sine := p.sqrt(p.max(p.sub(one, p.square(cosine)), p.constant(0)))
	side := p.perpendicular(armWay, way, p.anyPerpendicular(way))
	raised := p.addVec(p.scale(way, cosine), p.scale(side, sine))
	turn := p.arc(armWay, raised, side)
	isShort := p.and(p.less(p.square(reach), p.dot(target, target)),
		p.less(p.square(p.mul(reach, p.constant(0.01))), armSquare))
	isShort = p.and(isShort, p.finite(turn[:]...))
	return p.chooseVec(isShort, p.addVec(toe, p.scale(raised, armLength)), target),
		p.chooseQuat(isShort, p.multiply(turn, tilt), tilt)
}

// footBend bends a leg of two bones to a target and turns the foot. The knee turns first, in the
// plane in which the leg is bent, by the law of cosines; then the hip turns the leg to the target.
func footBend() *program {
	p := newProgram("footBend", "is [Bend].", "rows", "setting", "plantRows", "pelvisRows", "rootParent", "root",
		"middleParent", "middle", "endParent", "end", "rootLocal", "middleLocal", "endLocal")
	zero, one := p.constant(0), p.constant(1)
	length := p.load("setting", layout.FootLength)
	a, b, c := p.origin("root"), p.origin("middle"), p.origin("end")
	target, tilt := p.subVec(p.loadVec("plantRows", layout.PlantedTarget), p.loadVec("pelvisRows", layout.PelvisMove)),
		p.loadQuat("plantRows", layout.PlantedTilt)
	up := p.loadVec("setting", layout.FootUp)
	target, tilt = p.raiseHeel(p.subVec(target, a), tilt)
	target = p.addVec(target, a)
	// A foot that hardly moves is hardly changed, so that a pose on a level floor keeps its bits
	// and does not jump.
	change := p.add(p.load("plantRows", layout.PlantedMoved), p.load("pelvisRows", layout.PelvisFar))
	fade := p.min(p.div(change, p.mul(length, p.constant(2e-3))), one)
	fade = p.choose(p.less(p.mul(length, p.constant(2e-6)), change), fade, zero)
	weight := p.mul(p.min(p.load("pelvisRows", layout.PelvisWeight), one), fade)

	ab, bc := p.subVec(b, a), p.subVec(c, b)
	upperSquare, lowerSquare := p.dot(ab, ab), p.dot(bc, bc)
	upper, lower := p.sqrt(upperSquare), p.sqrt(lowerSquare)
	upperWay, lowerWay := p.scale(ab, p.div(one, upper)), p.scale(bc, p.div(one, lower))
	toTarget := p.subVec(target, a)
	difference := p.sub(upper, lower)
	folded := p.max(p.absolute(difference), p.mul(p.add(upper, lower), p.constant(1e-3)))
	distance := p.max(p.min(p.sqrt(p.dot(toTarget, toTarget)), p.add(upper, lower)), folded)
	cosine := p.div(p.sub(p.sub(p.square(distance), upperSquare), lowerSquare), p.mul(p.add(upper, upper), lower))
	cosine = p.min(p.max(cosine, p.constant(-1)), one)
	sine := p.sqrt(p.sub(one, p.square(cosine)))
	// The side to which the lower bone is bent: the animated one, and that of the settings where
	// the leg is nearly straight.
	bend := p.perpendicular(p.direction("root", p.loadVec("setting", layout.FootBendDirection)), upperWay,
		p.anyPerpendicular(upperWay))
	side := p.subVec(p.level(lowerWay, upperWay), p.scale(bend, p.constant(0.05)))
	side = p.perpendicular(side, upperWay, bend)
	newLower := p.addVec(p.scale(upperWay, cosine), p.scale(side, sine))
	middleTurn := p.arc(lowerWay, newLower, p.anyPerpendicular(lowerWay))
	way := p.unit(p.addVec(ab, p.scale(newLower, lower)), upperWay)
	rootTurn := p.arc(way, p.unit(toTarget, way), p.anyPerpendicular(way))
	// The foot keeps its rotation, tilted.
	endTurn := p.multiply(p.conjugate(p.multiply(rootTurn, middleTurn)), tilt)

	qa, qb, qc := p.loadQuat("rootLocal", layout.LocalRotation), p.loadQuat("middleLocal", layout.LocalRotation),
		p.loadQuat("endLocal", layout.LocalRotation)
	na := p.multiply(p.toLocal("rootParent", rootTurn), qa)
	nb := p.multiply(p.toLocal("middleParent", middleTurn), qb)
	nc := p.multiply(p.toLocal("endParent", endTurn), qc)
	valid := p.and(p.less(zero, weight), p.finite(append(append(na[:], nb[:]...), nc[:]...)...))
	valid = p.and(valid, p.and(p.less(p.constant(tiny), upperSquare), p.less(p.constant(tiny), lowerSquare)))
	p.storeQuat(layout.BentRoot, p.chooseQuat(valid, p.blendQuat(qa, na, weight), qa))
	p.storeQuat(layout.BentMiddle, p.chooseQuat(valid, p.blendQuat(qb, nb, weight), qb))
	p.storeQuat(layout.BentEnd, p.chooseQuat(valid, p.blendQuat(qc, nc, weight), qc))
	// The ground as it is to the foot, before that is turned: the toes bend to it, if the foot is
	// not along it.
	ground := p.rotate(p.conjugate(tilt), p.loadVec("plantRows", layout.PlantedNormal))
	lean := p.subVec(ground, up)
	p.storeVec(layout.BentGround, ground)
	p.store(layout.BentToeWeight, p.choose(p.and(valid, p.less(p.constant(1e-10), p.dot(lean, lean))), weight, zero))
	return p
}

// footToe bends the toes about the foot's side axis, until they are as much along the ground as the
// motions have them.
func footToe() *program {
	p := newProgram("footToe", "is [BendToe].", "rows", "setting", "bentRows", "end", "toeParent", "toeLocal")
	zero, one := p.constant(0), p.constant(1)
	up, normal, weight := p.loadVec("setting", layout.FootUp), p.loadVec("bentRows", layout.BentGround),
		p.load("bentRows", layout.BentToeWeight)
	forward := p.unit(p.level(p.direction("end", p.loadVec("setting", layout.FootForward)), up), vec{zero, zero, zero})
	// The tangent of the angle. Beyond a right angle it is as large as the limits.
	tangent := p.div(p.dot(normal, forward), p.max(p.dot(normal, up), p.constant(1e-6)))
	tangent = p.min(p.max(tangent, p.neg(p.load("setting", layout.FootToeUp))), p.load("setting", layout.FootToeDown))
	cosine := p.div(one, p.sqrt(p.add(one, p.square(tangent))))
	axis := p.scale(p.cross(up, forward), p.mul(tangent, cosine))
	turn := p.unitQuat(quat{axis[0], axis[1], axis[2], p.add(one, cosine)})
	old := p.loadQuat("toeLocal", layout.LocalRotation)
	bent := p.multiply(p.toLocal("toeParent", turn), old)
	valid := p.and(p.less(zero, weight), p.finite(bent[:]...))
	p.storeQuat(0, p.chooseQuat(valid, p.blendQuat(old, bent, weight), old))
	return p
}
