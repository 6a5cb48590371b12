package main

// rowMultiplier multiplies 3x4 matrices of one character, a register for each row.
type rowMultiplier struct {
	*neon
	last [3]vreg // -0 in lanes 0 to 2; adding it changes no number, not even the sign of a zero
}

func (e *neon) newRowMultiplier() *rowMultiplier {
	m := &rowMultiplier{neon: e}
	for r := range m.last {
		m.last[r] = e.constant(bitsSign)
	}
	return m
}

// multiply stores the product of two matrices, row by row: ((a0·b0 + a1·b1) + a2·b2) + (-0, -0, -0, a3), where b0 to b2 are rows.
func (m *rowMultiplier) multiply(a, b, to xreg) {
	e := m.neon
	var rows, from [3]vreg
	for k := range rows {
		rows[k], from[k] = e.load(b, 16*k), e.load(a, 16*k)
	}
	for r, v := range from {
		sum := e.mulBy(rows[0], v, 0)
		sum = e.add(sum, e.mulBy(rows[1], v, 1))
		sum = e.add(sum, e.mulBy(rows[2], v, 2))
		e.putLane(m.last[r], v, 3)
		e.store(e.add(sum, m.last[r]), to, 16*r)
	}
}

func neonPoseToModelOne() {
	e := arm.function("poseToModelOneAsm")
	base, group, locals, parents := e.param("model"), e.param("group"), e.param("locals"), e.param("parents")
	joints, left, model, local := e.param("joints"), e.x(), e.x(), e.x()
	m, size, one := e.newRowMultiplier(), e.number(matrixSize), e.constant(bitsOne)
	e.move(model, base)
	e.label("group")
	e.jump("CBZ %s,", "end", useX(joints))
	eachHalf(func(half int) {
		matrix := e.local(locals, half, true, one)
		for r := range 3 {
			columns := [4]vreg{matrix[r][0], matrix[r][1], matrix[r][2], e.load(locals, (4+r)*row+half)}
			for k, v := range e.turn4(columns) {
				e.store(v, group, (half/4+k)*matrixSize+16*r)
			}
		}
	})
	e.addTo(locals, groupSize)
	e.do("MOVD $8, %s", defX(left))
	e.do("CMP %s, %s", useX(left), useX(joints))
	e.do("CSEL LT, %s, %s, %s", useX(joints), useX(left), defX(left))
	e.do("SUB %s, %s, %s", useX(left), useX(joints), defX(joints))
	e.move(local, group)
	e.label("joint")
	parent := e.next16(parents)
	e.jump("TBNZ $63, %s,", "root", useX(parent))
	m.multiply(e.sumOf(base, parent, size), local, model)
	e.jump("B", "next")
	e.label("root")
	for r := range 3 {
		e.store(e.load(local, 16*r), model, 16*r)
	}
	e.label("next")
	e.addTo(local, matrixSize)
	e.addTo(model, matrixSize)
	e.addTo(left, -1)
	e.jump("CBNZ %s,", "joint", useX(left))
	e.jump("B", "group")
	e.label("end")
	e.finish()
}

func neonPaletteOne() {
	e := arm.function("paletteOneAsm")
	dst, model, joints := e.param("dst"), e.param("model"), e.param("joints")
	indices, bind := e.param("indices"), e.param("inverseBind")
	m, size := e.newRowMultiplier(), e.number(matrixSize)
	e.repeat("entry", indices, func() {
		m.multiply(e.sumOf(model, e.next16(joints), size), bind, dst)
		e.addTo(bind, matrixSize)
		e.addTo(dst, matrixSize)
	})
	e.finish()
}
