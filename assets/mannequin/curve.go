package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// knot is a value of a curve at a time, with the slope there if hasSlope is set.
type knot struct {
	time, value float64
	slope       float64
	hasSlope    bool
}

// curve is a cubic spline through knots in ascending order of time.
type curve []knot

// curveThrough returns the curve through knots given as alternating times and values.
//
//go:noinline // at its many calls it would be larger
func curveThrough(timesAndValues ...float64) curve {
	var c curve
	for i := 0; i+1 < len(timesAndValues); i += 2 {
		c = append(c, knot{time: timesAndValues[i], value: timesAndValues[i+1]})
	}
	return c
}

// at returns the value of the curve at a time. Before the first knot and after the last one it is
// constant. The slope at a knot without one is chosen so that the curve is monotone between knots
// (F. N. Fritsch and J. Butland, 1984).
func (c curve) at(time float64) float64 {
	last := len(c) - 1
	if time <= c[0].time {
		return c[0].value
	}
	if time >= c[last].time {
		return c[last].value
	}
	i := 0
	for c[i+1].time <= time {
		i++
	}
	a, b := c[i], c[i+1]
	duration := b.time - a.time
	u := (time - a.time) / duration
	return hermite(a.value, float64(c.slope(i)*duration), b.value, float64(c.slope(i+1)*duration), u)
}

// slope returns the slope of the curve at knot i.
func (c curve) slope(i int) float64 {
	if c[i].hasSlope {
		return c[i].slope
	}
	if i == 0 || i == len(c)-1 {
		return 0
	}
	before, after := c[i].time-c[i-1].time, c[i+1].time-c[i].time
	p, q := (c[i].value-c[i-1].value)/before, (c[i+1].value-c[i].value)/after
	if !(float64(p*q) > 0) {
		return 0
	}
	weight := (before + float64(2*after)) / float64(3*(before+after))
	return float64(p*q) / mix(p, q, weight)
}

// hermite returns the value at u in [0, 1] of the cubic from a to b with the given slopes at its
// ends.
func hermite(a, slopeA, b, slopeB, u float64) float64 {
	v := 1 - u
	uu, vv := float64(u*u), float64(v*v)
	return float64(float64(vv*(1+float64(2*u)))*a) + float64(float64(vv*u)*slopeA) +
		float64(float64(uu*(1+float64(2*v)))*b) - float64(float64(uu*v)*slopeB)
}

// fractionalPart returns t - floor(t), in [0, 1).
func fractionalPart(t float64) float64 { return t - math.Floor(t) }

// cosine returns the amplitude times the cosine of a phase in turns.
func cosine(amplitude, phase float64) float64 {
	return float64(amplitude * exact.Cos(float64(fractionalPart(phase)*2*math.Pi)))
}

// mix returns a at u = 0 and b at u = 1.
//
//go:noinline // at its many calls it would be larger
func mix(a, b, u float64) float64 { return a + float64(u*(b-a)) }

// clamp returns x limited to [low, high].
//
//go:noinline // at its many calls it would be larger
func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// smoothstep rises from 0 at x = a to 1 at x = b, with slope 0 at both ends.
//
//go:noinline // at its many calls it would be larger
func smoothstep(a, b, x float64) float64 {
	u := clamp(float64((x-a)/(b-a)), 0, 1)
	return float64(float64(u*u) * (3 - float64(2*u)))
}

// bump rises from 0 at x = a to 1 halfway and falls back to 0 at x = b, with slope 0 at all three.
func bump(a, b, x float64) float64 {
	middle := float64(0.5 * (a + b))
	return smoothstep(a, middle, x) - smoothstep(middle, b, x)
}

// degrees converts an angle from degrees to radians.
//
//go:noinline // at its many calls it would be larger
func degrees(angle float64) float64 { return float64(angle * (math.Pi / 180)) }
