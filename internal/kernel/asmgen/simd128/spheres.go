package simd128

import (
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// SphereTests writes the kernels of package spheres that are no programs: their results are bits.
func (g Generator) SphereTests() {
	g.below()
	g.nearer()
}

// storeBits stores a bit for each lane of the two halves of a mask.
func (e function) storeBits(mask [2]vector, to number) {
	bits := e.MaskBits(mask[0])
	e.AddShifted(bits, e.MaskBits(mask[1]), 4)
	e.StoreByte(bits, to, 0)
}

func (g Generator) below() {
	e := g.begin("belowAsm")
	out, groups, count := e.Param("out"), e.Param("groups"), e.Param("count")
	planes, planeCount, shadows := e.Param("planes"), e.Param("planeCount"), e.Param("shadows")
	one := e.Constant(bitsOne)
	plane, left := e.X(), e.X()
	below := [2]vector{e.V(), e.V()}
	e.Repeat("group", count, func() {
		for h := range below {
			e.Into(below[h], e.Zero())
		}
		e.Move(plane, planes)
		e.Move(left, planeCount)
		e.While("plane", left, func() {
			var of [layout.PlaneSize]vector
			for i := range of {
				of[i] = e.LoadNumber(plane, 4*i)
			}
			distance := e.MulBy(one, of[layout.PlaneDistance], 0) // in all lanes
			for h := range below {
				at := h * shared.HalfRow
				by := func(r, coefficient int) vector {
					return e.MulBy(e.Load(groups, r*shared.Row+at), of[coefficient], 0)
				}
				d := by(layout.SphereCenter, layout.PlaneNormal)
				for i := 1; i < 3; i++ {
					d = e.Add(d, by(layout.SphereCenter+i, layout.PlaneNormal+i))
				}
				d = e.Add(d, distance)
				d = e.Sub(d, e.MulBy(e.Load(shadows, at), of[layout.PlaneAlong], 0))
				d = e.Add(d, by(layout.SphereRadius, layout.PlaneSide))
				e.Into(below[h], e.Or(below[h], e.Negative(d)))
			}
			e.AddTo(plane, 4*layout.PlaneSize)
			e.AddTo(left, -1)
		})
		e.storeBits(below, out)
		e.AddTo(out, 1)
		e.AddTo(groups, layout.SphereRows*shared.Row)
		e.AddTo(shadows, shared.Row)
	})
	e.Finish()
}

func (g Generator) nearer() {
	e := g.begin("nearerAsm")
	out, groups, count := e.Param("out"), e.Param("groups"), e.Param("count")
	eye, squares, squareCount := e.Param("eye"), e.Param("squares"), e.Param("squareCount")
	one := e.Constant(bitsOne)
	to, square, left := e.X(), e.X(), e.X()
	var from [3]vector // in all lanes
	for i := range from {
		from[i] = e.MulBy(one, e.LoadNumber(eye, 4*i), 0)
	}
	e.Repeat("group", count, func() {
		var away, size [2]vector
		for h := range away {
			at := h * shared.HalfRow
			for i := range from {
				d := e.Sub(e.Load(groups, (layout.SphereCenter+i)*shared.Row+at), from[i])
				d = e.Mul(d, d)
				if i > 0 {
					d = e.Add(away[h], d)
				}
				away[h] = d
			}
			size[h] = e.Load(groups, layout.SphereRadius*shared.Row+at)
			size[h] = e.Mul(size[h], size[h])
		}
		e.Move(to, out)
		e.Move(square, squares)
		e.Move(left, squareCount)
		e.While("square", left, func() {
			of := e.LoadNumber(square, 0)
			var nearer [2]vector
			for h := range nearer {
				nearer[h] = e.Greater(e.MulBy(size[h], of, 0), away[h])
			}
			e.storeBits(nearer, to)
			e.AddTo(square, 4)
			e.AddTo(to, 8)
			e.AddTo(left, -1)
		})
		e.AddTo(out, 1)
		e.AddTo(groups, layout.SphereRows*shared.Row)
	})
	e.Finish()
}
