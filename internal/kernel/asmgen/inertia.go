package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/layout"
)

func applyInertia() {
	TEXT("applyInertiaAsm", NOSPLIT, "func(pose, inertia *float32, groups int, seconds float32)")
	Pragma("noescape")
	Doc("applyInertiaAsm is [ApplyInertia] for a number of groups: with s = min(seconds * rate, 1) and u = 1 - s, the rotation by u * u * u * (c0 + s * (c1 + s * c2)) times that of the pose, such numbers are added to translation and scale.")
	m := masked{dst: Load(Param("pose"), GP64()), src: Load(Param("inertia"), GP64())}
	groups, seconds := Load(Param("groups"), GP64()), broadcast("seconds")
	one, quarter := constant("one", 0x3f800000), constant("quarter", 0x3e800000)
	loop("decay", groups, func() {
		for part := range 3 {
			s, w := m.progress(part, seconds, one)
			var left [3]reg.VecVirtual
			for i := range left {
				left[i] = m.remaining(3*part+i, s, w)
			}
			if part == 0 {
				m.multiply(rotationOf(left, quarter, one))
				continue
			}
			for i, v := range left {
				at := m.at(1 + 3*part + i)
				VADDPS(at, v, v)
				VMOVUPS(v, at)
			}
		}
		ADDQ(U32(groupSize), m.dst)
		ADDQ(U32(layout.InertiaRows*row), m.src)
	})
	finish()
}

// progress returns s = min(seconds * rate, 1) and (1 - s)³ of a part.
func (m masked) progress(part int, seconds, one reg.VecVirtual) (s, w reg.VecVirtual) {
	s, u := times(m.from(layout.InertiaRates+part), seconds), YMM()
	VMINPS(s, one, s)
	VSUBPS(s, one, u)
	w = times(u, u)
	VMULPS(u, w, w)
	return s, w
}

// remaining returns w * (c0 + s * (c1 + s * c2)) of a number.
func (m masked) remaining(number int, s, w reg.VecVirtual) reg.VecVirtual {
	v := times(m.from(2*layout.InertiaNumbers+number), s)
	VADDPS(m.from(layout.InertiaNumbers+number), v, v)
	VMULPS(s, v, v)
	VADDPS(m.from(number), v, v)
	VMULPS(w, v, v)
	return v
}

// rotationOf converts Rodrigues parameters, multiplied by a quarter, to a unit quaternion.
func rotationOf(parameters [3]reg.VecVirtual, quarter, one reg.VecVirtual) (q [4]reg.VecVirtual) {
	var n reg.VecVirtual
	for i, v := range parameters {
		VMULPS(quarter, v, v)
		q[i] = v
		n = plus(n, times(v, v))
	}
	inverse, double := YMM(), YMM()
	VADDPS(n, one, inverse)
	VDIVPS(inverse, one, inverse)
	VADDPS(inverse, inverse, double)
	for i := range parameters {
		VMULPS(double, q[i], q[i])
	}
	q[3] = YMM()
	VSUBPS(n, one, q[3])
	VMULPS(inverse, q[3], q[3])
	return q
}
