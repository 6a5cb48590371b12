package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func poseToModelOne() {
	TEXT("poseToModelOneAsm", NOSPLIT, "func(model, group, locals *float32, parents *int16, joints int)")
	Pragma("noescape")
	Doc("poseToModelOneAsm is [PoseToModelOne]: the local matrices of 8 joints at once, then joint by joint the parent's matrix times the local one,",
		"a register for each row.")
	base, group := Load(Param("model"), GP64()), Load(Param("group"), GP64())
	locals, parents, joints := Load(Param("locals"), GP64()), Load(Param("parents"), GP64()), Load(Param("joints"), GP64())
	model, left, local, parent := GP64(), GP64(), GP64(), GP64()
	MOVQ(base, model)
	Label("group")
	TESTQ(joints, joints)
	JZ(LabelRef("end"))
	m := compose(locals, true)
	for r := range 3 {
		var columns [4]reg.VecVirtual
		for c, v := range m[r] {
			from, ok := v.(reg.VecVirtual)
			if !ok {
				from = YMM()
				VMOVUPS(v, from)
			}
			columns[c] = from
		}
		for k, v := range turn4(columns) { // row r of joints k and k+4
			VMOVUPS(v.AsX(), Mem{Base: group, Disp: k*matrixSize + 16*r})
			VEXTRACTF128(Imm(1), v, Mem{Base: group, Disp: (k+4)*matrixSize + 16*r})
		}
	}
	ADDQ(U32(groupSize), locals)
	MOVQ(U32(lanes), left)
	CMPQ(left, joints)
	CMOVQGT(joints, left)
	SUBQ(left, joints)
	MOVQ(group, local)
	Label("joint")
	MOVWQSX(Mem{Base: parents}, parent)
	TESTQ(parent, parent)
	JL(LabelRef("root"))
	IMUL3Q(U32(matrixSize), parent, parent)
	ADDQ(base, parent)
	multiplyRows(Mem{Base: parent}, Mem{Base: local}, Mem{Base: model})
	JMP(LabelRef("next"))
	Label("root")
	for r := range 3 {
		v := XMM()
		VMOVUPS(Mem{Base: local, Disp: 16 * r}, v)
		VMOVUPS(v, Mem{Base: model, Disp: 16 * r})
	}
	Label("next")
	ADDQ(Imm(2), parents)
	ADDQ(U32(matrixSize), local)
	ADDQ(U32(matrixSize), model)
	DECQ(left)
	JNZ(LabelRef("joint"))
	JMP(LabelRef("group"))
	Label("end")
	finish()
}

// multiplyRows stores the product of two 3x4 matrices, row by row: ((a0·b0 + a1·b1) + a2·b2) + (-0, -0, -0, a3), where b0 to
// b2 are rows. Adding -0 changes no number, not even the sign of a zero.
func multiplyRows(a, b, to Mem) {
	var rows [3]reg.VecVirtual
	for k := range rows {
		rows[k] = XMM()
		VMOVUPS(b.Offset(16*k), rows[k])
	}
	negative := XMM()
	VBROADCASTSS(signBits(), negative)
	for r := range 3 {
		var sum reg.VecVirtual
		for k := range rows {
			v := XMM()
			VBROADCASTSS(a.Offset(16*r+4*k), v)
			VMULPS(rows[k], v, v)
			if k > 0 {
				VADDPS(v, sum, v)
			}
			sum = v
		}
		last := XMM()
		VBLENDPS(Imm(8), a.Offset(16*r), negative, last)
		VADDPS(last, sum, sum)
		VMOVUPS(sum, to.Offset(16*r))
	}
}

// signBits returns the memory of a float32 -0.
func signBits() Mem {
	data, known := constants[0x80000000]
	if !known {
		data = ConstData("signBit", U32(0x80000000))
		constants[0x80000000] = data
	}
	return data
}

func paletteOne() {
	TEXT("paletteOneAsm", NOSPLIT, "func(dst, model *float32, joints *int16, indices int, inverseBind *float32)")
	Pragma("noescape")
	Doc("paletteOneAsm is [PaletteOne]: for each palette index the model matrix of its joint times its inverse bind matrix.")
	dst, model, joints := Load(Param("dst"), GP64()), Load(Param("model"), GP64()), Load(Param("joints"), GP64())
	indices, bind, joint := Load(Param("indices"), GP64()), Load(Param("inverseBind"), GP64()), GP64()
	loop("entry", indices, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(matrixSize), joint, joint)
		ADDQ(model, joint)
		multiplyRows(Mem{Base: joint}, Mem{Base: bind}, Mem{Base: dst})
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		ADDQ(U32(matrixSize), dst)
	})
	finish()
}
