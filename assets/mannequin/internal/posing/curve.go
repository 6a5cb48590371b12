package posing

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Knot is a value of a curve at a time, with the slope there if hasSlope is set.
type Knot struct {
	Time, Value float64
	Slope       float64
	HasSlope    bool
}

// Curve is a cubic spline through knots in ascending order of time.
type Curve []Knot

// CurveThrough returns the curve through knots given as alternating times and values.
//
//go:noinline // at its many calls it would be larger
func CurveThrough(timesAndValues ...float64) Curve {
	var c Curve
	for i := 0; i+1 < len(timesAndValues); i += 2 {
		c = append(c, Knot{Time: timesAndValues[i], Value: timesAndValues[i+1]})
	}
	return c
}

// At returns the value of the curve at a time. Before the first knot and after the last one it is
// constant. The slope at a knot without one is chosen so that the curve is monotone between knots
// (F. N. Fritsch and J. Butland, 1984).
func (c Curve) At(time float64) float64 {
	last := len(c) - 1
	if time <= c[0].Time {
		return c[0].Value
	}
	if time >= c[last].Time {
		return c[last].Value
	}
	i := 0
	for c[i+1].Time <= time {
		i++
	}
	a, b := c[i], c[i+1]
	duration := b.Time - a.Time
	u := (time - a.Time) / duration
	return hermite(a.Value, float64(c.slope(i)*duration), b.Value, float64(c.slope(i+1)*duration), u)
}

// slope returns the slope of the curve at knot i.
func (c Curve) slope(i int) float64 {
	if c[i].HasSlope {
		return c[i].Slope
	}
	if i == 0 || i == len(c)-1 {
		return 0
	}
	before, after := c[i].Time-c[i-1].Time, c[i+1].Time-c[i].Time
	p, q := (c[i].Value-c[i-1].Value)/before, (c[i+1].Value-c[i].Value)/after
	if !(float64(p*q) > 0) {
		return 0
	}
	weight := (before + float64(2*after)) / float64(3*(before+after))
	return float64(p*q) / Mix(p, q, weight)
}

// hermite returns the value at u in [0, 1] of the cubic from a to b with the given slopes at its
// ends.
func hermite(a, slopeA, b, slopeB, u float64) float64 {
	v := 1 - u
	uu, vv := float64(u*u), float64(v*v)
	return float64(float64(vv*(1+float64(2*u)))*a) + float64(float64(vv*u)*slopeA) +
		float64(float64(uu*(1+float64(2*v)))*b) - float64(float64(uu*v)*slopeB)
}

// FractionalPart returns t - floor(t), in [0, 1).
func FractionalPart(t float64) float64 { return t - math.Floor(t) }

// Cosine returns the amplitude times the cosine of a phase in turns.
func Cosine(amplitude, phase float64) float64 {
	return float64(amplitude * exact.Cos(float64(FractionalPart(phase)*2*math.Pi)))
}

// Mix returns a at u = 0 and b at u = 1.
//
//go:noinline // at its many calls it would be larger
func Mix(a, b, u float64) float64 { return a + float64(u*(b-a)) }

// Clamp returns x limited to [low, high].
//
//go:noinline // at its many calls it would be larger
func Clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// Smoothstep rises from 0 at x = a to 1 at x = b, with slope 0 at both ends.
//
//go:noinline // at its many calls it would be larger
func Smoothstep(a, b, x float64) float64 {
	u := Clamp(float64((x-a)/(b-a)), 0, 1)
	return float64(float64(u*u) * (3 - float64(2*u)))
}

// Bump rises from 0 at x = a to 1 halfway and falls back to 0 at x = b, with slope 0 at all three.
func Bump(a, b, x float64) float64 {
	middle := float64(0.5 * (a + b))
	return Smoothstep(a, middle, x) - Smoothstep(middle, b, x)
}

// Degrees converts an angle from degrees to radians.
//
//go:noinline // at its many calls it would be larger
func Degrees(angle float64) float64 { return float64(angle * (math.Pi / 180)) }
