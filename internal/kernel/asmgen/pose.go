package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func poseToModel() {
	TEXT("poseToModelAsm", NOSPLIT, "func(base, model, group, locals *float32, stride int, parents *int16, joints int)")
	Pragma("noescape")
	Doc("poseToModelAsm is [PoseToModel]: transposes group by group, and computes the joints' model matrices. A "+
		"group whose scales are all 1 is",
		"not multiplied by them. The matrices of the first joint go to model; base has those of joint 0.")
	eachPose(Load(Param("base"), GP64()), Load(Param("model"), GP64()), func(string) {})
	finish()
}

// eachPose computes model matrices from local poses. After each joint it calls then, with the
// joint's matrices at model. Base has those of joint 0.
func eachPose(base, model reg.Register, then func(suffix string)) {
	block := GP64()
	l := lanesAt(Load(Param("locals"), GP64()), Load(Param("stride"), GP64()))
	parents, left, joints := Load(Param("parents"), GP64()), GP64(), parameter("joints")
	Label("group")
	Load(Param("group"), block)
	MOVQ(U32(lanes), left)
	CMPQ(left, joints)
	CMOVQGT(joints, left)
	one, other := constant("one", 0x3f800000), zeros()
	for r := 7; r < 10; r++ {
		for lane := range lanes {
			v := YMM()
			VPXOR(l.row(lane, r), one, v)
			VPOR(v, other, other)
		}
	}
	for r := range 7 {
		l.transpose(block, r)
	}
	VPTEST(other, other)
	JZ(LabelRef("unit"))
	for r := 7; r < 10; r++ {
		l.transpose(block, r)
	}
	SUBQ(left, joints)
	each := func(name string, scaled bool) {
		modelOfJoint(name, scaled, base, model, block, parents)
		then(name)
		ADDQ(U32(groupSize), block)
		ADDQ(U32(blockMatrix), model)
		DECQ(left)
		JNZ(LabelRef(name))
	}
	Label("scaled")
	each("scaled", true)
	JMP(LabelRef("grouped"))
	Label("unit")
	SUBQ(left, joints)
	Label("unscaled")
	each("unscaled", false)
	Label("grouped")
	ADDQ(U32(groupSize), l.lower)
	ADDQ(U32(groupSize), l.upper)
	CMPQ(joints, Imm(0))
	JNE(LabelRef("group"))
}

func poseToPalette() {
	TEXT("poseToPaletteAsm", NOSPLIT, "func(model, group, locals *float32, stride int, parents *int16, joints int, "+
		"dst *float32, offsets *[8]int, indices *int16, inverseBind *float32)")
	Pragma("noescape")
	Doc("poseToPaletteAsm is [PoseToPalette]: poseToModelAsm that writes each joint's entry when the model matrices "+
		"of the next have been",
		"written: sooner its own would be waited for.")
	at, offsets, dst := GP64(), Load(Param("offsets"), GP64()), Load(Param("dst"), GP64())
	places := AllocLocal(8 * lanes)
	for lane := range lanes {
		MOVQ(Mem{Base: offsets, Disp: 8 * lane}, at)
		LEAQ(Mem{Base: dst, Index: at, Scale: 4}, at)
		MOVQ(at, places.Offset(8*lane))
	}
	model, indices, entry := GP64(), Load(Param("indices"), GP64()), GP64()
	Load(Param("model"), model)
	write := func(suffix string) {
		IMUL3Q(U32(matrixSize), entry, entry)
		TESTQ(entry, entry)
		JL(LabelRef("none" + suffix))
		bind := Load(Param("inverseBind"), GP64())
		ADDQ(entry, bind)
		to := func(lane int) Mem {
			place := GP64()
			MOVQ(places.Offset(8*lane), place)
			return Mem{Base: place, Index: entry, Scale: 1}
		}
		before := Mem{Base: model, Disp: -blockMatrix}
		paletteRows(before, alike(bind), 0, 2, to)
		paletteRows(before, alike(bind), 2, 3, to)
		Label("none" + suffix)
	}
	MOVQ(I32(-1), entry)
	eachPose(Load(Param("model"), GP64()), model, func(suffix string) {
		write(suffix)
		MOVWQSX(Mem{Base: indices}, entry)
		ADDQ(Imm(2), indices)
	})
	write("last")
	finish()
}
