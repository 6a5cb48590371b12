package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/simd128"
)

func transpose() {
	TEXT("transposeAsm", NOSPLIT, "func(block, locals *float32, stride, groups int)")
	Pragma("noescape")
	Doc("transposeAsm is [Transpose]: for each group ten 8x8 transposes, from lanes of joints to joints of lanes.")
	block, locals := Load(Param("block"), GP64()), Load(Param("locals"), GP64())
	stride, groups := Load(Param("stride"), GP64()), Load(Param("groups"), GP64())
	l := lanesAt(locals, stride)
	loop("transpose", groups, func() {
		for r := range 10 {
			l.transpose(block, r)
		}
		ADDQ(U32(groupSize), l.lower)
		ADDQ(U32(groupSize), l.upper)
		ADDQ(U32(lanes*groupSize), block)
	})
	finish()
}

// transposeBack writes each row twice.
func transposeBack() {
	TEXT("transposeBackAsm", NOSPLIT, "func(locals *float32, stride int, kept *[8]*float32, block *float32, rows int)")
	Pragma("noescape")
	Doc("transposeBackAsm is [TransposeBack]: for each row an 8x8 transpose.")
	locals, stride, kept := Load(Param("locals"), GP64()), Load(Param("stride"), GP64()), Load(Param("kept"), GP64())
	block, rows := Load(Param("block"), GP64()), Load(Param("rows"), GP64())
	l := lanesAt(locals, stride)
	offset, to := GP64(), GP64()
	XORQ(offset, offset)
	loop("transposeBack", rows, func() {
		transposeRowTo(func(j int) Mem {
			return Mem{Base: block, Disp: j * groupSize}
		}, func(lane int, v reg.VecVirtual) {
			VMOVUPS(v, l.row(lane, 0))
			MOVQ(Mem{Base: kept, Disp: 8 * lane}, to)
			VMOVUPS(v, Mem{Base: to, Index: offset, Scale: 1})
		})
		for _, address := range []reg.Register{l.lower, l.upper, block, offset} {
			ADDQ(U32(row), address)
		}
	})
	finish()
}

// laneGroups are the same group of 8 lanes' local poses.
type laneGroups struct {
	lower, upper   reg.Register // of lanes 0 and 4
	stride, triple reg.Register // bytes from one lane to the next, and three times that
}

func lanesAt(locals, stride reg.Register) laneGroups {
	l := laneGroups{locals, GP64(), stride, GP64()}
	SHLQ(Imm(2), stride)
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, l.triple)
	LEAQ(Mem{Base: locals, Index: stride, Scale: 4}, l.upper)
	return l
}

// row returns row r of a lane's group.
func (l laneGroups) row(lane, r int) Mem {
	m := Mem{Base: l.lower, Disp: r * row}
	if lane >= 4 {
		m.Base = l.upper
	}
	switch lane % 4 {
	case 1:
		m.Index, m.Scale = l.stride, 1
	case 2:
		m.Index, m.Scale = l.stride, 2
	case 3:
		m.Index, m.Scale = l.triple, 1
	}
	return m
}

// transpose writes row r of 8 joints.
func (l laneGroups) transpose(block reg.Register, r int) {
	in := func(lane int) Mem { return l.row(lane, r) }
	transposeRow(in, func(j int) Mem { return Mem{Base: block, Disp: j*groupSize + r*row} })
}

// transposeRow writes to out(j) number j of each of the eight rows in(0) to in(7).
func transposeRow(in, out func(int) Mem) {
	transposeRowTo(in, func(j int, v reg.VecVirtual) { VMOVUPS(v, out(j)) })
}

// transposeRowTo calls out with j and a register with number j of each of the eight rows in(0) to
// in(7). It loads the rows in halves, so that exchanging the halves needs no further instruction.
func transposeRowTo(in func(int) Mem, out func(j int, v reg.VecVirtual)) {
	for half := range 2 {
		// v[k] holds numbers 4·half to 4·half+3 of row k, and of row k+4 above them.
		var v [4]reg.VecVirtual
		for k := range v {
			v[k] = YMM()
			low, high := in(k), in(k+4)
			low.Disp += 16 * half
			high.Disp += 16 * half
			VBROADCASTF128(low, v[k]) // as fast as a plain load, and defines the upper half too
			VINSERTF128(Imm(1), high, v[k], v[k])
		}
		a, b, c, d := YMM(), YMM(), YMM(), YMM()
		VUNPCKLPS(v[1], v[0], a) // 0 0' 1 1'
		VUNPCKHPS(v[1], v[0], b)
		VUNPCKLPS(v[3], v[2], c)
		VUNPCKHPS(v[3], v[2], d)
		for j, pair := range [2][2]reg.VecVirtual{{a, c}, {b, d}} {
			o := YMM()
			VUNPCKLPD(pair[1], pair[0], o)
			out(4*half+2*j, o)
			o = YMM()
			VUNPCKHPD(pair[1], pair[0], o)
			out(4*half+2*j+1, o)
		}
	}
}

// moveLanes writes gather and scatter, which turn the numbers of 8 characters, each in memory of
// its own, into rows and back: 8x8 transposes.
func moveLanes() {
	wideMove("gather", "gatherAsm is [Gather].", func(rows reg.Register, lane [lanes]reg.Register) {
		transposeRow(func(l int) Mem {
			return Mem{Base: lane[l]}
		}, func(r int) Mem { return Mem{Base: rows, Disp: r * row} })
	})
	wideMove("scatter", "scatterAsm is [Scatter].", func(rows reg.Register, lane [lanes]reg.Register) {
		transposeRow(func(r int) Mem {
			return Mem{Base: rows, Disp: r * row}
		}, func(l int) Mem { return Mem{Base: lane[l]} })
	})
}

func wideMove(name, doc string, move func(rows reg.Register, lane [lanes]reg.Register)) {
	TEXT(name+"Asm", NOSPLIT, "func(rows *float32, lanes *[8]*float32, groups int)")
	Pragma("noescape")
	Doc(doc)
	rows, pointers, groups := Load(Param("rows"), GP64()), Load(Param("lanes"), GP64()), Load(Param("groups"), GP64())
	var lane [lanes]reg.Register
	for l := range lane {
		lane[l] = GP64()
		MOVQ(Mem{Base: pointers, Disp: 8 * l}, lane[l].(reg.GPVirtual))
	}
	loop(name, groups, func() {
		move(rows, lane)
		for l := range lane {
			ADDQ(U32(row), lane[l])
		}
		ADDQ(U32(lanes*row), rows)
	})
	finish()
}

// narrowMoveLanes writes gather and scatter for machines with registers of 16 bytes: 8x8
// transposes.
func narrowMoveLanes(function func(name string) simd128.Machine) {
	narrowMove(function("gatherAsm"), true)
	narrowMove(function("scatterAsm"), false)
}

func narrowMove(e simd128.Machine, gather bool) {
	rows, pointers, groups := e.Param("rows"), e.Param("lanes"), e.Param("groups")
	var lane [lanes]shared.X
	for l := range lane {
		lane[l] = e.NextInt(pointers)
	}
	e.Repeat("move", groups, func() {
		for l := 0; l < lanes; l += 4 {
			for n := 0; n < lanes; n += 4 {
				var v [4]shared.V
				for k := range v {
					if gather {
						v[k] = e.Load(lane[l+k], 4*n)
					} else {
						v[k] = e.Load(rows, (n+k)*row+4*l)
					}
				}
				for k, v := range e.Turn4(v) {
					if gather {
						e.Store(v, rows, (n+k)*row+4*l)
					} else {
						e.Store(v, lane[l+k], 4*n)
					}
				}
			}
		}
		for l := range lane {
			e.AddTo(lane[l], row)
		}
		e.AddTo(rows, lanes*row)
	})
	e.Finish()
}
