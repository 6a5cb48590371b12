package rollback

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// segment64 is a capsule in world space at a moment.
type segment64 struct {
	a, b   exact.Vec3
	radius float64
}

// nearest returns the point of the axis that is nearest to a point.
func (s *segment64) nearest(p exact.Vec3) exact.Vec3 {
	axis := s.b.Sub(s.a)
	length := axis.Dot(axis)
	if !(length > 0) {
		return s.a
	}
	return s.a.AddScaled(clamp(p.Sub(s.a).Dot(axis)/length), axis)
}

// clamp limits a number to 0..1.
func clamp(x float64) float64 { return min(max(x, 0), 1) }

// ray returns how far a ray with a direction of length 1 goes to the capsule; 0 if it begins inside.
func (s *segment64) ray(o, d exact.Vec3) (distance float64, meets bool) {
	axis, from := s.b.Sub(s.a), o.Sub(s.a)
	length, along, at := axis.Dot(axis), axis.Dot(d), axis.Dot(from)
	toward, apart := d.Dot(from), from.Dot(from)
	square := float64(s.radius * s.radius)

	// The infinite cylinder: points at o + t·d with a·t² + 2·b·t + c = 0.
	a := length - float64(along*along)
	b := float64(length*toward) - float64(at*along)
	c := float64(length*(apart-square)) - float64(at*at)
	if h := float64(b*b) - float64(a*c); h < 0 && a > 1e-12*length {
		return 0, false
	} else if a > 1e-12*length {
		t := (-b - math.Sqrt(h)) / a
		if y := at + float64(t*along); t >= 0 && y > 0 && y < length {
			return t, true
		}
	}
	// The ends, or a beginning inside.
	if away := o.Sub(s.nearest(o)); away.Dot(away) <= square {
		return 0, true
	}
	first, ok1 := raySphereAt(toward, apart-square)
	end := o.Sub(s.b)
	second, ok2 := raySphereAt(d.Dot(end), end.Dot(end)-square)
	if !ok1 || ok2 && second < first {
		first, ok1 = second, ok2
	}
	return first, ok1
}

// raySphereAt returns the smaller solution of t² + 2·b·t + c = 0 if it is not negative.
func raySphereAt(b, c float64) (t float64, ok bool) {
	h := float64(b*b) - c
	if h < 0 {
		return 0, false
	}
	t = -b - math.Sqrt(h)
	return t, t >= 0
}

// closest returns the two points of the axes of two capsules that are nearest to each other.
func closest(p, q segment64) (onP, onQ exact.Vec3) {
	u, v, w := p.b.Sub(p.a), q.b.Sub(q.a), p.a.Sub(q.a)
	uu, uv, vv, uw, vw := u.Dot(u), u.Dot(v), v.Dot(v), u.Dot(w), v.Dot(w)
	s, t := 0.0, 0.0
	if det := float64(uu*vv) - float64(uv*uv); det > 1e-12*uu*vv {
		s = clamp((float64(uv*vw) - float64(vv*uw)) / det)
	}
	if vv > 0 {
		t = (vw + float64(s*uv)) / vv
	}
	if t < 0 || t > 1 || !(vv > 0) { // the nearest point is an end of q: s follows from it
		t = clamp(t)
		s = 0
		if uu > 0 {
			s = clamp((float64(t*uv) - uw) / uu)
		}
	}
	return p.a.AddScaled(s, u), q.a.AddScaled(t, v)
}

// multiply sets the matrix to a joint's model matrix, behind the character's transform, which must be affine.
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
