package exact

import "math"

// Slerp writes the spherical linear interpolation from a to b at u into dst; all are quaternions x, y, z, w of unit length.
// It takes the arc from a to b as given: for the shorter arc the caller sees to it that a·b is not negative. The result has
// unit length to float32 precision. Method: K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985; the
// angle comes from the half chord (W. Kahan), which is exact for small angles, where the arc cosine is not.
func Slerp(dst *[4]float32, a, b *[4]float32, u float32) {
	var difference, sum float64
	for i := range a {
		d := float64(b[i]) - float64(a[i])
		s := float64(b[i]) + float64(a[i])
		difference += float64(d * d)
		sum += float64(s * s)
	}
	angle := 2 * Atan2(math.Sqrt(difference), math.Sqrt(sum))
	w := float64(u)
	wa, wb := 1-w, w
	// Below 1e-6 rad slerp and lerp are the same float32; near pi the arc is undefined and lerp would vanish.
	if sine := Sin(angle); angle > 1e-6 && sine > 1e-9 {
		wa = Sin(float64(angle*(1-w))) / sine
		wb = Sin(float64(angle*w)) / sine
	}
	var q [4]float64
	var length float64
	for i := range q {
		q[i] = float64(wa*float64(a[i])) + float64(wb*float64(b[i]))
		length += float64(q[i] * q[i])
	}
	length = math.Sqrt(length)
	if length == 0 {
		*dst = *a // opposite ends of the sphere, half way: any rotation is as right as another
		return
	}
	for i := range q {
		dst[i] = float32(q[i] / length)
	}
}
