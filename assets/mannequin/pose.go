package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// bodyPose is a pose in an animator's terms, which [restPose.solve] turns into joint rotations.
// Angles are in radians, lengths in meters. Zero angles are an upright body with hanging arms.
// Signs are the same for both sides: outward, forward and up are positive.
type bodyPose struct {
	hips   exact.Vec3   // offset of the pelvis from the rest pose
	pelvis yawPitchRoll // in model space
	chest  yawPitchRoll // relative to the pelvis, distributed over the spine
	gaze   yawPitchRoll // of the head, in model space
	arms   [2]armPose   // by side
	legs   [2]legPose   // by side
}

// mix changes the pose to the fraction u of the way to another one, but for the legs, and returns
// it.
func (p *bodyPose) mix(b *bodyPose, u float64) *bodyPose {
	p.hips = p.hips.Lerp(b.hips, u)
	p.pelvis, p.chest, p.gaze = p.pelvis.mix(b.pelvis, u), p.chest.mix(b.chest, u), p.gaze.mix(b.gaze, u)
	for _, on := range bothSides {
		p.arms[on] = p.arms[on].mix(b.arms[on], u)
	}
	return p
}

// gravity is in meters a second squared: a body leans by half of what would balance an acceleration
// under it.
const gravity = 9.81

// lean inclines the body about the feet by angles to the left and ahead, in radians.
func (p *bodyPose) lean(left, ahead float64) {
	const height = 0.85 // meters of the hips
	lowered := float64(left*left) + float64(ahead*ahead)
	p.hips = p.hips.Add(exact.Vec3{
		float64(height * left), float64(-height * lowered), float64(height * float64(0.5*ahead)),
	})
	p.pelvis.roll -= left
	p.gaze.roll -= float64(0.4 * left)
	p.pelvis.pitch += float64(0.7 * ahead)
}

// look turns the chest and the gaze to where the body turns, in radians a second to the left.
func (p *bodyPose) look(turning float64) {
	turning = clamp(turning, -1.5, 1.5)
	p.chest.yaw += float64(0.12 * turning)
	p.gaze.yaw += float64(0.3 * turning)
}

// yawPitchRoll is the orientation of a part of the trunk.
type yawPitchRoll struct {
	yaw   float64 // to the left
	pitch float64 // forward
	roll  float64 // to the right
}

// rotation returns the orientation as a rotation: roll first, then pitch, then yaw.
func (o yawPitchRoll) rotation() exact.Quat {
	return compose(rotationY(o.yaw), rotationX(o.pitch), rotationZ(-o.roll))
}

func (o yawPitchRoll) mix(b yawPitchRoll, u float64) yawPitchRoll {
	return yawPitchRoll{mix(o.yaw, b.yaw, u), mix(o.pitch, b.pitch, u), mix(o.roll, b.roll, u)}
}

func (o yawPitchRoll) scale(s float64) yawPitchRoll {
	return yawPitchRoll{float64(o.yaw * s), float64(o.pitch * s), float64(o.roll * s)}
}

// armPose holds the angles of an arm, from hanging straight down with the palm toward the thigh.
type armPose struct {
	shrug, reach  float64 // of the shoulder: up, forward
	swing, abduct float64 // of the upper arm: forward, then away from the body
	twist         float64 // of the upper arm about itself, outward
	elbow         float64
	pronate       float64 // of the hand about the forearm, the thumb toward the body
	flex, deviate float64 // of the wrist: toward the palm, toward the thumb
	curl, spread  float64 // of the fingers
	thumb         float64 // folded across the palm
	point         float64 // from 0 to 1: how straight the index finger stays, whatever curl is
}

// mix returns the pose at the fraction u of the way from a to b.
func (a armPose) mix(b armPose, u float64) armPose {
	return armPose{
		shrug: mix(a.shrug, b.shrug, u), reach: mix(a.reach, b.reach, u),
		swing: mix(a.swing, b.swing, u), abduct: mix(a.abduct, b.abduct, u), twist: mix(a.twist, b.twist, u),
		elbow: mix(a.elbow, b.elbow, u), pronate: mix(a.pronate, b.pronate, u),
		flex: mix(a.flex, b.flex, u), deviate: mix(a.deviate, b.deviate, u),
		curl: mix(a.curl, b.curl, u), spread: mix(a.spread, b.spread, u),
		thumb: mix(a.thumb, b.thumb, u), point: mix(a.point, b.point, u),
	}
}

// legPose is the target of a leg's inverse kinematics.
type legPose struct {
	ankle   exact.Vec3 // in model space
	toeOut  float64    // yaw of the foot, outward
	pitch   float64    // of the foot: positive with the heel up, negative with the toes up
	toeBend float64    // of the toes, up
	kneeOut float64    // yaw of the knee, outward, from the mean direction of the pelvis and the foot
	// within, which may be nil, changes the leg after it is solved: [keepAnkle] keeps the foot within
	// the range of its ankle, as far as limited tells, from 0 to 1. Programs without roaming
	// characters do not contain it.
	within  func(s *solvedPose, on side, l *legPose, pelvis yawPitchRoll)
	limited float64
}

// toesAbove returns how far the toes are above level ground at height 0: the lower one of the ball
// of the foot and the tip of the toes.
func (l *legPose) toesAbove() float64 {
	ball := l.ankle[1] + rotate(rotationX(l.pitch), exact.Vec3{0, ballHeight - ankleHeight, ballForward})[1]
	tip := ball + rotate(rotationX(l.pitch-l.toeBend), exact.Vec3{0, toeHeight - ballHeight, toeLength})[1]
	return min(ball-ballHeight, tip-toeHeight)
}

// clearance is how far toes in the air are above the ground at least, in meters.
const clearance = 0.018

// clear lifts a foot whose toes would brush the ground at the fraction u of its time in the air.
// They leave the ground before they move ahead, or they would slip. Lifted scales how high they
// are: 1 is [clearance].
func (l *legPose) clear(u, lifted float64) {
	const leaving, landing = 0.12, 0.2
	least := float64(clearance * lifted)
	if u < leaving {
		until := 1 - u/leaving
		least = float64(least * (1 - float64(until*until)))
	}
	least = float64(least * smoothstep(0, landing, 1-u))
	above := l.toesAbove()
	apart := float64((above-least)*(above-least)) + float64(0.25*float64(least*least))
	l.ankle[1] += float64(0.5 * (least - above + math.Sqrt(apart))) // to the larger one, smoothly
}

// maxToeBend is how far the toes bend in radians before a rising heel lifts the ball of the foot
// too.
const maxToeBend = 0.60

// plantFoot returns the pose of a leg whose foot rolls on the ground without sliding. The ankle is
// above ground, a point on the ground, while the foot is flat. With a negative pitch the foot has
// rolled back on the heel; with a positive one it has rolled over the ball, and beyond [maxToeBend]
// over the tip of the toes.
func plantFoot(on side, ground exact.Vec3, toeOut, pitch float64) legPose {
	l := legPose{toeOut: toeOut, pitch: pitch}
	heading := rotationY(float64(on.sign() * toeOut))
	flat := func(y, z float64) exact.Vec3 { return ground.Add(rotate(heading, exact.Vec3{0, y, z})) }
	rotateAbout := func(center, p exact.Vec3, q exact.Quat) exact.Vec3 {
		return center.Add(rotate(compose(heading, q, heading.Conjugate()), p.Sub(center)))
	}
	ankle := flat(ankleHeight, 0)
	pitched := rotationX(pitch)
	if pitch <= 0 {
		// The heel rolls forward like a wheel, by its radius times the angle.
		heel := flat(heelHeight, -heelBack)
		l.ankle = rotateAbout(heel, ankle, pitched).Add(rotate(heading, exact.Vec3{0, 0, float64(heelHeight * pitch)}))
		return l
	}
	l.toeBend = min(pitch, maxToeBend)
	ball := flat(ballHeight, ballForward)
	if excess := pitch - l.toeBend; excess > 0 {
		tip := flat(toeHeight, ballForward+toeLength)
		ball = rotateAbout(tip, ball, rotationX(excess)).
			Add(rotate(heading, exact.Vec3{0, 0, float64(toeHeight * excess)}))
		ankle = ankle.Add(ball.Sub(flat(ballHeight, ballForward)))
	}
	l.ankle = rotateAbout(ball, ankle, pitched)
	return l
}
