package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The fields of rowShape and BakedRun in package kernel, in bytes.
const (
	shapeShuffle = 0
	shapeShift   = 32
	shapeMask    = 64
	shapeHalf    = 72
	shapeSize    = 80

	runBits      = 0
	runRows      = 4
	runScattered = 8
	runSize      = 12
)

func sample() {
	copyRows()
	sampleRuns()
	normaliseGroups()
}

func copyRows() {
	TEXT("copyRowsAVX2", NOSPLIT, "func(dst, src *float32, targets *int32, rows int)")
	Pragma("noescape")
	Doc("copyRowsAVX2 copies rows of 8 numbers one after the other to their targets, which are indices of dst.")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	targets, rows := Load(Param("targets"), GP64()), Load(Param("rows"), GP64())
	target := GP64()
	loop("copy", rows, func() {
		MOVLQSX(Mem{Base: targets}, target)
		v := YMM()
		VMOVUPS(Mem{Base: src}, v)
		VMOVUPS(v, Mem{Base: dst, Index: target, Scale: 4})
		ADDQ(Imm(4), targets)
		ADDQ(U32(row), src)
	})
	finish()

	TEXT("copySameRowsAVX2", NOSPLIT, "func(dst, src *float32, targets *int32, rows int)")
	Pragma("noescape")
	Doc("copySameRowsAVX2 copies rows of 8 numbers to where they are in src: dst[target] = src[target].")
	dst, src = Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	targets, rows = Load(Param("targets"), GP64()), Load(Param("rows"), GP64())
	target = GP64()
	loop("same", rows, func() {
		MOVLQSX(Mem{Base: targets}, target)
		v := YMM()
		VMOVUPS(Mem{Base: src, Index: target, Scale: 4}, v)
		VMOVUPS(v, Mem{Base: dst, Index: target, Scale: 4})
		ADDQ(Imm(4), targets)
	})
	finish()
}

func sampleRuns() {
	TEXT("sampleRunsAVX2", NOSPLIT, "func(dst *float32, from, to *byte, runs *byte, count int, shapes *byte, ranges *float32, whole, scattered *int32, u float32)")
	Pragma("noescape")
	Doc("sampleRunsAVX2 is the part of [SampleBaked] that moves: row after row, run after run, dst[target] = base + (a + (b - a)·u)·step.")
	dst, from, to := Load(Param("dst"), GP64()), Load(Param("from"), GP64()), Load(Param("to"), GP64())
	runs, count, shapes := Load(Param("runs"), GP64()), Load(Param("count"), GP64()), Load(Param("shapes"), GP64())
	ranges, whole, scattered := Load(Param("ranges"), GP64()), Load(Param("whole"), GP64()), Load(Param("scattered"), GP64())
	u := broadcast("u")
	shuffle, shift, mask := YMM(), YMM(), YMM()
	bits, half, rows := GP64(), GP64(), GP64()
	unpack := func(frame reg.Register) reg.VecVirtual {
		v := YMM()
		VBROADCASTI128(Mem{Base: frame}, v)
		VINSERTI128(Imm(1), Mem{Base: frame, Index: half, Scale: 1}, v, v)
		VPSHUFB(shuffle, v, v)
		VPSRLVD(shift, v, v)
		VPAND(mask, v, v)
		VCVTDQ2PS(v, v)
		return v
	}
	sampleRow := func(store func(v reg.VecVirtual)) {
		a, b := unpack(from), unpack(to)
		VSUBPS(a, b, b)
		VMULPS(u, b, b)
		VADDPS(b, a, a)
		VMULPS(Mem{Base: ranges, Disp: row}, a, a)
		VADDPS(Mem{Base: ranges}, a, a)
		store(a)
		ADDQ(bits, from)
		ADDQ(bits, to)
		ADDQ(U32(2*row), ranges)
	}
	loop("run", count, func() {
		MOVLQSX(Mem{Base: runs, Disp: runBits}, bits)
		IMUL3Q(U32(shapeSize), bits, half)
		ADDQ(shapes, half)
		VMOVDQU(Mem{Base: half, Disp: shapeShuffle}, shuffle)
		VMOVDQU(Mem{Base: half, Disp: shapeShift}, shift)
		VPBROADCASTD(Mem{Base: half, Disp: shapeMask}, mask)
		MOVQ(Mem{Base: half, Disp: shapeHalf}, half)
		MOVLQSX(Mem{Base: runs, Disp: runRows}, rows)
		CMPB(Mem{Base: runs, Disp: runScattered}, Imm(0))
		JNE(LabelRef("scattered"))
		loop("whole", rows, func() {
			sampleRow(func(v reg.VecVirtual) { storeWhole(v, dst, whole) })
		})
		JMP(LabelRef("ran"))
		loop("scattered", rows, func() {
			sampleRow(func(v reg.VecVirtual) { storeScattered(v, dst, scattered) })
		})
		Label("ran")
		ADDQ(U32(runSize), runs)
	})
	finish()
}

func storeWhole(v reg.VecVirtual, dst, targets reg.Register) {
	target := GP64()
	MOVLQSX(Mem{Base: targets}, target)
	VMOVUPS(v, Mem{Base: dst, Index: target, Scale: 4})
	ADDQ(Imm(4), targets)
}

func storeScattered(v reg.VecVirtual, dst, targets reg.Register) {
	numbers := AllocLocal(row)
	VMOVUPS(v, numbers)
	for k := range lanes {
		target, number := GP64(), GP32()
		MOVLQSX(Mem{Base: targets, Disp: 4 * k}, target)
		MOVL(numbers.Offset(4*k), number)
		MOVL(number, Mem{Base: dst, Index: target, Scale: 4})
	}
	ADDQ(U32(4*lanes), targets)
}

func normaliseGroups() {
	TEXT("normaliseGroupsAVX2", NOSPLIT, "func(pose *float32, offsets *int32, groups int)")
	Pragma("noescape")
	Doc("normaliseGroupsAVX2 is [Normalise] for the groups at the offsets, which are indices of pose.")
	pose, offsets, groups := Load(Param("pose"), GP64()), Load(Param("offsets"), GP64()), Load(Param("groups"), GP64())
	one := constant("one", 0x3f800000)
	zero := YMM()
	VXORPS(zero, zero, zero)
	group := GP64()
	loop("groups", groups, func() {
		MOVLQSX(Mem{Base: offsets}, group)
		LEAQ(Mem{Base: pose, Index: group, Scale: 4}, group)
		normaliseGroup(group, zero, one)
		ADDQ(Imm(4), offsets)
	})
	finish()
}
