package exact

import "math"

// Wrap brings x into [start, end) by adding whole multiples of the distance between them. It
// returns the start if they are the same, and for an x that is not finite.
func Wrap(x, start, end float64) float64 {
	if x >= start && x < end {
		return x
	}
	distance := end - start
	rest := math.Mod(x-start, distance) // NaN if the distance is 0 or x is not finite
	if rest < 0 {
		rest += distance
	}
	if x = start + rest; x < end { // just below the end it may round up to it
		return x
	}
	return start
}
