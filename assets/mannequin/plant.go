package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// toeBendMost is how far the toes bend, in radians, before a rising heel lifts the ball of the foot too.
const toeBendMost = 0.60

// plant returns the leg's stance for a foot that touches the ground without sliding. Spot is where on the ground the
// ankle stands while the foot is flat; out turns the foot outward. With the toes up (rise below 0) the foot has rolled back
// on the heel, with the heel up it has rolled over the ball and then over the tip of the toes.
func plant(on side, spot exact.Vec3, out, rise float64) legStance {
	l := legStance{out: out, rise: rise}
	ahead := rotationY(float64(on.sign() * out))
	flat := func(y, z float64) exact.Vec3 { return spot.Add(rotate(ahead, exact.Vec3{0, y, z})) }
	ankle := flat(ankleHeight, 0)
	tipped := rotationX(rise)
	about := func(center, p exact.Vec3, q exact.Quat) exact.Vec3 {
		return center.Add(rotate(compose(ahead, q, ahead.Conjugate()), p.Sub(center)))
	}
	if rise <= 0 {
		// The heel is a wheel: it rolls forward by its radius times the angle.
		heel := flat(heelHeight, -heelBack)
		l.ankle = about(heel, ankle, tipped).Add(rotate(ahead, exact.Vec3{0, 0, float64(heelHeight * rise)}))
		return l
	}
	l.toes = min(rise, toeBendMost)
	ball := flat(ballHeight, ballForward)
	if over := rise - l.toes; over > 0 {
		tip := flat(toeHeight, ballForward+toeLength)
		ball = about(tip, ball, rotationX(over))
		ankle = ankle.Add(ball.Sub(flat(ballHeight, ballForward)))
	}
	l.ankle = about(ball, ankle, tipped)
	return l
}
