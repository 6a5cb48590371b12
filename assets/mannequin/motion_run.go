package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// RunSpeed is how fast the ground passes under the feet of the run clip, in meters a second.
const RunSpeed = 3.6

var run = motion{name: "run", frames: 20, speed: RunSpeed, gait: &runGait, pose: runPose}

var runGait = gait{
	seconds: 20.0 / keyRate,
	speed:   RunSpeed,
	duty:    0.32,
	landing: 0.270,
	width:   0.050,
	out:     degrees(4),
	// The foot comes down nearly flat a little ahead of the body and leaves far behind it, over the toes.
	rise: curve{
		{at: 0, value: degrees(-9), slope: degrees(160), steep: true},
		{at: 0.05, value: 0},
		{at: 0.12, value: 0},
		{at: 0.21, value: degrees(18)},
		{at: 0.32, value: degrees(66), slope: degrees(430), steep: true},
	},
	swing: swing{
		ahead:  []knot{{at: 0.16, value: -0.560}, {at: 0.36, value: -0.400}, {at: 0.57, value: 0.000}, {at: 0.80, value: 0.345}, {at: 0.90, value: 0.350}},
		height: []knot{{at: 0.16, value: 0.360}, {at: 0.36, value: 0.500}, {at: 0.57, value: 0.400}, {at: 0.80, value: 0.225}},
		rise:   []knot{{at: 0.16, value: degrees(88)}, {at: 0.36, value: degrees(104)}, {at: 0.57, value: degrees(58)}, {at: 0.82, value: degrees(-6)}, {at: 0.93, value: degrees(-13)}},
		toes:   []knot{{at: 0.18, value: degrees(6)}, {at: 0.5, value: 0}},
	},
}

func runPose(t float64) *stance {
	s := &stance{}
	for _, on := range [2]side{left, right} {
		s.legs[on] = runGait.foot(on, t+half(on))
	}
	// The body sinks over the standing leg and flies between the steps.
	s.hips = exact.Vec3{
		wave(0.010, t-0.16),
		-0.050 - wave(0.034, t+t-0.29),
		0.030 + wave(0.008, t+t-0.1),
	}
	s.pelvis = attitude{
		turn: degrees(wave(-9, t+0.01)),
		bow:  degrees(9 + wave(1.5, t+t-0.35)),
		lean: degrees(wave(4, t-0.14)),
	}
	s.chest = attitude{
		turn: degrees(wave(21, t)),
		bow:  degrees(4 - wave(2, t+t-0.3)),
		lean: degrees(wave(-5, t-0.14)),
	}
	s.gaze = attitude{turn: degrees(wave(2, t)), bow: degrees(3 + wave(2, t+t-0.4)), lean: degrees(wave(-1, t-0.14))}
	for _, on := range [2]side{left, right} {
		phase := t + half(1-on)
		forward := wave(1, phase-0.01)
		s.arms[on] = armStance{
			swing:   degrees(float64(44*forward) - 12),
			abduct:  degrees(15 - float64(4*forward)),
			twist:   degrees(-14 - float64(12*forward)),
			elbow:   degrees(92 + wave(16, phase-0.06)),
			pronate: degrees(10),
			flex:    degrees(6),
			reach:   degrees(float64(8 * forward)),
			shrug:   degrees(3 + wave(2, t+t-0.3)),
			curl:    degrees(62),
			thumb:   degrees(55),
		}
	}
	return s
}
