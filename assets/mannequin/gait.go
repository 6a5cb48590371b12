package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// gait describes the steps of walking or running. The phase of a foot runs from 0 to 1 in each
// cycle of two steps, and is 0 when the foot meets the ground.
type gait struct {
	seconds float64    // duration of a cycle
	speed   float64    // meters a second at which the ground passes under the body
	duty    float64    // fraction of the cycle for which a foot is on the ground
	landing float64    // position at which the ankle meets the ground, in meters ahead of the hips
	width   float64    // distance of each foot from the middle in meters
	toeOut  float64    // yaw of the feet, outward, in radians
	pitch   curve      // of the foot while it is on the ground, by phase; see [legPose]
	swing   swingKnots // of the foot while it is in the air
}

// swingKnots holds the knots of a foot in the air, by the fraction of its time in the air. The ends
// of the curves continue the movement of the foot on the ground.
type swingKnots struct {
	ahead   []knot // ankle position along z in meters
	height  []knot // ankle height in meters
	pitch   []knot // radians
	toeBend []knot // radians

	// With steers the foot also moves sideways, through the knots in sideways, and turns. Without,
	// it keeps the sideways position and the yaw with which it left the ground.
	steers   bool
	sideways []knot // ankle position along x in meters
}

// sidePhase returns the phase by which a side's foot is ahead of the left foot: 0 or 0.5.
func sidePhase(s side) float64 { return float64(float64(s) * 0.5) }

// leg returns the pose of a leg at any phase, for a body that walks straight ahead on the spot.
func (g *gait) leg(on side, phase float64) legPose {
	onGround := func(phase float64) legPose {
		z := g.landing - float64(float64(phase*g.seconds)*g.speed)
		return plantFoot(on, exact.Vec3{float64(on.sign() * g.width), 0, z}, g.toeOut, g.pitch.at(phase))
	}
	return g.step(phase, onGround, &g.swing)
}

// step returns the pose of a leg at any phase, given its pose at a phase on the ground, up to duty,
// and its knots in the air.
func (g *gait) step(phase float64, onGround func(phase float64) legPose, swing *swingKnots) legPose {
	phase = fractionalPart(phase)
	if phase <= g.duty {
		return onGround(phase)
	}
	const h = 1e-3 // difference of phase from which the velocities at lift-off and landing are computed
	beforeLiftOff, liftOff := onGround(g.duty-h), onGround(g.duty)
	landing, afterLanding := onGround(0), onGround(h)
	inAir := 1 - g.duty
	at := func(value func(*legPose) float64, between []knot) float64 {
		start, end := value(&liftOff), value(&landing)
		c := curve{{time: 0, value: start, slope: float64(inAir*(start-value(&beforeLiftOff))) / h, hasSlope: true}}
		c = append(c, between...)
		c = append(c, knot{time: 1, value: end, slope: float64(inAir*(value(&afterLanding)-end)) / h, hasSlope: true})
		return c.at((phase - g.duty) / inAir)
	}
	l := legPose{
		ankle: exact.Vec3{
			liftOff.ankle[0],
			at(func(l *legPose) float64 { return l.ankle[1] }, swing.height),
			at(func(l *legPose) float64 { return l.ankle[2] }, swing.ahead),
		},
		toeOut:  liftOff.toeOut,
		pitch:   at(func(l *legPose) float64 { return l.pitch }, swing.pitch),
		toeBend: at(func(l *legPose) float64 { return l.toeBend }, swing.toeBend),
	}
	if swing.steers {
		l.ankle[0] = at(func(l *legPose) float64 { return l.ankle[0] }, swing.sideways)
		l.toeOut = at(func(l *legPose) float64 { return l.toeOut }, nil)
	}
	l.clear((phase-g.duty)/inAir, 1)
	return l
}
