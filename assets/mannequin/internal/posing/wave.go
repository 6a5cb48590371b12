package posing

import "github.com/sinew-go/sinew/internal/exact"

// Waving raises the right hand, waves it and lowers it.
var Waving = Animation{Name: "wave", Frames: 96, Pose: wavePose}

func wavePose(t float64) *BodyPose {
	p := Standing()
	seconds := float64(t * 3.2)
	up := CurveThrough(0, 0, 0.62, 1, 2.45, 1, 3.2, 0).At(seconds)
	// The elbow bends first, in front of the body; then the arm turns outward as it rises. Both
	// reverse on the way down.
	bent := CurveThrough(0, 0, 0.42, 1, 2.68, 1, 3.2, 0).At(seconds)
	outward := CurveThrough(0, 0, 0.12, 0.05, 0.64, 1, 2.42, 1, 3.0, 0.05, 3.2, 0).At(seconds)
	active := CurveThrough(0.45, 0, 0.8, 1, 2.2, 1, 2.6, 0).At(seconds)
	sway := Cosine(active, float64(1.9*(seconds-0.62)))
	p.Hips = p.Hips.Add(exact.Vec3{float64(0.030 * up), float64(-0.004 * up), 0})
	p.Pelvis = YawPitchRoll{Yaw: Degrees(float64(-3 * up)), Roll: Degrees(float64(-3 * up))}
	p.Chest = YawPitchRoll{
		Yaw:   Degrees(float64(-4*up) + float64(1.5*sway)),
		Pitch: Degrees(1 - float64(2*up)),
		Roll:  Degrees(-up - float64(1.6*sway)),
	}
	p.Gaze = YawPitchRoll{
		Yaw:   Degrees(float64(-3 * up)),
		Pitch: Degrees(-up),
		Roll:  Degrees(float64(5*up) + float64(1.2*sway)),
	}
	a := &p.Arms[Right]
	a.Abduct = Degrees(Mix(10, 76, up))
	a.Swing = Degrees(Mix(2, 14, up))
	a.Twist = Degrees(Mix(-10, 78, outward))
	a.Elbow = Degrees(Mix(17, 102, bent) - float64(20*sway))
	a.Pronate = Degrees(Mix(14, 0, up))
	a.Deviate = Degrees(Cosine(float64(-12*active), float64(1.9*(seconds-0.70))))
	a.Flex = Degrees(Mix(5, -6, up))
	a.Curl = Degrees(Mix(22, 7, up))
	a.Spread = Degrees(float64(5 * up))
	a.Thumb = Degrees(Mix(16, -4, up))
	b := &p.Arms[Left]
	b.Abduct += Degrees(float64(2 * up))
	b.Elbow += Degrees(float64(4 * up))
	return p
}
