package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// doubleConstants holds the constants of 4 equal float64 that were emitted, by their bits.
var doubleConstants = map[uint64]Mem{}

// wide returns a constant of 4 equal float64 in memory.
func wide(name string, value float64) Mem {
	bits := math.Float64bits(value)
	if data, known := doubleConstants[bits]; known {
		return data
	}
	data := GLOBL(name, RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(bits))
	}
	doubleConstants[bits] = data
	return data
}

// polynomial returns a polynomial of z in 4 lanes: ((t0*z + t1)*z + t2)...
func polynomial(name string, z reg.VecVirtual, terms []float64) reg.VecVirtual {
	p := YMM()
	VMOVUPD(wide(name+"0", terms[0]), p)
	for i, term := range terms[1:] {
		VMULPD(z, p, p)
		VADDPD(wide(name+string(rune('1'+i)), term), p, p)
	}
	return p
}

// sine replaces 4 angles from 0 to pi, in radians, by their sines, with the operations of
// exact.Sin.
func sine(x reg.VecVirtual) reg.VecVirtual {
	quadrant, r, z, t := YMM(), YMM(), YMM(), YMM()
	VMULPD(wide("twoOverPi", 2/math.Pi), x, quadrant)
	VADDPD(wide("halfWide", 0.5), quadrant, quadrant)
	VROUNDPD(Imm(1), quadrant, quadrant) // down
	VMULPD(wide("halfPiHigh", shared.HalfPiHigh), quadrant, t)
	VSUBPD(t, x, r)
	VMULPD(wide("halfPiLow", shared.HalfPiLow), quadrant, t)
	VSUBPD(t, r, r)
	VMULPD(r, r, z)
	s := polynomial("sine", z, shared.SineTerms)
	VMULPD(z, r, t)
	VMULPD(s, t, s)
	VADDPD(s, r, s)
	c := polynomial("cosine", z, shared.CosineTerms)
	VMULPD(z, z, t)
	VMULPD(c, t, c)
	VMULPD(wide("halfWide", 0.5), z, t)
	one := YMM()
	VMOVUPD(wide("oneWide", 1), one)
	VSUBPD(t, one, t)
	VADDPD(c, t, c)
	// Quadrant 0 has the sine, 1 the cosine, 2 the negated sine.
	VCMPPD(Imm(0), wide("twoWide", 2), quadrant, t)
	VANDPD(wide("signWide", math.Copysign(0, -1)), t, t)
	VXORPD(t, s, s)
	VCMPPD(Imm(0), one, quadrant, t)
	VBLENDVPD(t, c, s, s)
	return s
}

func slerpKeys() {
	TEXT("slerpKeysAsm", NOSPLIT, "func(dst, from, to *float32, arcs *float64, targets *int32, groups int, u float32)")
	Pragma("noescape")
	Doc("slerpKeysAsm is [SlerpKeys] for a number of groups, in float64.")
	dst, from, to := Load(Param("dst"), GP64()), Load(Param("from"), GP64()), Load(Param("to"), GP64())
	arcs, targets, groups := Load(Param("arcs"), GP64()), Load(Param("targets"), GP64()), Load(Param("groups"), GP64())
	narrow, w, rest := XMM(), YMM(), YMM()
	Load(Param("u"), narrow)
	VCVTSS2SD(narrow, narrow, narrow)
	VBROADCASTSD(narrow, w)
	VMOVUPD(wide("oneWide", 1), rest)
	VSUBPD(w, rest, rest)
	loop("slerp", groups, func() {
		angle, weightA, weightB := YMM(), YMM(), YMM()
		VMOVUPD(Mem{Base: arcs, Disp: 8 * layout.ArcAngles}, angle)
		VMULPD(rest, angle, weightA)
		VMULPD(w, angle, weightB)
		weightA, weightB = sine(weightA), sine(weightB)
		sines, curved := YMM(), YMM()
		VMOVUPD(Mem{Base: arcs, Disp: 8 * layout.ArcSines}, sines)
		VDIVPD(sines, weightA, weightA)
		VDIVPD(sines, weightB, weightB)
		const greater = 0x1e // ordered, quiet
		VCMPPD(Imm(greater), wide("leastArc", 1e-6), angle, curved)
		VCMPPD(Imm(greater), wide("leastArcSine", 1e-9), sines, sines)
		VANDPD(sines, curved, curved)
		VBLENDVPD(curved, weightA, rest, weightA)
		VBLENDVPD(curved, weightB, w, weightB)
		var q [4]reg.VecVirtual
		length := YMM()
		for c := range q {
			q[c] = YMM()
			t := YMM()
			VCVTPS2PD(Mem{Base: from, Disp: 16 * c}, q[c])
			VCVTPS2PD(Mem{Base: to, Disp: 16 * c}, t)
			VMULPD(weightA, q[c], q[c])
			VMULPD(weightB, t, t)
			VADDPD(t, q[c], q[c])
			VMULPD(q[c], q[c], t)
			if c == 0 {
				VMOVAPD(t, length)
			} else {
				VADDPD(t, length, length)
			}
		}
		VSQRTPD(length, length)
		zero, none := YMM(), YMM()
		VXORPD(zero, zero, zero)
		VCMPPD(Imm(0), zero, length, none)
		var offset [4]reg.Register
		for l := range offset {
			offset[l] = GP64()
			MOVLQSX(Mem{Base: targets, Disp: 4 * l}, offset[l])
		}
		for c := range q {
			t := YMM()
			VDIVPD(length, q[c], q[c])
			VCVTPS2PD(Mem{Base: from, Disp: 16 * c}, t)
			VBLENDVPD(none, t, q[c], q[c])
			scatterLanes(q[c], dst, offset, c*row)
		}
		ADDQ(Imm(64), from)
		ADDQ(Imm(64), to)
		ADDQ(Imm(8*layout.ArcSize), arcs)
		ADDQ(Imm(16), targets)
	})
	finish()
}

// scatterLanes writes 4 float64 as float32 to their offsets, in numbers, after dst plus some bytes.
func scatterLanes(v reg.VecVirtual, dst reg.Register, offset [4]reg.Register, bytes int) {
	narrow := XMM()
	VCVTPD2PSY(v, narrow)
	for l, o := range offset {
		at := Mem{Base: dst, Index: o, Scale: 4, Disp: bytes}
		if l == 0 {
			VMOVSS(narrow, at)
		} else {
			VEXTRACTPS(Imm(uint64(l)), narrow, at)
		}
	}
}

func lerpKeys() {
	TEXT("lerpKeysAsm", NOSPLIT, "func(dst, from, to *float32, targets *int32, groups int, u float64)")
	Pragma("noescape")
	Doc("lerpKeysAsm is [LerpKeys] for a number of groups of 4: from + u * (to - from) in float64.")
	dst, from, to := Load(Param("dst"), GP64()), Load(Param("from"), GP64()), Load(Param("to"), GP64())
	targets, groups := Load(Param("targets"), GP64()), Load(Param("groups"), GP64())
	narrow, u := XMM(), YMM()
	Load(Param("u"), narrow)
	VBROADCASTSD(narrow, u)
	loop("lerp", groups, func() {
		x, d := YMM(), YMM()
		VCVTPS2PD(Mem{Base: from}, x)
		VCVTPS2PD(Mem{Base: to}, d)
		VSUBPD(x, d, d)
		VMULPD(d, u, d)
		VADDPD(d, x, x)
		var offset [4]reg.Register
		for l := range offset {
			offset[l] = GP64()
			MOVLQSX(Mem{Base: targets, Disp: 4 * l}, offset[l])
		}
		scatterLanes(x, dst, offset, 0)
		ADDQ(Imm(16), from)
		ADDQ(Imm(16), to)
		ADDQ(Imm(16), targets)
	})
	finish()
}

// vertexDistances writes to squares the largest squared distance in each lane of joints' vertices
// from the expected ones.
func vertexDistances() {
	TEXT("vertexDistancesAsm", NOSPLIT, "func(squares, model, offsets, expected *float32, joints int)")
	Pragma("noescape")
	Doc("vertexDistancesAsm is [VertexDistances]: the largest squares stay in a register, NaN in another.")
	squares, model := Load(Param("squares"), GP64()), Load(Param("model"), GP64())
	offsets, expected, joints := Load(Param("offsets"), GP64()), Load(Param("expected"), GP64()),
		Load(Param("joints"), GP64())
	largest, invalid := YMM(), YMM()
	VMOVUPS(Mem{Base: squares}, largest)
	VXORPS(invalid, invalid, invalid)
	loop("distance", joints, func() {
		for axis := range 3 {
			v := vertexAt(model, offsets, axis)
			var d reg.VecVirtual
			for r := range v {
				VSUBPS(Mem{Base: expected, Disp: (axis*3 + r) * row}, v[r], v[r])
				VMULPS(v[r], v[r], v[r])
				d = plus(d, v[r])
			}
			VMAXPS(largest, d, largest)
			VCMPPS(Imm(3), d, d, d) // unordered
			VORPS(d, invalid, invalid)
		}
		ADDQ(U32(blockMatrix), model)
		ADDQ(Imm(12), offsets)
		ADDQ(U32(9*row), expected)
	})
	VORPS(invalid, largest, largest)
	VMOVUPS(largest, Mem{Base: squares})
	finish()
}

// vertexAt returns x, y and z of a joint's vertex along an axis: the column times its offset, plus
// the translation.
func vertexAt(model, offsets reg.Register, axis int) (v [3]reg.VecVirtual) {
	offset := YMM()
	VBROADCASTSS(Mem{Base: offsets, Disp: 4 * axis}, offset)
	for r := range v {
		v[r] = YMM()
		VMULPS(Mem{Base: model, Disp: (4*r + axis) * row}, offset, v[r])
		VADDPS(Mem{Base: model, Disp: (4*r + 3) * row}, v[r], v[r])
	}
	return v
}

func vertices() {
	TEXT("verticesAsm", NOSPLIT, "func(dst, model, offsets *float32, joints int)")
	Pragma("noescape")
	Doc("verticesAsm is [Vertices]: for each joint three columns times their offsets, plus the translation.")
	dst, model := Load(Param("dst"), GP64()), Load(Param("model"), GP64())
	offsets, joints := Load(Param("offsets"), GP64()), Load(Param("joints"), GP64())
	loop("vertex", joints, func() {
		for axis := range 3 {
			for r, v := range vertexAt(model, offsets, axis) {
				VMOVUPS(v, Mem{Base: dst, Disp: (axis*3 + r) * row})
			}
		}
		ADDQ(U32(9*row), dst)
		ADDQ(U32(blockMatrix), model)
		ADDQ(Imm(12), offsets)
	})
	finish()
}
