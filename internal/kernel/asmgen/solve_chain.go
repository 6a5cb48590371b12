package main

import "github.com/sinew-go/sinew/internal/kernel/layout"

// orient turns a joint so that its child lies in the direction of a new position.
func orient() *program {
	p := newProgram("orient", "is [Orient].", "rows", "parent", "joint", "child", "local")
	zero, one := p.constant(0), p.constant(1)
	here, there, weight := p.loadVec("rows", layout.OrientHere), p.loadVec("rows", layout.OrientThere),
		p.load("rows", layout.OrientWeight)
	moved := p.loadQuat("rows", layout.OrientMoved)
	way := p.unit(p.subVec(there, here), vec{zero, one, zero})
	// The length is divided before the bone is turned, because the turn depends on the joint
	// before.
	bone := p.subVec(p.origin("child"), p.origin("joint"))
	square := p.dot(bone, bone)
	bone = p.rotate(moved, p.scale(bone, p.div(one, p.sqrt(square))))
	from := p.chooseVec(p.less(p.constant(tiny), square), bone, way) // a bone of length 0 does not turn
	to := p.chooseVec(p.less(p.constant(tiny), p.dot(p.subVec(there, here), p.subVec(there, here))), way, from)
	turn := p.arc(from, to, p.anyPerpendicular(from))
	q := p.loadQuat("local", layout.LocalRotation)
	n := p.multiply(p.toLocal("parent", p.unrotated(moved, turn)), q)
	valid := p.and(p.less(zero, weight), p.finite(append(q[:], turn[:]...)...))
	changes := p.and(valid, p.finite(n[:]...))
	p.storeQuat(layout.OrientOut, p.chooseQuat(changes, p.blendQuat(q, n, p.min(weight, p.constant(1))), q))
	turn = p.chooseQuat(valid, turn, quat{zero, zero, zero, one})
	p.storeQuat(layout.OrientMovedOut, p.multiply(turn, moved))
	return p
}

// reach is one step of FABRIK: the point at a distance from an end point, in the direction of the
// old point.
func reach() *program {
	p := newProgram("reach", "is [Reach].", "point", "end", "old", "length")
	end, old := p.loadVec("end", 0), p.loadVec("old", 0)
	v := p.subVec(old, end)
	zero := p.constant(0)
	square, length := p.dot(v, v), p.load("length", 0)
	way := p.chooseVec(p.less(p.constant(tiny), square), p.scale(v, p.div(length, p.sqrt(square))),
		vec{zero, length, zero})
	p.storeVec(0, p.addVec(end, way))
	return p
}

// distance is the distance between two points.
func distance() *program {
	p := newProgram("distance", "is [Distance].", "length", "a", "b")
	v := p.subVec(p.loadVec("b", 0), p.loadVec("a", 0))
	p.store(0, p.sqrt(p.dot(v, v)))
	return p
}

// fit adds one child's part to the rotation that fits a joint with several children to new
// positions of them.
func fit() *program {
	p := newProgram("fit", "is [Fit].", "rows", "joint", "child")
	here := p.origin("joint")
	bone, way := p.subVec(p.origin("child"), here), p.subVec(p.loadVec("rows", layout.FitThere), here)
	weight, sum := p.load("rows", layout.FitWeight), p.loadQuat("rows", layout.FitSum)
	axis := p.cross(bone, way)
	scalar := p.add(p.sqrt(p.mul(p.dot(bone, bone), p.dot(way, way))), p.dot(bone, way))
	p.storeQuat(layout.FitOut, quat{
		p.add(sum[0], p.mul(axis[0], weight)), p.add(sum[1], p.mul(axis[1], weight)),
		p.add(sum[2], p.mul(axis[2], weight)),
		p.add(sum[3], p.mul(scalar, weight)),
	})
	return p
}

// turnBy turns a joint by a rotation in model space.
func turnBy() *program {
	p := newProgram("turnBy", "is [TurnBy].", "rows", "parent", "local")
	turn, weight, q := p.loadQuat("rows", layout.TurnBySum), p.load("rows", layout.TurnByWeight),
		p.loadQuat("local", layout.LocalRotation)
	n := p.unitQuat(p.multiply(p.toLocal("parent", p.unitQuat(turn)), q))
	p.storeQuat(layout.TurnByOut, p.chooseQuat(p.and(p.less(p.constant(0), weight), p.finite(n[:]...)), n, q))
	return p
}

// rotation is the rotation of a model matrix.
func rotation() *program {
	p := newProgram("rotation", "is [Rotation].", "out", "joint")
	p.storeQuat(0, p.quatOf("joint"))
	return p
}

// pullLimb is where the first joint of a limb is to come.
func pullLimb() *program {
	p := newProgram("pullLimb", "is [PullLimb].", "point", "base", "end", "target", "limbRows", "stretch")
	zero := p.constant(0)
	base, target := p.loadVec("base", 0), p.loadVec("target", 0)
	length, ease, share := p.load("limbRows", layout.LimbLength), p.load("limbRows", layout.LimbEase),
		p.load("limbRows", layout.LimbShare)
	way, miss := p.subVec(target, base), p.subVec(target, p.loadVec("end", 0))
	distance, missed := p.sqrt(p.dot(way, way)), p.sqrt(p.dot(miss, miss))
	over := p.max(p.sub(distance, p.max(p.mul(length, p.load("stretch", 0)), ease)), zero)
	isAtWork := p.less(zero, share)
	stretched, missing := p.and(isAtWork, p.less(zero, over)), p.and(isAtWork, p.less(over, missed))
	point := p.chooseVec(stretched, p.addVec(base, p.scale(way, p.mul(share, p.div(over, distance)))), base)
	point = p.chooseVec(missing, p.addVec(point, p.scale(miss, p.mul(share, p.div(p.sub(missed, over), missed)))),
		point)
	p.storeVec(0, point)
	return p
}

// addPull adds the pull of a child to the sums of those before.
func addPull() *program {
	p := newProgram("addPull", "is [AddPull].", "sumRows", "beforeRows", "point", "now", "far", "pull")
	far := p.load("far", 0)
	weight := p.mul(p.load("pull", 0), far)
	p.storeVec(layout.PullWays, p.addVec(p.loadVec("beforeRows", layout.PullWays),
		p.scale(p.subVec(p.loadVec("point", 0), p.loadVec("now", 0)), weight)))
	p.store(layout.PullTotal, p.add(p.load("beforeRows", layout.PullTotal), weight))
	p.store(layout.PullEnergy, p.add(p.load("beforeRows", layout.PullEnergy), p.mul(weight, far)))
	return p
}

// followPull is where a joint comes by the pulls of its children.
func followPull() *program {
	p := newProgram("followPull", "is [FollowPull].", "point", "now", "sumRows")
	zero, half := p.constant(0), p.constant(0.5)
	now, sum, total, energy := p.loadVec("now", 0), p.loadVec("sumRows", layout.PullWays),
		p.load("sumRows", layout.PullTotal), p.load("sumRows", layout.PullEnergy)
	// The whole way if all agree, and half of it where they are opposed: a full step would pass the
	// balance and come back.
	step := p.add(half, p.mul(half, p.div(p.sqrt(p.dot(sum, sum)), energy)))
	moves := p.and(p.less(zero, total), p.less(zero, energy))
	p.storeVec(0, p.chooseVec(moves, p.addVec(now, p.scale(sum, p.div(step, total))), now))
	return p
}

// goAlong is where a child of a moved joint is to come.
func goAlong() *program {
	p := newProgram("goAlong", "is [GoAlong].", "there", "joint", "before", "point", "now", "far")
	point := p.loadVec("point", 0)
	moved := p.subVec(p.origin("joint"), p.loadVec("before", 0))
	square, far := p.dot(moved, moved), p.load("far", 0)
	along := p.div(square, p.add(square, p.mul(far, far)))
	rest := p.subVec(moved, p.subVec(point, p.loadVec("now", 0)))
	p.storeVec(0, p.chooseVec(p.less(p.constant(0), square), p.addVec(point, p.scale(rest, along)), point))
	return p
}
