package rollback

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// mixed returns the point at a fraction of the way from a to b.
func mixed(a, b *[3]float32, fraction float64) exact.Vector {
	return exact.XYZ(mix(a[0], b[0], fraction), mix(a[1], b[1], fraction), mix(a[2], b[2], fraction))
}

// nearest returns the point of the segment from a to b that is nearest to a point.
func nearest(a, b, p exact.Vector) exact.Vector {
	axis := b.Sub(a)
	length := axis.Dot(axis)
	if !(length > 0) {
		return a
	}
	return a.Add(axis.Scale(clamp(p.Sub(a).Dot(axis) / length)))
}

// clamp limits a number to 0..1.
func clamp(x float64) float64 { return min(max(x, 0), 1) }

// rayCapsule returns how far a ray with a direction of length 1 goes to a capsule; 0 if it begins
// inside.
func rayCapsule(o, d, ends, other exact.Vector, radius float64) (distance float64, meets bool) {
	axis, from := other.Sub(ends), o.Sub(ends)
	length, along, at := axis.Dot(axis), axis.Dot(d), axis.Dot(from)
	toward, apart := d.Dot(from), from.Dot(from)
	square := float64(radius * radius)

	// The infinite cylinder: points at o + t·d with a·t² + 2·b·t + c = 0.
	a := length - float64(along*along)
	b := float64(length*toward) - float64(at*along)
	c := float64(length*(apart-square)) - float64(at*at)
	if a > 1e-12*length {
		h := float64(b*b) - float64(a*c)
		if h < 0 {
			return 0, false
		}
		t := (-b - math.Sqrt(h)) / a
		if y := at + float64(t*along); t >= 0 && y > 0 && y < length {
			return t, true
		}
	}
	// The ends, or a beginning inside.
	if away := o.Sub(nearest(ends, other, o)); away.Dot(away) <= square {
		return 0, true
	}
	first, ok1 := firstRoot(toward, apart-square)
	end := o.Sub(other)
	second, ok2 := firstRoot(d.Dot(end), end.Dot(end)-square)
	if !ok1 || ok2 && second < first {
		first, ok1 = second, ok2
	}
	return first, ok1
}

// firstRoot returns the smaller solution of t² + 2·b·t + c = 0 if it is not negative.
func firstRoot(b, c float64) (t float64, ok bool) {
	h := float64(b*b) - c
	if h < 0 {
		return 0, false
	}
	t = -b - math.Sqrt(h)
	return t, t >= 0
}

// raySphere reports whether a ray meets a sphere within reach. It is only a little generous.
func raySphere(o, d exact.Vector, reach float64, center exact.Vector, radius float64) bool {
	to := center.Sub(o)
	along := to.Dot(d)
	if along < -radius || along-radius > reach {
		return false
	}
	square := to.Dot(to)
	return square-float64(along*along) <= float64(radius*radius)+float64(1e-9*square)
}

// closest returns the points of the segments from a to b and from c to d that are nearest to each
// other.
func closest(a, b, c, d exact.Vector) (first, second exact.Vector) {
	u, v, w := b.Sub(a), d.Sub(c), a.Sub(c)
	uu, uv, vv, uw, vw := u.Dot(u), u.Dot(v), v.Dot(v), u.Dot(w), v.Dot(w)
	s, t := 0.0, 0.0
	if det := float64(uu*vv) - float64(uv*uv); det > 1e-12*uu*vv {
		s = clamp((float64(uv*vw) - float64(vv*uw)) / det)
	}
	if vv > 0 {
		t = (vw + float64(s*uv)) / vv
	}
	if t < 0 || t > 1 || !(vv > 0) { // the nearest point is an end of the second one: s follows from it
		t = clamp(t)
		s = 0
		if uu > 0 {
			s = clamp((float64(t*uv) - uw) / uu)
		}
	}
	return a.Add(u.Scale(s)), c.Add(v.Scale(t))
}

// multiply sets the matrix to the product of the character's transform, which must be affine, and a
// joint's model matrix.
func (m *worldMatrix) multiply(world *mgl32.Mat4, model []float32) {
	_ = model[11]
	for r := range 3 {
		x, y, z := world[r], world[4+r], world[8+r]
		for c := range 4 {
			m[4*r+c] = float32(x*model[c]) + float32(y*model[4+c]) + float32(z*model[8+c])
		}
		m[4*r+3] += world[12+r]
	}
}

// point returns a point of the joint's space in world space.
func (m *worldMatrix) point(p mgl32.Vec3) (out [3]float32) {
	for r := range out {
		out[r] = float32(m[4*r]*p[0]) + float32(m[4*r+1]*p[1]) + float32(m[4*r+2]*p[2]) + m[4*r+3]
	}
	return out
}

// scale returns the largest length of the three axes.
func (m *worldMatrix) scale() float32 {
	largest := float32(0)
	for c := range 3 {
		largest = max(largest, float32(m[c]*m[c])+float32(m[4+c]*m[4+c])+float32(m[8+c]*m[8+c]))
	}
	return float32(math.Sqrt(float64(largest)))
}
