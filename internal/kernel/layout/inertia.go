package layout

// The rows of a part of a group's decay. While a decay is pending, its velocities belong to the old
// motion, per second, and the last two rows are not known. Then they are v of the polynomial.
const (
	DecayDifference = 0
	DecayVelocity   = 3
	DecayRate       = 6 // 1/t1
	DecayCurve      = 7 // 6 + b/2
	DecayRows       = 8
)

// The numbers of the decay of a single number.
const (
	ScalarDifference = 0
	ScalarVelocity   = 1
	ScalarRate       = 2
	ScalarCurve      = 3
	ScalarSize       = 4
)

// The rows of the times of a decay.
const (
	DecayTimeRate     = 0 // 1 divided by the seconds between two poses
	DecayTimeStep     = 1 // of the frame, in seconds
	DecayTimeElapsed  = 2 // seconds
	DecayTimeDuration = 3 // seconds
	DecayTimeRows     = 4
)
