package exact

import "math"

// Vec3 is a point or a direction in float64.
type Vec3 [3]float64

// ToVec3 returns a float32 vector in float64.
func ToVec3(v [3]float32) Vec3 { return Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }

// Float32 returns the vector rounded to float32.
func (a Vec3) Float32() [3]float32 { return [3]float32{float32(a[0]), float32(a[1]), float32(a[2])} }

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Sub returns a - b.
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Scale returns s·a.
func (a Vec3) Scale(s float64) Vec3 {
	return Vec3{float64(a[0] * s), float64(a[1] * s), float64(a[2] * s)}
}

// AddScaled returns a + s·b.
func (a Vec3) AddScaled(s float64, b Vec3) Vec3 { return a.Add(b.Scale(s)) }

// Times returns the products of the components.
func (a Vec3) Times(b Vec3) Vec3 {
	return Vec3{float64(a[0] * b[0]), float64(a[1] * b[1]), float64(a[2] * b[2])}
}

// Dot returns the dot product.
func (a Vec3) Dot(b Vec3) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// Cross returns the cross product a × b.
func (a Vec3) Cross(b Vec3) Vec3 {
	return Vec3{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// Length returns the Euclidean length.
func (a Vec3) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Normalized returns the vector at length 1, or the vector itself if its length is 0.
func (a Vec3) Normalized() Vec3 {
	if n := a.Length(); n > 0 {
		return Vec3{a[0] / n, a[1] / n, a[2] / n}
	}
	return a
}

// Lerp returns the point at the fraction u of the way from a to b.
func (a Vec3) Lerp(b Vec3, u float64) Vec3 { return a.AddScaled(u, b.Sub(a)) }

// IsFinite reports whether no component is infinite or NaN.
func (a Vec3) IsFinite() bool { return AllFinite(a[:]...) }

// IsFinite reports whether a number is neither infinite nor NaN.
func IsFinite[F ~float32 | ~float64](x F) bool {
	return x-x == 0 //nolint:gocritic // NaN or an infinity minus itself is NaN
}

// AllFinite reports whether no number is infinite or NaN.
func AllFinite[F ~float32 | ~float64](numbers ...F) bool {
	for _, x := range numbers {
		if !IsFinite(x) {
			return false
		}
	}
	return true
}
