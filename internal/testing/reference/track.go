package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
)

// Loop brings a time in seconds into [start, end): start + x - d·⌊x/d⌋ with x = time - start and d
// = end - start.
func Loop(time, start, end float64) float64 {
	x, d := time-start, end-start
	if d <= 0 {
		return start
	}
	return start + x - d*math.Floor(x/d)
}

// Clamp brings a time in seconds into [start, end].
func Clamp(time, start, end float64) float64 { return math.Max(start, math.Min(end, time)) }

// Track holds the keys of a value that changes over time.
type Track struct {
	Interpolation clip.Interpolation
	Quaternion    bool
	Width         int       // numbers in a value
	Times         []float64 // seconds
	Values        []float64 // Width numbers in a value; the cubic interpolations have three values per key
}

// TrackOf converts an asset's track.
func TrackOf(t *clip.Track) Track {
	return Track{t.Interpolation(), t.IsQuaternion(), t.Width(), widen(t.Times()), widen(t.Values())}
}

func widen(numbers []float32) []float64 {
	wide := make([]float64, len(numbers))
	for i, v := range numbers {
		wide[i] = float64(v)
	}
	return wide
}

// Sample returns the value at a time in seconds. Before the first key it is the first key's value,
// after the last key the last's.
func (t Track) Sample(time float64) []float64 {
	last := len(t.Times) - 1
	switch {
	case !(time > t.Times[0]): // true for NaN
		return t.unit(t.value(0))
	case time >= t.Times[last]:
		return t.unit(t.value(last))
	}
	key := 0
	for t.Times[key+1] <= time {
		key++
	}
	seconds := t.Times[key+1] - t.Times[key]
	u := (time - t.Times[key]) / seconds
	a, b := t.value(key), t.value(key+1)
	switch t.Interpolation {
	case clip.Step:
		return t.unit(a)
	case clip.Linear:
		if t.Quaternion {
			q := Quaternion(a).Slerp(Quaternion(b), u)
			return q[:]
		}
		return mix(1-u, a, u, b)
	case clip.CubicHermite:
		return t.unit(hermite(a, t.part(key, 2), t.part(key+1, 0), b, u, seconds))
	default:
		return t.unit(bezier(a, t.part(key, 2), t.part(key+1, 0), b, u))
	}
}

// hermite evaluates at u the cubic with the values a and b at its ends and the slopes out and in,
// per second, there (glTF 2.0, appendix C.5).
func hermite(a, out, in, b []float64, u, seconds float64) []float64 {
	u2, u3 := u*u, u*u*u
	values := mix(2*u3-3*u2+1, a, -2*u3+3*u2, b)
	slopes := mix(seconds*(u3-2*u2+u), out, seconds*(u3-u2), in)
	return mix(1, values, 1, slopes)
}

// bezier evaluates at u the cubic with the control points a, out, in and b, by de Casteljau's
// construction.
func bezier(a, out, in, b []float64, u float64) []float64 {
	p, q, r := mix(1-u, a, u, out), mix(1-u, out, u, in), mix(1-u, in, u, b)
	p, q = mix(1-u, p, u, q), mix(1-u, q, u, r)
	return mix(1-u, p, u, q)
}

// mix returns s·a + t·b.
func mix(s float64, a []float64, t float64, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = s*a[i] + t*b[i]
	}
	return out
}

// value returns the value of a key without its tangents or control points.
func (t Track) value(key int) []float64 {
	if t.Interpolation >= clip.CubicHermite {
		return t.part(key, 1)
	}
	return t.Values[key*t.Width : (key+1)*t.Width]
}

// part returns a value of a cubic key: 0 is the incoming tangent or control point, 1 the key's
// value, 2 the outgoing one.
func (t Track) part(key, which int) []float64 {
	at := (3*key + which) * t.Width
	return t.Values[at : at+t.Width]
}

// unit returns a rotation scaled to unit length, and a copy of any other value.
func (t Track) unit(value []float64) []float64 {
	if t.Quaternion {
		q := Quaternion(value).Unit()
		return q[:]
	}
	return append([]float64(nil), value...)
}
