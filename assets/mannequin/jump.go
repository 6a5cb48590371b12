package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// jump crouches, leaps on the spot and lands.
var jump = animation{name: "jump", frames: 68, pose: jumpPose}

// Times of the jump in seconds.
const (
	crouched  = 0.52
	takeOff   = 0.76
	touchDown = takeOff + airtime
	airtime   = 0.52
	absorbed  = touchDown + 0.22
	jumpEnd   = 68.0 / keyRate
)

// Heights of the pelvis above the rest pose in meters, and its upward speeds in meters a second. In
// the air it falls freely.
const (
	leapHeight = 0.060
	landHeight = 0.022
	leapSpeed  = 9.81*airtime/2 - (leapHeight-landHeight)/airtime
	landSpeed  = leapSpeed - 9.81*airtime
)

var (
	// Height of the pelvis above the rest pose in meters, by time in seconds.
	jumpHips = curve{
		{time: 0, value: -0.012},
		{time: crouched, value: -0.270},
		{time: takeOff, value: leapHeight, slope: leapSpeed, hasSlope: true},
		{time: touchDown, value: landHeight, slope: landSpeed, hasSlope: true},
		{time: absorbed, value: -0.230},
		{time: jumpEnd, value: -0.012},
	}
	// Position of the pelvis ahead of the rest pose in meters.
	jumpAhead = curveThrough(0, 0, crouched, -0.085, takeOff, 0.050, touchDown, 0.030, absorbed, -0.065, jumpEnd, 0)
	// Height of the soles above the ground in meters: they follow the pelvis, and are pulled up at
	// the top of the leap.
	jumpFeet = curve{
		{time: takeOff, slope: leapSpeed, hasSlope: true},
		{time: takeOff + airtime/2, value: 0.385},
		{time: touchDown, slope: landSpeed, hasSlope: true},
	}
	// Pitch of the feet, and the factor by which the toes bend.
	jumpFootPitch = curveThrough(0.56, 0, takeOff, degrees(62), takeOff+0.2, degrees(40), touchDown, degrees(36),
		touchDown+0.10, 0)
	jumpToeBend = curveThrough(takeOff, 1, takeOff+0.09, 0, touchDown-0.1, 0.2, touchDown, 1)
	// Pitch of the trunk and the head.
	jumpPelvisPitch = curveThrough(0, 0, crouched, degrees(27), takeOff, degrees(-3), touchDown-0.1, degrees(8),
		absorbed, degrees(24), jumpEnd, 0)
	jumpChestPitch = curveThrough(0, degrees(1), crouched, degrees(20), takeOff, degrees(-8), touchDown-0.1, degrees(6),
		absorbed, degrees(16), jumpEnd, degrees(1))
	jumpGazePitch = curveThrough(0, 0, crouched, degrees(10), takeOff, degrees(-14), takeOff+0.3, degrees(2),
		absorbed, degrees(10), jumpEnd, 0)
	// Angles of the arms, and how far they are held out, from 0 to 1.
	jumpSwing = curveThrough(0, degrees(2), 0.2, degrees(14), crouched-0.10, degrees(-36), takeOff, degrees(80),
		takeOff+0.24, degrees(124), touchDown, degrees(62), absorbed+0.05, degrees(22), absorbed+0.4, degrees(-8),
		jumpEnd, degrees(2))
	jumpElbow = curveThrough(0, degrees(17), crouched, degrees(22), takeOff, degrees(38), takeOff+0.2, degrees(22),
		touchDown, degrees(34), absorbed, degrees(44), jumpEnd, degrees(17))
	jumpArmsOut = curveThrough(0, 0, crouched, 0.4, takeOff, 0.5, takeOff+0.25, 1, absorbed, 0.9, jumpEnd, 0)
)

func jumpPose(t float64) *bodyPose {
	p := standing()
	seconds := float64(t * jumpEnd)
	p.hips[1] = jumpHips.at(seconds)
	p.hips[2] = jumpAhead.at(seconds)
	p.pelvis.pitch = jumpPelvisPitch.at(seconds)
	p.chest.pitch = jumpChestPitch.at(seconds)
	p.gaze.pitch = jumpGazePitch.at(seconds)
	for _, on := range bothSides {
		standing := p.legs[on]
		l := plantFoot(on, exact.Vec3{standing.ankle[0], 0, standing.ankle[2]}, standing.toeOut,
			jumpFootPitch.at(seconds))
		l.ankle[1] += jumpFeet.at(seconds)
		l.toeBend = float64(l.toeBend * jumpToeBend.at(seconds))
		l.kneeOut = degrees(4)
		p.legs[on] = l
		a := &p.arms[on]
		out := jumpArmsOut.at(seconds)
		a.swing = jumpSwing.at(seconds) + degrees(float64(float64(3*on.sign())*out))
		a.elbow = jumpElbow.at(seconds)
		a.abduct += degrees(float64(14 * out))
		// The elbows turn outward, or the hands would meet in front.
		a.twist += degrees(float64(22 * out))
		a.shrug = degrees(float64(4 * out))
		a.curl = degrees(mix(22, 34, out))
		a.spread = degrees(float64(3 * out))
	}
	return p
}
