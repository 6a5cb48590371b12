package clip

import (
	"github.com/sinew-go/sinew/internal/exact"
)

// Cursor remembers the key at which a track was last sampled, so that sampling in order finds the
// next one at once. It only saves time: the result does not depend on it. The zero Cursor is ready
// for use.
type Cursor struct {
	key int
}

// Sample writes the value at a time in seconds to dst, which must have room for [Track.Width]
// numbers. Quaternions have length 1. Before the first key and for NaN the value is the first
// key's, after the last key it is that key's. The cursor may be nil.
func (t *Track) Sample(time float64, cursor *Cursor, dst []float32) {
	if len(t.Times()) == 0 {
		return
	}
	hint := 0
	if cursor != nil {
		hint = cursor.key
	}
	key, u := findKey(t.times, time, hint)
	if cursor != nil {
		cursor.key = key
	}
	t.evaluate(key, u, dst)
}

// findKey returns the key at or before a time in seconds, and the fraction u of the time to the
// next key. u is 0 before the first key and after the last. findKey tries the hint and the key
// after it, then the key's place if all keys were equally far apart, as in nearly every exported
// clip, then bisects.
func findKey(times []float32, time float64, hint int) (key int, u float64) {
	last := len(times) - 1
	if !(time > float64(times[0])) {
		return 0, 0
	}
	if time >= float64(times[last]) {
		return last, 0
	}
	low, high := 0, last // times[low] <= time < times[high]
	narrow := func(i int) {
		switch {
		case i <= low || i >= high:
		case float64(times[i]) <= time:
			low = i
		default:
			high = i
		}
	}
	narrow(hint)
	narrow(hint + 1)
	if high-low > 2 {
		guess := int((time - float64(times[0])) / (float64(times[last]) - float64(times[0])) * float64(last))
		narrow(guess)
		narrow(guess + 1)
		narrow(guess - 1)
	}
	for high-low > 1 {
		narrow(int(uint(low+high) >> 1))
	}
	start := float64(times[low])
	return low, (time - start) / (float64(times[high]) - start)
}

// evaluate writes the value at the fraction u between a key and the next one.
func (t *Track) evaluate(key int, u float64, dst []float32) {
	w := t.width
	switch {
	case t.interpolation >= CubicHermite:
		t.evaluateCubic(key, u, dst)
	case u == 0 || t.interpolation == Step:
		copy(dst[:w], t.values[key*w:])
	case t.quaternion:
		at := key * 4
		exact.Slerp((*[4]float32)(dst), (*[4]float32)(t.values[at:]), (*[4]float32)(t.values[at+4:]), float32(u))
	default:
		a, b := t.values[key*w:][:w], t.values[(key+1)*w:][:w]
		for i := range a {
			x := float64(a[i])
			dst[i] = float32(x + float64(u*(float64(b[i])-x)))
		}
	}
}

// evaluateCubic computes a cubic segment as a weighted sum of four values: the two keys, the first
// key's out-tangent and the second key's in-tangent, or their control points. Hermite and Bezier
// segments differ only in the weights.
func (t *Track) evaluateCubic(key int, u float64, dst []float32) {
	w := t.width
	a := t.values[key*3*w:][:3*w]
	if u == 0 {
		copy(dst[:w], a[w:])
	} else {
		b := t.values[(key+1)*3*w:][:3*w]
		var wa, wOut, wIn, wb float64
		u2 := float64(u * u)
		u3 := float64(u2 * u)
		if t.interpolation == CubicHermite {
			seconds := float64(t.times[key+1]) - float64(t.times[key])
			wb = float64(3*u2) - float64(2*u3)
			wa = 1 - wb
			wOut = float64(seconds * (u3 - float64(2*u2) + u))
			wIn = float64(seconds * (u3 - u2))
		} else {
			v := 1 - u
			v2 := float64(v * v)
			wa, wb = float64(v2*v), u3
			wOut, wIn = float64(float64(3*v2)*u), float64(float64(3*v)*u2)
		}
		for i := range w {
			x := float64(wa*float64(a[w+i])) + float64(wOut*float64(a[2*w+i]))
			dst[i] = float32(x + float64(wIn*float64(b[i])) + float64(wb*float64(b[w+i])))
		}
	}
	if t.quaternion {
		normalizeOrIdentity((*[4]float32)(dst))
	}
}

// normalizeOrIdentity normalizes a quaternion. A cubic may pass through 0 or leave the range of
// float32; the result is the identity there.
func normalizeOrIdentity(q *[4]float32) {
	wide := exact.ToQuat(*q)
	if n := wide.Dot(wide); n == 0 || !exact.IsFinite(n) {
		wide = exact.IdentityQuat
	}
	*q = wide.Normalized().Float32()
}

// EachControlPoint calls do with points whose convex hull holds every value of the track: the keys,
// and for the cubic interpolations the control points of each segment. It reuses the slice from
// call to call.
func (t *Track) EachControlPoint(do func(value []float64)) {
	t = t.orNone()
	point := make([]float64, t.width)
	at := func(i, c int) float64 { return float64(t.values[i*t.width+c]) }
	// emit calls do with value i plus a third of a segment's duration, in seconds, times value
	// tangent.
	emit := func(i, tangent int, third float64) {
		for c := range point {
			point[c] = at(i, c)
			if third != 0 {
				point[c] += float64(third * at(tangent, c))
			}
		}
		do(point)
	}
	for k := range t.times {
		switch t.interpolation {
		case CubicHermite: // the inner control points of a segment are a third of its duration along the tangents
			emit(3*k+1, 0, 0)
			if k > 0 {
				emit(3*k+1, 3*k, -float64(float64(t.times[k])-float64(t.times[k-1]))/3)
			}
			if k+1 < len(t.times) {
				emit(3*k+1, 3*k+2, float64(float64(t.times[k+1])-float64(t.times[k]))/3)
			}
		case CubicBezier:
			for i := range 3 {
				emit(3*k+i, 0, 0)
			}
		default:
			emit(k, 0, 0)
		}
	}
}
