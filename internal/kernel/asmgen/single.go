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
		"with what was computed last in registers.")
	base, group := Load(Param("model"), GP64()), Load(Param("group"), GP64())
	locals, parents, joints := Load(Param("locals"), GP64()), Load(Param("parents"), GP64()), Load(Param("joints"), GP64())
	model, left, local, parent, negative := GP64(), GP64(), GP64(), GP64(), YMM()
	rows := [2]reg.VecVirtual{YMM(), YMM()}
	VBROADCASTSS(signBits(), negative)
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
	ADDQ(U32(matrixSize), parent)
	CMPQ(parent, model)
	JE(LabelRef("multiply")) // the parent is the joint before, and in rows still
	loadRows(Mem{Base: parent, Disp: -matrixSize}, rows)
	Label("multiply")
	multiplyRows(rows, Mem{Base: local}, negative)
	JMP(LabelRef("next"))
	Label("root")
	loadRows(Mem{Base: local}, rows)
	Label("next")
	storeRows(rows, Mem{Base: model})
	ADDQ(Imm(2), parents)
	ADDQ(U32(matrixSize), local)
	ADDQ(U32(matrixSize), model)
	DECQ(left)
	JNZ(LabelRef("joint"))
	JMP(LabelRef("group"))
	Label("end")
	finish()
}

// loadRows loads a 3x4 matrix: rows 0 and 1 are the halves of one register, row 2 is the lower half of the other one.
func loadRows(from Mem, rows [2]reg.VecVirtual) {
	VMOVUPS(from, rows[0])
	VMOVUPS(from.Offset(32), rows[1].AsX())
}

func storeRows(rows [2]reg.VecVirtual, to Mem) {
	VMOVUPS(rows[0], to)
	VMOVUPS(rows[1].AsX(), to.Offset(32))
}

// multiplyRows replaces the matrix a in rows by a times b: row r is ((a0·b0 + a1·b1) + a2·b2) + (-0, -0, -0, a3), where a0 to a3
// are row r of a and b0 to b2 are the rows of b. Adding -0 changes no number, not even the sign of a zero.
func multiplyRows(a [2]reg.VecVirtual, b Mem, negative reg.VecVirtual) {
	var factors [3]reg.VecVirtual
	for k := range factors {
		factors[k] = YMM()
		VBROADCASTF128(b.Offset(16*k), factors[k])
	}
	for i, of := range [...]func(reg.VecVirtual) reg.Register{
		func(v reg.VecVirtual) reg.Register { return v },
		func(v reg.VecVirtual) reg.Register { return v.AsX() },
	} {
		var sum reg.VecVirtual
		for k := range factors {
			v := YMM()
			VPERMILPS(Imm(uint64(k*0x55)), of(a[i]), of(v))
			VMULPS(of(factors[k]), of(v), of(v))
			if k > 0 {
				VADDPS(of(v), of(sum), of(v))
			}
			sum = v
		}
		VBLENDPS(Imm(0x88), of(a[i]), of(negative), of(a[i]))
		VADDPS(of(a[i]), of(sum), of(a[i]))
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
	negative, rows := YMM(), [2]reg.VecVirtual{YMM(), YMM()}
	VBROADCASTSS(signBits(), negative)
	loop("entry", indices, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(matrixSize), joint, joint)
		ADDQ(model, joint)
		loadRows(Mem{Base: joint}, rows)
		multiplyRows(rows, Mem{Base: bind}, negative)
		storeRows(rows, Mem{Base: dst})
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		ADDQ(U32(matrixSize), dst)
	})
	finish()
}
