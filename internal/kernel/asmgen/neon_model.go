package main

import "fmt"

func neonTranspose() {
	e := arm.function("transposeAsm")
	block, locals, stride, groups := e.param("block"), e.param("locals"), e.param("stride"), e.param("groups")
	e.do("LSL $2, %s, %s", useX(stride), defX(stride))
	e.repeat("transpose", groups, func() {
		e.transposeRows(block, locals, stride, 0, 10, alone)
		e.addTo(locals, groupSize)
		e.addTo(block, lanes*groupSize)
	})
	e.finish()
}

// laneAddresses returns the addresses of the group of lanes first to first+3; stride is in bytes.
func (e *neon) laneAddresses(locals, stride xreg, first int) (at [4]xreg) {
	for k := range at {
		switch {
		case k > 0:
			at[k] = e.sum(at[k-1], stride, 0)
		case first > 0:
			at[0] = e.sum(locals, stride, 2)
		default:
			at[0] = locals
		}
	}
	return at
}

// alone is for transposes without other work in between.
func alone([4]xreg, int) func() { return func() {} }

// transposeRows writes rows first to end-1 of 8 joints, from the group of 8 lanes. For each 4 lanes it calls between with their addresses,
// and calls its result after each 4x4 numbers.
func (e *neon) transposeRows(block, locals, stride xreg, first, end int, between func(at [4]xreg, first int) func()) {
	for lane := 0; lane < lanes; lane += 4 {
		at := e.laneAddresses(locals, stride, lane)
		other := between(at, lane)
		for r := first; r < end; r++ {
			for joint := 0; joint < lanes; joint += 4 {
				var v [4]vreg
				for k := range v {
					v[k] = e.load(at[k], r*row+4*joint)
				}
				for k, v := range e.turn4(v) {
					e.store(v, block, (joint+k)*groupSize+r*row+4*lane)
				}
				other()
			}
		}
	}
}

// local returns the local matrices of a joint. Without scaled, all scales are 1. The translation is loaded where it is used.
func (e *neon) local(block xreg, half int, scaled bool, one vreg) (m [3][3]vreg) {
	in := func(r int) vreg { return e.load(block, r*row+half) }
	q := e.loadQuad(block, half)
	x2, y2, z2 := e.add(q[0], q[0]), e.add(q[1], q[1]), e.add(q[2], q[2])
	xx, yy, zz := e.mul(q[0], x2), e.mul(q[1], y2), e.mul(q[2], z2)
	m[0][0], m[1][1], m[2][2] = e.sub(one, e.add(yy, zz)), e.sub(one, e.add(xx, zz)), e.sub(one, e.add(xx, yy))
	// Off the diagonal: a sum and a difference of the same two products.
	pair := func(p, q vreg) (sum, difference vreg) { return e.add(p, q), e.sub(p, q) }
	m[1][0], m[0][1] = pair(e.mul(q[0], y2), e.mul(q[3], z2))
	m[0][2], m[2][0] = pair(e.mul(q[0], z2), e.mul(q[3], y2))
	m[2][1], m[1][2] = pair(e.mul(q[1], z2), e.mul(q[3], x2))
	if scaled {
		for c := range 3 {
			s := in(7 + c)
			for r := range 3 {
				m[r][c] = e.mul(m[r][c], s)
			}
		}
	}
	return m
}

// modelRow gets row r of a joint's model matrices, in half of the lanes.
type modelRow func(half, r int, v [4]vreg)

// modelOfJoint stores the model matrices of a joint. then gets each row, for palettes.
func (e *neon) modelOfJoint(scaled bool, base, model, block, parent xreg, one vreg, then modelRow) {
	from := e.sum(base, e.sum(parent, parent, 1), 7) // 384 is 3 << 7
	eachHalf(func(half int) {
		name := e.unique("joint")
		m := e.local(block, half, scaled, one)
		put := func(r int, v [4]vreg) {
			for c := range v {
				e.store(v[c], model, (4*r+c)*row+half)
			}
			then(half, r, v)
		}
		e.jump("TBNZ $63, %s,", name+"_root", useX(parent))
		for r := range 3 {
			var p, v [4]vreg
			for k := range p {
				p[k] = e.load(from, (4*r+k)*row+half)
			}
			for c := range v {
				column := [3]vreg{}
				if c < 3 {
					column = [3]vreg{m[0][c], m[1][c], m[2][c]}
				} else {
					for k := range column {
						column[k] = e.load(block, (4+k)*row+half)
					}
				}
				sum := e.mul(column[0], p[0])
				sum = e.add(sum, e.mul(column[1], p[1]))
				v[c] = e.add(sum, e.mul(column[2], p[2]))
			}
			v[3] = e.add(v[3], p[3])
			put(r, v)
		}
		e.jump("B", name+"_done")
		e.label(name + "_root")
		for r := range 3 {
			put(r, [4]vreg{m[r][0], m[r][1], m[r][2], e.load(block, (4+r)*row+half)})
		}
		e.label(name + "_done")
	})
}

func neonLocalToModel() {
	e := arm.function("localToModelAsm")
	base, block, parents, joints := e.param("model"), e.param("block"), e.param("parents"), e.param("joints")
	model, one := e.x(), e.constant(bitsOne)
	e.move(model, base)
	e.repeat("joints", joints, func() {
		e.modelOfJoint(true, base, model, block, e.next16(parents), one, noPalette)
		e.addTo(block, groupSize)
		e.addTo(model, blockMatrix)
	})
	e.finish()
}

// eachPose computes model matrices from local poses, group by group. For each joint it calls joint, which calls model once or in
// several branches.
func (e *neon) eachPose(joint func(model func(then modelRow))) {
	base, model, locals, stride := e.param("model"), e.x(), e.param("locals"), e.param("stride")
	parents, joints, left, block := e.param("parents"), e.param("joints"), e.x(), e.x()
	one := e.constant(bitsOne)
	e.move(model, base)
	e.do("LSL $2, %s, %s", useX(stride), defX(stride))
	e.label("group")
	e.do("MOVD "+e.memory("group")+", %s", defX(block))
	e.do("MOVD $8, %s", defX(left))
	e.do("CMP %s, %s", useX(left), useX(joints))
	e.do("CSEL LT, %s, %s, %s", useX(joints), useX(left), defX(left))
	e.do("SUB %s, %s, %s", useX(left), useX(joints), defX(joints))
	ones := e.number(bitsOne<<32 | bitsOne)
	e.transposeRows(block, locals, stride, 0, 7, func(at [4]xreg, first int) func() { return e.compareScales(ones, at, first) })
	each := func(name string, scaled bool) {
		e.label(name)
		parent := e.next16(parents)
		joint(func(then modelRow) { e.modelOfJoint(scaled, base, model, block, parent, one, then) })
		e.addTo(block, groupSize)
		e.addTo(model, blockMatrix)
		e.addTo(left, -1)
		e.jump("CBNZ %s,", name, useX(left))
	}
	e.jump("BEQ", "unscaled")
	e.transposeRows(block, locals, stride, 7, 10, alone)
	each("scaled", true)
	e.jump("B", "grouped")
	each("unscaled", false)
	e.label("grouped")
	e.addTo(locals, groupSize)
	e.jump("CBNZ %s,", "group", useX(joints))
}

// compareScales returns a function that compares some scales of lanes first to first+3 with 1, as long as all before were. It uses general
// registers, because the vector units are what limits the rest.
func (e *neon) compareScales(ones xreg, at [4]xreg, first int) func() {
	n := 0
	return func() {
		for range 2 {
			if n == 4*6 {
				return
			}
			a, b := e.x(), e.x()
			e.do(fmt.Sprintf("LDP %d(%%s), (%%s, %%s)", 7*row+n%6*16), useX(at[n/6]), defX(a), defX(b))
			if first+n == 0 {
				e.do("CMP %s, %s", useX(a), useX(ones))
			} else {
				e.do("CCMP EQ, %s, %s, $0", useX(a), useX(ones))
			}
			e.do("CCMP EQ, %s, %s, $0", useX(b), useX(ones))
			n++
		}
	}
}

// noPalette is for joints without an entry in a palette.
func noPalette(int, int, [4]vreg) {}

func neonPoseToModel() {
	e := arm.function("poseToModelAsm")
	e.eachPose(func(model func(modelRow)) { model(noPalette) })
	e.finish()
}
