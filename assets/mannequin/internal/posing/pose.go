package posing

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// BodyPose is a pose in an animator's terms, which [RestPose.Solve] turns into joint rotations.
// Angles are in radians, lengths in meters. Zero angles are an upright body with hanging arms.
// Signs are the same for both sides: outward, forward and up are positive.
type BodyPose struct {
	Hips   exact.Vec3   // offset of the pelvis from the rest pose
	Pelvis YawPitchRoll // in model space
	Chest  YawPitchRoll // relative to the pelvis, distributed over the spine
	Gaze   YawPitchRoll // of the head, in model space
	Arms   [2]ArmPose   // by side
	Legs   [2]LegPose   // by side
}

// YawPitchRoll is the orientation of a part of the trunk.
type YawPitchRoll struct {
	Yaw   float64 // to the left
	Pitch float64 // forward
	Roll  float64 // to the right
}

// Rotation returns the orientation as a rotation: roll first, then pitch, then yaw.
func (o YawPitchRoll) Rotation() exact.Quat {
	return Compose(RotationY(o.Yaw), RotationX(o.Pitch), RotationZ(-o.Roll))
}

// Scale returns the orientation with all angles multiplied by s.
func (o YawPitchRoll) Scale(s float64) YawPitchRoll {
	return YawPitchRoll{float64(o.Yaw * s), float64(o.Pitch * s), float64(o.Roll * s)}
}

// ArmPose holds the angles of an arm, from hanging straight down with the palm toward the thigh.
type ArmPose struct {
	Shrug, reach  float64 // of the shoulder: up, forward
	Swing, Abduct float64 // of the upper arm: forward, then away from the body
	Twist         float64 // of the upper arm about itself, outward
	Elbow         float64
	Pronate       float64 // of the hand about the forearm, the thumb toward the body
	Flex, Deviate float64 // of the wrist: toward the palm, toward the thumb
	Curl, Spread  float64 // of the fingers
	Thumb         float64 // folded across the palm
	Point         float64 // from 0 to 1: how straight the index finger stays, whatever curl is
}

// Mix returns the pose at the fraction u of the way from a to b.
func (a ArmPose) Mix(b ArmPose, u float64) ArmPose {
	return ArmPose{
		Shrug: Mix(a.Shrug, b.Shrug, u), reach: Mix(a.reach, b.reach, u),
		Swing: Mix(a.Swing, b.Swing, u), Abduct: Mix(a.Abduct, b.Abduct, u), Twist: Mix(a.Twist, b.Twist, u),
		Elbow: Mix(a.Elbow, b.Elbow, u), Pronate: Mix(a.Pronate, b.Pronate, u),
		Flex: Mix(a.Flex, b.Flex, u), Deviate: Mix(a.Deviate, b.Deviate, u),
		Curl: Mix(a.Curl, b.Curl, u), Spread: Mix(a.Spread, b.Spread, u),
		Thumb: Mix(a.Thumb, b.Thumb, u), Point: Mix(a.Point, b.Point, u),
	}
}

// LegPose is the target of a leg's inverse kinematics.
type LegPose struct {
	Ankle   exact.Vec3 // in model space
	ToeOut  float64    // yaw of the foot, outward
	Pitch   float64    // of the foot: positive with the heel up, negative with the toes up
	ToeBend float64    // of the toes, up
	KneeOut float64    // yaw of the knee, outward, from the mean direction of the pelvis and the foot
	// within, which may be nil, changes the leg after it is solved: [keepAnkle] keeps the foot within
	// the range of its ankle, as far as limited tells, from 0 to 1. Programs without roaming
	// characters do not contain it.
	Within  func(s *SolvedPose, on Side, l *LegPose, pelvis YawPitchRoll)
	Limited float64
}

// toesAbove returns how far the toes are above level ground at height 0: the lower one of the ball
// of the foot and the tip of the toes.
func (l *LegPose) toesAbove() float64 {
	ball := l.Ankle[1] + Rotate(RotationX(l.Pitch), exact.Vec3{0, BallHeight - AnkleHeight, BallForward})[1]
	tip := ball + Rotate(RotationX(l.Pitch-l.ToeBend), exact.Vec3{0, ToeHeight - BallHeight, ToeLength})[1]
	return min(ball-BallHeight, tip-ToeHeight)
}

// clearance is how far toes in the air are above the ground at least, in meters.
const clearance = 0.018

// Clear lifts a foot whose toes would brush the ground at the fraction u of its time in the air.
// They leave the ground before they move ahead, or they would slip. Lifted scales how high they
// are: 1 is [clearance].
func (l *LegPose) Clear(u, lifted float64) {
	const leaving, landing = 0.12, 0.2
	least := float64(clearance * lifted)
	if u < leaving {
		until := 1 - u/leaving
		least = float64(least * (1 - float64(until*until)))
	}
	least = float64(least * Smoothstep(0, landing, 1-u))
	above := l.toesAbove()
	apart := float64((above-least)*(above-least)) + float64(0.25*float64(least*least))
	l.Ankle[1] += float64(0.5 * (least - above + math.Sqrt(apart))) // to the larger one, smoothly
}

// MaxToeBend is how far the toes bend in radians before a rising heel lifts the ball of the foot
// too.
const MaxToeBend = 0.60

// PlantFoot returns the pose of a leg whose foot rolls on the ground without sliding. The ankle is
// above ground, a point on the ground, while the foot is flat. With a negative pitch the foot has
// rolled back on the heel; with a positive one it has rolled over the ball, and beyond [MaxToeBend]
// over the tip of the toes.
func PlantFoot(on Side, ground exact.Vec3, toeOut, pitch float64) LegPose {
	l := LegPose{ToeOut: toeOut, Pitch: pitch}
	heading := RotationY(float64(on.Sign() * toeOut))
	flat := func(y, z float64) exact.Vec3 { return ground.Add(Rotate(heading, exact.Vec3{0, y, z})) }
	rotateAbout := func(center, p exact.Vec3, q exact.Quat) exact.Vec3 {
		return center.Add(Rotate(Compose(heading, q, heading.Conjugate()), p.Sub(center)))
	}
	ankle := flat(AnkleHeight, 0)
	pitched := RotationX(pitch)
	if pitch <= 0 {
		// The heel rolls forward like a wheel, by its radius times the angle.
		heel := flat(HeelHeight, -HeelBack)
		l.Ankle = rotateAbout(heel, ankle, pitched).Add(Rotate(heading, exact.Vec3{0, 0, float64(HeelHeight * pitch)}))
		return l
	}
	l.ToeBend = min(pitch, MaxToeBend)
	ball := flat(BallHeight, BallForward)
	if excess := pitch - l.ToeBend; excess > 0 {
		tip := flat(ToeHeight, BallForward+ToeLength)
		ball = rotateAbout(tip, ball, RotationX(excess)).
			Add(Rotate(heading, exact.Vec3{0, 0, float64(ToeHeight * excess)}))
		ankle = ankle.Add(ball.Sub(flat(BallHeight, BallForward)))
	}
	l.Ankle = rotateAbout(ball, ankle, pitched)
	return l
}
