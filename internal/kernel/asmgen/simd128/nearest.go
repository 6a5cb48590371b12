package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

// pointRegisters and boxRegisters are how many registers of 4 lanes hold the sums of package nearest.
const pointRegisters, boxRegisters = 2, 16

// Nearest writes the kernels of package nearest.
func (g Generator) Nearest() {
	const size = boxRegisters * shared.HalfRow
	g.nearest("distancesAsm", "distances", pointRegisters, 1, func(e Machine, rows number, r int, query vector) vector {
		return e.Sub(e.Load(rows, r*shared.HalfRow), query)
	})
	g.nearest("boundsAsm", "bounds", boxRegisters, 2, func(e Machine, rows number, r int, query vector) vector {
		d := e.Sub(e.Load(rows, r*shared.HalfRow), query)
		above := e.Sub(query, e.Load(rows, size+r*shared.HalfRow))
		e.PutWhere(d, above, e.Greater(above, d))
		return e.And(d, e.Greater(d, e.Zero())) // 0 where it is not above 0
	})
}

// nearest writes a kernel that sums weighted squares, and stops where they are all above a limit
// after each 8 numbers of the query. The sums are in so many registers. difference returns what is
// squared for one, and each number of the query has so many times as many.
func (g Generator) nearest(name, to string, count, times int,
	difference func(e Machine, rows number, r int, query vector) vector,
) {
	e := g.begin(name)
	out, query, weights := e.Param(to), e.Param("query"), e.Param("weights")
	rows, numbers, limit := e.Param("rows"), e.Param("numbers"), e.Broadcast("limit")
	sums := make([]vector, count)
	for r := range sums {
		sums[r] = e.V()
		e.Into(sums[r], e.Zero())
	}
	one := e.Constant(bitsOne)
	result, all, part := e.X(), e.V(), e.X()
	e.While("part", numbers, func() {
		e.Take(part, numbers, shared.NearestStep)
		e.Repeat("number", part, func() { g.nearestNumber(e, sums, one, query, weights, rows, times, difference) })
		e.Into(all, e.Greater(sums[0], limit))
		for _, sum := range sums[1:] {
			e.Into(all, e.And(all, e.Greater(sum, limit)))
		}
		e.Move(result, e.AllTrue(all))
		e.IfZero("above", result, func() {}, func() { e.Move(numbers, e.Number(0)) })
	})
	e.Return(result)
	for r, sum := range sums {
		e.Store(sum, out, r*shared.HalfRow)
	}
	e.Finish()
}

// nearestNumber adds what a number of the query adds to the sums, and moves on.
func (g Generator) nearestNumber(e function, sums []vector, one vector, query, weights, rows number, times int,
	difference func(e Machine, rows number, r int, query vector) vector,
) {
	q, weight := e.MulBy(one, e.LoadNumber(query, 0), 0), e.LoadNumber(weights, 0) // q in all lanes
	for r, sum := range sums {
		d := difference(e, rows, r, q)
		e.Into(sum, e.Add(sum, e.MulBy(e.Mul(d, d), weight, 0)))
	}
	e.AddTo(query, 4)
	e.AddTo(weights, 4)
	e.AddTo(rows, times*len(sums)*shared.HalfRow)
}
