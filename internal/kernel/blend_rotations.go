package kernel

import "math"

// LerpRotations interpolates the rotations of groups of a local pose from dst to src, along the
// shorter arc and without normalizing them. A group is the index of its first number, and listed
// once. u is from 0 to 1. With
//
//	d = ((x·x' + y·y') + z·z') + w·w'
//
// of the rotations in dst and src,
//
//	rotation = dst * (1 - u) + src * (d < 0 ? -u : u)
func LerpRotations(dst, src []float32, groups []int32, u float32) {
	switch {
	case len(groups) == 0:
	case assembly:
		lerpRotationsAsm(&dst[0], &src[0], &groups[0], len(groups), 0, 1-u, u)
	default:
		interpolateGeneric(dst, src, groups, u, lerp, false)
	}
}

// NlerpRotations is [LerpRotations] and [Normalize] of the groups.
//
// AreUnit tells that the rotations of both poses have length 1 up to rounding. The length of their
// sum then follows from d, and takes neither a square root nor a quotient. The squared length is 1
// - c·(1 - |d|) with c = 2u·(1 - u), which is from 1/2 to 1. That times a number is m below, and
// factor is 1 divided by the length, up to rounding:
//
//	slope = lengthScale * ((2 * u) * (1 - u))
//	least = lengthScale - slope
//	more = slope * |d|
//	m = least + more
//	p = ((least - seedCenter) + more)² + seedLeast
//	factor = p * (((m * p) * p - factorCenter)² + factorLeast)
//	rotation = dst * ((1 - u) * factor) + src * (d has a minus sign ? -u * factor : u * factor)
//
// If lengths are not quite 1, the length of the result is, but for rounding, not farther from 1
// than they are. Nothing is promised for lengths that differ from 1 by more than a hundredth, but
// bits. Where u is not from 0 to 1, areUnit has no effect.
func NlerpRotations(dst, src []float32, groups []int32, u float32, areUnit bool) {
	switch f := formOf(u, areUnit); {
	case len(groups) == 0:
	case !assembly:
		interpolateGeneric(dst, src, groups, u, f, false)
	case f == nlerpUnit:
		nlerpUnitAsm(&dst[0], &src[0], &groups[0], len(groups), 0, 1-u, u)
	default:
		nlerpRotationsAsm(&dst[0], &src[0], &groups[0], len(groups), 0, 1-u, u)
	}
}

// Lerp interpolates all of a local pose of whole groups from dst to src: [LerpRotations] and
// [LerpRows].
func Lerp(dst, src []float32, u float32) { interpolatePose(dst, src, u, lerp) }

// Blend is [NlerpRotations] and [LerpRows] of all of a local pose of whole groups. AreUnit has no
// effect where the squared length of a rotation of one of the poses differs from 1 by unitTolerance
// or more.
func Blend(dst, src []float32, u float32, areUnit bool) {
	areUnit = areUnit && HaveUnitLength(dst, unitTolerance) && HaveUnitLength(src, unitTolerance)
	interpolatePose(dst, src, u, formOf(u, areUnit))
}

// form is how rotations are interpolated.
type form int

const (
	lerp      form = iota // without normalizing
	nlerp                 // and normalized
	nlerpUnit             // and normalized, where both have length 1
)

// formOf returns the form of [NlerpRotations].
func formOf(u float32, areUnit bool) form {
	if areUnit && u >= 0 && u <= 1 {
		return nlerpUnit
	}
	return nlerp
}

// chunkGroups is how many groups [Lerp] works on at a time.
const chunkGroups = 32

// allGroups are the groups of a chunk.
var allGroups = func() (groups [chunkGroups]int32) {
	for i := range groups {
		groups[i] = int32(i * GroupSize)
	}
	return groups
}()

// interpolatePose interpolates all of a pose.
func interpolatePose(dst, src []float32, u float32, f form) {
	for len(dst) >= GroupSize {
		n := min(len(dst)/GroupSize, chunkGroups)
		switch {
		case !assembly:
			interpolateGeneric(dst, src, allGroups[:n], u, f, true)
		case f == lerp:
			lerpRotationsAsm(&dst[0], &src[0], &allGroups[0], n, 1, 1-u, u)
		case f == nlerp:
			nlerpRotationsAsm(&dst[0], &src[0], &allGroups[0], n, 1, 1-u, u)
		default:
			nlerpUnitAsm(&dst[0], &src[0], &allGroups[0], n, 1, 1-u, u)
		}
		dst, src = dst[n*GroupSize:], src[n*GroupSize:]
	}
}

// interpolateGeneric interpolates the rotations of groups of a pose, and if whole also their other
// rows, as [LerpRows] does.
func interpolateGeneric(dst, src []float32, groups []int32, u float32, f form, whole bool) {
	for _, group := range groups {
		d, s := (*[GroupSize]float32)(dst[group:]), (*[GroupSize]float32)(src[group:])
		switch f {
		case nlerpUnit:
			nlerpUnitGeneric(d, s, u)
		default:
			lerpRotationsGeneric(d, s, u)
			if f == nlerp {
				normalizeGeneric(d[:])
			}
		}
		for i := translation; whole && i < GroupSize; i++ {
			d[i] += float32((s[i] - d[i]) * u)
		}
	}
}

func lerpRotationsGeneric(d, s *[GroupSize]float32, u float32) {
	for l := range Lanes {
		w := u
		if rotationDot(d, s, l) < 0 {
			w = -u
		}
		addRotations(d, s, l, 1-u, w)
	}
}

func nlerpUnitGeneric(d, s *[GroupSize]float32, u float32) {
	least, slope := squaredLength(u)
	for l := range Lanes {
		dot := rotationDot(d, s, l)
		factor := inverseLength(least, float32(slope*float32(math.Abs(float64(dot)))))
		added := u * factor
		if math.Signbit(float64(dot)) {
			added = -added
		}
		addRotations(d, s, l, (1-u)*factor, added)
	}
}

// The constants of [NlerpRotations]. The seed p is the quadratic of the squared length, from 1/2 to
// 1, whose greatest relative error as 1 divided by the length is least: 0.0032. The factor is p
// times the quadratic of m·p² that is the best one for what is left, with an error of 2e-8. The
// squared length and both quadratics are multiplied by numbers, lengthScale and two others, that
// make the leading coefficients 1, which takes no multiplication. The quadratics are written with
// their minimum, which rounds less than a sum of powers. The last digits of the factor's constants
// are chosen so that the factor of equal rotations is exactly 1.
const (
	lengthScale  = 0.8550056
	seedCenter   = 1.057289
	seedLeast    = 0.83689266
	factorCenter = 1.0910844
	factorLeast  = 0.9523505
)

// squaredLength returns the squared length, times [lengthScale], of the sum of two rotations of
// length 1 whose dot product is 0, and by how much it grows until a dot product of 1.
func squaredLength(u float32) (least, slope float32) {
	slope = float32(lengthScale * ((2 * u) * (1 - u)))
	return lengthScale - slope, slope
}

// inverseLength returns 1 divided by the length of a sum, of which least + more is the squared
// length times [lengthScale].
func inverseLength(least, more float32) float32 {
	m := least + more
	d := (least - seedCenter) + more
	p := float32(d*d) + seedLeast
	g := float32((m*p)*p) - factorCenter
	return p * (float32(g*g) + factorLeast)
}

// unitTolerance is how far from 1 the squared length of a rotation may be by rounding.
const unitTolerance = 1.0 / (1 << 19)

// HaveUnitLength reports whether all rotations of a local pose of whole groups have length 1 but
// for a tolerance of the squared length: whether |1 - (((x·x + y·y) + z·z) + w·w)| < tolerance.
func HaveUnitLength(pose []float32, tolerance float32) bool {
	if groups := len(pose) / GroupSize; assembly && groups > 0 {
		return haveUnitLengthAsm(&pose[0], groups, tolerance)
	}
	return haveUnitLengthGeneric(pose, tolerance)
}

func haveUnitLengthGeneric(pose []float32, tolerance float32) bool {
	for ; len(pose) >= GroupSize; pose = pose[GroupSize:] {
		q := (*[GroupSize]float32)(pose)
		for l := range Lanes {
			if off := 1 - rotationDot(q, q, l); !(float32(math.Abs(float64(off))) < tolerance) {
				return false
			}
		}
	}
	return true
}

// rotationDot returns the dot product of the rotations in lane l of two groups.
func rotationDot(d, s *[GroupSize]float32, l int) float32 {
	return float32(d[l]*s[l]) + float32(d[8+l]*s[8+l]) + float32(d[16+l]*s[16+l]) + float32(d[24+l]*s[24+l])
}

// addRotations replaces the rotation in lane l of a group d by the sum of it and that of a group s,
// each times a weight.
func addRotations(d, s *[GroupSize]float32, l int, weight, added float32) {
	for i := l; i < translation; i += Lanes {
		d[i] = float32(d[i]*weight) + float32(s[i]*added)
	}
}
