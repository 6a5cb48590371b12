package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// masked holds the pointers of a kernel that iterates over the groups of two poses and the rows of
// a mask.
type masked struct {
	dst, src, mask, step, groups reg.Register
}

// loadMasked loads the parameters. Src is the name of the source.
func loadMasked(src string) masked {
	m := masked{
		Load(Param("dst"), GP64()), Load(Param(src), GP64()), Load(Param("mask"), GP64()), Load(Param("step"), GP64()),
		Load(Param("groups"), GP64()),
	}
	SHLQ(Imm(2), m.step.(reg.GPVirtual))
	return m
}

// each repeats body for all groups but those whose mask is 0 everywhere.
func (m masked) each(label string, body func()) {
	magnitude := constant("magnitude", 0x7fffffff)
	loop(label, m.groups, func() {
		VPTEST(Mem{Base: m.mask}, magnitude)
		JZ(LabelRef(label + "_next"))
		body()
		Label(label + "_next")
		m.next()
	})
}

// next moves to the next group.
func (m masked) next() {
	ADDQ(U32(groupSize), m.dst)
	ADDQ(U32(groupSize), m.src)
	ADDQ(m.step, m.mask)
}

// at returns a row of the group in dst.
func (m masked) at(r int) Mem { return Mem{Base: m.dst, Disp: r * row} }

// from returns a row of the group in src.
func (m masked) from(r int) Mem { return Mem{Base: m.src, Disp: r * row} }

func accumulateMasked() {
	TEXT("accumulateMaskedAsm", NOSPLIT, "func(dst, src, mask *float32, step, groups int, attenuation, weight float32)")
	Pragma("noescape")
	Doc("accumulateMaskedAsm is [AccumulateMasked] for a number of groups: dst = dst * (1 - attenuation * mask) + " +
		"src * (weight * mask), rotations as in accumulateAsm. The mask rows of consecutive groups are step numbers apart.")
	m := loadMasked("src")
	attenuation, weight := broadcast("attenuation"), broadcast("weight")
	sign, one, zero := constant("signBit", 0x80000000), constant("one", 0x3f800000), zeros()
	m.each("accumulateMasked", func() {
		k, w := times(Mem{Base: m.mask}, attenuation), times(Mem{Base: m.mask}, weight)
		VSUBPS(k, one, k)
		var d [4]reg.VecVirtual
		var turned reg.VecVirtual
		for r := range d {
			d[r] = YMM()
			VMOVUPS(m.at(r), d[r])
			turned = plus(turned, times(m.from(r), d[r]))
		}
		VCMPPS(U8(1), zero, turned, turned) // turned < 0, false for NaN
		VANDPS(sign, turned, turned)
		VXORPS(turned, w, turned)
		for r := range 10 {
			by, v := w, times(m.at(r), k)
			if r < 4 {
				by = turned
			}
			VADDPS(times(m.from(r), by), v, v)
			VMOVUPS(v, m.at(r))
		}
	})
	finish()
}

func add() {
	TEXT("addAsm", NOSPLIT, "func(dst, delta, mask *float32, step, groups int, weight float32)")
	Pragma("noescape")
	Doc("addAsm is [AddMasked] of a positive weight for a number of groups: the rotation 1 - w + delta * w at unit " +
		"length times that of dst, translation + delta * w, scale * (1 - w + delta * w). The mask rows of " +
		"consecutive groups are step numbers apart.")
	addOrSubtract("add", false)
}

func subtract() {
	TEXT("subtractAsm", NOSPLIT, "func(dst, delta, mask *float32, step, groups int, weight float32)")
	Pragma("noescape")
	Doc("subtractAsm is [AddMasked] of a negative weight, given without its sign: the inverse of addAsm.")
	addOrSubtract("subtract", true)
}

func addOrSubtract(label string, subtract bool) {
	m := loadMasked("delta")
	weight := broadcast("weight")
	sign, one, zero := constant("signBit", 0x80000000), constant("one", 0x3f800000), zeros()
	m.each(label, func() {
		w, k := times(Mem{Base: m.mask}, weight), YMM()
		VSUBPS(w, one, k)
		m.multiply(m.turn(w, k, sign, one, zero, subtract))
		for r := 4; r < 7; r++ {
			moved, v := times(m.from(r), w), YMM()
			if subtract {
				VMOVUPS(m.at(r), v)
				VSUBPS(moved, v, v)
			} else {
				v = moved
				VADDPS(m.at(r), v, v)
			}
			VMOVUPS(v, m.at(r))
		}
		for r := 7; r < 10; r++ {
			factor := times(m.from(r), w)
			VADDPS(factor, k, factor)
			if !subtract {
				VMULPS(m.at(r), factor, factor)
				VMOVUPS(factor, m.at(r))
				continue
			}
			v, none := YMM(), YMM()
			VMOVUPS(m.at(r), v)
			VCMPPS(U8(0), zero, factor, none)
			VDIVPS(factor, v, factor)
			VBLENDVPS(none, v, factor, factor)
			VMOVUPS(factor, m.at(r))
		}
	})
	finish()
}

// turn returns the unit quaternions that the group's rotations are multiplied by.
func (m masked) turn(w, k, sign, one, zero reg.VecVirtual, subtract bool) (q [4]reg.VecVirtual) {
	f := YMM()
	VMOVUPS(m.from(3), f)
	VCMPPS(U8(1), zero, f, f) // delta.w < 0, false for NaN
	VANDPS(sign, f, f)
	VXORPS(f, w, f)
	for r := range q {
		q[r] = times(m.from(r), f)
	}
	VADDPS(q[3], k, q[3])
	inverse, none := dot4(q, q), YMM()
	VSQRTPS(inverse, inverse)
	VCMPPS(U8(0), zero, inverse, none)
	VDIVPS(inverse, one, inverse)
	for r := range q {
		if r == 3 {
			VMULPS(inverse, q[r], q[r])
			VBLENDVPS(none, one, q[r], q[r])
			continue
		}
		if subtract {
			VXORPS(sign, q[r], q[r])
		}
		VMULPS(inverse, q[r], q[r])
		VANDNPS(q[r], none, q[r])
	}
	return q
}

// multiply replaces the group's rotations p by q·p.
func (m masked) multiply(q [4]reg.VecVirtual) {
	var out [4]reg.VecVirtual
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3 // the next two axes
		out[i] = times(m.at(i), q[3])
		VADDPS(times(m.at(3), q[i]), out[i], out[i])
		VADDPS(times(m.at(k), q[j]), out[i], out[i])
		VSUBPS(times(m.at(j), q[k]), out[i], out[i])
	}
	out[3] = times(m.at(3), q[3])
	for i := range 3 {
		VSUBPS(times(m.at(i), q[i]), out[3], out[3])
	}
	for r := range out {
		VMOVUPS(out[r], m.at(r))
	}
}
