package reference

import "math"

// Vector is a point or a direction.
type Vector [3]float64

// Add returns v + w.
func (v Vector) Add(w Vector) Vector { return Vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Times returns the vector scaled by s.
func (v Vector) Times(s float64) Vector { return Vector{v[0] * s, v[1] * s, v[2] * s} }

// Cross returns the vector product v × w.
func (v Vector) Cross(w Vector) Vector {
	return Vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Length returns the Euclidean length.
func (v Vector) Length() float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

// Unit returns the vector at length 1; the zero vector stays what it is.
func (v Vector) Unit() Vector {
	if n := v.Length(); n > 0 {
		return v.Times(1 / n)
	}
	return v
}

// lerp returns (1-u)·v + u·w.
func (v Vector) lerp(w Vector, u float64) Vector { return v.Times(1 - u).Add(w.Times(u)) }

// vectorOf widens three float32.
func vectorOf(v [3]float32) Vector { return Vector{float64(v[0]), float64(v[1]), float64(v[2])} }
