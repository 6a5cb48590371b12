package exact

import "math"

// springHalfway is where (1 + x)·e^-x is 1/2: the time, in units of its inverse rate, in which a
// critically damped spring that begins at rest covers half of the distance to its goal.
const springHalfway = 1.678346990016661

// Spring is a critically damped spring after some seconds, in closed form, so that one long step
// gives what many short ones give. The difference d from the goal, which begins at d0 with the
// velocity v0, is
//
//	d(t) = e^(-rate·t)·(d0 + (v0 + rate·d0)·t)
type Spring struct {
	seconds float64
	rate    float64 // inverse seconds, infinite without a half-life
	decay   float64 // e^(-rate·seconds)
}

// NewSpring returns the spring that, from rest, covers half of the distance to its goal in halfLife
// seconds. With a half-life that is not above 0, and with NaN, it is at its goal at once.
func NewSpring(halfLife float32, seconds float64) Spring {
	rate := springHalfway / float64(halfLife)
	if !(halfLife > 0) || rate-rate != 0 {
		return Spring{seconds, math.Inf(1), 0}
	}
	return Spring{seconds, rate, Exp(-float64(rate * seconds))}
}

// isRigid reports whether the spring is at its goal at once.
func (s Spring) isRigid() bool { return s.rate-s.rate != 0 }

// At returns the difference from the goal and its velocity, given those at the beginning.
func (s Spring) At(difference, velocity float64) (float64, float64) {
	if s.isRigid() {
		return 0, 0
	}
	slope := velocity + float64(s.rate*difference)
	return float64(s.decay * (difference + float64(slope*s.seconds))),
		float64(s.decay * (velocity - float64(float64(s.rate*slope)*s.seconds)))
}

// Travel returns how far a velocity whose difference from its goal follows the spring leads beyond
// what the goal alone does: the integral of the difference.
func (s Spring) Travel(difference, velocity float64) float64 {
	if s.isRigid() || difference == 0 && velocity == 0 {
		return 0
	}
	// The integral of e^(-rate·t)·(a + b·t) is (a/rate + b/rate²)·(1 - e^(-rate·t)) -
	// b/rate·t·e^(-rate·t).
	slope := velocity + float64(s.rate*difference)
	over := slope / s.rate
	return float64((difference+over)*(1-s.decay))/s.rate - float64(float64(over*s.seconds)*s.decay)
}
