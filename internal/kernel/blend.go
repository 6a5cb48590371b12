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
// group is the index of its first number, and listed once. u is from 0 to 1. With
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

// NlerpRotations is [LerpRotations] and [Normalize] of the groups.
func NlerpRotations(dst, src []float32, groups []int32, u float32) {
	if len(groups) == 0 {
		return
	}
	if assembly {
		nlerpRotationsAsm(&dst[0], &src[0], &groups[0], len(groups), 1-u, u)
		return
	}
	nlerpRotationsGeneric(dst, src, groups, 1-u, u)
}

func nlerpRotationsGeneric(dst, src []float32, groups []int32, rest, u float32) {
	for i, group := range groups {
		lerpRotationsGeneric(dst, src, groups[i:i+1], rest, u)
		normalizeGeneric(dst[group : group+GroupSize])
	}
}

// Lerp interpolates all of a local pose of whole groups from dst to src: [LerpRotations] and [LerpRows].
func Lerp(dst, src []float32, u float32) { eachChunk(dst, src, u, LerpRotations) }

// Blend is [Lerp] and [Normalize].
func Blend(dst, src []float32, u float32) { eachChunk(dst, src, u, NlerpRotations) }

// Share returns the u by which [Lerp] adds a pose with a weight to the mean of others, where sum is the sum of all their weights.
func Share(weight, sum float32) float32 {
	if sum > 0 {
		return weight / sum
	}
	return 0
}

// chunkGroups is how many groups [Lerp] works on at a time.
const chunkGroups = 32

// allGroups are the groups of a chunk, allRows its rows of translations and scales.
var allGroups, allRows = func() (groups [chunkGroups]int32, rows [chunkGroups * (Rows - 4)]int32) {
	for i := range groups {
		groups[i] = int32(i * GroupSize)
	}
	for i := range rows {
		rows[i] = int32(i/(Rows-4)*GroupSize + translation + i%(Rows-4)*Lanes)
	}
	return groups, rows
}()

// eachChunk interpolates chunks of two poses, and their rotations by a function.
func eachChunk(dst, src []float32, u float32, rotations func(dst, src []float32, groups []int32, u float32)) {
	for len(dst) >= GroupSize {
		groups := min(len(dst)/GroupSize, chunkGroups)
		rotations(dst, src, allGroups[:groups], u)
		LerpRows(dst, src, allRows[:groups*(Rows-4)], u)
		dst, src = dst[groups*GroupSize:], src[groups*GroupSize:]
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
