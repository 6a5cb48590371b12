package mannequin

import "math"

// vector is a point or a direction in float64. Every product below is wrapped in a conversion, which keeps compilers from
// fusing it with the sum it goes into: the same bits on every machine.
type vector struct{ x, y, z float64 }

func (a vector) add(b vector) vector { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vector) sub(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }

func (a vector) scale(s float64) vector {
	return vector{float64(a.x * s), float64(a.y * s), float64(a.z * s)}
}

// plus returns a + s·b.
func (a vector) plus(s float64, b vector) vector { return a.add(b.scale(s)) }

// times returns the product number by number.
func (a vector) times(b vector) vector {
	return vector{float64(a.x * b.x), float64(a.y * b.y), float64(a.z * b.z)}
}

func (a vector) dot(b vector) float64 {
	return float64(a.x*b.x) + float64(a.y*b.y) + float64(a.z*b.z)
}

func (a vector) cross(b vector) vector {
	return vector{
		float64(a.y*b.z) - float64(a.z*b.y),
		float64(a.z*b.x) - float64(a.x*b.z),
		float64(a.x*b.y) - float64(a.y*b.x),
	}
}

func (a vector) length() float64 { return math.Sqrt(a.dot(a)) }

// unit returns the direction of a, and a itself where it has none.
func (a vector) unit() vector {
	if n := a.length(); n > 0 {
		return vector{a.x / n, a.y / n, a.z / n}
	}
	return a
}

// mirrored returns the point on the other side of the body.
func (a vector) mirrored() vector { return vector{-a.x, a.y, a.z} }

// mix returns a at u = 0 and b at u = 1.
func mix(a, b, u float64) float64 { return a + float64(u*(b-a)) }

func (a vector) mix(b vector, u float64) vector { return a.plus(u, b.sub(a)) }

// clamp brings x into [low, high].
func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// by returns the product of two numbers, rounded before anything is added to it.
func by(a, b float64) float64 { return float64(a * b) }

// smooth rises from 0 at x = a to 1 at x = b with no kink at either end.
func smooth(a, b, x float64) float64 {
	u := clamp(float64((x-a)/(b-a)), 0, 1)
	return float64(float64(u*u) * (3 - float64(2*u)))
}

// degrees returns the angle in radians.
func degrees(angle float64) float64 { return float64(angle * (math.Pi / 180)) }
