package inertia

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// limit bounds the differences and velocities, so that no product of them overflows.
const limit = 1e15

// minDecayFraction is the shortest time, as a fraction of the duration, to which a decay is cut so
// that it does not overshoot.
const minDecayFraction = 0.25

// ScalarSize is the number of float32 in the decay of one number.
const ScalarSize = layout.ScalarSize

// bounded returns x, or 0 if x is NaN or beyond the limit.
func bounded(x float64) float64 {
	if !(math.Abs(x) <= limit) {
		return 0
	}
	return x
}

// BeginScalars is [Begin] for single numbers.
func BeginScalars(values, decay, shown, before, last []float32, rate, step float64) {
	for i := range values {
		c := (*[ScalarSize]float32)(decay[i*ScalarSize:])
		velocity := float32(bounded((float64(last[i]) - float64(before[i])) * rate))
		out := float32(float64(shown[i]) + bounded(float64(velocity)*step))
		c[layout.ScalarDifference], c[layout.ScalarVelocity] = float32(bounded(float64(out)-float64(values[i]))),
			velocity
		values[i] = out
	}
}

// ExtrapolateScalars is [Extrapolate] for single numbers.
func ExtrapolateScalars(values, decay, shown []float32, step float64) {
	for i := range values {
		values[i] = float32(float64(shown[i]) + bounded(float64(decay[i*ScalarSize+layout.ScalarVelocity])*step))
	}
}

// FitScalars is [Fit] for single numbers.
func FitScalars(values, decay, shown []float32, step, elapsed, duration float64) {
	for i := range values {
		c := (*[ScalarSize]float32)(decay[i*ScalarSize:])
		start := float64(c[layout.ScalarDifference])
		on := float64(shown[i]) + bounded(float64(c[layout.ScalarVelocity])*step) - float64(values[i])
		velocity := (on - start) / elapsed
		square, along := float64(start*start), float64(start*velocity)
		end := duration
		if along < 0 {
			end = max(min(duration, -5*square/along), duration*minDecayFraction)
		}
		brake := 0.0
		if square > 0 {
			brake = max(0, min(float64(-8*(along*end/square))-20, 20))
		}
		c[layout.ScalarVelocity], c[layout.ScalarRate], c[layout.ScalarCurve] = float32(bounded(velocity*end)),
			float32(bounded(1/end)), float32(6+float64(0.5*brake))
	}
}

// ApplyScalars is [Apply] for single numbers.
func ApplyScalars(values, decay []float32, seconds float32) {
	for i := range values {
		c := (*[ScalarSize]float32)(decay[i*ScalarSize:])
		s := min(float32(seconds*c[layout.ScalarRate]), 1)
		u := 1 - s
		w := float32(float32(u*u) * u)
		a := float32(w * (1 + float32(s*(3+float32(s*c[layout.ScalarCurve])))))
		b := float32(w * float32(s*(1+float32(3*s))))
		values[i] += float32(c[layout.ScalarDifference]*a) + float32(c[layout.ScalarVelocity]*b)
	}
}
