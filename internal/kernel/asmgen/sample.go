package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// sampler holds the registers that the rows of [sample] share.
type sampler struct {
	dst, baked   reg.GPVirtual
	from, behind reg.GPVirtual // the row in its frame, and how many bytes after it the row of the other frame is
	shapes       reg.GPVirtual
	bits, ranges reg.GPVirtual // of the row
	u            reg.VecVirtual
	wide         []func()
	differences  *differences // nil for whole frames
}

// differences holds the registers of frames in spans that the rows of [sampler] share.
type differences struct {
	middle, odd, widths reg.GPVirtual
	inner, back         reg.VecVirtual // masks
}

// base returns the pointer to kernel.Baked. With frames in spans there are too few registers to
// keep it.
func (s *sampler) base() reg.Register {
	if s.differences == nil {
		return s.baked
	}
	return Load(Param("baked"), GP64())
}

// pose returns the pointer to the pose.
func (s *sampler) pose() reg.Register {
	if s.differences == nil {
		return s.dst
	}
	return Load(Param("dst"), GP64())
}

// field returns a field of a struct of package kernel. The compiler writes its offset to go_asm.h.
func field(base reg.Register, structure, name string) Mem {
	return Mem{Symbol: Symbol{Name: structure + "_" + name}, Base: base}
}

// field returns a field of kernel.Baked.
func (s *sampler) field(name string) Mem { return field(s.base(), "Baked", name) }

// shape returns a field of the row layout of a shape.
func (s *sampler) shape(shape reg.Register, name string) Mem {
	return field(s.shapes, "rowLayout", name).Idx(shape, 1)
}

// list loads the pointer and the length of a slice of kernel.Baked.
func (s *sampler) list(name string) (first, count reg.GPVirtual) {
	first, count = GP64(), GP64()
	MOVQ(s.field(name), first)
	MOVQ(s.field(name).Offset(layout.SliceLength), count)
	return first, count
}

func sample() {
	TEXT("sampleAsm", NOSPLIT, "func(dst *float32, baked, from, to, shapes *byte, u float32)")
	Pragma("noescape")
	Doc("sampleAsm is [SampleBaked].")
	s := &sampler{
		dst: GP64(), baked: GP64(), from: GP64(), behind: GP64(), shapes: GP64(), bits: GP64(),
		ranges: GP64(),
	}
	Load(Param("dst"), s.dst)
	Load(Param("baked"), s.baked)
	Load(Param("from"), s.from)
	Load(Param("to"), s.behind)
	SUBQ(s.from, s.behind)
	Load(Param("shapes"), s.shapes)
	s.u = broadcast("u")
	MOVQ(s.field("Bits"), s.bits)
	MOVQ(s.field("Ranges"), s.ranges)
	s.rows()
}

// sampleDifferences is [sample] for frames in spans.
func sampleDifferences() {
	TEXT("sampleDifferencesAsm", NOSPLIT,
		"func(dst *float32, baked, near, far, middle, odd, widths, shapes *byte, inner, back, u float32)")
	Pragma("noescape")
	Doc("sampleDifferencesAsm is [SampleBaked] for frames in spans.")
	d := &differences{middle: GP64(), odd: GP64(), widths: GP64(), inner: broadcast("inner"), back: broadcast("back")}
	s := &sampler{from: GP64(), behind: GP64(), shapes: GP64(), bits: GP64(), ranges: GP64(), differences: d}
	s.copyRows("Rest", "RestTargets")
	s.copyRows("Constants", "ConstantTargets")
	Load(Param("near"), s.from)
	Load(Param("far"), s.behind)
	SUBQ(s.from, s.behind)
	Load(Param("middle"), d.middle)
	Load(Param("odd"), d.odd)
	Load(Param("widths"), d.widths)
	Load(Param("shapes"), s.shapes)
	s.u = broadcast("u")
	zero := zeros()
	VCMPPS(U8(1), d.inner, zero, d.inner) // 0 < inner
	VCMPPS(U8(1), d.back, zero, d.back)
	MOVQ(s.field("Bits"), s.bits)
	MOVQ(s.field("Ranges"), s.ranges)
	s.rows()
}

// rows samples and normalizes all rows, and ends the function.
func (s *sampler) rows() {
	s.turns()
	s.whole()
	s.scatter()
	s.normalize()
	finish()
	for _, code := range s.wide {
		code()
	}
}

// copyRows copies listed rows.
func (s *sampler) copyRows(source, targets string) {
	c := &copier{source: GP64(), dst: GP64(), packed: source == "Constants"}
	var rows reg.GPVirtual
	c.targets, rows = s.list(targets)
	MOVQ(s.field(source), c.source)
	Load(Param("dst"), c.dst)
	c.copySingles("single"+source, rows)
	repeat("copied"+source, rows, func() { c.copyAll(copied) })
}

// repeat runs body count times.
func repeat(label string, count reg.Register, body func()) {
	TESTQ(count, count)
	JZ(LabelRef(label + "_done"))
	Label(label)
	body()
	DECQ(count)
	JNZ(LabelRef(label))
	Label(label + "_done")
}

// copier copies listed rows.
type copier struct {
	source, targets reg.GPVirtual
	dst             reg.GPVirtual
	packed          bool // rows lie one after another in the source, and not at their targets
}

// copy writes the row that is n after the next.
func (c *copier) copy(n int) {
	target, v := GP64(), YMM()
	MOVLQSX(Mem{Base: c.targets, Disp: 4 * n}, target)
	if c.packed {
		VMOVUPS(Mem{Base: c.source, Disp: row * n}, v)
	} else {
		VMOVUPS(Mem{Base: c.source, Index: target, Scale: 4}, v)
	}
	VMOVUPS(v, Mem{Base: c.dst, Index: target, Scale: 4})
}

// copied is how many rows are copied at once, a power of two.
const copied = 4

// copySingles copies rows until a multiple of those that are copied at once is left, and divides
// their number by it.
func (c *copier) copySingles(label string, rows reg.Register) {
	single := GP64()
	MOVQ(rows, single)
	ANDQ(Imm(copied-1), single)
	repeat(label, single, func() { c.copyAll(1) })
	SHRQ(Imm(uint64(bits.TrailingZeros(copied))), rows)
}

// copyAll copies the next n rows.
func (c *copier) copyAll(n int) {
	for k := range n {
		c.copy(k)
	}
	c.next(n)
}

// next moves on by n rows.
func (c *copier) next(n int) {
	ADDQ(Imm(uint64(4*n)), c.targets)
	if c.packed {
		ADDQ(U32(row*n), c.source)
	}
}

// beside runs body count times. As often as there are n rows to copy, 1 or [copied], body gets a
// function that copies them; the others are copied first. A copy takes a load and a store, for
// which the arithmetic of rows leaves time.
func (s *sampler) beside(label, source, targets string, n int, count reg.Register, body func(copy func(k int))) {
	if s.differences != nil { // copied before
		repeat(label, count, func() { body(func(int) {}) })
		return
	}
	c := &copier{source: GP64(), dst: s.dst, packed: source == "Constants"}
	var rows reg.GPVirtual
	c.targets, rows = s.list(targets)
	MOVQ(s.field(source), c.source)
	if n == copied {
		c.copySingles(label+"_single", rows)
	}
	more := GP64()
	MOVQ(rows, more)
	SUBQ(count, more)
	JLE(LabelRef(label + "_both"))
	MOVQ(count, rows)
	Label(label + "_copy")
	c.copyAll(n)
	DECQ(more)
	JNZ(LabelRef(label + "_copy"))
	Label(label + "_both")
	SUBQ(rows, count)
	repeat(label+"_beside", rows, func() {
		body(c.copy)
		c.next(n)
	})
	repeat(label, count, func() { body(func(int) {}) })
}

// next moves on by n rows.
func (s *sampler) next(n int) {
	ADDQ(Imm(uint64(n)), s.bits)
	ADDQ(U32(2*row*n), s.ranges)
	if s.differences != nil {
		ADDQ(Imm(uint64(n)), s.differences.widths)
	}
}

// row interpolates the row that is n after the next. Integers are subtracted before they become
// float32: their difference is exact either way, and more units of the processor can subtract
// integers.
func (s *sampler) row(n int) reg.VecVirtual { return s.scaled(n, s.integers(n)) }

// scaled returns the numbers of the row that is n after the next, given its integers, which it
// overwrites.
func (s *sampler) scaled(n int, q reg.VecVirtual) reg.VecVirtual {
	VMULPS(Mem{Base: s.ranges, Disp: 2*row*n + row}, q, q)
	VADDPS(Mem{Base: s.ranges, Disp: 2 * row * n}, q, q)
	return q
}

// integers returns the interpolated integers of the row that is n after the next, as float32.
func (s *sampler) integers(n int) reg.VecVirtual {
	bits, shape := GP64(), GP64()
	shuffle, mask, a, b := YMM(), YMM(), YMM(), YMM()
	MOVBQZX(Mem{Base: s.bits, Disp: n}, bits)
	MOVQ(bits, shape)
	SHLQ(Imm(layout.ShapeBits), shape)
	VMOVDQU(s.shape(shape, "shuffle"), shuffle)
	VMOVDQU(s.shape(shape, "mask"), mask)
	VBROADCASTI128(Mem{Base: s.from}, a)
	VBROADCASTI128(Mem{Base: s.from, Index: s.behind, Scale: 1}, b)
	s.takeWide(bits, a, b)
	ADDQ(bits, s.from)
	for _, v := range []reg.VecVirtual{a, b} {
		VPSHUFB(shuffle, v, v)
		VPAND(mask, v, v)
	}
	if s.differences != nil {
		return s.between(n, shape, a, b)
	}
	VPSUBD(a, b, b)
	VCVTDQ2PS(a, a)
	VCVTDQ2PS(b, b)
	VMULPS(s.u, b, b)
	VADDPS(b, a, a)
	return a
}

// takeWide loads the upper halves of wide rows.
func (s *sampler) takeWide(bits reg.GPVirtual, a, b reg.VecVirtual) {
	CMPQ(bits, Imm(layout.NarrowBits))
	number := len(s.wide)
	wide, taken := fmt.Sprint("wide", number), fmt.Sprint("taken", number)
	JA(LabelRef(wide))
	Label(taken)
	s.wide = append(s.wide, func() {
		Label(wide)
		half := GP64()
		MOVQ(bits, half)
		SHRQ(Imm(1), half)
		ADDQ(s.from, half)
		VINSERTI128(Imm(1), Mem{Base: half}, a, a)
		VINSERTI128(Imm(1), Mem{Base: half, Index: s.behind, Scale: 1}, b, b)
		JMP(LabelRef(taken))
	})
}

// between returns the interpolated integers of the row that is n after the next, given those of the
// frames at the ends of the span where they are, not shifted down. It works with integers as long
// as it can: each of their operations takes one cycle, one with float32 three or more, and all of
// them wait for each other.
func (s *sampler) between(n int, shape reg.GPVirtual, a, b reg.VecVirtual) reg.VecVirtual {
	d, mean := s.differences, YMM()
	VPADDD(a, b, mean)
	VPSRLVD(s.shape(shape, "shift"), a, a)
	VPSRLVD(s.shape(shape, "meanShift"), mean, mean)
	middle, odd := GP64(), GP64()
	MOVBQZX(Mem{Base: d.widths, Disp: n}, middle)
	MOVQ(middle, odd)
	SHRQ(Imm(4), middle)
	ANDQ(Imm(15), odd)
	center := s.addDifferences(mean, d.middle, middle)
	VPADDD(a, center, b)
	VPSRAD(Imm(1), b, b)
	quarter := s.addDifferences(b, d.odd, odd)
	VBLENDVPS(d.inner, center, a, a)
	difference := YMM()
	VPSUBD(a, quarter, difference)
	VCVTDQ2PS(difference, difference)
	VMULPS(s.u, difference, difference)
	VBLENDVPS(d.back, quarter, a, a)
	VCVTDQ2PS(a, a)
	VADDPS(difference, a, a)
	return a
}

// addDifferences adds the differences of a row of a width in bits to integers, and moves on to the
// next row.
func (s *sampler) addDifferences(mean reg.VecVirtual, at, bits reg.GPVirtual) reg.VecVirtual {
	v := YMM()
	VBROADCASTI128(Mem{Base: at}, v)
	ADDQ(bits, at)
	SHLQ(Imm(layout.ShapeBits), bits)
	VPSHUFB(s.shape(bits, "shuffle"), v, v)
	VPAND(s.shape(bits, "mask"), v, v)
	VPSUBD(s.shape(bits, "half"), v, v)
	VPSRAVD(s.shape(bits, "shift"), v, v)
	VPADDD(v, mean, mean)
	return mean
}

// turns interpolates the rows of rotations, four at a time, and copies rows of the rest pose.
// Rotations are normalized later: right after their rows, both would be one chain of operations
// that wait for each other, too long for the processor to begin the next before its end.
func (s *sampler) turns() {
	groups, count := s.list("RotationGroups")
	s.beside("turn", "Rest", "RestTargets", copied, count, func(copy func(int)) {
		group := GP64()
		MOVLQSX(Mem{Base: groups}, group)
		LEAQ(Mem{Base: s.pose(), Index: group, Scale: 4}, group)
		for r := range 4 {
			VMOVUPS(s.row(r), Mem{Base: group, Disp: r * row})
			copy(r)
		}
		s.next(4)
		ADDQ(Imm(4), groups)
	})
}

// whole interpolates the other whole rows, and copies constants.
func (s *sampler) whole() {
	targets, count := s.list("Whole")
	s.beside("whole", "Constants", "ConstantTargets", 1, count, func(copy func(int)) {
		v, target := s.row(0), GP64()
		MOVLQSX(Mem{Base: targets}, target)
		VMOVUPS(v, Mem{Base: s.pose(), Index: target, Scale: 4})
		copy(0)
		s.next(1)
		ADDQ(Imm(4), targets)
	})
}

// nearUnits returns a function that normalizes and stores rotations near unit length. Its constants
// stay in registers.
func nearUnits() func(q [4]reg.VecVirtual, group reg.Register) {
	one, half := constant("one", 0x3f800000), constant("half", 0x3f000000)
	threeEighths, fiveSixteenths := constant("threeEighths", 0x3ec00000), constant("fiveSixteenths", 0x3ea00000)
	return func(q [4]reg.VecVirtual, group reg.Register) {
		d, factor := dot4(q, q), YMM()
		VSUBPS(d, one, d)
		VMULPS(fiveSixteenths, d, factor)
		VADDPS(threeEighths, factor, factor)
		VMULPS(d, factor, factor)
		VADDPS(half, factor, factor)
		VMULPS(d, factor, factor)
		VADDPS(one, factor, factor)
		for r := range q {
			VMULPS(factor, q[r], q[r])
			VMOVUPS(q[r], Mem{Base: group, Disp: r * row})
		}
	}
}

// scatter writes the numbers of scattered rows, those of the first ones with their derived rows.
func (s *sampler) scatter() {
	targets, count := s.list("Scattered")
	SHRQ(Imm(3), count)
	derived, first := s.list("Derived")
	SUBQ(first, count)
	repeat("derived", first, func() {
		q, d := s.integers(0), YMM()
		VPSHUFB(field(derived, "DerivedRow", "Shuffle"), q, d)
		s.store(s.scaled(0, q), Mem{Base: targets})
		VMULPS(field(derived, "DerivedRow", "Step"), d, d)
		VADDPS(field(derived, "DerivedRow", "Base"), d, d)
		s.store(d, field(derived, "DerivedRow", "Targets"))
		s.next(1)
		ADDQ(U32(4*lanes), targets)
		ADDQ(U32(layout.DerivedSize), derived)
	})
	repeat("scattered", count, func() {
		s.store(s.row(0), Mem{Base: targets})
		s.next(1)
		ADDQ(U32(4*lanes), targets)
	})
}

// store writes 8 numbers, each to a target of its own.
func (s *sampler) store(v reg.VecVirtual, targets Mem) {
	upper := XMM()
	VEXTRACTF128(Imm(1), v, upper)
	dst := s.pose()
	for k := range lanes {
		target := GP64()
		MOVLQSX(targets.Offset(4*k), target)
		to := Mem{Base: dst, Index: target, Scale: 4}
		half := v.AsX()
		if k >= 4 {
			half = upper.(reg.VecVirtual)
		}
		if k%4 == 0 {
			VMOVSS(half, to)
		} else {
			VEXTRACTPS(Imm(uint64(k%4)), half, to)
		}
	}
}

// normalize normalizes the rotations.
func (s *sampler) normalize() {
	CMPB(s.field("NearUnit"), Imm(0))
	JE(LabelRef("far"))
	lists := func(label string, unit func(q [4]reg.VecVirtual, group reg.Register)) {
		dst := s.pose()
		for i, field := range []string{"RotationGroups", "NormalizedGroups"} {
			groups, count := s.list(field)
			normalizeGroups(fmt.Sprint(label, i), groups, count, dst, unit)
		}
	}
	lists("near", nearUnits())
	JMP(LabelRef("normalized"))
	Label("far")
	lists("normal", storeUnits)
	Label("normalized")
}

// storeUnits is [storeUnit] with constants of its own.
func storeUnits(q [4]reg.VecVirtual, group reg.Register) {
	storeUnit(q, group, zeros(), constant("one", 0x3f800000))
}

// normalizeGroups normalizes the rotations of listed groups.
func normalizeGroups(label string, groups, count, dst reg.Register,
	unit func(q [4]reg.VecVirtual, group reg.Register),
) {
	repeat(label, count, func() {
		group := GP64()
		MOVLQSX(Mem{Base: groups}, group)
		LEAQ(Mem{Base: dst, Index: group, Scale: 4}, group)
		var q [4]reg.VecVirtual
		for r := range q {
			q[r] = YMM()
			VMOVUPS(Mem{Base: group, Disp: r * row}, q[r])
		}
		unit(q, group)
		ADDQ(Imm(4), groups)
	})
}
