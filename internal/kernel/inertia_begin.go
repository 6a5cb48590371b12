package kernel

import "math"

// minDecayFraction is the shortest time, as a fraction of the duration, to which a decay is cut so that it does not overshoot.
// In a shorter time the velocity would change within a frame or two, which looks like a jump.
const minDecayFraction = 0.25

// inertiaLimit bounds the differences and velocities of an inertialization, so that no product of them overflows. A number beyond
// it, or NaN, counts as 0.
const inertiaLimit = 1e15

// Scales multiply along a chain of joints, so inertiaLimit for each of them would not keep the chain's product finite. A velocity of
// a scale counts as 0 where it would move the scale by more than maxScaleStep sizes in one extrapolation, or where its way over a
// decay, velocity · t1, would be more than maxScaleWay sizes, of which the polynomial shows up to a fifth. The size of a scale is
// its absolute value, at least 1. Only a frame that is long compared with the gap between the poses that the velocity was measured
// from, or a duration that is long compared with the changes of scale, is beyond these limits.
const (
	maxScaleStep = 4
	maxScaleWay  = 32
)

// BeginInertia begins an inertialization. pose is the new motion's pose; it is replaced by the pose to show, which continues the
// shown one for step seconds with the velocity (last - before) · rate, where rate is in 1/seconds. inertia receives the
// difference between the two and the velocity. All are local poses of the same number of whole groups.
func BeginInertia(pose, inertia, shown, before, last []float32, rate, step float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			velocity := transformAt(last, l).minus(transformAt(before, l), nil)
			for i := range velocity {
				velocity[i] = float64(bounded(velocity[i] * rate))
			}
			out := transformAt(shown, l).plus(&velocity, step)
			putDifference(c, inertiaConstant+l, out.minus(transformAt(pose, l), nil))
			putDifference(c, inertiaLinear+l, velocity)
			out.put(pose, l)
		}
		pose, inertia, shown = pose[GroupSize:], inertia[InertiaSize:], shown[GroupSize:]
		before, last = before[GroupSize:], last[GroupSize:]
	}
}

// ExtrapolateInertia continues the old motion until the new one's velocity is known: it replaces pose by the shown pose, moved on
// for step seconds with the velocity that [BeginInertia] stored.
func ExtrapolateInertia(pose, inertia, shown []float32, step float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			velocity := differenceAt(c, inertiaLinear+l)
			transformAt(shown, l).plus(&velocity, step).put(pose, l)
		}
		pose, inertia, shown = pose[GroupSize:], inertia[InertiaSize:], shown[GroupSize:]
	}
}

// FitInertia makes the polynomials of an inertialization once the velocity of the new motion is known. pose is the new motion's
// pose, elapsed seconds after [BeginInertia] and step seconds after the pose in shown; it is not changed. [ApplyInertia] adds the
// difference afterward.
func FitInertia(pose, inertia, shown []float32, step, elapsed, duration float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			start, velocity := differenceAt(c, inertiaConstant+l), differenceAt(c, inertiaLinear+l)
			// The velocity of the difference: from start, to the old motion extrapolated minus the new motion's pose.
			old, played := transformAt(shown, l), transformAt(pose, l)
			velocity = old.plus(&velocity, step).minus(played, &start)
			for i := range velocity {
				velocity[i] = (velocity[i] - start[i]) / elapsed
			}
			for part := range 3 {
				var polynomials [3][4]float32
				farthest := inertiaLimit
				if part == 2 {
					farthest = maxScaleWay * max(old.scaleSize(), played.scaleSize())
				}
				fitPolynomials(polynomials[:], start[part*3:][:3], velocity[part*3:][:3], duration, farthest)
				for i, p := range polynomials {
					at := (part*3+i)*Lanes + l
					c[at], c[inertiaLinear+at], c[inertiaQuadratic+at] = p[0], p[1], p[2]
					c[inertiaRates+part*Lanes+l] = p[3]
				}
			}
		}
		pose, inertia, shown = pose[GroupSize:], inertia[InertiaSize:], shown[GroupSize:]
	}
}

// fitPolynomials makes the polynomials of one part of a difference, and 1/t1. velocity is per second, duration in seconds. A velocity
// that would lead farther than farthest within t1 counts as 0.
func fitPolynomials(polynomials [][4]float32, start, velocity []float64, duration, farthest float64) {
	var square, along float64
	for i, x := range start {
		square += float64(x * x)
		along += float64(x * velocity[i])
	}
	t1 := duration
	if along < 0 {
		t1 = max(min(duration, -5*square/along), duration*minDecayFraction)
	}
	brake := 0.0
	if square > 0 {
		brake = max(0, min(float64(-8*(along*t1/square))-20, 20))
	}
	for i, x := range start {
		v := boundedBy(float64(velocity[i]*t1), farthest)
		polynomials[i] = [4]float32{
			bounded(x), bounded(v + float64(3*x)), bounded(float64(x*(6+float64(0.5*brake))) + float64(3*v)), bounded(1 / t1),
		}
	}
}

// boundedMove returns a movement in float64, or 0 if it is NaN or beyond inertiaLimit: after a very long step nothing can be
// said of a motion that was extrapolated over it.
func boundedMove(x float64) float64 { return boundedBy(x, inertiaLimit) }

// boundedBy returns x, or 0 if x is NaN or beyond a limit.
func boundedBy(x, limit float64) float64 {
	if !(math.Abs(x) <= limit) {
		return 0
	}
	return x
}

// bounded returns x, or 0 if x is NaN or beyond inertiaLimit.
func bounded(x float64) float32 {
	if !(math.Abs(x) <= inertiaLimit) {
		return 0
	}
	return float32(x)
}

// BeginInertiaScalars is [BeginInertia] for single numbers.
func BeginInertiaScalars(values, inertia, shown, before, last []float32, rate, step float64) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		velocity := bounded((float64(last[i]) - float64(before[i])) * rate)
		out := float32(float64(shown[i]) + boundedMove(float64(velocity)*step))
		c[0], c[1] = bounded(float64(out)-float64(values[i])), velocity
		values[i] = out
	}
}

// ExtrapolateInertiaScalars is [ExtrapolateInertia] for single numbers.
func ExtrapolateInertiaScalars(values, inertia, shown []float32, step float64) {
	for i := range values {
		values[i] = float32(float64(shown[i]) + boundedMove(float64(inertia[i*ScalarInertia+1])*step))
	}
}

// FitInertiaScalars is [FitInertia] for single numbers.
func FitInertiaScalars(values, inertia, shown []float32, step, elapsed, duration float64) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		start := [1]float64{float64(c[0])}
		on := float64(shown[i]) + boundedMove(float64(c[1])*step) - float64(values[i])
		velocity := [1]float64{(on - start[0]) / elapsed}
		var polynomial [1][4]float32
		fitPolynomials(polynomial[:], start[:], velocity[:], duration, inertiaLimit)
		*c = polynomial[0]
	}
}
