package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// WalkSpeed is how fast the ground passes under the feet of the walk clip, in meters a second: a character that walks
// moves ahead by this.
const WalkSpeed = 1.35

var walk = motion{name: "walk", frames: 32, speed: WalkSpeed, gait: &walkGait, pose: walkPose}

var walkGait = gait{
	seconds: 32.0 / keyRate,
	speed:   WalkSpeed,
	duty:    0.62,
	landing: 0.335,
	width:   0.075,
	out:     degrees(6),
	// The heel strikes with the toes up, the foot comes down flat, the heel rises, the toes push off.
	rise: curve{
		{at: 0, value: degrees(-20), slope: degrees(90), steep: true},
		{at: 0.09, value: 0},
		{at: 0.30, value: 0},
		{at: 0.46, value: degrees(16)},
		{at: 0.62, value: degrees(58), slope: degrees(220), steep: true},
	},
	swing: swing{
		height: []knot{{at: 0.22, value: 0.215}, {at: 0.62, value: 0.112}, {at: 0.85, value: 0.125}},
		rise:   []knot{{at: 0.14, value: degrees(64)}, {at: 0.60, value: degrees(6)}, {at: 0.88, value: degrees(-20)}},
		toes:   []knot{{at: 0.25, value: degrees(8)}, {at: 0.6, value: 0}},
	},
}

func walkPose(t float64) *stance {
	s := &stance{}
	for _, on := range [2]side{left, right} {
		s.legs[on] = walkGait.foot(on, t+half(on))
	}
	// The left heel strikes at 0. The pelvis is lowest just after each strike and highest over the standing leg, to which
	// it also sways; it turns with the leg that is ahead and drops on the side that swings.
	s.hips = exact.Vec3{
		wave(0.022, t-0.28),
		-0.030 - wave(0.021, t+t-0.08),
		wave(0.010, t+t-0.3),
	}
	s.pelvis = attitude{
		turn: degrees(wave(-6, t-0.02)),
		bow:  degrees(3) + degrees(wave(0.8, t+t)),
		lean: degrees(wave(3.2, t-0.16)),
	}
	s.chest = attitude{
		turn: degrees(wave(11, t-0.03)),
		bow:  degrees(-1) - degrees(wave(1.2, t+t-0.1)),
		lean: degrees(wave(-4.5, t-0.16)),
	}
	s.gaze = attitude{turn: degrees(wave(1.2, t)), bow: degrees(1) + degrees(wave(1, t+t-0.15)), lean: degrees(wave(-0.8, t-0.2))}
	for _, on := range [2]side{left, right} {
		// Each arm swings with the other side's leg, the forearm and the hand trailing.
		phase := t + half(1-on)
		s.arms[on] = armStance{
			swing:   degrees(2 + wave(23, phase-0.02)),
			abduct:  degrees(10.5 + wave(1.5, phase+phase)),
			twist:   degrees(-8),
			elbow:   degrees(20 + wave(11, phase-0.09)),
			pronate: degrees(12),
			flex:    degrees(4 - wave(6, phase-0.2)),
			deviate: degrees(2),
			reach:   degrees(wave(4, phase-0.03)),
			curl:    degrees(24 + wave(4, phase-0.15)),
			thumb:   degrees(18),
		}
	}
	return s
}
