package simd128

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// sampler holds the registers that the rows of [sample] share.
type sampler struct {
	function
	dst, baked   number
	from, to     number // of the next shared.Row
	shapes       number
	bits, ranges number       // of the next shared.Row
	u            vector       // the fraction
	differences  *differences // nil for whole frames
	// turn interpolates the four rows of the next rotations, and stores them at unit length. row
	// interpolates the next row, and calls a function with both halves of it, or with one after the
	// other.
	turn func(group func() number, unit func(quad) quad)
	row  func(then func(first int, halves ...vector))
	// integers gets the integers of each half of a row, as float32, before they are scaled, unless it
	// is nil.
	integers func(half int, q vector)
}

// scaled returns half of the next row, given its integers.
func (s *sampler) scaled(half int, q, base, step vector) vector {
	if s.integers != nil {
		s.integers(half, q)
	}
	return s.Add(base, s.Mul(q, step))
}

// list returns the pointer and the length of a slice of Baked.
func (s *sampler) list(field int) (first, count number) {
	return s.field(field), s.field(field + layout.SliceLength)
}

func (s *sampler) field(offset int) number { return s.Field(s.baked, offset) }

func (g Generator) sample(name string) {
	e := g.begin(name)
	s := &sampler{function: e, dst: e.Param("dst"), baked: e.Param("baked")}
	s.copyRows()
	if name == "sampleAsm" {
		s.from, s.to = e.Param("from"), e.Param("to")
	} else {
		s.from, s.to, s.differences = e.Param("near"), e.Param("far"), s.newDifferences()
	}
	s.shapes, s.u = e.Param("shapes"), e.Broadcast("u")
	s.bits, s.ranges = s.field(layout.BakedBits), s.field(layout.BakedRanges)
	end := s.begin()
	near := e.Byte(s.baked, layout.BakedNearUnit)

	// Rotations: four rows at a time, normalized by a series if they are near unit length,
	// otherwise by a root.
	groups, count := s.list(layout.BakedRotationGroups)
	turn := func(unit func(quad) quad) func() {
		return func() { s.turn(func() number { return s.Sum(s.dst, s.Next32(groups), 2) }, unit) }
	}
	one := e.Constant(bitsOne)
	root := func(q quad) quad { return e.unit(q, one) }
	e.IfZero("root", near, func() {
		e.Repeat("turn", count, turn(root))
	}, func() { e.Repeat("series", count, turn(s.newSeries(one))) })

	whole, rows := s.list(layout.BakedWhole)
	e.Repeat("whole", rows, func() {
		var to number
		s.row(func(first int, halves ...vector) {
			if first == 0 {
				to = e.Sum(s.dst, e.Next32(whole), 2)
			}
			s.storeHalves(to, first, halves)
		})
	})
	s.scatter()

	// The rotations of the other groups.
	groups, count = s.list(layout.BakedNormalizedGroups)
	each := func(unit func(quad) quad) func() {
		return func() {
			group := e.Sum(s.dst, e.Next32(groups), 2)
			s.storeUnits([2]quad{e.loadQuad(group, 0), e.loadQuad(group, shared.HalfRow)}, group, unit)
		}
	}
	e.IfZero("far", near, func() {
		e.Repeat("normal", count, each(root))
	}, func() { e.Repeat("near", count, each(s.newSeries(one))) })
	end()
	e.Finish()
}

// newSeries returns a function that normalizes rotations near unit length.
func (s *sampler) newSeries(one vector) func(quad) quad {
	e := s.function
	half, threeEighths, fiveSixteenths := e.Constant(bitsHalf), e.Constant(bitsThreeEighths),
		e.Constant(bitsFiveSixteenths)
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

func (s *sampler) storeUnits(q [2]quad, group number, unit func(quad) quad) {
	for half := range q {
		q[half] = unit(q[half])
	}
	for r := range 4 {
		s.StorePair([2]vector{q[0][r], q[1][r]}, group, r*shared.Row)
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
		e.AddTo(constants, shared.Row)
	})
}

// begin sets how rows are interpolated. Its result ends the function.
func (s *sampler) begin() (end func()) {
	if web, is := s.Machine.(*wasm.Function); is {
		s.row = func(then func(int, ...vector)) { s.webRow(web, then) }
		if s.differences != nil {
			s.row = s.differencesRow
		}
		s.turn = func(group func() number, unit func(quad) quad) { s.webTurn(web, group(), unit) }
		return func() {}
	}
	arm, magic := s.Machine.(*neon.Function), s.Constant(bitsMagic)
	var wide []func()
	row := func() (v [2]vector) {
		if s.differences != nil {
			s.differencesRow(func(first int, halves ...vector) { v[first] = halves[0] })
			return v
		}
		v, code := s.armRow(arm, magic)
		wide = append(wide, code)
		return v
	}
	s.row = func(then func(int, ...vector)) {
		v := row()
		then(0, v[:]...)
	}
	s.turn = func(group func() number, unit func(quad) quad) {
		var q [2]quad
		for r := range 4 {
			for half, v := range row() {
				q[half][r] = v
			}
		}
		s.storeUnits(q, group(), unit)
	}
	return func() {
		arm.Ret()
		for _, code := range wide {
			code()
		}
	}
}

// webTurn stores rows as they are before it normalizes them: the compiler of V8 moves loads before
// all arithmetic up to the next store, and has too few registers to hold four rows.
func (s *sampler) webTurn(e *wasm.Function, group number, unit func(quad) quad) {
	to := e.Copied(group)
	e.Repeat("row", e.Number(4), func() {
		s.row(func(first int, halves ...vector) { s.storeHalves(to, first, halves) })
		e.AddTo(to, shared.Row)
	})
	eachHalf(func(half int) { s.storeQuad(unit(s.loadQuad(group, half)), group, half) })
}

// storeHalves stores halves of a row, the first one of which has a number.
func (s *sampler) storeHalves(to number, first int, halves []vector) {
	if len(halves) == 2 {
		s.StorePair([2]vector(halves), to, 0)
		return
	}
	s.Store(halves[0], to, first*shared.HalfRow)
}

// webRow is a row in WebAssembly. Numbers 4 to 7 of a wide row come from the 16 bytes that begin at
// half of it.
func (s *sampler) webRow(e *wasm.Function, then func(first int, halves ...vector)) {
	bits := e.Byte(s.bits, 0)
	e.AddTo(s.bits, 1)
	shape := e.Sum(s.shapes, bits, layout.ShapeBits)
	half := e.Copied(bits)
	e.ShiftRight(half, 1)
	half = e.WhereAbove(bits, layout.NarrowBits, half)
	from, to := [2]number{s.from, e.Sum(s.from, half, 0)}, [2]number{s.to, e.Sum(s.to, half, 0)}
	for k := range from {
		shuffle, mask := e.Load(shape, layout.ShapeShuffle+k*shared.HalfRow),
			e.Load(shape, layout.ShapeMask+k*shared.HalfRow)
		a := e.ToFloat(e.And(e.LookUp(e.Load(from[k], 0), shuffle), mask))
		b := e.ToFloat(e.And(e.LookUp(e.Load(to[k], 0), shuffle), mask))
		q := e.Add(a, e.Mul(e.Sub(b, a), s.u))
		then(k, s.scaled(k, q, e.Load(s.ranges, k*shared.HalfRow), e.Load(s.ranges, shared.Row+k*shared.HalfRow)))
	}
	e.AddShifted(s.from, bits, 0)
	e.AddShifted(s.to, bits, 0)
	e.AddTo(s.ranges, 2*shared.Row)
}

// armRow is a row in NEON, and the code for wide ones. A narrow row fits into 16 bytes, from which
// all of its numbers come; its integers are below 2^23 even where they are, not shifted down. They
// become float32 as the last bits of 2^23, which leaves their differences exact, and is faster than
// the instruction that converts. Numbers 4 to 7 of a wide row come from the 16 bytes that begin at
// half of it.
func (s *sampler) armRow(e *neon.Function, magic vector) (v [2]vector, code func()) {
	bits, shape := e.X(), e.X()
	e.Do("MOVBU.P 1(%s), %s", neon.UseX(s.bits).Updated(), neon.DefX(bits))
	e.Do(fmt.Sprintf("ADD %%s<<%d, %%s, %%s", layout.ShapeBits), neon.UseX(bits), neon.UseX(s.shapes), neon.DefX(shape))
	shuffle, mask := e.LoadPair(shape, layout.ShapeShuffle), e.LoadPair(shape, layout.ShapeMask)
	from, to := e.Load(s.from, 0), e.Load(s.to, 0)
	var first, difference [2]vector
	for k := range v {
		first[k], difference[k] = e.V(), e.V()
	}
	wide, taken := e.Unique("wide"), e.Unique("taken")
	e.Do("CMP $"+fmt.Sprint(layout.NarrowBits)+", %s", neon.UseX(bits))
	e.Jump("BHI", wide)
	for k := range v {
		a, b := e.LookUp(from, shuffle[k]), e.LookUp(to, shuffle[k])
		e.PutUnless(a, magic, mask[k])
		e.PutUnless(b, magic, mask[k])
		e.Into(difference[k], e.Sub(b, a))
		e.Into(first[k], e.Sub(a, magic))
	}
	e.Label(taken)
	steps, bases := e.LoadPair(s.ranges, shared.Row), e.LoadPair(s.ranges, 0)
	for k := range v {
		v[k] = s.scaled(k, e.Add(first[k], e.Mul(difference[k], s.u)), bases[k], steps[k])
	}
	e.Do("ADD %s, %s, %s", neon.UseX(bits), neon.UseX(s.from), neon.DefX(s.from))
	e.Do("ADD %s, %s, %s", neon.UseX(bits), neon.UseX(s.to), neon.DefX(s.to))
	e.AddTo(s.ranges, 2*shared.Row)
	return v, func() {
		e.Label(wide)
		half := e.X()
		e.Do("LSR $1, %s, %s", neon.UseX(bits), neon.DefX(half))
		bytes := [2][2]vector{{from, to}, {e.LoadAt(s.from, half), e.LoadAt(s.to, half)}}
		for k, pair := range bytes {
			b := e.ToFloat(e.And(e.LookUp(pair[1], shuffle[k]), mask[k]))
			e.Into(first[k], e.ToFloat(e.And(e.LookUp(pair[0], shuffle[k]), mask[k])))
			e.Into(difference[k], e.Sub(b, first[k]))
		}
		e.Jump("B", taken)
	}
}

// scatter writes the numbers of scattered rows, those of the first ones with their derived rows.
func (s *sampler) scatter() {
	e := s.function
	targets, count := s.list(layout.BakedScattered)
	e.ShiftRight(count, 3)
	derived, first := s.list(layout.BakedDerived)
	count = e.SumOf(count, first, e.Number(-1))
	store := func(_ int, halves ...vector) {
		for k := range 4 * len(halves) {
			e.StoreLane(halves[k/4], k%4, e.Sum(s.dst, e.Next32(targets), 2))
		}
	}
	e.Repeat("derived", first, func() {
		var d [2]vector
		s.integers = func(half int, q vector) {
			d[half] = e.LookUp(q, e.Load(derived, layout.DerivedShuffle+half*shared.HalfRow))
		}
		s.row(store)
		s.integers = nil
		to := e.Sum(derived, e.Number(layout.DerivedTargets), 0)
		for half, q := range d {
			at := half * shared.HalfRow
			v := e.Add(e.Load(derived, layout.DerivedBase+at), e.Mul(q, e.Load(derived, layout.DerivedStep+at)))
			for k := range 4 {
				e.StoreLane(v, k, e.Sum(s.dst, e.Next32(to), 2))
			}
		}
		e.AddTo(derived, layout.DerivedSize)
	})
	e.Repeat("scattered", count, func() { s.row(store) })
}
