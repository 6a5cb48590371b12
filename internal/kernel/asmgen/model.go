package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func localToModel() {
	TEXT("localToModelAsm", NOSPLIT, "func(base, model, block *float32, parents *int16, joints int)")
	Pragma("noescape")
	Doc("localToModelAsm is [LocalToModel]: for each joint the parent's model matrices times the local matrices.",
		"The matrices of the first joint go to model; base has those of joint 0.")
	base, model, block := Load(Param("base"), GP64()), Load(Param("model"), GP64()), Load(Param("block"), GP64())
	parents, joints := Load(Param("parents"), GP64()), Load(Param("joints"), GP64())
	loop("joint", joints, func() {
		modelOfJoint("", true, base, model, block, parents)
		ADDQ(U32(groupSize), block)
		ADDQ(U32(blockMatrix), model)
	})
	finish()
}

// modelOfJoint stores the model matrices of the next joint. The parent's are already stored.
func modelOfJoint(suffix string, scaled bool, base, model, block, parents reg.Register) {
	parent := GP64()
	m := compose(block, scaled)
	MOVWQSX(Mem{Base: parents}, parent)
	TESTQ(parent, parent)
	JL(LabelRef("root" + suffix))
	IMUL3Q(U32(blockMatrix), parent, parent)
	ADDQ(base, parent)
	for r := range 3 {
		at := func(c int) Mem { return Mem{Base: parent, Disp: (4*r + c) * row} }
		var p [3]reg.VecVirtual
		for k := range p {
			p[k] = YMM()
			VMOVUPS(at(k), p[k])
		}
		for c := range 4 {
			sum := times(m[0][c], p[0])
			VADDPS(times(m[1][c], p[1]), sum, sum)
			VADDPS(times(m[2][c], p[2]), sum, sum)
			if c == 3 {
				VADDPS(at(3), sum, sum)
			}
			VMOVUPS(sum, Mem{Base: model, Disp: (4*r + c) * row})
		}
	}
	JMP(LabelRef("composed" + suffix))
	Label("root" + suffix)
	for r := range 3 {
		for c := range 4 {
			copyRow(m[r][c], Mem{Base: model, Disp: (4*r + c) * row})
		}
	}
	Label("composed" + suffix)
	ADDQ(Imm(2), parents)
}

// copyRow stores a row from a register or from memory.
func copyRow(v Op, to Mem) {
	from, ok := v.(reg.VecVirtual)
	if !ok {
		from = YMM()
		VMOVUPS(v, from)
	}
	VMOVUPS(from, to)
}

// compose returns the local matrices of the joint at block. The translation stays in memory.
// Without scaled, all scales are 1.
func compose(block reg.Register, scaled bool) (m [3][4]Op) {
	in := func(r int) Mem { return Mem{Base: block, Disp: r * row} }
	load := func(r int) reg.VecVirtual {
		v := YMM()
		VMOVUPS(in(r), v)
		return v
	}
	mul := func(a, b Op) reg.VecVirtual {
		v := YMM()
		VMULPS(a, b, v)
		return v
	}
	x, y, z := load(0), load(1), load(2)
	x2, y2, z2 := YMM(), YMM(), YMM()
	VADDPS(x, x, x2)
	VADDPS(y, y, y2)
	VADDPS(z, z, z2)
	// The diagonal: 1 - (the sum of two squares), in place of the squares.
	xx, yy, zz := mul(x, x2), mul(y, y2), mul(z, z2)
	d0, d1, d2 := YMM(), YMM(), YMM()
	VADDPS(zz, yy, d0)
	VADDPS(zz, xx, d1)
	VADDPS(yy, xx, d2)
	one := constant("one", 0x3f800000) // loaded here, because no register is free to keep it
	for c, d := range []reg.VecVirtual{d0, d1, d2} {
		VSUBPS(d, one, d)
		if scaled {
			VMULPS(in(7+c), d, d)
		}
		m[c][c] = d
	}
	// Off the diagonal: a sum and a difference of the same two products.
	w := load(3)
	pair := func(a, a2, b, b2 reg.VecVirtual) (sum, difference reg.VecVirtual) {
		p, q := mul(a, a2), mul(b, b2)
		sum = YMM()
		VADDPS(q, p, sum)
		VSUBPS(q, p, p)
		return sum, p
	}
	var rotation [3][3]reg.VecVirtual
	rotation[1][0], rotation[0][1] = pair(x, y2, w, z2)
	rotation[0][2], rotation[2][0] = pair(x, z2, w, y2)
	rotation[2][1], rotation[1][2] = pair(y, z2, w, x2)
	for r := range 3 {
		for c := range 3 {
			if r != c {
				if scaled {
					VMULPS(in(7+c), rotation[r][c], rotation[r][c])
				}
				m[r][c] = rotation[r][c]
			}
		}
		m[r][3] = in(4 + r)
	}
	return m
}
