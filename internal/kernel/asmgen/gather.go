package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gather and scatter turn the numbers of 8 characters, each in memory of its own, into rows and back: 8x8 transposes.
func gather() {
	moveLanes("gather", "gatherAsm is [Gather].", func(rows reg.Register, lane [lanes]reg.Register) {
		transposeRow(func(l int) Mem { return Mem{Base: lane[l]} }, func(r int) Mem { return Mem{Base: rows, Disp: r * row} })
	})
}

func scatter() {
	moveLanes("scatter", "scatterAsm is [Scatter].", func(rows reg.Register, lane [lanes]reg.Register) {
		transposeRow(func(r int) Mem { return Mem{Base: rows, Disp: r * row} }, func(l int) Mem { return Mem{Base: lane[l]} })
	})
}

func moveLanes(name, doc string, move func(rows reg.Register, lane [lanes]reg.Register)) {
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
