package posing

import "github.com/sinew-go/sinew/internal/exact"

// Jump crouches, leaps on the spot and lands.
var Jump = Animation{Name: "jump", Frames: 68, Pose: jumpPose}

// Times of the jump in seconds.
const (
	crouched  = 0.52
	TakeOff   = 0.76
	TouchDown = TakeOff + airtime
	airtime   = 0.52
	absorbed  = TouchDown + 0.22
	jumpEnd   = 68.0 / KeyRate
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
	jumpHips = Curve{
		{Time: 0, Value: -0.012},
		{Time: crouched, Value: -0.270},
		{Time: TakeOff, Value: leapHeight, Slope: leapSpeed, HasSlope: true},
		{Time: TouchDown, Value: landHeight, Slope: landSpeed, HasSlope: true},
		{Time: absorbed, Value: -0.230},
		{Time: jumpEnd, Value: -0.012},
	}
	// Position of the pelvis ahead of the rest pose in meters.
	jumpAhead = CurveThrough(0, 0, crouched, -0.085, TakeOff, 0.050, TouchDown, 0.030, absorbed, -0.065, jumpEnd, 0)
	// Height of the soles above the ground in meters: they follow the pelvis, and are pulled up at
	// the top of the leap.
	jumpFeet = Curve{
		{Time: TakeOff, Slope: leapSpeed, HasSlope: true},
		{Time: TakeOff + airtime/2, Value: 0.385},
		{Time: TouchDown, Slope: landSpeed, HasSlope: true},
	}
	// Pitch of the feet, and the factor by which the toes bend.
	jumpFootPitch = CurveThrough(0.56, 0, TakeOff, Degrees(62), TakeOff+0.2, Degrees(40), TouchDown, Degrees(36),
		TouchDown+0.10, 0)
	jumpToeBend = CurveThrough(TakeOff, 1, TakeOff+0.09, 0, TouchDown-0.1, 0.2, TouchDown, 1)
	// Pitch of the trunk and the head.
	jumpPelvisPitch = CurveThrough(0, 0, crouched, Degrees(27), TakeOff, Degrees(-3), TouchDown-0.1, Degrees(8),
		absorbed, Degrees(24), jumpEnd, 0)
	jumpChestPitch = CurveThrough(0, Degrees(1), crouched, Degrees(20), TakeOff, Degrees(-8), TouchDown-0.1, Degrees(6),
		absorbed, Degrees(16), jumpEnd, Degrees(1))
	jumpGazePitch = CurveThrough(0, 0, crouched, Degrees(10), TakeOff, Degrees(-14), TakeOff+0.3, Degrees(2),
		absorbed, Degrees(10), jumpEnd, 0)
	// Angles of the arms, and how far they are held out, from 0 to 1.
	jumpSwing = CurveThrough(0, Degrees(2), 0.2, Degrees(14), crouched-0.10, Degrees(-36), TakeOff, Degrees(80),
		TakeOff+0.24, Degrees(124), TouchDown, Degrees(62), absorbed+0.05, Degrees(22), absorbed+0.4, Degrees(-8),
		jumpEnd, Degrees(2))
	jumpElbow = CurveThrough(0, Degrees(17), crouched, Degrees(22), TakeOff, Degrees(38), TakeOff+0.2, Degrees(22),
		TouchDown, Degrees(34), absorbed, Degrees(44), jumpEnd, Degrees(17))
	jumpArmsOut = CurveThrough(0, 0, crouched, 0.4, TakeOff, 0.5, TakeOff+0.25, 1, absorbed, 0.9, jumpEnd, 0)
)

func jumpPose(t float64) *BodyPose {
	p := Standing()
	seconds := float64(t * jumpEnd)
	p.Hips[1] = jumpHips.At(seconds)
	p.Hips[2] = jumpAhead.At(seconds)
	p.Pelvis.Pitch = jumpPelvisPitch.At(seconds)
	p.Chest.Pitch = jumpChestPitch.At(seconds)
	p.Gaze.Pitch = jumpGazePitch.At(seconds)
	for _, on := range BothSides {
		standing := p.Legs[on]
		l := PlantFoot(on, exact.Vec3{standing.Ankle[0], 0, standing.Ankle[2]}, standing.ToeOut,
			jumpFootPitch.At(seconds))
		l.Ankle[1] += jumpFeet.At(seconds)
		l.ToeBend = float64(l.ToeBend * jumpToeBend.At(seconds))
		l.KneeOut = Degrees(4)
		p.Legs[on] = l
		a := &p.Arms[on]
		out := jumpArmsOut.At(seconds)
		a.Swing = jumpSwing.At(seconds) + Degrees(float64(float64(3*on.Sign())*out))
		a.Elbow = jumpElbow.At(seconds)
		a.Abduct += Degrees(float64(14 * out))
		// The elbows turn outward, or the hands would meet in front.
		a.Twist += Degrees(float64(22 * out))
		a.Shrug = Degrees(float64(4 * out))
		a.Curl = Degrees(Mix(22, 34, out))
		a.Spread = Degrees(float64(3 * out))
	}
	return p
}
