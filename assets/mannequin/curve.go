package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// knot is a value of a curve at a time; bent ones say how steep the curve is there.
type knot struct {
	at, value float64
	slope     float64
	steep     bool
}

// curve is a cubic spline through knots, in growing order of time.
type curve []knot

// through makes a curve of alternating times and values.
func through(pairs ...float64) curve {
	var c curve
	for i := 0; i+1 < len(pairs); i += 2 {
		c = append(c, knot{at: pairs[i], value: pairs[i+1]})
	}
	return c
}

// at returns the curve's value; before the first knot and behind the last it stays level. Slopes that no knot gives are
// those of a monotone spline, which overshoots no knot (F. N. Fritsch and J. Butland, 1984).
func (c curve) at(t float64) float64 {
	last := len(c) - 1
	if t <= c[0].at {
		return c[0].value
	}
	if t >= c[last].at {
		return c[last].value
	}
	i := 0
	for c[i+1].at <= t {
		i++
	}
	a, b := c[i], c[i+1]
	span := b.at - a.at
	u := (t - a.at) / span
	return hermite(a.value, float64(c.slope(i)*span), b.value, float64(c.slope(i+1)*span), u)
}

// slope returns how steep the curve is at a knot.
func (c curve) slope(i int) float64 {
	if c[i].steep {
		return c[i].slope
	}
	if i == 0 || i == len(c)-1 {
		return 0
	}
	before, after := c[i].at-c[i-1].at, c[i+1].at-c[i].at
	p, q := (c[i].value-c[i-1].value)/before, (c[i+1].value-c[i].value)/after
	if !(float64(p*q) > 0) {
		return 0
	}
	weight := (before + float64(2*after)) / float64(3*(before+after))
	return float64(p*q) / mix(p, q, weight)
}

// hermite returns the cubic from a to b that leaves and arrives with these slopes.
func hermite(a, slopeA, b, slopeB, u float64) float64 {
	v := 1 - u
	uu, vv := float64(u*u), float64(v*v)
	return float64(float64(vv*(1+float64(2*u)))*a) + float64(float64(vv*u)*slopeA) +
		float64(float64(uu*(1+float64(2*v)))*b) - float64(float64(uu*v)*slopeB)
}

// cycle returns the fraction of t, in [0, 1).
func cycle(t float64) float64 { return t - math.Floor(t) }

// wave returns the amplitude times the cosine of a phase counted in whole turns.
func wave(amplitude, phase float64) float64 {
	return float64(amplitude * exact.Cos(float64(cycle(phase)*2*math.Pi)))
}

// half returns 0 for the left side and half a turn for the right.
func half(s side) float64 { return float64(float64(s) * 0.5) }

// mix returns a at u = 0 and b at u = 1.
func mix(a, b, u float64) float64 { return a + float64(u*(b-a)) }

// clamp returns x limited to [low, high].
func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// smoothstep rises from 0 at x = a to 1 at x = b, with slope 0 at both ends.
func smoothstep(a, b, x float64) float64 {
	u := clamp(float64((x-a)/(b-a)), 0, 1)
	return float64(float64(u*u) * (3 - float64(2*u)))
}

// degrees converts an angle in degrees to radians.
func degrees(angle float64) float64 { return float64(angle * (math.Pi / 180)) }
