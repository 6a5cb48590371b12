package posing

import "github.com/sinew-go/sinew/internal/exact"

// Idle breathes, and shifts the weight a little from foot to foot.
var Idle = Animation{Name: "idle", Frames: 150, Pose: IdlePose}

// Standing returns a relaxed pose with both feet flat on the ground.
func Standing() *BodyPose {
	p := &BodyPose{Hips: exact.Vec3{0, -0.012, 0}}
	for _, on := range BothSides {
		p.Legs[on] = PlantFoot(on, exact.Vec3{float64(0.115 * on.Sign()), 0, float64(0.014*on.Sign()) - 0.012},
			Degrees(9), 0)
		p.Arms[on] = ArmPose{
			Swing:   Degrees(2),
			Abduct:  Degrees(10),
			Twist:   Degrees(-10),
			Elbow:   Degrees(17),
			Pronate: Degrees(14),
			Flex:    Degrees(5),
			Curl:    Degrees(22),
			Thumb:   Degrees(16),
		}
	}
	p.Chest.Pitch = Degrees(1)
	return p
}

// IdlePose returns the pose of [Idle] at a normalized time.
func IdlePose(t float64) *BodyPose {
	p := Standing()
	breath := Cosine(1, t+t-0.25) // two breaths in a loop
	shift := Cosine(1, t)         // from left to right and back
	p.Hips = p.Hips.Add(exact.Vec3{
		float64(0.020 * shift),
		float64(0.002*breath) - float64(0.003*float64(shift*shift)),
		Cosine(0.004, t-0.2),
	})
	p.Pelvis = YawPitchRoll{Yaw: Degrees(Cosine(1.5, t-0.1)), Pitch: Degrees(0.5), Roll: Degrees(float64(-2 * shift))}
	p.Chest = YawPitchRoll{
		Yaw:   Degrees(Cosine(-2, t-0.15)),
		Pitch: Degrees(1.2 - float64(1.5*breath)),
		Roll:  Degrees(Cosine(3.0, t-0.02)),
	}
	p.Gaze = YawPitchRoll{
		Yaw:   Degrees(Cosine(5, t-0.35)),
		Pitch: Degrees(1 + float64(0.8*breath)),
		Roll:  Degrees(Cosine(-1, t-0.1)),
	}
	for _, on := range BothSides {
		a := &p.Arms[on]
		sway := Cosine(on.Sign(), t-0.08)
		a.Shrug = Degrees(1 + float64(1.6*breath))
		a.Abduct += Degrees(float64(0.8*breath) + sway)
		a.Swing += Degrees(Cosine(1.5, t-0.3) - float64(0.8*breath))
		a.Elbow += Degrees(Cosine(1.5, t-0.4))
		a.Curl += Degrees(Cosine(3, t+t-0.1+float64(0.3*SidePhase(on))))
	}
	return p
}
