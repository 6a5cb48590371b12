package kernel

import "math"

// ones is the mask row that stands for a nil mask, the same for every group.
var ones = [Lanes]float32{1, 1, 1, 1, 1, 1, 1, 1}

// maskRows returns the rows of a mask, and the distance in float32 from one group's row to the
// next.
func maskRows(mask []float32) (rows []float32, step int) {
	if mask == nil {
		return ones[:], 0
	}
	return mask, Lanes
}

// maskedLanes returns the number of lanes of a group to work on: none if the group's mask is 0
// everywhere.
func maskedLanes(mask *[Lanes]float32) int {
	if *mask == [Lanes]float32{} {
		return 0
	}
	return Lanes
}

// AccumulateMasked lowers dst by a factor and adds weight·src, joint by joint as far as a mask
// allows. dst and src are local poses of the same number of whole groups; the mask has one row of 8
// numbers, 0 to 1, for each group, and a nil mask is 1 everywhere. A layer of several poses lowers
// what lies below it with its first pose, and adds the others with attenuation 0. For each joint,
// with its mask m:
//
//	k = 1 - attenuation·m
//	w = weight·m
//	d = ((x·x' + y·y') + z·z') + w·w' of the rotations in dst and src
//	rotation = dst·k + src * (d < 0 ? -w : w)
//	translation, scale = dst·k + src·w
//
// The rotations are not normalized: see [Normalize]. A group whose mask is 0 for all its joints is
// left as it is.
func AccumulateMasked(dst, src, mask []float32, attenuation, weight float32) {
	rows, step := maskRows(mask)
	if groups := len(dst) / GroupSize; assembly && groups > 0 {
		accumulateMaskedAsm(&dst[0], &src[0], &rows[0], step, groups, attenuation, weight)
		return
	}
	accumulateMaskedGeneric(dst, src, rows, step, attenuation, weight)
}

func accumulateMaskedGeneric(dst, src, mask []float32, step int, attenuation, weight float32) {
	src = src[:len(dst)]
	for len(dst) >= GroupSize {
		d, s, m := (*[GroupSize]float32)(dst), (*[GroupSize]float32)(src), (*[Lanes]float32)(mask)
		for l := range maskedLanes(m) {
			k, w := 1-float32(attenuation*m[l]), weight*m[l]
			turned := w
			if dot := float32(d[l]*s[l]) + float32(d[8+l]*s[8+l]) + float32(d[16+l]*s[16+l]) +
				float32(d[24+l]*s[24+l]); dot < 0 {
				turned = -w
			}
			d[l] = float32(d[l]*k) + float32(s[l]*turned)
			d[8+l] = float32(d[8+l]*k) + float32(s[8+l]*turned)
			d[16+l] = float32(d[16+l]*k) + float32(s[16+l]*turned)
			d[24+l] = float32(d[24+l]*k) + float32(s[24+l]*turned)
			for i := translation + l; i < GroupSize; i += Lanes {
				d[i] = float32(d[i]*k) + float32(s[i]*w)
			}
		}
		dst, src, mask = dst[GroupSize:], src[GroupSize:], mask[step:]
	}
}

// Add adds weight·delta to dst. Both are local poses of the same number of whole groups. dst has
// rotations of unit length. delta holds differences: rotations to apply after those in dst,
// translations to add, factors for scales. A negative weight subtracts: up to rounding it undoes an
// addition by its absolute value. For each joint, with w = |weight|:
//
//	k = 1 - w
//	f = delta.w < 0 ? -w : w
//	(x, y, z, c) = (delta.x·f, delta.y·f, delta.z·f, k + delta.w·f)
//	n = sqrt(((x·x + y·y) + z·z) + c·c)
//	(x, y, z, c) = n == 0 ? (0, 0, 0, 1) : (x, y, z, c) * (1 / n), with x, y, z negated to subtract
//	rotation.x = ((c·x' + x·w') + y·z') - z·y', of the rotation x', y', z', w' before
//	rotation.y = ((c·y' + y·w') + z·x') - x·z'
//	rotation.z = ((c·z' + z·w') + x·y') - y·x'
//	rotation.w = ((c·w' - x·x') - y·y') - z·z'
//	translation += delta·w, or -= to subtract
//	scale *= k + delta·w, or /= to subtract; a scale that would be divided by 0 stays as it is
//
// The difference with rotation (0, 0, 0, 1), translation 0 and scale 1 changes no number, for any
// weight from -1 to 1.
func Add(dst, delta []float32, weight float32) { AddMasked(dst, delta, nil, weight) }

// AddMasked is [Add] with weight·mask as the weight of each joint. The mask has one row of 8
// numbers, 0 to 1, for each group; a nil mask is 1 everywhere. A group whose mask is 0 for all its
// joints is left as it is.
func AddMasked(dst, delta, mask []float32, weight float32) {
	rows, step := maskRows(mask)
	subtract := weight < 0
	if subtract {
		weight = -weight
	}
	groups := len(dst) / GroupSize
	switch {
	case !assembly || groups == 0:
		addGeneric(dst, delta, rows, step, weight, subtract)
	case subtract:
		subtractAsm(&dst[0], &delta[0], &rows[0], step, groups, weight)
	default:
		addAsm(&dst[0], &delta[0], &rows[0], step, groups, weight)
	}
}

func addGeneric(dst, delta, mask []float32, step int, weight float32, subtract bool) {
	delta = delta[:len(dst)]
	for len(dst) >= GroupSize {
		d, s, m := (*[GroupSize]float32)(dst), (*[GroupSize]float32)(delta), (*[Lanes]float32)(mask)
		for l := range maskedLanes(m) {
			w := float32(weight * m[l]) // never fused with what 1 - w subtracts
			addRotation(d, s, l, w, subtract)
			addTranslationAndScale(d, s, l, w, subtract)
		}
		dst, delta, mask = dst[GroupSize:], delta[GroupSize:], mask[step:]
	}
}

// addRotation applies the fraction w of joint l's difference to its rotation.
func addRotation(d, s *[GroupSize]float32, l int, w float32, subtract bool) {
	l &= Lanes - 1
	k, f := 1-w, w
	if s[24+l] < 0 {
		f = -w
	}
	x, y, z, c := s[l]*f, s[8+l]*f, s[16+l]*f, k+float32(s[24+l]*f)
	n := float32(math.Sqrt(float64(float32(x*x) + float32(y*y) + float32(z*z) + float32(c*c))))
	inverse := 1 / n
	if subtract {
		x, y, z = -x, -y, -z
	}
	x, y, z, c = x*inverse, y*inverse, z*inverse, c*inverse
	if n == 0 {
		x, y, z, c = 0, 0, 0, 1
	}
	dx, dy, dz, dw := d[l], d[8+l], d[16+l], d[24+l]
	d[l] = float32(c*dx) + float32(x*dw) + float32(y*dz) - float32(z*dy)
	d[8+l] = float32(c*dy) + float32(y*dw) + float32(z*dx) - float32(x*dz)
	d[16+l] = float32(c*dz) + float32(z*dw) + float32(x*dy) - float32(y*dx)
	d[24+l] = float32(c*dw) - float32(x*dx) - float32(y*dy) - float32(z*dz)
}

// addTranslationAndScale applies the fraction w of joint l's difference to its translation and
// scale.
func addTranslationAndScale(d, s *[GroupSize]float32, l int, w float32, subtract bool) {
	k := 1 - w
	for i := translation + l; i < scale; i += Lanes {
		if moved := float32(s[i] * w); subtract {
			d[i] -= moved
		} else {
			d[i] += moved
		}
	}
	for i := scale + l; i < GroupSize; i += Lanes {
		switch factor := k + float32(s[i]*w); {
		case !subtract:
			d[i] *= factor
		case factor != 0:
			d[i] /= factor
		}
	}
}
