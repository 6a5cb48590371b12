package exact

import "math"

// Vector is a [Vec3] whose components are fields: the compiler keeps it in registers, an array in
// memory. Loops over many points use it. Its methods round in the same order as the methods of
// Vec3.
type Vector struct{ X, Y, Z float64 }

// XYZ returns the vector with these components.
func XYZ(x, y, z float64) Vector { return Vector{x, y, z} }

// ToVector returns a float32 vector in float64.
func ToVector(v [3]float32) Vector { return Vector{float64(v[0]), float64(v[1]), float64(v[2])} }

// Vector returns the vector with its components as fields.
func (a Vec3) Vector() Vector { return Vector{a[0], a[1], a[2]} }

// Vec3 returns the vector as an array.
func (a Vector) Vec3() Vec3 { return Vec3{a.X, a.Y, a.Z} }

// Float32 returns the vector rounded to float32.
func (a Vector) Float32() [3]float32 { return [3]float32{float32(a.X), float32(a.Y), float32(a.Z)} }

// Add returns a + b.
func (a Vector) Add(b Vector) Vector { return Vector{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vector) Sub(b Vector) Vector { return Vector{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns s·a.
func (a Vector) Scale(s float64) Vector {
	return Vector{float64(a.X * s), float64(a.Y * s), float64(a.Z * s)}
}

// AddScaled returns a + s·b.
func (a Vector) AddScaled(s float64, b Vector) Vector { return a.Add(b.Scale(s)) }

// Lerp returns the point at the fraction u of the way from a to b.
func (a Vector) Lerp(b Vector, u float64) Vector { return a.AddScaled(u, b.Sub(a)) }

// Dot returns the dot product.
func (a Vector) Dot(b Vector) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Length returns the Euclidean length.
func (a Vector) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Normalized returns the vector at length 1, or the vector itself if its length is 0.
func (a Vector) Normalized() Vector {
	if n := a.Length(); n > 0 {
		return Vector{a.X / n, a.Y / n, a.Z / n}
	}
	return a
}

// IsFinite reports whether no component is infinite or NaN.
func (a Vector) IsFinite() bool { return (a.X-a.X)+(a.Y-a.Y)+(a.Z-a.Z) == 0 }
