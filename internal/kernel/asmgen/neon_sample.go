package main

// neonSampler holds the registers that the rows of [neonSample] share.
type neonSampler struct {
	*neon
	dst, baked   xreg
	from, to     xreg // of the next row
	shapes       xreg
	bits, ranges xreg     // of the next row
	u, magic     vreg     // the fraction, and 2^23
	wide         []func() // write the code for wide rows
}

// list returns the pointer and the length of a slice of Baked.
func (s *neonSampler) list(field int) (first, count xreg) {
	return s.field(field), s.field(field + sliceLength)
}

func (s *neonSampler) field(offset int) xreg {
	d := s.x()
	s.do("MOVD "+number(offset)+"(%s), %s", useX(s.baked), defX(d))
	return d
}

func neonSample() {
	e := arm.function("sampleAsm")
	s := &neonSampler{neon: e, dst: e.param("dst"), baked: e.param("baked")}
	s.copyRows()
	s.from, s.to, s.shapes, s.u = e.param("from"), e.param("to"), e.param("shapes"), e.broadcast("u")
	s.bits, s.ranges = s.field(bakedBits), s.field(bakedRanges)
	s.magic = e.constant(bitsMagic)
	near := e.x()
	e.do("MOVBU "+number(bakedNear)+"(%s), %s", useX(s.baked), defX(near))

	// Rotations: four rows at a time, normalized by a series if they are near unit length, otherwise by a root.
	groups, count := s.list(bakedTurns)
	turn := func(unit func(quad) quad) func() {
		return func() {
			var q [2]quad
			for r := range 4 {
				for half, v := range s.row() {
					q[half][r] = v
				}
			}
			s.storeUnits(q, s.sum(s.dst, s.next32(groups), 2), unit)
		}
	}
	one := e.constant(bitsOne)
	e.jump("CBZ %s,", "root", useX(near))
	series := s.newSeries(one)
	e.repeat("series", count, turn(series))
	e.jump("B", "turned")
	e.label("root")
	e.repeat("turn", count, turn(func(q quad) quad { return e.unit(q, one) }))
	e.label("turned")

	whole, rows := s.list(bakedWhole)
	e.repeat("whole", rows, func() {
		v := s.row()
		e.storePair(v, e.sum(s.dst, e.next32(whole), 2), 0)
	})
	s.scatter()

	// The rotations of the other groups.
	groups, count = s.list(bakedRotations)
	each := func(unit func(quad) quad) func() {
		return func() {
			group := e.sum(s.dst, e.next32(groups), 2)
			s.storeUnits([2]quad{e.loadQuad(group, 0), e.loadQuad(group, halfRow)}, group, unit)
		}
	}
	e.jump("CBZ %s,", "far", useX(near))
	series = s.newSeries(one)
	e.repeat("near", count, each(series))
	e.jump("B", "normalized")
	e.label("far")
	e.repeat("normal", count, each(func(q quad) quad { return e.unit(q, one) }))
	e.label("normalized")
	e.ret()
	for _, code := range s.wide {
		code()
	}
	e.finish()
}

// newSeries returns a function that normalizes rotations near unit length.
func (s *neonSampler) newSeries(one vreg) func(quad) quad {
	e := s.neon
	half, threeEighths, fiveSixteenths := e.constant(bitsHalf), e.constant(bitsThreeEighths), e.constant(bitsFiveSixteenths)
	return func(q quad) quad {
		d := e.sub(one, e.dot4(q, q))
		factor := e.add(threeEighths, e.mul(d, fiveSixteenths))
		factor = e.add(half, e.mul(d, factor))
		factor = e.add(one, e.mul(d, factor))
		for r := range q {
			q[r] = e.mul(q[r], factor)
		}
		return q
	}
}

func (s *neonSampler) storeUnits(q [2]quad, group xreg, unit func(quad) quad) {
	for half := range q {
		q[half] = unit(q[half])
	}
	for r := range 4 {
		s.storePair([2]vreg{q[0][r], q[1][r]}, group, r*row)
	}
}

// copyRows writes rows of the rest pose and constants.
func (s *neonSampler) copyRows() {
	e := s.neon
	rest := s.field(bakedRest)
	targets, count := s.list(bakedRestTargets)
	e.repeat("rest", count, func() {
		target := e.next32(targets)
		v := e.loadPair(e.sum(rest, target, 2), 0)
		e.storePair(v, e.sum(s.dst, target, 2), 0)
	})
	constants := s.field(bakedConstants)
	targets, count = s.list(bakedConstantTargets)
	e.repeat("constant", count, func() {
		v := e.loadPair(constants, 0)
		e.storePair(v, e.sum(s.dst, e.next32(targets), 2), 0)
		e.addTo(constants, row)
	})
}

// row interpolates the next row. A narrow row fits into 16 bytes, from which all of its numbers come; its integers are below 2^23 even
// where they are, not shifted down. They become float32 as the last bits of 2^23, which leaves their differences exact, and is faster than
// the instruction that converts. Numbers 4 to 7 of a wide row come from the 16 bytes that begin at half of it.
func (s *neonSampler) row() (v [2]vreg) {
	e := s.neon
	bits, shape := e.x(), e.x()
	e.do("MOVBU.P 1(%s), %s", useX(s.bits).updated(), defX(bits))
	e.do("ADD %s<<6, %s, %s", useX(bits), useX(s.shapes), defX(shape))
	shuffle, mask := e.loadPair(shape, shapeShuffle), e.loadPair(shape, shapeMask)
	from, to := e.load(s.from, 0), e.load(s.to, 0)
	var first, difference [2]vreg
	for k := range v {
		first[k], difference[k] = e.v(), e.v()
	}
	wide, taken := e.unique("wide"), e.unique("taken")
	e.do("CMP $"+number(narrowBits)+", %s", useX(bits))
	e.jump("BHI", wide)
	for k := range v {
		a, b := e.lookUp(from, shuffle[k]), e.lookUp(to, shuffle[k])
		e.putUnless(a, s.magic, mask[k])
		e.putUnless(b, s.magic, mask[k])
		e.into(difference[k], e.sub(b, a))
		e.into(first[k], e.sub(a, s.magic))
	}
	e.label(taken)
	steps, bases := e.loadPair(s.ranges, row), e.loadPair(s.ranges, 0)
	for k := range v {
		v[k] = e.add(bases[k], e.mul(e.add(first[k], e.mul(difference[k], s.u)), steps[k]))
	}
	e.do("ADD %s, %s, %s", useX(bits), useX(s.from), defX(s.from))
	e.do("ADD %s, %s, %s", useX(bits), useX(s.to), defX(s.to))
	e.addTo(s.ranges, 2*row)
	s.wide = append(s.wide, func() {
		e.label(wide)
		half := e.x()
		e.do("LSR $1, %s, %s", useX(bits), defX(half))
		bytes := [2][2]vreg{{from, to}, {e.loadAt(s.from, half), e.loadAt(s.to, half)}}
		for k, pair := range bytes {
			b := e.toFloat(e.and(e.lookUp(pair[1], shuffle[k]), mask[k]))
			e.into(first[k], e.toFloat(e.and(e.lookUp(pair[0], shuffle[k]), mask[k])))
			e.into(difference[k], e.sub(b, first[k]))
		}
		e.jump("B", taken)
	})
	return v
}

// scatter writes the numbers of scattered rows.
func (s *neonSampler) scatter() {
	e := s.neon
	targets, count := s.list(bakedScattered)
	e.do("LSR $3, %s, %s", useX(count), defX(count))
	e.repeat("scattered", count, func() {
		v := s.row()
		for k := range lanes {
			e.storeLane(v[k/4], k%4, e.sum(s.dst, e.next32(targets), 2))
		}
	})
}
