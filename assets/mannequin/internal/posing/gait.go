package posing

import "github.com/sinew-go/sinew/internal/exact"

// Gait describes the steps of walking or running. The phase of a foot runs from 0 to 1 in each
// cycle of two steps, and is 0 when the foot meets the ground.
type Gait struct {
	Seconds float64    // duration of a cycle
	Speed   float64    // meters a second at which the ground passes under the body
	Duty    float64    // fraction of the cycle for which a foot is on the ground
	Landing float64    // position at which the ankle meets the ground, in meters ahead of the hips
	Width   float64    // distance of each foot from the middle in meters
	ToeOut  float64    // yaw of the feet, outward, in radians
	Pitch   Curve      // of the foot while it is on the ground, by phase; see [LegPose]
	Swing   SwingKnots // of the foot while it is in the air
}

// SwingKnots holds the knots of a foot in the air, by the fraction of its time in the air. The ends
// of the curves continue the movement of the foot on the ground.
type SwingKnots struct {
	Ahead   []Knot // ankle position along z in meters
	Height  []Knot // ankle height in meters
	Pitch   []Knot // radians
	ToeBend []Knot // radians

	// With steers the foot also moves sideways, through the knots in sideways, and turns. Without,
	// it keeps the sideways position and the yaw with which it left the ground.
	Steers   bool
	Sideways []Knot // ankle position along x in meters
}

// SidePhase returns the phase by which a side's foot is ahead of the left foot: 0 or 0.5.
func SidePhase(s Side) float64 { return float64(float64(s) * 0.5) }

// leg returns the pose of a leg at any phase, for a body that walks straight ahead on the spot.
func (g *Gait) leg(on Side, phase float64) LegPose {
	onGround := func(phase float64) LegPose {
		z := g.Landing - float64(float64(phase*g.Seconds)*g.Speed)
		return PlantFoot(on, exact.Vec3{float64(on.Sign() * g.Width), 0, z}, g.ToeOut, g.Pitch.At(phase))
	}
	return g.Step(phase, onGround, &g.Swing)
}

// Step returns the pose of a leg at any phase, given its pose at a phase on the ground, up to duty,
// and its knots in the air.
func (g *Gait) Step(phase float64, onGround func(phase float64) LegPose, swing *SwingKnots) LegPose {
	phase = FractionalPart(phase)
	if phase <= g.Duty {
		return onGround(phase)
	}
	const h = 1e-3 // difference of phase from which the velocities at lift-off and landing are computed
	beforeLiftOff, liftOff := onGround(g.Duty-h), onGround(g.Duty)
	landing, afterLanding := onGround(0), onGround(h)
	inAir := 1 - g.Duty
	at := func(value func(*LegPose) float64, between []Knot) float64 {
		start, end := value(&liftOff), value(&landing)
		c := Curve{{Time: 0, Value: start, Slope: float64(inAir*(start-value(&beforeLiftOff))) / h, HasSlope: true}}
		c = append(c, between...)
		c = append(c, Knot{Time: 1, Value: end, Slope: float64(inAir*(value(&afterLanding)-end)) / h, HasSlope: true})
		return c.At((phase - g.Duty) / inAir)
	}
	l := LegPose{
		Ankle: exact.Vec3{
			liftOff.Ankle[0],
			at(func(l *LegPose) float64 { return l.Ankle[1] }, swing.Height),
			at(func(l *LegPose) float64 { return l.Ankle[2] }, swing.Ahead),
		},
		ToeOut:  liftOff.ToeOut,
		Pitch:   at(func(l *LegPose) float64 { return l.Pitch }, swing.Pitch),
		ToeBend: at(func(l *LegPose) float64 { return l.ToeBend }, swing.ToeBend),
	}
	if swing.Steers {
		l.Ankle[0] = at(func(l *LegPose) float64 { return l.Ankle[0] }, swing.Sideways)
		l.ToeOut = at(func(l *LegPose) float64 { return l.ToeOut }, nil)
	}
	l.Clear((phase-g.Duty)/inAir, 1)
	return l
}
