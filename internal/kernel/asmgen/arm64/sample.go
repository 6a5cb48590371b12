package arm64

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
)

// sampler holds the registers that the rows of [sample] share.
type sampler struct {
	function
	dst, baked   neon.X
	from, to     neon.X // of the next layout.Row
	shapes       neon.X
	bits, ranges neon.X   // of the next layout.Row
	u, magic     neon.V   // the fraction, and 2^23
	wide         []func() // write the code for wide rows
}

// list returns the pointer and the length of a slice of Baked.
func (s *sampler) list(field int) (first, count neon.X) {
	return s.field(field), s.field(field + layout.SliceLength)
}

func (s *sampler) field(offset int) neon.X {
	d := s.X()
	s.Do("MOVD "+fmt.Sprint(offset)+"(%s), %s", neon.UseX(s.baked), neon.DefX(d))
	return d
}

func (g Generator) sample() {
	e := g.begin("sampleAsm")
	s := &sampler{function: e, dst: e.Param("dst"), baked: e.Param("baked")}
	s.copyRows()
	s.from, s.to, s.shapes, s.u = e.Param("from"), e.Param("to"), e.Param("shapes"), e.Broadcast("u")
	s.bits, s.ranges = s.field(layout.BakedBits), s.field(layout.BakedRanges)
	s.magic = e.Constant(bitsMagic)
	near := e.X()
	e.Do("MOVBU "+fmt.Sprint(layout.BakedNear)+"(%s), %s", neon.UseX(s.baked), neon.DefX(near))

	// Rotations: four rows at a time, normalized by a series if they are near unit length, otherwise by a root.
	groups, count := s.list(layout.BakedTurns)
	turn := func(unit func(quad) quad) func() {
		return func() {
			var q [2]quad
			for r := range 4 {
				for half, v := range s.row() {
					q[half][r] = v
				}
			}
			s.storeUnits(q, s.Sum(s.dst, s.Next32(groups), 2), unit)
		}
	}
	one := e.Constant(bitsOne)
	e.Jump("CBZ %s,", "root", neon.UseX(near))
	series := s.newSeries(one)
	e.Repeat("series", count, turn(series))
	e.Jump("B", "turned")
	e.Label("root")
	e.Repeat("turn", count, turn(func(q quad) quad { return e.unit(q, one) }))
	e.Label("turned")

	whole, rows := s.list(layout.BakedWhole)
	e.Repeat("whole", rows, func() {
		v := s.row()
		e.StorePair(v, e.Sum(s.dst, e.Next32(whole), 2), 0)
	})
	s.scatter()

	// The rotations of the other groups.
	groups, count = s.list(layout.BakedRotations)
	each := func(unit func(quad) quad) func() {
		return func() {
			group := e.Sum(s.dst, e.Next32(groups), 2)
			s.storeUnits([2]quad{e.loadQuad(group, 0), e.loadQuad(group, layout.HalfRow)}, group, unit)
		}
	}
	e.Jump("CBZ %s,", "far", neon.UseX(near))
	series = s.newSeries(one)
	e.Repeat("near", count, each(series))
	e.Jump("B", "normalized")
	e.Label("far")
	e.Repeat("normal", count, each(func(q quad) quad { return e.unit(q, one) }))
	e.Label("normalized")
	e.Ret()
	for _, code := range s.wide {
		code()
	}
	e.Finish()
}

// newSeries returns a function that normalizes rotations near unit length.
func (s *sampler) newSeries(one neon.V) func(quad) quad {
	e := s.function
	half, threeEighths, fiveSixteenths := e.Constant(bitsHalf), e.Constant(bitsThreeEighths), e.Constant(bitsFiveSixteenths)
	return func(q quad) quad {
		d := e.Sub(one, e.dot4(q, q))
		factor := e.Add(threeEighths, e.Mul(d, fiveSixteenths))
		factor = e.Add(half, e.Mul(d, factor))
		factor = e.Add(one, e.Mul(d, factor))
		for r := range q {
			q[r] = e.Mul(q[r], factor)
		}
		return q
	}
}

func (s *sampler) storeUnits(q [2]quad, group neon.X, unit func(quad) quad) {
	for half := range q {
		q[half] = unit(q[half])
	}
	for r := range 4 {
		s.StorePair([2]neon.V{q[0][r], q[1][r]}, group, r*layout.Row)
	}
}

// copyRows writes rows of the rest pose and constants.
func (s *sampler) copyRows() {
	e := s.function
	rest := s.field(layout.BakedRest)
	targets, count := s.list(layout.BakedRestTargets)
	e.Repeat("rest", count, func() {
		target := e.Next32(targets)
		v := e.LoadPair(e.Sum(rest, target, 2), 0)
		e.StorePair(v, e.Sum(s.dst, target, 2), 0)
	})
	constants := s.field(layout.BakedConstants)
	targets, count = s.list(layout.BakedConstantTargets)
	e.Repeat("constant", count, func() {
		v := e.LoadPair(constants, 0)
		e.StorePair(v, e.Sum(s.dst, e.Next32(targets), 2), 0)
		e.AddTo(constants, layout.Row)
	})
}

// layout.Row interpolates the next layout.Row. A narrow layout.Row fits into 16 bytes, from which all of its numbers come; its integers are below 2^23 even
// where they are, not shifted down. They become float32 as the last bits of 2^23, which leaves their differences exact, and is faster than
// the instruction that converts. Numbers 4 to 7 of a wide layout.Row come from the 16 bytes that begin at half of it.
func (s *sampler) row() (v [2]neon.V) {
	e := s.function
	bits, shape := e.X(), e.X()
	e.Do("MOVBU.P 1(%s), %s", neon.UseX(s.bits).Updated(), neon.DefX(bits))
	e.Do("ADD %s<<6, %s, %s", neon.UseX(bits), neon.UseX(s.shapes), neon.DefX(shape))
	shuffle, mask := e.LoadPair(shape, layout.ShapeShuffle), e.LoadPair(shape, layout.ShapeMask)
	from, to := e.Load(s.from, 0), e.Load(s.to, 0)
	var first, difference [2]neon.V
	for k := range v {
		first[k], difference[k] = e.V(), e.V()
	}
	wide, taken := e.Unique("wide"), e.Unique("taken")
	e.Do("CMP $"+fmt.Sprint(layout.NarrowBits)+", %s", neon.UseX(bits))
	e.Jump("BHI", wide)
	for k := range v {
		a, b := e.LookUp(from, shuffle[k]), e.LookUp(to, shuffle[k])
		e.PutUnless(a, s.magic, mask[k])
		e.PutUnless(b, s.magic, mask[k])
		e.Into(difference[k], e.Sub(b, a))
		e.Into(first[k], e.Sub(a, s.magic))
	}
	e.Label(taken)
	steps, bases := e.LoadPair(s.ranges, layout.Row), e.LoadPair(s.ranges, 0)
	for k := range v {
		v[k] = e.Add(bases[k], e.Mul(e.Add(first[k], e.Mul(difference[k], s.u)), steps[k]))
	}
	e.Do("ADD %s, %s, %s", neon.UseX(bits), neon.UseX(s.from), neon.DefX(s.from))
	e.Do("ADD %s, %s, %s", neon.UseX(bits), neon.UseX(s.to), neon.DefX(s.to))
	e.AddTo(s.ranges, 2*layout.Row)
	s.wide = append(s.wide, func() {
		e.Label(wide)
		half := e.X()
		e.Do("LSR $1, %s, %s", neon.UseX(bits), neon.DefX(half))
		bytes := [2][2]neon.V{{from, to}, {e.LoadAt(s.from, half), e.LoadAt(s.to, half)}}
		for k, pair := range bytes {
			b := e.ToFloat(e.And(e.LookUp(pair[1], shuffle[k]), mask[k]))
			e.Into(first[k], e.ToFloat(e.And(e.LookUp(pair[0], shuffle[k]), mask[k])))
			e.Into(difference[k], e.Sub(b, first[k]))
		}
		e.Jump("B", taken)
	})
	return v
}

// scatter writes the numbers of scattered rows.
func (s *sampler) scatter() {
	e := s.function
	targets, count := s.list(layout.BakedScattered)
	e.Do("LSR $3, %s, %s", neon.UseX(count), neon.DefX(count))
	e.Repeat("scattered", count, func() {
		v := s.row()
		for k := range layout.Lanes {
			e.StoreLane(v[k/4], k%4, e.Sum(s.dst, e.Next32(targets), 2))
		}
	})
}
