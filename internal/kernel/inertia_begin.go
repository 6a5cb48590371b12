package kernel

import "math"

// shortestDecay is how short a decay may become for not overshooting, as a part of its duration: any shorter, and the velocity would change within a
// frame or two, which looks like a jump of it.
const shortestDecay = 0.25

// inertiaLimit bounds what an inertialization adds, and the velocity that it takes over, so that no product of it overflows. What is beyond, or not a
// number, is 0.
const inertiaLimit = 1e15

// Depart begins an inertialization. pose is that which the new motion has; it becomes the one to show: the last one that was shown, step seconds
// further with the velocity (last - before) · rate. inertia takes the difference of both and the velocity. All are local poses of the
// same number of whole groups.
func BeginInertia(pose, inertia, shown, before, last []float32, rate, step float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			velocity := jointAt(last, l).minus(jointAt(before, l), nil)
			for i := range velocity {
				velocity[i] = float64(narrow(velocity[i] * rate))
			}
			out := jointAt(shown, l).plus(&velocity, step)
			putNine(c, inertiaConstant+l, out.minus(jointAt(pose, l), nil))
			putNine(c, inertiaLinear+l, velocity)
			out.put(pose, l)
		}
		pose, inertia, shown = pose[GroupSize:], inertia[InertiaSize:], shown[GroupSize:]
		before, last = before[GroupSize:], last[GroupSize:]
	}
}

// Coast goes on as [BeginInertia] began: pose becomes the one that was shown last, step seconds further.
func ExtrapolateInertia(pose, inertia, shown []float32, step float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			velocity := nineAt(c, inertiaLinear+l)
			jointAt(shown, l).plus(&velocity, step).put(pose, l)
		}
		pose, inertia, shown = pose[GroupSize:], inertia[InertiaSize:], shown[GroupSize:]
	}
}

// Settle makes the polynomials of an inertialization, now that it is known how fast the new motion moves: elapsed seconds after its beginning, and step
// seconds after the last pose that was shown, pose is that of the new motion. It stays as it is; what is to be added is for [ApplyInertia].
func FitInertia(pose, inertia, shown []float32, step, elapsed, duration float64) {
	for len(pose) >= GroupSize {
		c := (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			start, velocity := nineAt(c, inertiaConstant+l), nineAt(c, inertiaLinear+l)
			// Where it would be if it went on as before, the difference is what it would be then.
			velocity = jointAt(shown, l).plus(&velocity, step).minus(jointAt(pose, l), &start)
			for i := range velocity {
				velocity[i] = (velocity[i] - start[i]) / elapsed
			}
			for part := range 3 {
				var polynomials [3][4]float32
				settle(polynomials[:], start[part*3:][:3], velocity[part*3:][:3], duration)
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

// settle makes the polynomials of one part of a difference and 1/t1.
func settle(polynomials [][4]float32, start, velocity []float64, duration float64) {
	var square, along float64
	for i, x := range start {
		square += float64(x * x)
		along += float64(x * velocity[i])
	}
	t1 := duration
	if along < 0 {
		t1 = max(min(duration, -5*square/along), duration*shortestDecay)
	}
	brake := 0.0
	if square > 0 {
		brake = max(0, min(float64(-8*(along*t1/square))-20, 20))
	}
	for i, x := range start {
		v := float64(velocity[i] * t1)
		polynomials[i] = [4]float32{
			narrow(x), narrow(v + float64(3*x)), narrow(float64(x*(6+float64(0.5*brake))) + float64(3*v)), narrow(1 / t1),
		}
	}
}

// narrow returns x, or 0 where it is not a number or beyond the limit.
func narrow(x float64) float32 {
	if !(math.Abs(x) <= inertiaLimit) {
		return 0
	}
	return float32(x)
}

// DepartScalars is [BeginInertia] for single numbers.
func BeginInertiaScalars(values, inertia, shown, before, last []float32, rate, step float64) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		velocity := narrow((float64(last[i]) - float64(before[i])) * rate)
		out := float32(float64(shown[i]) + float64(float64(velocity)*step))
		c[0], c[1] = narrow(float64(out)-float64(values[i])), velocity
		values[i] = out
	}
}

// CoastScalars is [ExtrapolateInertia] for single numbers.
func ExtrapolateInertiaScalars(values, inertia, shown []float32, step float64) {
	for i := range values {
		values[i] = float32(float64(shown[i]) + float64(float64(inertia[i*ScalarInertia+1])*step))
	}
}

// SettleScalars is [FitInertia] for single numbers.
func FitInertiaScalars(values, inertia, shown []float32, step, elapsed, duration float64) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		start := [1]float64{float64(c[0])}
		on := float64(shown[i]) + float64(float64(c[1])*step) - float64(values[i])
		velocity := [1]float64{(on - start[0]) / elapsed}
		var polynomial [1][4]float32
		settle(polynomial[:], start[:], velocity[:], duration)
		*c = polynomial[0]
	}
}
