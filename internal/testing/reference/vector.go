package reference

import "math"

// Quaternion is a rotation as x, y, z, w: w = cos(angle/2), (x, y, z) = axis · sin(angle/2).
type Quaternion [4]float64

// Times returns s·q.
func (q Quaternion) Times(s float64) Quaternion {
	return Quaternion{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

// Add returns q + p, component by component.
func (q Quaternion) Add(p Quaternion) Quaternion {
	return Quaternion{q[0] + p[0], q[1] + p[1], q[2] + p[2], q[3] + p[3]}
}

// Dot returns the scalar product. For unit quaternions it is the cosine of half the angle of the
// rotation between them.
func (q Quaternion) Dot(p Quaternion) float64 {
	return q[0]*p[0] + q[1]*p[1] + q[2]*p[2] + q[3]*p[3]
}

// Unit returns the quaternion scaled to length 1; the zero quaternion becomes the identity.
func (q Quaternion) Unit() Quaternion {
	n := math.Sqrt(q.Dot(q))
	if n == 0 {
		return Quaternion{0, 0, 0, 1}
	}
	return q.Times(1 / n)
}

// Mul returns Hamilton's product q·p: the rotation that applies p first.
func (q Quaternion) Mul(p Quaternion) Quaternion {
	u, v := Vector{q[0], q[1], q[2]}, Vector{p[0], p[1], p[2]}
	w := u.Times(p[3]).Add(v.Times(q[3])).Add(u.Cross(v))
	return Quaternion{w[0], w[1], w[2], q[3]*p[3] - (u[0]*v[0] + u[1]*v[1] + u[2]*v[2])}
}

// Rotate returns the vector part of q·v·q*. For a q of unit length that is v rotated by q.
func (q Quaternion) Rotate(v Vector) Vector {
	r := q.Mul(Quaternion{v[0], v[1], v[2], 0}).Mul(Quaternion{-q[0], -q[1], -q[2], q[3]})
	return Vector{r[0], r[1], r[2]}
}

// Slerp returns the spherical interpolation from q to p at the fraction u, at constant speed along
// the shorter arc (K. Shoemake, "Animating rotation with quaternion curves", 1985, equation for
// Slerp).
func (q Quaternion) Slerp(p Quaternion, u float64) Quaternion {
	q, p = q.Unit(), p.Unit()
	if q.Dot(p) < 0 {
		p = p.Times(-1)
	}
	angle := math.Acos(math.Min(1, q.Dot(p)))
	if math.Sin(angle) < 1e-9 { // q and p are the same rotation
		return q.Times(1 - u).Add(p.Times(u)).Unit()
	}
	a, b := math.Sin((1-u)*angle)/math.Sin(angle), math.Sin(u*angle)/math.Sin(angle)
	return q.Times(a).Add(p.Times(b)).Unit()
}

// Nlerp returns the normalized linear interpolation from q to p at the fraction u, along the
// shorter arc.
func (q Quaternion) Nlerp(p Quaternion, u float64) Quaternion {
	if q.Dot(p) < 0 {
		p = p.Times(-1)
	}
	return q.Times(1 - u).Add(p.Times(u)).Unit()
}

// Vector is a point or a direction.
type Vector [3]float64

// Add returns v + w.
func (v Vector) Add(w Vector) Vector { return Vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Times returns s·v.
func (v Vector) Times(s float64) Vector { return Vector{v[0] * s, v[1] * s, v[2] * s} }

// Cross returns the vector product v × w.
func (v Vector) Cross(w Vector) Vector {
	return Vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Length returns the Euclidean length.
func (v Vector) Length() float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

// Unit returns the vector scaled to length 1; the zero vector is returned unchanged.
func (v Vector) Unit() Vector {
	if n := v.Length(); n > 0 {
		return v.Times(1 / n)
	}
	return v
}

// lerp returns (1-u)·v + u·w.
func (v Vector) lerp(w Vector, u float64) Vector { return v.Times(1 - u).Add(w.Times(u)) }

// vectorOf converts three float32.
func vectorOf(v [3]float32) Vector { return Vector{float64(v[0]), float64(v[1]), float64(v[2])} }
