package posing

import "github.com/sinew-go/sinew/internal/exact"

// WalkSpeed is the speed at which the ground passes under the feet of the "walk" clip, in meters a
// second. A character that plays the clip should move ahead at this speed.
const WalkSpeed = 1.35

// Walk takes two steps on the spot.
var Walk = Animation{Name: "walk", Frames: 32, Gait: &WalkGait, Pose: walkPose}

// WalkGait is the gait of [Walk].
var WalkGait = Gait{
	Seconds: 32.0 / KeyRate,
	Speed:   WalkSpeed,
	Duty:    0.62,
	Landing: 0.335,
	Width:   0.075,
	ToeOut:  Degrees(6),
	// The heel strikes with the toes up, the foot comes down flat, the heel rises, the toes push
	// off.
	Pitch: Curve{
		{Time: 0, Value: Degrees(-20), Slope: Degrees(90), HasSlope: true},
		{Time: 0.09, Value: 0},
		{Time: 0.30, Value: 0},
		{Time: 0.46, Value: Degrees(16)},
		{Time: 0.62, Value: Degrees(58), Slope: Degrees(220), HasSlope: true},
	},
	Swing: SwingKnots{
		Height: []Knot{
			{Time: 0.22, Value: 0.215},
			{Time: 0.62, Value: 0.112},
			{Time: 0.85, Value: 0.125},
		},
		Pitch: []Knot{
			{Time: 0.14, Value: Degrees(64)},
			{Time: 0.60, Value: Degrees(6)},
			{Time: 0.88, Value: Degrees(-20)},
		},
		// The toes are lifted, so that their tips do not brush the ground.
		ToeBend: []Knot{
			{Time: 0.25, Value: Degrees(24)},
			{Time: 0.6, Value: Degrees(14)},
			{Time: 0.85, Value: Degrees(4)},
		},
	},
}

func walkPose(t float64) *BodyPose {
	p := WalkBody(t)
	for _, on := range BothSides {
		p.Legs[on] = WalkGait.leg(on, t+SidePhase(on))
	}
	return p
}

// WalkBody returns the pose of "walk" but for the legs.
func WalkBody(t float64) *BodyPose {
	p := &BodyPose{}
	// The left heel strikes at 0. The pelvis is lowest just after each strike and highest over the
	// standing leg, toward which it also sways. It turns with the leg that is ahead, and drops on
	// the side of the leg that swings.
	p.Hips = exact.Vec3{
		Cosine(0.022, t-0.28),
		-0.030 - Cosine(0.021, t+t-0.08),
		Cosine(0.010, t+t-0.3),
	}
	p.Pelvis = YawPitchRoll{
		Yaw:   Degrees(Cosine(-6, t-0.02)),
		Pitch: Degrees(3) + Degrees(Cosine(0.8, t+t)),
		Roll:  Degrees(Cosine(3.2, t-0.16)),
	}
	p.Chest = YawPitchRoll{
		Yaw:   Degrees(Cosine(11, t-0.03)),
		Pitch: Degrees(-1) - Degrees(Cosine(1.2, t+t-0.1)),
		Roll:  Degrees(Cosine(-4.5, t-0.16)),
	}
	p.Gaze = YawPitchRoll{
		Yaw:   Degrees(Cosine(1.2, t)),
		Pitch: Degrees(1) + Degrees(Cosine(1, t+t-0.15)),
		Roll:  Degrees(Cosine(-0.8, t-0.2)),
	}
	for _, on := range BothSides {
		// Each arm swings with the leg of the other side. The forearm and the hand follow later.
		phase := t + SidePhase(1-on)
		p.Arms[on] = ArmPose{
			Swing:   Degrees(2 + Cosine(23, phase-0.02)),
			Abduct:  Degrees(11 + Cosine(1.5, phase+phase)),
			Twist:   Degrees(-8),
			Elbow:   Degrees(20 + Cosine(11, phase-0.09)),
			Pronate: Degrees(12),
			Flex:    Degrees(4 - Cosine(6, phase-0.2)),
			Deviate: Degrees(2),
			reach:   Degrees(Cosine(4, phase-0.03)),
			Curl:    Degrees(24 + Cosine(4, phase-0.15)),
			Thumb:   Degrees(18),
		}
	}
	return p
}

// RunSpeed is the speed at which the ground passes under the feet of the "run" clip, in meters a
// second.
const RunSpeed = 3.6

// Run takes two steps on the spot.
var Run = Animation{Name: "run", Frames: 20, Gait: &RunGait, Pose: runPose}

// RunGait is the gait of [Run].
var RunGait = Gait{
	Seconds: 20.0 / KeyRate,
	Speed:   RunSpeed,
	Duty:    0.32,
	Landing: 0.270,
	Width:   0.050,
	ToeOut:  Degrees(4),
	// The foot lands nearly flat a little ahead of the body, and leaves the ground far behind it,
	// over the toes.
	Pitch: Curve{
		{Time: 0, Value: Degrees(-9), Slope: Degrees(160), HasSlope: true},
		{Time: 0.05, Value: 0},
		{Time: 0.12, Value: 0},
		{Time: 0.21, Value: Degrees(18)},
		{Time: 0.32, Value: Degrees(66), Slope: Degrees(430), HasSlope: true},
	},
	Swing: SwingKnots{
		Ahead: []Knot{
			{Time: 0.16, Value: -0.560},
			{Time: 0.36, Value: -0.400},
			{Time: 0.57, Value: 0.000},
			{Time: 0.80, Value: 0.345},
			{Time: 0.90, Value: 0.350},
		},
		Height: []Knot{
			{Time: 0.16, Value: 0.360},
			{Time: 0.36, Value: 0.500},
			{Time: 0.57, Value: 0.400},
			{Time: 0.80, Value: 0.225},
		},
		Pitch: []Knot{
			{Time: 0.16, Value: Degrees(88)},
			{Time: 0.36, Value: Degrees(104)},
			{Time: 0.57, Value: Degrees(58)},
			{Time: 0.82, Value: Degrees(-6)},
			{Time: 0.93, Value: Degrees(-13)},
		},
		ToeBend: []Knot{{Time: 0.18, Value: Degrees(6)}, {Time: 0.5, Value: 0}},
	},
}

func runPose(t float64) *BodyPose {
	p := RunBody(t)
	for _, on := range BothSides {
		p.Legs[on] = RunGait.leg(on, t+SidePhase(on))
	}
	return p
}

// RunBody returns the pose of "run" but for the legs.
func RunBody(t float64) *BodyPose {
	p := &BodyPose{}
	// The body sinks over the standing leg and rises between the steps.
	p.Hips = exact.Vec3{
		Cosine(0.010, t-0.16),
		-0.050 - Cosine(0.034, t+t-0.29),
		0.030 + Cosine(0.008, t+t-0.1),
	}
	p.Pelvis = YawPitchRoll{
		Yaw:   Degrees(Cosine(-9, t+0.01)),
		Pitch: Degrees(9 + Cosine(1.5, t+t-0.35)),
		Roll:  Degrees(Cosine(4, t-0.14)),
	}
	p.Chest = YawPitchRoll{
		Yaw:   Degrees(Cosine(21, t)),
		Pitch: Degrees(4 - Cosine(2, t+t-0.3)),
		Roll:  Degrees(Cosine(-5, t-0.14)),
	}
	p.Gaze = YawPitchRoll{
		Yaw:   Degrees(Cosine(2, t)),
		Pitch: Degrees(3 + Cosine(2, t+t-0.4)),
		Roll:  Degrees(Cosine(-1, t-0.14)),
	}
	for _, on := range BothSides {
		phase := t + SidePhase(1-on)
		forward := Cosine(1, phase-0.01)
		p.Arms[on] = ArmPose{
			Swing:   Degrees(float64(44*forward) - 12),
			Abduct:  Degrees(15 - float64(4*forward)),
			Twist:   Degrees(-14 - float64(12*forward)),
			Elbow:   Degrees(92 + Cosine(16, phase-0.06)),
			Pronate: Degrees(10),
			Flex:    Degrees(6),
			reach:   Degrees(float64(8 * forward)),
			Shrug:   Degrees(3 + Cosine(2, t+t-0.3)),
			Curl:    Degrees(62),
			Thumb:   Degrees(55),
		}
	}
	return p
}
