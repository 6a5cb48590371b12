package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
)

// laneSampler holds the registers that the rows of [sampleLanes] share.
type laneSampler struct {
	bits, ranges, at reg.GPVirtual // of the next row; at is in bytes, in its frame
	lane             reg.GPVirtual // the present one
	end              Mem           // behind the last lane
}

// unpacked holds how a row is unpacked.
type unpacked struct {
	shuffle, mask reg.VecVirtual
	at            reg.GPVirtual
	half          Mem // where numbers 4 to 7 of a wide row begin; at in a narrow row
}

func sampleLanes() {
	TEXT("sampleLanesAsm", NOSPLIT, "func(lanes *byte, count int, baked, shapes *byte)")
	Pragma("noescape")
	Doc("sampleLanesAsm is [Baked.SampleEach]: each row of all lanes before the next row, so that what is known of it is loaded once.")
	memory := AllocLocal(8 * 5)
	s := &laneSampler{bits: GP64(), ranges: GP64(), at: GP64(), lane: GP64(), end: memory.Offset(32)}
	count := GP64()
	Load(Param("count"), count)
	IMUL3Q(U32(layout.BakedLane), count, count)
	ADDQ(parameter("lanes"), count)
	MOVQ(count, s.end)

	rest := GP64()
	s.copyRows("rest", rest, layout.BakedRest, layout.BakedRestTargets, func(target reg.Register, _ int) Mem {
		return Mem{Base: rest, Index: target, Scale: 4}
	}, func(int) {})
	constants := GP64()
	s.copyRows("constant", constants, layout.BakedConstants, layout.BakedConstantTargets, func(_ reg.Register, k int) Mem {
		return Mem{Base: constants, Disp: k * row}
	}, func(n int) { ADDQ(U32(n*row), constants) })

	baked := Load(Param("baked"), GP64())
	MOVQ(Mem{Base: baked, Disp: layout.BakedBits}, s.bits)
	MOVQ(Mem{Base: baked, Disp: layout.BakedRanges}, s.ranges)
	XORQ(s.at, s.at)
	s.turns(memory)
	s.whole(memory)
	s.scatter(memory)
	s.normalize()
	finish()
}

// list loads the pointer and the length of a slice of [Baked].
func (s *laneSampler) list(field int) (first, count reg.GPVirtual) {
	baked := Load(Param("baked"), GP64())
	first, count = GP64(), GP64()
	MOVQ(Mem{Base: baked, Disp: field}, first)
	MOVQ(Mem{Base: baked, Disp: field + layout.SliceLength}, count)
	return first, count
}

// eachLane runs body for each lane.
func (s *laneSampler) eachLane(label string, body func(dst reg.GPVirtual)) {
	Load(Param("lanes"), s.lane)
	Label(label + "_lane")
	dst := GP64()
	MOVQ(Mem{Base: s.lane, Disp: layout.BakedLaneDst}, dst)
	body(dst)
	ADDQ(Imm(layout.BakedLane), s.lane)
	CMPQ(s.lane, s.end)
	JNE(LabelRef(label + "_lane"))
}

// copyRows writes rows that all lanes share.
func (s *laneSampler) copyRows(label string, from reg.GPVirtual, source, field int, at func(target reg.Register, k int) Mem, next func(n int)) {
	targets, count := s.list(field)
	baked := Load(Param("baked"), GP64())
	MOVQ(Mem{Base: baked, Disp: source}, from)
	some := func(label string, n int) func() {
		return func() {
			var target [4]reg.GPVirtual
			var v [4]reg.VecVirtual
			for k := range n {
				target[k], v[k] = GP64(), YMM()
				MOVLQSX(Mem{Base: targets, Disp: 4 * k}, target[k])
				VMOVUPS(at(target[k], k), v[k])
			}
			s.eachLane(label, func(dst reg.GPVirtual) {
				for k := range n {
					VMOVUPS(v[k], Mem{Base: dst, Index: target[k], Scale: 4})
				}
			})
			ADDQ(Imm(uint64(4*n)), targets)
			next(n)
		}
	}
	four := GP64()
	MOVQ(count, four)
	SHRQ(Imm(2), four)
	ANDQ(Imm(3), count)
	repeat(label+"4", four, some(label+"4", 4))
	repeat(label, count, some(label, 1))
}

// unpack loads how the next rows are unpacked, and moves on to the rows behind them. It sets the flags: zero if all are narrow.
func (s *laneSampler) unpack(n int, memory Mem) []unpacked {
	rows := make([]unpacked, n)
	shapes, wide := Load(Param("shapes"), GP64()), GP64()
	XORQ(wide, wide)
	for r := range rows {
		u := unpacked{shuffle: YMM(), mask: YMM(), at: GP64(), half: memory.Offset(8 * r)}
		width, shape, half := GP64(), GP64(), GP64()
		MOVBQZX(Mem{Base: s.bits, Disp: r}, width)
		MOVQ(width, shape)
		SHLQ(Imm(layout.ShapeBits), shape)
		VMOVDQU(Mem{Base: shapes, Index: shape, Scale: 1, Disp: layout.ShapeShuffle}, u.shuffle)
		VMOVDQU(Mem{Base: shapes, Index: shape, Scale: 1, Disp: layout.ShapeMask}, u.mask)
		MOVQ(s.at, u.at)
		MOVQ(width, half)
		SHRQ(Imm(1), half)
		ADDQ(s.at, half)
		ADDQ(width, s.at)
		CMPQ(width, Imm(layout.NarrowBits))
		CMOVQLS(u.at, half)
		MOVQ(half, u.half)
		ADDQ(Imm(31-layout.NarrowBits), width)
		SHRQ(Imm(5), width)
		ORQ(width, wide)
		rows[r] = u
	}
	TESTQ(wide, wide)
	return rows
}

// interpolate interpolates rows of the present lane, from the one with index first on.
func (s *laneSampler) interpolate(rows []unpacked, wide bool) []reg.VecVirtual {
	from, to, fraction := GP64(), GP64(), YMM()
	MOVQ(Mem{Base: s.lane, Disp: layout.BakedLaneFrom}, from)
	MOVQ(Mem{Base: s.lane, Disp: layout.BakedLaneTo}, to)
	VBROADCASTSS(Mem{Base: s.lane, Disp: layout.BakedLaneU}, fraction)
	var out []reg.VecVirtual
	for r, u := range rows {
		a, b := YMM(), YMM()
		VBROADCASTI128(Mem{Base: from, Index: u.at, Scale: 1}, a)
		VBROADCASTI128(Mem{Base: to, Index: u.at, Scale: 1}, b)
		if wide {
			half := GP64()
			MOVQ(u.half, half)
			VINSERTI128(Imm(1), Mem{Base: from, Index: half, Scale: 1}, a, a)
			VINSERTI128(Imm(1), Mem{Base: to, Index: half, Scale: 1}, b, b)
		}
		for _, v := range []reg.VecVirtual{a, b} {
			VPSHUFB(u.shuffle, v, v)
			VPAND(u.mask, v, v)
			VCVTDQ2PS(v, v)
		}
		VSUBPS(a, b, b)
		VMULPS(fraction, b, b)
		VADDPS(b, a, a)
		VMULPS(Mem{Base: s.ranges, Disp: 2*row*r + row}, a, a)
		VADDPS(Mem{Base: s.ranges, Disp: 2 * row * r}, a, a)
		out = append(out, a)
	}
	return out
}

// eachRow interpolates the next n rows of all lanes. Store gets the rows of a lane.
func (s *laneSampler) eachRow(label string, n int, memory Mem, store func(dst reg.GPVirtual, v []reg.VecVirtual)) {
	rows := s.unpack(n, memory)
	JNZ(LabelRef(label + "_wide"))
	s.eachLane(label+"_narrow", func(dst reg.GPVirtual) { store(dst, s.interpolate(rows, false)) })
	JMP(LabelRef(label + "_next"))
	Label(label + "_wide")
	s.eachLane(label+"_wide", func(dst reg.GPVirtual) { store(dst, s.interpolate(rows, true)) })
	Label(label + "_next")
	ADDQ(Imm(uint64(n)), s.bits)
	ADDQ(U32(2*row*n), s.ranges)
}

// turns interpolates and normalizes rotations, four rows at a time.
func (s *laneSampler) turns(memory Mem) {
	groups, count := s.list(layout.BakedTurns)
	turn := func(label string, unit func(q [4]reg.VecVirtual, group reg.Register)) {
		repeat(label, count, func() {
			s.eachRow(label, 4, memory, func(dst reg.GPVirtual, v []reg.VecVirtual) {
				group := GP64()
				MOVLQSX(Mem{Base: groups}, group)
				LEAQ(Mem{Base: dst, Index: group, Scale: 4}, group)
				unit([4]reg.VecVirtual(v), group)
			})
			ADDQ(Imm(4), groups)
		})
	}
	s.byLength("turn", turn)
}

// byLength generates code for rotations near unit length and for others, and lets the clip choose.
func (s *laneSampler) byLength(label string, code func(label string, unit func(q [4]reg.VecVirtual, group reg.Register))) {
	baked := Load(Param("baked"), GP64())
	CMPB(Mem{Base: baked, Disp: layout.BakedNear}, Imm(0))
	JE(LabelRef(label + "_far"))
	code(label+"_series", storeNear)
	JMP(LabelRef(label + "_done"))
	Label(label + "_far")
	code(label+"_root", func(q [4]reg.VecVirtual, group reg.Register) {
		storeUnit(q, group, zeros(), constant("one", 0x3f800000))
	})
	Label(label + "_done")
}

// whole interpolates the other whole rows.
func (s *laneSampler) whole(memory Mem) {
	targets, count := s.list(layout.BakedWhole)
	repeat("whole", count, func() {
		target := GP64()
		MOVLQSX(Mem{Base: targets}, target)
		s.eachRow("whole", 1, memory, func(dst reg.GPVirtual, v []reg.VecVirtual) {
			VMOVUPS(v[0], Mem{Base: dst, Index: target, Scale: 4})
		})
		ADDQ(Imm(4), targets)
	})
}

// scatter writes the numbers of scattered rows.
func (s *laneSampler) scatter(memory Mem) {
	targets, count := s.list(layout.BakedScattered)
	SHRQ(Imm(3), count)
	repeat("scattered", count, func() {
		s.eachRow("scattered", 1, memory, func(dst reg.GPVirtual, v []reg.VecVirtual) { scatterRow(v[0], targets, dst) })
		ADDQ(U32(4*lanes), targets)
	})
}

// normalize normalizes the rotations of the other groups.
func (s *laneSampler) normalize() {
	first, count := s.list(layout.BakedRotations)
	s.byLength("normal", func(label string, unit func(q [4]reg.VecVirtual, group reg.Register)) {
		s.eachLane(label, func(dst reg.GPVirtual) {
			groups, left := GP64(), GP64()
			MOVQ(first, groups)
			MOVQ(count, left)
			normalizeGroups(label, groups, left, dst, unit)
		})
	})
}
