package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

// rowMultiplier multiplies 3x4 matrices of one character, a register for each shared.Row.
type rowMultiplier struct {
	function
	last [3]vector // -0 in shared.Lanes 0 to 2; adding it changes no number, not even the sign of a zero
}

func (e function) newRowMultiplier() *rowMultiplier {
	m := &rowMultiplier{function: e}
	for r := range m.last {
		m.last[r] = e.Constant(bitsSign)
	}
	return m
}

// multiply stores the product of two matrices, shared.Row by shared.Row: ((a0·b0 + a1·b1) + a2·b2)
// + (-0, -0, -0, a3), where b0 to b2 are rows.
func (m *rowMultiplier) multiply(a, b, to number) {
	e := m.function
	var rows, from [3]vector
	for k := range rows {
		rows[k], from[k] = e.Load(b, 16*k), e.Load(a, 16*k)
	}
	for r, v := range from {
		sum := e.MulBy(rows[0], v, 0)
		sum = e.Add(sum, e.MulBy(rows[1], v, 1))
		sum = e.Add(sum, e.MulBy(rows[2], v, 2))
		e.PutLane(m.last[r], v, 3)
		e.Store(e.Add(sum, m.last[r]), to, 16*r)
	}
}

func (g Generator) poseToModelOne() {
	e := g.begin("poseToModelOneAsm")
	base, group, locals, parents := e.Param("model"), e.Param("scratch"), e.Param("locals"), e.Param("parents")
	joints, left, model, local := e.Param("joints"), e.X(), e.X(), e.X()
	m, size, one := e.newRowMultiplier(), e.Number(shared.MatrixSize), e.Constant(bitsOne)
	e.Move(model, base)
	e.While("group", joints, func() {
		eachHalf(func(half int) {
			matrix := e.local(locals, half, true, one)
			for r := range 3 {
				columns := [4]vector{matrix[r][0], matrix[r][1], matrix[r][2], e.Load(locals, (4+r)*shared.Row+half)}
				for k, v := range e.Turn4(columns) {
					e.Store(v, group, (half/4+k)*shared.MatrixSize+16*r)
				}
			}
		})
		e.AddTo(locals, shared.GroupSize)
		e.Take(left, joints, shared.Lanes)
		e.Move(local, group)
		e.While("joint", left, func() {
			parent := e.Next16(parents)
			e.IfNegative("root", parent, func() {
				for r := range 3 {
					e.Store(e.Load(local, 16*r), model, 16*r)
				}
			}, func() { m.multiply(e.SumOf(base, parent, size), local, model) })
			e.AddTo(local, shared.MatrixSize)
			e.AddTo(model, shared.MatrixSize)
			e.AddTo(left, -1)
		})
	})
	e.Finish()
}

func (g Generator) paletteOne() {
	e := g.begin("paletteOneAsm")
	dst, model, joints := e.Param("dst"), e.Param("model"), e.Param("joints")
	indices, bind := e.Param("indices"), e.Param("inverseBind")
	m, size := e.newRowMultiplier(), e.Number(shared.MatrixSize)
	e.Repeat("entry", indices, func() {
		m.multiply(e.SumOf(model, e.Next16(joints), size), bind, dst)
		e.AddTo(bind, shared.MatrixSize)
		e.AddTo(dst, shared.MatrixSize)
	})
	e.Finish()
}
