package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// gait is what walking and running share: how one foot goes round. The phase of a foot is 0 when it meets the ground.
type gait struct {
	seconds float64 // for both steps
	speed   float64 // meters a second
	duty    float64 // part of the time that a foot is on the ground
	landing float64 // where the ankle meets the ground, meters ahead of the hips
	width   float64 // of the track from the middle, meters
	out     float64 // turn of the feet, radians
	rise    curve   // of the heel while on the ground, over the phase
	swing   swing
}

// swing is the way of a free foot, over its part of the phase from 0 to 1: knots between the ends, which follow from the
// ground.
type swing struct {
	ahead, height, rise, toes []knot
}

// grounded returns the foot's stance at a phase up to the duty.
func (g *gait) grounded(on side, phase float64) legStance {
	z := g.landing - float64(float64(phase*g.seconds)*g.speed)
	return plant(on, exact.Vec3{float64(on.sign() * g.width), 0, z}, g.out, g.rise.at(phase))
}

// foot returns the foot's stance at any phase.
func (g *gait) foot(on side, phase float64) legStance {
	phase = cycle(phase)
	if phase <= g.duty {
		return g.grounded(on, phase)
	}
	const h = 1e-3 // of the phase, to tell how fast the foot leaves and meets the ground
	off, offLater := g.grounded(on, g.duty-h), g.grounded(on, g.duty)
	down, downLater := g.grounded(on, 0), g.grounded(on, h)
	free := 1 - g.duty
	at := func(value func(*legStance) float64, between []knot) float64 {
		start, end := value(&offLater), value(&down)
		c := curve{{at: 0, value: start, slope: float64(free*(start-value(&off))) / h, steep: true}}
		c = append(c, between...)
		c = append(c, knot{at: 1, value: end, slope: float64(free*(value(&downLater)-end)) / h, steep: true})
		return c.at((phase - g.duty) / free)
	}
	return legStance{
		ankle: exact.Vec3{
			offLater.ankle[0],
			at(func(l *legStance) float64 { return l.ankle[1] }, g.swing.height),
			at(func(l *legStance) float64 { return l.ankle[2] }, g.swing.ahead),
		},
		out:  g.out,
		rise: at(func(l *legStance) float64 { return l.rise }, g.swing.rise),
		toes: at(func(l *legStance) float64 { return l.toes }, g.swing.toes),
	}
}
