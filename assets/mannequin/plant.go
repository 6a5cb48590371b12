package mannequin

// toeBendMost is how far the toes bend, in radians, before a rising heel lifts the ball of the foot too.
const toeBendMost = 0.60

// plant returns the leg's stance for a foot that touches the ground without sliding. Spot is where on the ground the
// ankle stands while the foot is flat; out turns the foot outward. With the toes up (rise below 0) the foot has rolled back
// on the heel, with the heel up it has rolled over the ball and then over the tip of the toes.
func plant(on side, spot vector, out, rise float64) legStance {
	l := legStance{out: out, rise: rise}
	ahead := turnY(float64(on.sign() * out))
	flat := func(y, z float64) vector { return spot.add(ahead.apply(vector{0, y, z})) }
	ankle := flat(ankleHeight, 0)
	tipped := turnX(rise)
	about := func(center, p vector, q quaternion) vector {
		return center.add(ahead.mul(q).mul(ahead.inverse()).apply(p.sub(center)))
	}
	if rise <= 0 {
		// The heel is a wheel: it rolls forward by its radius times the angle.
		heel := flat(heelHeight, -heelBack)
		l.ankle = about(heel, ankle, tipped).add(ahead.apply(vector{z: float64(heelHeight * rise)}))
		return l
	}
	l.toes = min(rise, toeBendMost)
	ball := flat(ballHeight, ballForward)
	if over := rise - l.toes; over > 0 {
		tip := flat(toeHeight, ballForward+toeLength)
		ball = about(tip, ball, turnX(over))
		ankle = ankle.add(ball.sub(flat(ballHeight, ballForward)))
	}
	l.ankle = about(ball, ankle, tipped)
	return l
}
