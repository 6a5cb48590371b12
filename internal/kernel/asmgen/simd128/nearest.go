package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

// pointRegisters and boxRegisters are how many registers of 4 lanes hold the sums of package nearest.
const pointRegisters, boxRegisters = 2, 16

// Nearest writes the kernels of package nearest.
func (g Generator) Nearest() {
	const size = boxRegisters * shared.HalfRow
	g.distances()
	g.grid("boxesAsm", 2, func(e Machine, rows number, r int, query vector) vector {
		below := e.SubInt16(e.Load(rows, r*shared.HalfRow), query)
		above := e.SubInt16(query, e.Load(rows, size+r*shared.HalfRow))
		return e.MaxInt16(e.MaxInt16(below, above), e.Zero())
	})
	g.grid("pointsAsm", 1, func(e Machine, rows number, r int, query vector) vector {
		return e.SubInt16(e.Load(rows, r*shared.HalfRow), query)
	})
}

// grid writes a kernel that sums squares of pairs of int16 for 64 lanes, and compares the sums with
// a limit. difference returns what is squared for a register, and each pair has so many times the
// registers of the sums.
func (g Generator) grid(name string, times int,
	difference func(e Machine, rows number, r int, query vector) vector,
) {
	e := g.begin(name)
	out, query, rows := e.Param("squares"), e.Param("query"), e.Param("rows")
	pairs, limits := e.Param("pairs"), e.Param("limits")
	sums := make([]vector, boxRegisters)
	for r := range sums {
		sums[r] = e.V()
		e.Into(sums[r], e.Zero())
	}
	e.Repeat("pair", pairs, func() {
		q := e.Load(query, 0)
		for r, sum := range sums {
			d := difference(e, rows, r, q)
			e.Into(sum, e.AddInt(sum, e.DotInt16(d, d)))
		}
		e.AddTo(query, shared.Row)
		e.AddTo(rows, times*len(sums)*shared.HalfRow)
	})
	limit := e.Load(limits, 0)
	for half := range 2 {
		bits := e.V()
		e.Into(bits, e.Zero())
		for r := boxRegisters - 2 + half; r >= 0; r -= 2 {
			e.Store(sums[r], out, r*shared.HalfRow)
			e.Into(bits, e.AddInt(bits, bits))
			e.Into(bits, e.SubInt(bits, e.GreaterInt(sums[r], limit))) // a mask is -1
		}
		e.Store(bits, out, (boxRegisters+half)*shared.HalfRow)
	}
	e.Finish()
}

// distances writes a kernel that sums weighted squares for 8 lanes, and stops where they are all
// above a limit after each 8 numbers of the query.
func (g Generator) distances() {
	e := g.begin("distancesAsm")
	out, query, weights := e.Param("distances"), e.Param("query"), e.Param("weights")
	rows, numbers, limit := e.Param("rows"), e.Param("numbers"), e.Broadcast("limit")
	var sums [pointRegisters]vector
	for r := range sums {
		sums[r] = e.V()
		e.Into(sums[r], e.Zero())
	}
	one := e.Constant(bitsOne)
	result, all, part := e.X(), e.V(), e.X()
	e.While("part", numbers, func() {
		e.Take(part, numbers, shared.NearestStep)
		e.Repeat("number", part, func() {
			q, weight := e.MulBy(one, e.LoadNumber(query, 0), 0), e.LoadNumber(weights, 0) // q in all lanes
			for r, sum := range sums {
				d := e.Sub(e.Load(rows, r*shared.HalfRow), q)
				e.Into(sum, e.Add(sum, e.MulBy(e.Mul(d, d), weight, 0)))
			}
			e.AddTo(query, 4)
			e.AddTo(weights, 4)
			e.AddTo(rows, shared.Row)
		})
		e.Into(all, e.And(e.Greater(sums[0], limit), e.Greater(sums[1], limit)))
		e.Move(result, e.AllTrue(all))
		e.IfZero("above", result, func() {}, func() { e.Move(numbers, e.Number(0)) })
	})
	e.Return(result)
	for r, sum := range sums {
		e.Store(sum, out, r*shared.HalfRow)
	}
	e.Finish()
}
