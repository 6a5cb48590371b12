package main

func neonBounds() {
	e := arm.function("boundsAsm")
	to, model, joints := e.param("bounds"), e.param("model"), e.param("joints")
	indices, boxes, size := e.param("indices"), e.param("boxes"), e.number(blockMatrix)
	var sums [6][2]vreg
	for i := range sums {
		sums[i] = e.loadPair(to, i*row)
	}
	margin := e.constant(bitsBoundsMargin)
	e.repeat("bound", indices, func() {
		joint := e.sumOf(model, e.next16(joints), size)
		box := [6]vreg{}
		for i := range box {
			box[i] = e.loadNumber(boxes, 4*i)
		}
		eachHalf(func(half int) {
			for r := range 3 {
				var center, extent vreg
				for c := range 3 {
					v := e.load(joint, (4*r+c)*row+half)
					product, absolute := e.mulBy(v, box[c], 0), e.mulBy(e.abs(v), box[3+c], 0)
					if c == 0 {
						center, extent = product, absolute
					} else {
						center, extent = e.add(center, product), e.add(extent, absolute)
					}
				}
				v := e.load(joint, (4*r+3)*row+half)
				center, extent = e.add(center, v), e.add(extent, e.mul(e.abs(v), margin))
				low, high := e.sub(center, extent), e.add(center, extent)
				least, greatest := sums[r][half/halfRow], sums[3+r][half/halfRow]
				e.putWhere(least, low, e.greater(least, low))
				e.putWhere(greatest, high, e.greater(high, greatest))
			}
		})
		e.addTo(boxes, 4*6)
	})
	for i := range sums {
		e.storePair(sums[i], to, i*row)
	}
	e.finish()
}
