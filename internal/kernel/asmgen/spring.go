package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// springs are the programs of package springs.
func springs() []*program {
	return []*program{
		springMotion(), springCenter(), springGravity(), springRoot(), springPoint(), springNormal(), springAt(),
		springCarry(),
		springJoint(), springMove(), springTurn(), springNearest(), springDepth(), springHeight(), springPush(false),
		springPush(true), springPlane(false), springPlane(true),
		springOut(), springReady(), springLink(),
	}
}

// inverse3 returns the inverse of the first three columns of a 3x4 matrix, by rows.
func (p *program) inverse3(matrix string) [3]vec {
	c := [3]vec{p.column(matrix, 0), p.column(matrix, 1), p.column(matrix, 2)}
	rows := [3]vec{p.cross(c[1], c[2]), p.cross(c[2], c[0]), p.cross(c[0], c[1])}
	inverse := p.div(p.constant(1), p.dot(c[0], rows[0]))
	for r := range rows {
		rows[r] = p.scale(rows[r], inverse)
	}
	return rows
}

// lerp returns a + (b - a)·t.
func (p *program) lerp(a, b vec, t value) vec { return p.addVec(a, p.scale(p.subVec(b, a), t)) }

// until is [program.lerp], and b itself at 1.
func (p *program) until(a, b vec, t value) vec {
	return p.chooseVec(p.less(t, p.constant(1)), p.lerp(a, b, t), b)
}

// springMotion is inverse(now)·before in rows 0 to 11, and the inverse of now without its
// translation in rows 12 to 20. It subtracts the translations first, so that it stays exact far
// from the origin.
func springMotion() *program {
	p := newProgram("springMotion", "is [Motion].", "rows", "now", "before")
	inverse := p.inverse3("now")
	offset := p.subVec(p.origin("before"), p.origin("now"))
	for r := range 3 {
		for c := range 3 {
			p.store(layout.FrameMotion+layout.Element(r, c), p.dot(inverse[r], p.column("before", c)))
		}
		p.store(layout.FrameMotion+layout.Element(r, layout.OriginColumn), p.dot(inverse[r], offset))
	}
	for r := range 3 {
		p.storeVec(layout.FrameInverse+3*r, inverse[r])
	}
	return p
}

// springCenter is now·inverse(before).
func springCenter() *program {
	p := newProgram("springCenter", "is [Center].", "motion", "now", "before")
	inverse := p.inverse3("before")
	var m [3]vec
	for r := range m {
		now := p.axes("now", r)
		for c := range 3 {
			m[r][c] = p.dot(now, vec{inverse[0][c], inverse[1][c], inverse[2][c]})
			p.store(layout.Element(r, c), m[r][c])
		}
	}
	from, to := p.origin("before"), p.origin("now")
	for r := range m {
		p.store(layout.Element(r, layout.OriginColumn), p.sub(to[r], p.dot(m[r], from)))
	}
	return p
}

// springGravity is a direction of the world in model space.
func springGravity() *program {
	p := newProgram("springGravity", "is [Gravity].", "point", "inverseRows", "world")
	zero := p.constant(0)
	var v vec
	for r := range v {
		v[r] = p.dot(p.loadVec("inverseRows", 3*r), p.loadVec("world", 0))
	}
	p.storeVec(0, p.unit(v, vec{zero, zero, zero}))
	return p
}

// continues returns a mask of the lanes that do not begin and in which the numbers are finite.
func (p *program) continues(begin value, numbers ...value) value {
	return p.and(p.less(begin, p.constant(0.5)), p.finite(numbers...))
}

// springRoot is where the first joint was before and is now, and a row that is 1 in the lanes that
// begin: those that have no state, that moved far, or whose motion is not finite.
func springRoot() *program {
	p := newProgram("springRoot", "is [Begin].", "rows", "stateRows", "motion", "joint", "limit")
	zero, one := p.constant(0), p.constant(1)
	now := p.origin("joint")
	before := p.point("motion", p.loadVec("stateRows", layout.RootKeptPoint))
	way := p.subVec(now, before)
	continues := p.and(p.less(zero, p.load("stateRows", layout.RootKeptBegun)),
		p.less(p.dot(way, way), p.load("limit", 0)))
	p.storeVec(layout.PlaceBefore, p.chooseVec(continues, before, now))
	p.storeVec(layout.PlaceNow, now)
	p.store(layout.RootBegin, p.choose(continues, zero, one))
	return p
}

// springPoint is a point that moves with a joint, where it was before and where it is now.
func springPoint() *program {
	p := newProgram("springPoint", "is [Attach].", "rows", "state", "motion", "joint", "offset", "begin")
	now := p.point("joint", p.loadVec("offset", 0))
	before := p.point("motion", p.loadVec("state", 0))
	p.storeVec(layout.PlaceBefore, p.chooseVec(p.continues(p.load("begin", 0), before[:]...), before, now))
	p.storeVec(layout.PlaceNow, now)
	return p
}

// springNormal is a normal of a plane that moves with a joint, before and now.
func springNormal() *program {
	p := newProgram("springNormal", "is [AttachNormal].", "rows", "state", "motion", "joint", "offset", "begin")
	c := [3]vec{p.column("joint", 0), p.column("joint", 1), p.column("joint", 2)}
	yz, zx, xy := p.cross(c[1], c[2]), p.cross(c[2], c[0]), p.cross(c[0], c[1])
	n := p.loadVec("offset", 0)
	now := p.addVec(p.addVec(p.scale(yz, n[0]), p.scale(zx, n[1])), p.scale(xy, n[2]))
	mirrored := p.less(p.dot(c[0], yz), p.constant(0))
	now = p.chooseVec(mirrored, vec{p.neg(now[0]), p.neg(now[1]), p.neg(now[2])}, now)
	now = p.unit(now, n)
	before := p.direction("motion", p.loadVec("state", 0))
	before = p.unit(before, now)
	p.storeVec(layout.PlaceBefore, p.chooseVec(p.continues(p.load("begin", 0), before[:]...), before, now))
	p.storeVec(layout.PlaceNow, now)
	return p
}

// springAt is a point between its places before and now.
func springAt() *program {
	p := newProgram("springAt", "is [At].", "point", "placesRows", "step")
	p.storeVec(0, p.until(p.loadVec("placesRows", layout.PlaceBefore), p.loadVec("placesRows", layout.PlaceNow),
		p.load("step", layout.StepTime)))
	return p
}

// springCarry takes what a bone remembers to the present model space.
func springCarry() *program {
	p := newProgram("springCarry", "is [Carry].", "rows", "stateRows", "motion", "joint", "child", "begin")
	begin, was := p.load("begin", 0), p.loadVec("stateRows", layout.KeptBone)
	c := p.springCarried(begin)
	p.storeVec(layout.CarriedBefore, p.chooseVec(p.continues(begin, p.sum(was[:])), p.direction("motion", was), c.now))
	p.storeVec(layout.CarriedNow, c.now)
	p.store(layout.CarriedLength, p.sqrt(p.dot(c.now, c.now)))
	p.storeVec(layout.CarriedStart+layout.OldCurrent, c.current)
	p.storeVec(layout.CarriedStart+layout.OldPrevious, c.previous)
	return p
}

// carried is a bone in a frame: the animated one, and the tails that it remembers.
type carried struct {
	now, current, previous vec
}

// springCarried returns a bone that was taken to this frame.
func (p *program) springCarried(begin value) (c carried) {
	tail := p.origin("child")
	c.now = p.subVec(tail, p.origin("joint"))
	// The sum is finite if all numbers are, unless they are so large that nothing else can be
	// computed with them.
	current, previous := p.loadVec("stateRows", layout.KeptCurrent), p.loadVec("stateRows", layout.KeptPrevious)
	ok := p.continues(begin, p.sum(append(current[:], previous[:]...)))
	c.current = p.chooseVec(ok, p.point("motion", current), tail)
	c.previous = p.chooseVec(ok, p.point("motion", previous), tail)
	return c
}

// springRows are where the numbers of a bone are: the names of parameters, and rows of them.
type springRows struct {
	parent, old, length, step   string
	oldRow, lengthRow, firstRow int // firstRow is that of the step
	kept                        string
	keptRow                     int
}

var springApart = springRows{
	parent: "parentRows", old: "oldRows", length: "carryRows", step: "step",
	lengthRow: layout.CarriedLength, kept: "rows",
}

// springAbove returns the direction that an animated bone has at rest, as the bones above its
// parent have turned it.
func (p *program) springAbove(animated vec, above quat) vec {
	zero := p.constant(0)
	return p.rotate(above, p.unit(animated, vec{zero, p.constant(1), zero}))
}

// springForces returns the direction that a bone has at rest, and the direction and the tail to
// which the forces move it. The parent's rotation comes in as late as possible, because bones of a
// chain wait for it.
func (p *program) springForces(s springRows, above vec) (rest, way, tail vec) {
	// The parent's own rotation, two reflections: before its way is known, at its direction at
	// rest, and then at the one half way.
	parentRest, half := p.loadVec(s.parent, layout.BoneRest), p.loadVec(s.parent, layout.BoneHalf)
	along := p.dot(parentRest, above)
	rest = p.subVec(p.scale(parentRest, p.add(along, along)), above)
	rest = p.subVec(p.scale(half, p.mul(p.dot(half, rest), p.load(s.parent, layout.BoneFactor))), rest)
	part := p.load(s.step, s.firstRow+layout.StepPart)
	current, previous := p.loadVec(s.old, s.oldRow+layout.OldCurrent), p.loadVec(s.old, s.oldRow+layout.OldPrevious)
	next := p.addVec(current, p.scale(p.subVec(current, previous), p.mul(p.load("setting", layout.SpringKeep), part)))
	next = p.addVec(next, p.scale(rest, p.mul(p.load("setting", layout.SpringStiffness), part)))
	next = p.addVec(next, p.scale(p.loadVec("gravity", 0), p.mul(p.load("setting", layout.SpringPull), part)))
	head := p.loadVec(s.parent, layout.BoneTail)
	way = p.unit(p.subVec(next, head), rest)
	return rest, way, p.addVec(head, p.scale(way, p.load(s.length, s.lengthRow)))
}

// springStore stores a bone whose tail is known.
func (p *program) springStore(s springRows, rest, way, tail vec) {
	current, previous := p.loadVec(s.old, s.oldRow+layout.OldCurrent), p.loadVec(s.old, s.oldRow+layout.OldPrevious)
	// First what the next bone waits for.
	p.storeVec(layout.BoneTail, tail)
	p.storeVec(layout.BoneRest, rest)
	sum, side := p.addVec(rest, way), p.anyPerpendicular(rest)
	square := p.dot(sum, sum)
	isOpposite := p.less(square, p.constant(opposite))
	square = p.div(p.constant(1), p.choose(isOpposite, p.dot(side, side), square))
	p.store(layout.BoneFactor, p.add(square, square))
	half := p.chooseVec(isOpposite, side, sum)
	p.storeVec(layout.BoneHalf, half)
	keeps := p.less(p.constant(0.5), p.load(s.step, s.firstRow+layout.StepCommit))
	p.storeVecTo(s.kept, s.keptRow+layout.OldCurrent, p.chooseVec(keeps, tail, current))
	p.storeVecTo(s.kept, s.keptRow+layout.OldPrevious, p.chooseVec(keeps, current, previous))
	v, inverse := p.cross(rest, half), p.sqrt(square)
	turn := quat{p.mul(v[0], inverse), p.mul(v[1], inverse), p.mul(v[2], inverse), p.mul(p.dot(rest, half), inverse)}
	p.storeQuat(layout.BoneMoved, p.multiply(turn, p.loadQuat(s.parent, layout.BoneMoved)))
}

// springFirst are the forces on a bone whose numbers are apart.
func (p *program) springFirst() (rest, way, tail vec) {
	animated := p.until(p.loadVec("carryRows", layout.CarriedBefore), p.loadVec("carryRows", layout.CarriedNow),
		p.load("step", layout.StepTime))
	return p.springForces(springApart, p.springAbove(animated, p.loadQuat("aboveRows", layout.BoneMoved)))
}

// springJoint moves a bone without colliders.
func springJoint() *program {
	p := newProgram("springJoint", "is [Joint].", "rows", "oldRows", "carryRows", "parentRows", "aboveRows", "step",
		"setting", "gravity")
	rest, way, tail := p.springFirst()
	p.springStore(springApart, rest, way, tail)
	return p
}

// springMove is the first half of springJoint: the tail in rows 0 to 2, the direction at rest in
// rows 3 to 5.
func springMove() *program {
	p := newProgram("springMove", "is [Move].", "rows", "oldRows", "carryRows", "parentRows", "aboveRows", "step",
		"setting", "gravity")
	rest, _, tail := p.springFirst()
	p.storeVec(layout.MovedTail, tail)
	p.storeVec(layout.MovedRest, rest)
	return p
}

// springTurn is the second half of springJoint.
func springTurn() *program {
	p := newProgram("springTurn", "is [Turn].", "rows", "oldRows", "parentRows", "step", "tail", "rest")
	rest, tail := p.loadVec("rest", 0), p.loadVec("tail", 0)
	p.springStore(springApart, rest, p.unit(p.subVec(tail, p.loadVec("parentRows", layout.BoneTail)), rest), tail)
	return p
}

// springReady is what springLink does for the next bone, for the first one.
func springReady() *program {
	p := newProgram("springReady", "is [Link.Ready].", "rows", "stateRows", "motion", "joint", "child", "frameRows")
	p.springNext("rows")
	return p
}

// springNext stores what a link knows of the next bone.
func (p *program) springNext(above string) {
	c := p.springCarried(p.load("frameRows", layout.LinkFrameBegin))
	p.store(layout.LinkLength, p.sqrt(p.dot(c.now, c.now)))
	p.storeVecTo("stateRows", layout.KeptBone, c.now)
	p.storeVec(layout.LinkAbove, p.springAbove(c.now, p.loadQuat(above, layout.BoneMoved)))
	p.storeVec(layout.LinkOld+layout.OldCurrent, c.current)
	p.storeVec(layout.LinkOld+layout.OldPrevious, c.previous)
}

// springLink does at once what does not wait for each other: it moves a bone, takes what the next
// one remembers to this frame, and turns the joint of the one before.
//
// It is 572 instructions, which take some 280 cycles of a Zen 4 in a chain, and 250 where bones do
// not wait for each other: 16 registers are few for two streams of operations. A third stream, for
// the joint before, needs 50 instructions more for numbers on the stack and 4% more time. An order
// by the latencies of the operations, with at most 14 numbers in registers, saves 4% of the three
// streams' time.
func springLink() *program {
	p := newProgram("springLink", "is [Link.Solve].", "rows", "lastRows", "beforeRows", "ownRows", "stateRows",
		"motion", "joint", "child", "frameRows", "setting", "gravity", "parent", "local")
	s := springRows{
		parent: "lastRows", old: "lastRows", length: "lastRows", step: "frameRows", oldRow: layout.LinkOld,
		lengthRow: layout.LinkLength, firstRow: layout.LinkFrameStep, kept: "ownRows", keptRow: layout.KeptCurrent,
	}
	rest, way, tail := p.springForces(s, p.loadVec("lastRows", layout.LinkAbove))
	p.springStore(s, rest, way, tail)
	p.stream = 1
	p.springNext("lastRows")
	turn := p.multiply(p.conjugate(p.loadQuat("beforeRows", layout.BoneMoved)),
		p.loadQuat("lastRows", layout.BoneMoved))
	for i, x := range p.turned(p.loadQuat("local", layout.LocalRotation), turn, "parent",
		p.load("frameRows", layout.LinkFrameWeight)) {
		p.storeTo("local", layout.LocalRotation+i, x)
	}
	return p
}

// springOut is the local rotation of a joint whose bone was moved. The rows may be the local
// transform itself.
func springOut() *program {
	p := newProgram("springOut", "is [Out].", "rows", "ownRows", "parentRows", "parent", "local", "weight")
	turn := p.multiply(p.conjugate(p.loadQuat("parentRows", layout.BoneMoved)), p.loadQuat("ownRows", layout.BoneMoved))
	p.storeQuat(0, p.turned(p.loadQuat("local", layout.LocalRotation), turn, "parent", p.load("weight", 0)))
	return p
}
