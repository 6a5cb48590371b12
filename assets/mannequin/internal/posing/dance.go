package posing

import "github.com/sinew-go/sinew/internal/exact"

// Dance steps from side to side at 120 beats a minute. Both arms pump for four beats; then the
// right hand and the left hand point to the sky for two beats each.
var Dance = Animation{Name: "dance", Frames: 120, Pose: dancePose}

// danceBeats is the number of beats in the loop.
const danceBeats = 8

func dancePose(t float64) *BodyPose {
	p := Standing()
	beat := float64(t * danceBeats)
	// The body is above the left foot at beat 0 and above the right foot two beats later.
	four := float64(4 * FractionalPart(float64(0.25*beat)))
	over := 1 - float64(2*(Smoothstep(0.05, 1.15, four)-Smoothstep(2.05, 3.15, four)))
	bounce := Cosine(1, beat) // down on the beat
	p.Legs[Right] = danceFoot(Right, four)
	p.Legs[Left] = danceFoot(Left, float64(4*FractionalPart(float64(0.25*beat)+0.5)))
	p.Hips = exact.Vec3{float64(0.125 * over), -0.052 - float64(0.020*bounce), Cosine(0.012, float64(0.5*beat))}
	p.Pelvis = YawPitchRoll{
		Yaw:   Degrees(Cosine(9, float64(0.25*beat)-0.12)),
		Pitch: Degrees(5 + float64(3*bounce)),
		Roll:  Degrees(Cosine(3, float64(0.5*beat)-0.1) - float64(6*over)),
	}
	p.Chest = YawPitchRoll{
		Yaw:   Degrees(Cosine(-15, float64(0.25*beat)-0.10)),
		Pitch: Degrees(2 - Cosine(4, beat-0.12)),
		Roll:  Degrees(float64(8*over) - Cosine(3, float64(0.5*beat)-0.2)),
	}
	p.Gaze = YawPitchRoll{
		Yaw:   Degrees(float64(7 * over)),
		Pitch: Degrees(2 + Cosine(6, beat-0.08)),
		Roll:  Degrees(Cosine(-5, float64(0.25*beat)-0.05)),
	}
	for _, on := range BothSides {
		p.Arms[on] = danceArm(on, beat)
	}
	return p
}

// danceFoot returns the pose of a leg at a beat in
// [0, 4): step out, stand, stand while the other foot closes, close to the other side.
func danceFoot(on Side, beat float64) LegPose {
	const out, in = 0.235, -0.045 // distance from the middle in meters, outward
	x := Mix(in, out, Smoothstep(0.08, 0.92, beat)-Smoothstep(3.08, 3.92, beat))
	// After closing, only the ball of the foot touches the ground until it steps out again. The
	// heel also rises while the weight shifts off the foot.
	pitch := float64(24*(Smoothstep(3.3, 3.9, beat)+1-Smoothstep(0.1, 0.7, beat))) +
		float64(16*Bump(0, 1, beat)) + float64(10*Bump(2.4, 3.6, beat))
	l := PlantFoot(on, exact.Vec3{float64(x * on.Sign()), 0, 0}, Degrees(12), Degrees(pitch))
	l.Ankle[1] += float64(0.075*Bump(0.05, 0.95, beat)) + float64(0.060*Bump(3.05, 3.95, beat))
	l.KneeOut = Degrees(6)
	return l
}

// danceArm returns the pose of an arm at a beat in [0, 8).
func danceArm(on Side, beat float64) ArmPose {
	pump := float64(0.5*beat) + SidePhase(on)
	arm := ArmPose{
		Swing:   Degrees(22 + Cosine(26, pump)),
		Abduct:  Degrees(20 + Cosine(5, beat)),
		Twist:   Degrees(-24),
		Elbow:   Degrees(86 + Cosine(18, pump-0.1)),
		Shrug:   Degrees(5 + Cosine(4, pump)),
		Curl:    Degrees(58),
		Thumb:   Degrees(50),
		Pronate: Degrees(20),
	}
	// The right hand points up from beat 4, the left hand from beat 6. Meanwhile the other hand
	// rests at the waist.
	start, other := 4.0, 6.0
	if on == Left {
		start, other = other, start
	}
	up := arm
	up.Swing, up.Abduct, up.Twist, up.Elbow = Degrees(20), Degrees(138), Degrees(35), Degrees(8)
	up.Shrug, up.Pronate, up.Thumb, up.Point = Degrees(8), Degrees(-10), Degrees(45), 1
	waist := arm
	waist.Swing, waist.Abduct, waist.Twist, waist.Elbow = Degrees(-8), Degrees(34), Degrees(-50), Degrees(96)
	arm = arm.Mix(up, Smoothstep(start+0.1, start+0.85, beat)-Smoothstep(start+1.35, start+2, beat))
	return arm.Mix(waist, Smoothstep(other+0.1, other+0.7, beat)-Smoothstep(other+1.5, other+2, beat))
}
