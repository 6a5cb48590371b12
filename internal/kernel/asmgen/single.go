package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func poseToModelOne() {
	TEXT("poseToModelOneAsm", NOSPLIT,
		"func(model, scratch, locals *float32, parents *int16, joints int, byDepth *int16)")
	Pragma("noescape")
	Doc("poseToModelOneAsm is [PoseToModelOne]: the local matrices of all joints, 8 at once, then joint by joint the "+
		"parent's matrix times the local",
		"one. AVX2 takes the joints by depth, with the last matrix in registers, the other targets in the order of "+
			"the skeleton.")
	base, scratch, locals := Load(Param("model"), GP64()), Load(Param("scratch"), GP64()), Load(Param("locals"), GP64())
	group, left := GP64(), GP64()
	MOVQ(scratch, group)
	Load(Param("joints"), left)
	Label("group")
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
	ADDQ(U32(lanes*matrixSize), group)
	SUBQ(Imm(lanes), left)
	JG(LabelRef("group"))

	parents, order := Load(Param("parents"), GP64()), Load(Param("byDepth"), GP64())
	joint, at, parent, last, negative := GP64(), GP64(), GP64(), GP64(), YMM()
	rows := [2]reg.VecVirtual{YMM(), YMM()}
	VXORPS(rows[0], rows[0], rows[0])
	VXORPS(rows[1], rows[1], rows[1])
	VBROADCASTSS(signBits(), negative)
	Load(Param("joints"), left)
	MOVQ(I32(-1), last)
	Label("joint")
	MOVWQSX(Mem{Base: order}, joint)
	MOVWQSX(Mem{Base: parents, Index: joint, Scale: 2}, parent)
	IMUL3Q(U32(matrixSize), joint, at)
	TESTQ(parent, parent)
	JL(LabelRef("root"))
	CMPQ(parent, last)
	JE(LabelRef("multiply")) // its matrix is in rows still
	IMUL3Q(U32(matrixSize), parent, parent)
	loadRows(Mem{Base: base, Index: parent, Scale: 1}, rows)
	Label("multiply")
	multiplyRows(rows, Mem{Base: scratch, Index: at, Scale: 1}, negative)
	Label("next")
	storeRows(rows, Mem{Base: base, Index: at, Scale: 1})
	MOVQ(joint, last)
	ADDQ(Imm(2), order)
	DECQ(left)
	JNZ(LabelRef("joint"))
	finish()
	Label("root")
	loadRows(Mem{Base: scratch, Index: at, Scale: 1}, rows)
	JMP(LabelRef("next"))
}

// loadRows loads a 3x4 matrix: rows 0 and 1 are the halves of one register, row 2 is the lower half
// of the other one.
func loadRows(from Mem, rows [2]reg.VecVirtual) {
	VMOVUPS(from, rows[0])
	VMOVUPS(from.Offset(32), rows[1].AsX())
}

func storeRows(rows [2]reg.VecVirtual, to Mem) {
	VMOVUPS(rows[0], to)
	VMOVUPS(rows[1].AsX(), to.Offset(32))
}

// multiplyRows replaces the matrix a in rows by a times b: row r is ((a0·b0 + a1·b1) + a2·b2) +
// (-0, -0, -0, a3), where a0 to a3 are row r of a and b0 to b2 are the rows of b. Adding -0 changes
// no number, not even the sign of a zero.
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
	Doc("paletteOneAsm is [PaletteOne]: for each palette index the model matrix of its joint times its inverse bind " +
		"matrix.")
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
