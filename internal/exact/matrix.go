package exact

import "math"

// LongestAxis returns the largest factor by which a 3x4 row-major matrix scales an axis.
func LongestAxis[M ~[12]float32](m *M) float32 {
	a := [12]float32(*m)
	var longest float32
	for c := range 3 {
		longest = max(longest, float32(a[c]*a[c])+float32(a[4+c]*a[4+c])+float32(a[8+c]*a[8+c]))
	}
	return float32(math.Sqrt(float64(longest)))
}

// IsMirrored reports whether a 3x4 row-major matrix mirrors: whether its determinant is negative.
func IsMirrored[M ~[12]float32](m *M) bool {
	a := [12]float32(*m)
	x := float32(a[0] * (float32(a[5]*a[10]) - float32(a[6]*a[9])))
	y := float32(a[1] * (float32(a[4]*a[10]) - float32(a[6]*a[8])))
	z := float32(a[2] * (float32(a[4]*a[9]) - float32(a[5]*a[8])))
	return x-y+z < 0
}
