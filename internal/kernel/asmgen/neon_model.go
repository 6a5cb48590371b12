package main

func neonTranspose() {
	e := arm.function("transposeAsm")
	block, locals, stride, groups := e.param("block"), e.param("locals"), e.param("stride"), e.param("groups")
	e.do("LSL $2, %s, %s", useX(stride), defX(stride))
	e.repeat("transpose", groups, func() {
		e.transposeRows(block, locals, stride, 0, 10)
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

// transposeRows writes rows first to end-1 of 8 joints, from the group of 8 lanes.
func (e *neon) transposeRows(block, locals, stride xreg, first, end int) {
	for lane := 0; lane < lanes; lane += 4 {
		at := e.laneAddresses(locals, stride, lane)
		for r := first; r < end; r++ {
			for joint := 0; joint < lanes; joint += 4 {
				var v [4]vreg
				for k := range v {
					v[k] = e.load(at[k], r*row+4*joint)
				}
				for k, v := range e.turn4(v) {
					e.store(v, block, (joint+k)*groupSize+r*row+4*lane)
				}
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
func (e *neon) modelOfJoint(scaled bool, base, model, block, parent, size xreg, one vreg, then modelRow) {
	from := e.sumOf(base, parent, size)
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
	model, size, one := e.x(), e.number(blockMatrix), e.constant(bitsOne)
	e.move(model, base)
	e.repeat("joints", joints, func() {
		e.modelOfJoint(true, base, model, block, e.next16(parents), size, one, noPalette)
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
	size, one := e.number(blockMatrix), e.constant(bitsOne)
	e.move(model, base)
	e.do("LSL $2, %s, %s", useX(stride), defX(stride))
	e.label("group")
	e.do("MOVD "+e.memory("group")+", %s", defX(block))
	e.do("MOVD $8, %s", defX(left))
	e.do("CMP %s, %s", useX(left), useX(joints))
	e.do("CSEL LT, %s, %s, %s", useX(joints), useX(left), defX(left))
	e.do("SUB %s, %s, %s", useX(left), useX(joints), defX(joints))
	// Whether any scale is not 1.
	other := [2]vreg{e.zero(), e.zero()}
	for lane := 0; lane < lanes; lane += 4 {
		for _, at := range e.laneAddresses(locals, stride, lane) {
			for r := 7; r < 10; r++ {
				for half, v := range e.loadPair(at, r*row) {
					e.accumulateBits(other[half], e.xor(v, one))
				}
			}
		}
	}
	e.transposeRows(block, locals, stride, 0, 7)
	any, bits := e.v(), e.x()
	e.word(0x6eb0a800, "UMAXV S%d, V%d.4S", defV(any, 0), useV(e.or(other[0], other[1]), 5))
	e.word(0x1e260000, "FMOV W%d, S%d", operand{class: general, id: int(bits), def: true}, useV(any, 5))
	each := func(name string, scaled bool) {
		e.label(name)
		parent := e.next16(parents)
		joint(func(then modelRow) { e.modelOfJoint(scaled, base, model, block, parent, size, one, then) })
		e.addTo(block, groupSize)
		e.addTo(model, blockMatrix)
		e.addTo(left, -1)
		e.jump("CBNZ %s,", name, useX(left))
	}
	e.jump("CBZ %s,", "unscaled", useX(bits))
	e.transposeRows(block, locals, stride, 7, 10)
	each("scaled", true)
	e.jump("B", "grouped")
	each("unscaled", false)
	e.label("grouped")
	e.addTo(locals, groupSize)
	e.jump("CBNZ %s,", "group", useX(joints))
}

func noPalette(int, int, [4]vreg) {}

func neonPoseToModel() {
	e := arm.function("poseToModelAsm")
	e.eachPose(func(model func(modelRow)) { model(noPalette) })
	e.finish()
}
