package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// jump crouches, leaps on the spot and lands.
var jump = motion{name: "jump", frames: 68, pose: jumpPose}

// Times of the jump in seconds.
const (
	crouched  = 0.52
	takeOff   = 0.76
	touchDown = takeOff + airtime
	airtime   = 0.52
	absorbed  = touchDown + 0.22
	jumpEnd   = 68.0 / keyRate
)

// Heights of the pelvis above where it stands at rest, and its speeds upward, that go with the time in the air: it falls freely.
const (
	leapHeight = 0.060
	landHeight = 0.022
	leapSpeed  = 9.81*airtime/2 - (leapHeight-landHeight)/airtime
	landSpeed  = leapSpeed - 9.81*airtime
)

var (
	// How high the pelvis is above where it stands.
	jumpHips = curve{
		{at: 0, value: -0.012},
		{at: crouched, value: -0.270},
		{at: takeOff, value: leapHeight, slope: leapSpeed, steep: true},
		{at: touchDown, value: landHeight, slope: landSpeed, steep: true},
		{at: absorbed, value: -0.230},
		{at: jumpEnd, value: -0.012},
	}
	jumpAhead = through(0, 0, crouched, -0.085, takeOff, 0.050, touchDown, 0.030, absorbed, -0.065, jumpEnd, 0)
	// How far the soles are off the ground: they follow the pelvis and are drawn up at the top.
	jumpFeet = curve{
		{at: takeOff, slope: leapSpeed, steep: true}, {at: takeOff + airtime/2, value: 0.385}, {at: touchDown, slope: landSpeed, steep: true},
	}
	jumpHeels = through(0.56, 0, takeOff, degrees(62), takeOff+0.2, degrees(40), touchDown, degrees(36), touchDown+0.10, 0)
	jumpToes  = through(takeOff, 1, takeOff+0.09, 0, touchDown-0.1, 0.2, touchDown, 1)
	jumpBow   = through(0, 0, crouched, degrees(27), takeOff, degrees(-3), touchDown-0.1, degrees(8), absorbed, degrees(24), jumpEnd, 0)
	jumpSpine = through(0, degrees(1), crouched, degrees(20), takeOff, degrees(-8), touchDown-0.1, degrees(6), absorbed, degrees(16), jumpEnd, degrees(1))
	jumpGaze  = through(0, 0, crouched, degrees(10), takeOff, degrees(-14), takeOff+0.3, degrees(2), absorbed, degrees(10), jumpEnd, 0)
	jumpSwing = through(0, degrees(2), 0.2, degrees(14), crouched-0.10, degrees(-36), takeOff, degrees(80), takeOff+0.24, degrees(124),
		touchDown, degrees(62), absorbed+0.05, degrees(22), absorbed+0.4, degrees(-8), jumpEnd, degrees(2))
	jumpElbow = through(0, degrees(17), crouched, degrees(22), takeOff, degrees(38), takeOff+0.2, degrees(22), touchDown, degrees(34),
		absorbed, degrees(44), jumpEnd, degrees(17))
	jumpArms = through(0, 0, crouched, 0.4, takeOff, 0.5, takeOff+0.25, 1, absorbed, 0.9, jumpEnd, 0) // held out
)

func jumpPose(t float64) *stance {
	s := standing()
	seconds := float64(t * jumpEnd)
	s.hips[1] = jumpHips.at(seconds)
	s.hips[2] = jumpAhead.at(seconds)
	s.pelvis.bow = jumpBow.at(seconds)
	s.chest.bow = jumpSpine.at(seconds)
	s.gaze.bow = jumpGaze.at(seconds)
	for _, on := range [2]side{left, right} {
		rest := s.legs[on]
		l := plant(on, exact.Vec3{rest.ankle[0], 0, rest.ankle[2]}, rest.out, jumpHeels.at(seconds))
		l.ankle[1] += jumpFeet.at(seconds)
		l.toes = float64(l.toes * jumpToes.at(seconds))
		l.opened = degrees(4)
		s.legs[on] = l
		a := &s.arms[on]
		out := jumpArms.at(seconds)
		a.swing = jumpSwing.at(seconds) + degrees(float64(float64(3*on.sign())*out))
		a.elbow = jumpElbow.at(seconds)
		a.abduct += degrees(float64(14 * out))
		a.shrug = degrees(float64(4 * out))
		a.curl = degrees(mix(22, 34, out))
		a.spread = degrees(float64(3 * out))
	}
	return s
}
