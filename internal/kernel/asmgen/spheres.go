package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// spheres are the programs of package spheres.
func spheres() []*program {
	return []*program{sphereShadows(), carrySpheres(), crossVolume(), sphereRanges()}
}

// sphereShadows computes how long the shadows of spheres are.
func sphereShadows() *program {
	p := newProgram("shadows", "is [Shadows] for a group.", "rows", "sphereRows", "lightRows")
	height, radius := p.load("sphereRows", layout.SphereCenter+1), p.load("sphereRows", layout.SphereRadius)
	light := p.load("lightRows", layout.LightHeight)
	longest := p.mul(p.load("lightRows", layout.LightLongest), radius)
	above := p.max(p.constant(0), p.sub(p.add(height, radius), p.load("lightRows", layout.LightFloor)))
	ends := p.less(above, p.mul(light, longest))
	p.store(0, p.choose(ends, p.div(above, light), longest))
	return p
}

// carrySpheres takes spheres from one space to another.
func carrySpheres() *program {
	p := newProgram("carry", "is [Carry] for a group.", "rows", "sphereRows", "carrierRows")
	center := p.loadVec("sphereRows", layout.SphereCenter)
	var carried vec
	for r := range carried {
		carried[r] = p.load("carrierRows", 4*r+3)
		carried[r] = p.add(p.dot(p.loadVec("carrierRows", 4*r), center), carried[r])
	}
	p.storeVec(layout.SphereCenter, carried)
	scale := p.load("carrierRows", layout.CarrierScale)
	p.store(layout.SphereRadius, p.mul(p.load("sphereRows", layout.SphereRadius), scale))
	return p
}

// crossVolume finds which planes of a volume spheres cross, as the last bits of a number.
func crossVolume() *program {
	p := newProgram("cross", "is [Cross] for a group.", "rows", "sphereRows", "volumeRows")
	center, radius := p.loadVec("sphereRows", layout.SphereCenter), p.load("sphereRows", layout.SphereRadius)
	under, none := p.neg(radius), p.constant(0)
	crossed, outside := p.constant(layout.CrossedNone), none
	for i := range layout.VolumePlanes {
		at := i * layout.VolumePlaneRows
		high := p.add(p.dot(p.loadVec("volumeRows", at), center), p.load("volumeRows", at+3))
		crossed = p.add(crossed, p.choose(p.less(radius, high), none, p.constant(float32(int(1)<<i))))
		outside = p.choose(p.less(high, under), p.constant(layout.CrossedOutside), outside)
	}
	p.store(0, p.add(crossed, outside))
	return p
}

// sphereRanges computes how far the spheres in others are from an eye.
func sphereRanges() *program {
	p := newProgram("range", "is [Ranges] for a group.", "rows", "sphereRows", "sizeRows", "eyeRows")
	toEye := p.subVec(p.loadVec("sphereRows", layout.SphereCenter), p.loadVec("eyeRows", 0))
	radius, one := p.load("sphereRows", layout.SphereRadius), p.constant(1)
	away := p.sqrt(p.dot(toEye, toEye))
	near := p.sub(away, radius)
	p.store(layout.RangeAway, near)
	square := func(distance value, size int) value {
		root := p.add(one, p.div(distance, p.load("sizeRows", size)))
		return p.mul(root, root)
	}
	p.store(layout.RangeNear, square(p.max(near, p.constant(0)), layout.SizeMost))
	p.store(layout.RangeFar, square(p.add(away, radius), layout.SizeLeast))
	return p
}

// sphereTests writes the kernels that compare spheres: their results are bits.
func sphereTests() {
	belowPlanes()
	nearerThan()
}

// sphereRow returns a row of the spheres of a group.
func sphereRow(group reg.Register, r int) Mem { return Mem{Base: group, Disp: r * row} }

func belowPlanes() {
	TEXT("belowAsm", NOSPLIT, "func(out *uint64, groups *float32, count int, planes *float32, planeCount int, "+
		"shadows *float32)")
	Pragma("noescape")
	Doc("belowAsm is [Below] for so many groups and planes. It goes from the last group to the first.")
	out, groups, count := Load(Param("out"), GP64()), Load(Param("groups"), GP64()), Load(Param("count"), GP64())
	planes, planeCount := Load(Param("planes"), GP64()), Load(Param("planeCount"), GP64())
	shadows := Load(Param("shadows"), GP64())
	last, bits, of, plane, left := GP64(), GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: count, Disp: -1}, last)
	MOVQ(last, of)
	SHLQ(U8(5), of) // a row
	ADDQ(of, shadows)
	SHLQ(U8(2), of) // a group has 4
	ADDQ(of, groups)
	XORQ(bits, bits)
	zero := YMM()
	VXORPS(zero, zero, zero)
	loop("below_group", count, func() {
		below := YMM()
		VXORPS(below, below, below)
		MOVQ(planes, plane)
		MOVQ(planeCount, left)
		loop("below_plane", left, func() {
			by := func(r int, coefficient Op) reg.VecVirtual {
				product := YMM()
				VBROADCASTSS(coefficient, product)
				if r >= 0 {
					VMULPS(sphereRow(groups, r), product, product)
				}
				return product
			}
			coefficient := func(i int) Op { return Mem{Base: plane, Disp: 4 * i} }
			d := by(layout.SphereCenter, coefficient(layout.PlaneNormal))
			for i := 1; i < 3; i++ {
				VADDPS(by(layout.SphereCenter+i, coefficient(layout.PlaneNormal+i)), d, d)
			}
			VADDPS(by(-1, coefficient(layout.PlaneDistance)), d, d)
			shadow := by(-1, coefficient(layout.PlaneAlong))
			VMULPS(Mem{Base: shadows}, shadow, shadow)
			VSUBPS(shadow, d, d)
			VADDPS(by(layout.SphereRadius, coefficient(layout.PlaneSide)), d, d)
			VCMPPS(U8(1), zero, d, d) // below, false for NaN
			VORPS(d, below, below)
			ADDQ(Imm(4*layout.PlaneSize), plane)
		})
		lanes := GP32()
		VMOVMSKPS(below, lanes)
		SHLQ(U8(8), bits)
		ORQ(lanes.As64(), bits)
		SUBQ(Imm(row), shadows)
		SUBQ(U32(layout.SphereRows*row), groups)
	})
	MOVQ(bits, Mem{Base: out})
	finish()
}

func nearerThan() {
	TEXT("nearerAsm", NOSPLIT, "func(out *uint64, groups *float32, count int, eye *float32, squares *float32, "+
		"squareCount int)")
	Pragma("noescape")
	Doc("nearerAsm is [Nearer] for so many groups and squares: it writes a byte for each group and each square.")
	out, groups, count := Load(Param("out"), GP64()), Load(Param("groups"), GP64()), Load(Param("count"), GP64())
	eye, squares := Load(Param("eye"), GP64()), Load(Param("squares"), GP64())
	squareCount := Load(Param("squareCount"), GP64())
	to, square, left, lanes := GP64(), GP64(), GP64(), GP32()
	var from [3]reg.VecVirtual
	for i := range from {
		from[i] = YMM()
		VBROADCASTSS(Mem{Base: eye, Disp: 4 * i}, from[i])
	}
	loop("nearer_group", count, func() {
		away, size := YMM(), YMM()
		for i := range from {
			d := YMM()
			if i == 0 {
				d = away
			}
			VMOVUPS(sphereRow(groups, layout.SphereCenter+i), d)
			VSUBPS(from[i], d, d)
			VMULPS(d, d, d)
			if i > 0 {
				VADDPS(d, away, away)
			}
		}
		VMOVUPS(sphereRow(groups, layout.SphereRadius), size)
		VMULPS(size, size, size)
		MOVQ(out, to)
		MOVQ(squares, square)
		MOVQ(squareCount, left)
		loop("nearer_square", left, func() {
			limit := YMM()
			VBROADCASTSS(Mem{Base: square}, limit)
			VMULPS(size, limit, limit)
			VCMPPS(U8(1), limit, away, limit) // below, false for NaN
			VMOVMSKPS(limit, lanes)
			MOVB(lanes.As8(), Mem{Base: to})
			ADDQ(Imm(4), square)
			ADDQ(Imm(8), to)
		})
		INCQ(out)
		ADDQ(U32(layout.SphereRows*row), groups)
	})
	finish()
}
