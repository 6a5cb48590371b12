package reference

import "math"

// Loop brings a time in seconds into [start, end): start + x - d·⌊x/d⌋ with x = time - start and d = end - start.
func Loop(time, start, end float64) float64 {
	x, d := time-start, end-start
	if d <= 0 {
		return start
	}
	return start + x - d*math.Floor(x/d)
}

// Clamp brings a time in seconds into [start, end].
func Clamp(time, start, end float64) float64 { return math.Max(start, math.Min(end, time)) }
