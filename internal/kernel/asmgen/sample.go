package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
)

// sampler holds the registers that the rows of [sample] share.
type sampler struct {
	dst, baked       reg.GPVirtual
	from, to, shapes reg.GPVirtual
	at               reg.GPVirtual // in bytes, of the row in its frame
	bits, ranges     reg.GPVirtual // of the row
	u                reg.VecVirtual
	wide             []func()
}

// list loads the pointer and the length of a slice of [Baked].
func (s *sampler) list(field int) (first, count reg.GPVirtual) {
	first, count = GP64(), GP64()
	MOVQ(Mem{Base: s.baked, Disp: field}, first)
	MOVQ(Mem{Base: s.baked, Disp: field + layout.SliceLength}, count)
	return first, count
}

func sample() {
	TEXT("sampleAsm", NOSPLIT, "func(dst *float32, baked, from, to, shapes *byte, u float32)")
	Pragma("noescape")
	Doc("sampleAsm is [SampleBaked].")
	s := &sampler{dst: GP64(), baked: GP64(), from: GP64(), to: GP64(), shapes: GP64(), at: GP64(), bits: GP64(), ranges: GP64()}
	Load(Param("dst"), s.dst)
	Load(Param("baked"), s.baked)
	s.copyRows()

	Load(Param("from"), s.from)
	Load(Param("to"), s.to)
	Load(Param("shapes"), s.shapes)
	s.u = broadcast("u")
	MOVQ(Mem{Base: s.baked, Disp: layout.BakedBits}, s.bits)
	MOVQ(Mem{Base: s.baked, Disp: layout.BakedRanges}, s.ranges)
	XORQ(s.at, s.at)
	s.turns()
	whole, count := s.list(layout.BakedWhole)
	repeat("whole", count, func() {
		v, target := s.row(0), GP64()
		MOVLQSX(Mem{Base: whole}, target)
		VMOVUPS(v, Mem{Base: s.dst, Index: target, Scale: 4})
		s.next(1)
		ADDQ(Imm(4), whole)
	})
	s.scatter()
	s.normalize()
	finish()
	for _, code := range s.wide {
		code()
	}
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

// copyRows writes rows of the rest pose and constants.
func (s *sampler) copyRows() {
	rest := GP64()
	MOVQ(Mem{Base: s.baked, Disp: layout.BakedRest}, rest)
	targets, count := s.list(layout.BakedRestTargets)
	four, some := GP64(), func(n int) {
		for k := range n {
			target, v := GP64(), YMM()
			MOVLQSX(Mem{Base: targets, Disp: 4 * k}, target)
			VMOVUPS(Mem{Base: rest, Index: target, Scale: 4}, v)
			VMOVUPS(v, Mem{Base: s.dst, Index: target, Scale: 4})
		}
		ADDQ(Imm(uint64(4*n)), targets)
	}
	MOVQ(count, four)
	SHRQ(Imm(2), four)
	ANDQ(Imm(3), count)
	repeat("rest4", four, func() { some(4) })
	repeat("rest", count, func() { some(1) })
	constants := GP64()
	MOVQ(Mem{Base: s.baked, Disp: layout.BakedConstants}, constants)
	targets, count = s.list(layout.BakedConstantTargets)
	repeat("constant", count, func() {
		target, v := GP64(), YMM()
		MOVLQSX(Mem{Base: targets}, target)
		VMOVUPS(Mem{Base: constants}, v)
		VMOVUPS(v, Mem{Base: s.dst, Index: target, Scale: 4})
		ADDQ(Imm(4), targets)
		ADDQ(U32(row), constants)
	})
}

// next moves on by n rows.
func (s *sampler) next(n int) {
	ADDQ(Imm(uint64(n)), s.bits)
	ADDQ(U32(2*row*n), s.ranges)
}

// row interpolates the row that is n behind the next.
func (s *sampler) row(n int) reg.VecVirtual {
	bits, shape := GP64(), GP64()
	shuffle, mask, a, b := YMM(), YMM(), YMM(), YMM()
	MOVBQZX(Mem{Base: s.bits, Disp: n}, bits)
	MOVQ(bits, shape)
	SHLQ(Imm(layout.ShapeBits), shape)
	VMOVDQU(Mem{Base: s.shapes, Index: shape, Scale: 1, Disp: layout.ShapeShuffle}, shuffle)
	VMOVDQU(Mem{Base: s.shapes, Index: shape, Scale: 1, Disp: layout.ShapeMask}, mask)
	VBROADCASTI128(Mem{Base: s.from, Index: s.at, Scale: 1}, a)
	VBROADCASTI128(Mem{Base: s.to, Index: s.at, Scale: 1}, b)
	CMPQ(bits, Imm(layout.NarrowBits))
	number := len(s.wide)
	wide, taken := fmt.Sprint("wide", number), fmt.Sprint("taken", number)
	JA(LabelRef(wide))
	Label(taken)
	ADDQ(bits, s.at)
	for _, v := range []reg.VecVirtual{a, b} {
		VPSHUFB(shuffle, v, v)
		VPAND(mask, v, v)
		VCVTDQ2PS(v, v)
	}
	VSUBPS(a, b, b)
	VMULPS(s.u, b, b)
	VADDPS(b, a, a)
	VMULPS(Mem{Base: s.ranges, Disp: 2*row*n + row}, a, a)
	VADDPS(Mem{Base: s.ranges, Disp: 2 * row * n}, a, a)
	s.wide = append(s.wide, func() {
		Label(wide)
		half := GP64()
		MOVQ(bits, half)
		SHRQ(Imm(1), half)
		ADDQ(s.at, half)
		VINSERTI128(Imm(1), Mem{Base: s.from, Index: half, Scale: 1}, a, a)
		VINSERTI128(Imm(1), Mem{Base: s.to, Index: half, Scale: 1}, b, b)
		JMP(LabelRef(taken))
	})
	return a
}

// turns interpolates the rows of rotations, four at a time. They are normalized later: right behind each other, both would be one chain
// of operations that wait for each other, too long for the processor to begin the next before its end.
func (s *sampler) turns() {
	groups, count := s.list(layout.BakedTurns)
	repeat("turn", count, func() {
		group := GP64()
		MOVLQSX(Mem{Base: groups}, group)
		LEAQ(Mem{Base: s.dst, Index: group, Scale: 4}, group)
		for r := range 4 {
			VMOVUPS(s.row(r), Mem{Base: group, Disp: r * row})
		}
		s.next(4)
		ADDQ(Imm(4), groups)
	})
}

// storeNear normalizes and stores rotations near unit length.
func storeNear(q [4]reg.VecVirtual, group reg.Register) {
	d, factor := dot4(q, q), constant("fiveSixteenths", 0x3ea00000)
	one := constant("one", 0x3f800000)
	VSUBPS(d, one, d)
	VMULPS(d, factor, factor)
	VADDPS(constant("threeEighths", 0x3ec00000), factor, factor)
	VMULPS(d, factor, factor)
	VADDPS(constant("half", 0x3f000000), factor, factor)
	VMULPS(d, factor, factor)
	VADDPS(one, factor, factor)
	for r := range q {
		VMULPS(factor, q[r], q[r])
		VMOVUPS(q[r], Mem{Base: group, Disp: r * row})
	}
}

// scatter writes the numbers of scattered rows.
func (s *sampler) scatter() {
	targets, count := s.list(layout.BakedScattered)
	SHRQ(Imm(3), count)
	repeat("scattered", count, func() {
		v, upper := s.row(0), XMM()
		VEXTRACTF128(Imm(1), v, upper)
		for k := range lanes {
			target := GP64()
			MOVLQSX(Mem{Base: targets, Disp: 4 * k}, target)
			to := Mem{Base: s.dst, Index: target, Scale: 4}
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
		s.next(1)
		ADDQ(U32(4*lanes), targets)
	})
}

// normalize normalizes the rotations.
func (s *sampler) normalize() {
	CMPB(Mem{Base: s.baked, Disp: layout.BakedNear}, Imm(0))
	JE(LabelRef("far"))
	lists := func(label string, unit func(q [4]reg.VecVirtual, group reg.Register)) {
		for i, field := range []int{layout.BakedTurns, layout.BakedRotations} {
			groups, count := s.list(field)
			normalizeGroups(fmt.Sprint(label, i), groups, count, s.dst, unit)
		}
	}
	lists("near", storeNear)
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
func normalizeGroups(label string, groups, count, dst reg.Register, unit func(q [4]reg.VecVirtual, group reg.Register)) {
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
