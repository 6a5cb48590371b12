package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// WalkSpeed is the speed at which the ground passes under the feet of the "walk" clip, in meters a
// second. A character that plays the clip should move ahead at this speed.
const WalkSpeed = 1.35

// walk takes two steps on the spot.
var walk = animation{name: "walk", frames: 32, gait: &walkGait, pose: walkPose}

var walkGait = gait{
	seconds: 32.0 / keyRate,
	speed:   WalkSpeed,
	duty:    0.62,
	landing: 0.335,
	width:   0.075,
	toeOut:  degrees(6),
	// The heel strikes with the toes up, the foot comes down flat, the heel rises, the toes push
	// off.
	pitch: curve{
		{time: 0, value: degrees(-20), slope: degrees(90), hasSlope: true},
		{time: 0.09, value: 0},
		{time: 0.30, value: 0},
		{time: 0.46, value: degrees(16)},
		{time: 0.62, value: degrees(58), slope: degrees(220), hasSlope: true},
	},
	swing: swingKnots{
		height: []knot{
			{time: 0.22, value: 0.215},
			{time: 0.62, value: 0.112},
			{time: 0.85, value: 0.125},
		},
		pitch: []knot{
			{time: 0.14, value: degrees(64)},
			{time: 0.60, value: degrees(6)},
			{time: 0.88, value: degrees(-20)},
		},
		// The toes are lifted, so that their tips do not brush the ground.
		toeBend: []knot{{time: 0.25, value: degrees(24)}, {time: 0.6, value: degrees(14)}, {time: 0.85, value: degrees(4)}},
	},
}

func walkPose(t float64) *bodyPose {
	p := walkBody(t)
	for _, on := range bothSides {
		p.legs[on] = walkGait.leg(on, t+sidePhase(on))
	}
	return p
}

// walkBody returns the pose of "walk" but for the legs.
func walkBody(t float64) *bodyPose {
	p := &bodyPose{}
	// The left heel strikes at 0. The pelvis is lowest just after each strike and highest over the
	// standing leg, toward which it also sways. It turns with the leg that is ahead, and drops on
	// the side of the leg that swings.
	p.hips = exact.Vec3{
		cosine(0.022, t-0.28),
		-0.030 - cosine(0.021, t+t-0.08),
		cosine(0.010, t+t-0.3),
	}
	p.pelvis = yawPitchRoll{
		yaw:   degrees(cosine(-6, t-0.02)),
		pitch: degrees(3) + degrees(cosine(0.8, t+t)),
		roll:  degrees(cosine(3.2, t-0.16)),
	}
	p.chest = yawPitchRoll{
		yaw:   degrees(cosine(11, t-0.03)),
		pitch: degrees(-1) - degrees(cosine(1.2, t+t-0.1)),
		roll:  degrees(cosine(-4.5, t-0.16)),
	}
	p.gaze = yawPitchRoll{
		yaw:   degrees(cosine(1.2, t)),
		pitch: degrees(1) + degrees(cosine(1, t+t-0.15)),
		roll:  degrees(cosine(-0.8, t-0.2)),
	}
	for _, on := range bothSides {
		// Each arm swings with the leg of the other side. The forearm and the hand follow later.
		phase := t + sidePhase(1-on)
		p.arms[on] = armPose{
			swing:   degrees(2 + cosine(23, phase-0.02)),
			abduct:  degrees(11 + cosine(1.5, phase+phase)),
			twist:   degrees(-8),
			elbow:   degrees(20 + cosine(11, phase-0.09)),
			pronate: degrees(12),
			flex:    degrees(4 - cosine(6, phase-0.2)),
			deviate: degrees(2),
			reach:   degrees(cosine(4, phase-0.03)),
			curl:    degrees(24 + cosine(4, phase-0.15)),
			thumb:   degrees(18),
		}
	}
	return p
}

// RunSpeed is the speed at which the ground passes under the feet of the "run" clip, in meters a
// second.
const RunSpeed = 3.6

// run takes two steps on the spot.
var run = animation{name: "run", frames: 20, gait: &runGait, pose: runPose}

var runGait = gait{
	seconds: 20.0 / keyRate,
	speed:   RunSpeed,
	duty:    0.32,
	landing: 0.270,
	width:   0.050,
	toeOut:  degrees(4),
	// The foot lands nearly flat a little ahead of the body, and leaves the ground far behind it,
	// over the toes.
	pitch: curve{
		{time: 0, value: degrees(-9), slope: degrees(160), hasSlope: true},
		{time: 0.05, value: 0},
		{time: 0.12, value: 0},
		{time: 0.21, value: degrees(18)},
		{time: 0.32, value: degrees(66), slope: degrees(430), hasSlope: true},
	},
	swing: swingKnots{
		ahead: []knot{
			{time: 0.16, value: -0.560},
			{time: 0.36, value: -0.400},
			{time: 0.57, value: 0.000},
			{time: 0.80, value: 0.345},
			{time: 0.90, value: 0.350},
		},
		height: []knot{
			{time: 0.16, value: 0.360},
			{time: 0.36, value: 0.500},
			{time: 0.57, value: 0.400},
			{time: 0.80, value: 0.225},
		},
		pitch: []knot{
			{time: 0.16, value: degrees(88)},
			{time: 0.36, value: degrees(104)},
			{time: 0.57, value: degrees(58)},
			{time: 0.82, value: degrees(-6)},
			{time: 0.93, value: degrees(-13)},
		},
		toeBend: []knot{{time: 0.18, value: degrees(6)}, {time: 0.5, value: 0}},
	},
}

func runPose(t float64) *bodyPose {
	p := runBody(t)
	for _, on := range bothSides {
		p.legs[on] = runGait.leg(on, t+sidePhase(on))
	}
	return p
}

// runBody returns the pose of "run" but for the legs.
func runBody(t float64) *bodyPose {
	p := &bodyPose{}
	// The body sinks over the standing leg and rises between the steps.
	p.hips = exact.Vec3{
		cosine(0.010, t-0.16),
		-0.050 - cosine(0.034, t+t-0.29),
		0.030 + cosine(0.008, t+t-0.1),
	}
	p.pelvis = yawPitchRoll{
		yaw:   degrees(cosine(-9, t+0.01)),
		pitch: degrees(9 + cosine(1.5, t+t-0.35)),
		roll:  degrees(cosine(4, t-0.14)),
	}
	p.chest = yawPitchRoll{
		yaw:   degrees(cosine(21, t)),
		pitch: degrees(4 - cosine(2, t+t-0.3)),
		roll:  degrees(cosine(-5, t-0.14)),
	}
	p.gaze = yawPitchRoll{
		yaw:   degrees(cosine(2, t)),
		pitch: degrees(3 + cosine(2, t+t-0.4)),
		roll:  degrees(cosine(-1, t-0.14)),
	}
	for _, on := range bothSides {
		phase := t + sidePhase(1-on)
		forward := cosine(1, phase-0.01)
		p.arms[on] = armPose{
			swing:   degrees(float64(44*forward) - 12),
			abduct:  degrees(15 - float64(4*forward)),
			twist:   degrees(-14 - float64(12*forward)),
			elbow:   degrees(92 + cosine(16, phase-0.06)),
			pronate: degrees(10),
			flex:    degrees(6),
			reach:   degrees(float64(8 * forward)),
			shrug:   degrees(3 + cosine(2, t+t-0.3)),
			curl:    degrees(62),
			thumb:   degrees(55),
		}
	}
	return p
}
