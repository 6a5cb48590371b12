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

// Accumulate adds weight·src to dst. Both are local poses of the same number of whole groups. A
// rotation whose dot product with the sum in dst is negative is negated first: q and -q are the
// same rotation, and the sum must take the shorter arc.
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

// Normalize brings the rotations of a local pose of whole groups to unit length. A rotation of
// length 0, as two opposite rotations blended half and half give, becomes the identity.
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

// LerpRows interpolates rows of a local pose from dst to src. A row is the index of its first
// number, a multiple of 8. A row that is the same in both stays as it is.
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

// Share returns the u by which [Lerp] adds a pose with a weight to the mean of others, where sum is
// the sum of all their weights.
func Share(weight, sum float32) float32 {
	if sum > 0 {
		return weight / sum
	}
	return 0
}
