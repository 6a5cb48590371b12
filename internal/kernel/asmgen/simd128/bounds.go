package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

func (g Generator) bounds() {
	e := g.begin("boundsAsm")
	to, model, joints := e.Param("bounds"), e.Param("model"), e.Param("joints")
	indices, boxes, size := e.Param("indices"), e.Param("boxes"), e.Number(shared.BlockMatrix)
	var sums [6][2]vector
	for i := range sums {
		sums[i] = e.LoadPair(to, i*shared.Row)
	}
	margin := e.Constant(bitsBoundsMargin)
	e.Repeat("bound", indices, func() {
		joint := e.SumOf(model, e.Next16(joints), size)
		box := [6]vector{}
		for i := range box {
			box[i] = e.LoadNumber(boxes, 4*i)
		}
		eachHalf(func(half int) {
			for r := range 3 {
				var center, extent vector
				for c := range 3 {
					v := e.Load(joint, (4*r+c)*shared.Row+half)
					product, absolute := e.MulBy(v, box[c], 0), e.MulBy(e.Abs(v), box[3+c], 0)
					if c == 0 {
						center, extent = product, absolute
					} else {
						center, extent = e.Add(center, product), e.Add(extent, absolute)
					}
				}
				v := e.Load(joint, (4*r+3)*shared.Row+half)
				center, extent = e.Add(center, v), e.Add(extent, e.Mul(e.Abs(v), margin))
				low, high := e.Sub(center, extent), e.Add(center, extent)
				least, greatest := sums[r][half/shared.HalfRow], sums[3+r][half/shared.HalfRow]
				e.PutWhere(least, low, e.Greater(least, low))
				e.PutWhere(greatest, high, e.Greater(high, greatest))
			}
		})
		e.AddTo(boxes, 4*6)
	})
	for i := range sums {
		e.StorePair(sums[i], to, i*shared.Row)
	}
	e.Finish()
}
