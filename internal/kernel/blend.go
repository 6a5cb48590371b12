package kernel

import "math"

// Scale writes weight·src to dst. Both have the same length.
//
//	dst[i] = src[i] * weight
func Scale(dst, src []float32, weight float32) {
	if rows := len(dst) / Lanes; assembly && rows > 0 {
		scaleAsm(&dst[0], &src[0], rows, weight)
		dst, src = dst[rows*Lanes:], src[rows*Lanes:]
	}
	scaleGeneric(dst, src, weight)
}

func scaleGeneric(dst, src []float32, weight float32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = src[i] * weight
	}
}

// Accumulate adds weight·src to dst. Both are local poses of the same number of whole groups. A rotation whose dot product with
// the sum in dst is negative is negated first: q and -q are the same rotation, and the sum must take the shorter arc.
//
//	d = ((x·x' + y·y') + z·z') + w·w'
//	rotation += src * (d < 0 ? -weight : weight)
//	translation, scale += src * weight
func Accumulate(dst, src []float32, weight float32) {
	if groups := len(dst) / GroupSize; assembly && groups > 0 {
		accumulateAsm(&dst[0], &src[0], groups, weight)
		return
	}
	accumulateGeneric(dst, src, weight)
}

func accumulateGeneric(dst, src []float32, weight float32) {
	src = src[:len(dst)]
	for len(dst) >= GroupSize {
		d, s := (*[GroupSize]float32)(dst), (*[GroupSize]float32)(src)
		for l := range Lanes {
			dot := float32(d[l]*s[l]) + float32(d[8+l]*s[8+l]) + float32(d[16+l]*s[16+l]) + float32(d[24+l]*s[24+l])
			w := weight
			if dot < 0 {
				w = -weight
			}
			d[l] += float32(s[l] * w)
			d[8+l] += float32(s[8+l] * w)
			d[16+l] += float32(s[16+l] * w)
			d[24+l] += float32(s[24+l] * w)
		}
		for i := translation; i < GroupSize; i++ {
			d[i] += float32(s[i] * weight)
		}
		dst, src = dst[GroupSize:], src[GroupSize:]
	}
}

// Normalize brings the rotations of a local pose of whole groups to unit length. A rotation of length 0, as two opposite
// rotations blended half and half give, becomes the identity.
//
//	n = sqrt(((x·x + y·y) + z·z) + w·w)
//	rotation = n == 0 ? (0, 0, 0, 1) : rotation * (1 / n)
func Normalize(pose []float32) {
	if groups := len(pose) / GroupSize; assembly && groups > 0 {
		normalizeAsm(&pose[0], groups)
		return
	}
	normalizeGeneric(pose)
}

func normalizeGeneric(pose []float32) {
	for len(pose) >= GroupSize {
		p := (*[4 * Lanes]float32)(pose)
		for l := range Lanes {
			x, y, z, w := p[l], p[8+l], p[16+l], p[24+l]
			n := float32(math.Sqrt(float64(float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w))))
			inverse := 1 / n
			if n == 0 {
				x, y, z, w, inverse = 0, 0, 0, 1, 1
			}
			p[l], p[8+l], p[16+l], p[24+l] = x*inverse, y*inverse, z*inverse, w*inverse
		}
		pose = pose[GroupSize:]
	}
}

// Blend blends src into dst, two local poses of whole groups: [Scale] dst by weight, [Accumulate] src by srcWeight, [Normalize].
func Blend(dst, src []float32, weight, srcWeight float32) {
	if groups := len(dst) / GroupSize; assembly && groups > 0 {
		blendAsm(&dst[0], &src[0], groups, weight, srcWeight)
		return
	}
	blendGeneric(dst, src, weight, srcWeight)
}

func blendGeneric(dst, src []float32, weight, srcWeight float32) {
	scaleGeneric(dst, dst, weight)
	accumulateGeneric(dst, src, srcWeight)
	normalizeGeneric(dst)
}

// LerpRows interpolates rows of a local pose from dst to src. A row is the index of its first number, a multiple of 8. A row that is the
// same in both stays as it is.
//
//	dst += (src - dst) * u
func LerpRows(dst, src []float32, rows []int32, u float32) {
	if len(rows) == 0 {
		return
	}
	if assembly {
		lerpRowsAsm(&dst[0], &src[0], &rows[0], len(rows), u)
		return
	}
	lerpRowsGeneric(dst, src, rows, u)
}

func lerpRowsGeneric(dst, src []float32, rows []int32, u float32) {
	for _, row := range rows {
		d, s := (*[Lanes]float32)(dst[row:]), (*[Lanes]float32)(src[row:])
		for l := range d {
			d[l] += float32((s[l] - d[l]) * u)
		}
	}
}

// LerpRotations interpolates the rotations of groups of a local pose from dst to src, along the shorter arc and without normalizing them. A
// group is the index of its first number. u is from 0 to 1. With
//
//	d = ((x·x' + y·y') + z·z') + w·w'
//
// of the rotations in dst and src,
//
//	rotation = dst * (1 - u) + src * (d < 0 ? -u : u)
func LerpRotations(dst, src []float32, groups []int32, u float32) {
	if len(groups) == 0 {
		return
	}
	if assembly {
		lerpRotationsAsm(&dst[0], &src[0], &groups[0], len(groups), 1-u, u)
		return
	}
	lerpRotationsGeneric(dst, src, groups, 1-u, u)
}

func lerpRotationsGeneric(dst, src []float32, groups []int32, rest, u float32) {
	for _, group := range groups {
		d, s := (*[4 * Lanes]float32)(dst[group:]), (*[4 * Lanes]float32)(src[group:])
		for l := range Lanes {
			w := u
			if rotationDot(d, s, l) < 0 {
				w = -u
			}
			addRotations(d, s, l, rest, w)
		}
	}
}

// NlerpRotations is [LerpRotations] and [Normalize] for rotations of unit length in dst and src: the length n of the result follows from
// the cosine d between them, and is at least sqrt(1/2).
//
//	n = sqrt(((1-u)·(1-u) + u·u) + (2·(1-u)·u) * |d|)
//	rotation = dst * ((1 - u) * (1/n)) + src * (d < 0 ? -(u * (1/n)) : u * (1/n))
func NlerpRotations(dst, src []float32, groups []int32, u float32) {
	if len(groups) == 0 {
		return
	}
	rest := 1 - u
	squares, product := float32(rest*rest)+float32(u*u), float32(2*rest)*u
	if assembly {
		nlerpRotationsAsm(&dst[0], &src[0], &groups[0], len(groups), rest, u, squares, product)
		return
	}
	nlerpRotationsGeneric(dst, src, groups, rest, u, squares, product)
}

func nlerpRotationsGeneric(dst, src []float32, groups []int32, rest, u, squares, product float32) {
	for _, group := range groups {
		d, s := (*[4 * Lanes]float32)(dst[group:]), (*[4 * Lanes]float32)(src[group:])
		for l := range Lanes {
			dot := rotationDot(d, s, l)
			square := squares + float32(product*math.Float32frombits(math.Float32bits(dot)&^(1<<31)))
			inverse := 1 / float32(math.Sqrt(float64(square)))
			w := u * inverse
			if dot < 0 {
				w = -w
			}
			addRotations(d, s, l, rest*inverse, w)
		}
	}
}

// rotationDot returns the dot product of the rotations in lane l of two groups.
func rotationDot(d, s *[4 * Lanes]float32, l int) float32 {
	return float32(d[l]*s[l]) + float32(d[8+l]*s[8+l]) + float32(d[16+l]*s[16+l]) + float32(d[24+l]*s[24+l])
}

// addRotations replaces the rotation in lane l of a group d by the sum of it and the one of a group s, each times a weight.
func addRotations(d, s *[4 * Lanes]float32, l int, weight, added float32) {
	for i := l; i < 4*Lanes; i += Lanes {
		d[i] = float32(d[i]*weight) + float32(s[i]*added)
	}
}
