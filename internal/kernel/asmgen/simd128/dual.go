package simd128

import (
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// dualQuads is the number of vectors that hold what a matrix was taken apart into.
const dualQuads = shared.DualSize / 16

// Sum writes the kernel of package skinning that is no program: it adds up the parts of the
// influences' matrices, for 4 vertices at a time.
func (g Generator) Sum() {
	e := g.begin("sumAsm")
	rows, joints, weights := e.Param("rows"), e.Param("joints"), e.Param("weights")
	influences, groups, duals, last := e.Param("influences"), e.Param("groups"), e.Param("duals"), e.X()
	if arm, is := e.Machine.(*neon.Function); is {
		arm.Do("MOVWU "+arm.Memory("last")+", %s", neon.DefX(last))
	} else {
		e.Move(last, e.Param("last"))
	}
	size := e.Number(shared.DualSize)
	quads := groups
	e.ShiftLeft(quads, 1)
	half := e.Number(0) // of the group
	e.Repeat("quad", quads, func() {
		var sums [4][dualQuads]vector
		var pivots [4]vector
		var joint, weight [4]number // of each vertex's next influence
		for v := range sums {
			joint[v], weight[v] = joints, weights
			if v > 0 {
				joint[v], weight[v] = e.Sum(joint[v-1], influences, 1), e.Sum(weight[v-1], influences, 2)
			}
			pivots[v] = e.Load(e.SumOf(duals, e.Less(e.Unsigned16(joint[v], 0), last), size), 0)
			for k := range sums[v] {
				sums[v][k] = e.V()
				e.Into(sums[v][k], e.Zero())
			}
		}
		left := e.X()
		e.Move(left, influences)
		e.While("influence", left, func() {
			var w [4]vector
			for v := range w {
				w[v] = e.LoadNumber(weight[v], 0)
			}
			none := e.AllTrue(e.IsZero(e.Or(e.Or(w[0], w[1]), e.Or(w[2], w[3]))))
			e.IfZero("some", none, func() {
				var from [4]number
				var q [4]vector
				for v := range q {
					from[v] = e.SumOf(duals, e.Less(e.Unsigned16(joint[v], 0), last), size)
					q[v] = e.Mul(e.Load(from[v], 0), pivots[v])
				}
				q = e.Turn4(q)
				dot := e.Add(e.Add(q[0], q[2]), e.Add(q[1], q[3]))
				side := e.Or(e.And(e.Negative(dot), e.Constant(bitsSign)), e.Constant(bitsOne)) // ±1
				for v := range sums {
					e.IfZero("weight", e.AllTrue(e.IsZero(e.LoadNumber(weight[v], 0))), func() {
						by := e.LoadNumber(weight[v], 0)
						signed := e.MulBy(by, side, v)
						for k, sum := range sums[v] {
							factor := by
							if k < 2 {
								factor = signed
							}
							e.Into(sum, e.Add(sum, e.MulBy(e.Load(from[v], 16*k), factor, 0)))
						}
					}, func() {})
				}
			}, func() {})
			for v := range sums {
				e.AddTo(joint[v], 2)
				e.AddTo(weight[v], 4)
			}
			e.AddTo(left, -1)
		})
		e.Move(joints, joint[3])
		e.Move(weights, weight[3])
		for k := range dualQuads {
			turned := e.Turn4([4]vector{sums[0][k], sums[1][k], sums[2][k], sums[3][k]})
			for c, v := range turned {
				if r := 4*k + c; r < layout.DualRows {
					e.Store(v, rows, r*shared.Row)
				}
			}
		}
		e.IfZero("first", half, func() {
			e.AddTo(rows, shared.HalfRow)
			e.AddTo(half, 1)
		}, func() {
			e.AddTo(rows, layout.DualRows*shared.Row-shared.HalfRow)
			e.AddTo(half, -1)
		})
	})
	e.Finish()
}
