package courses

import (
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// The ranges of an ankle from its rest pose, in radians: how far the toes bend up and down, and how
// far the foot turns about itself, and in the third way.
const (
	ankleUp, ankleDown      = 0.72, 0.98
	ankleTwist, ankleAcross = 0.62, 0.62
)

// keepAnkle keeps a foot within the range of its ankle, as far as [posing.LegPose.Limited] tells. A
// foot whose toes cannot come up so far rises instead, and its knee bends more.
func keepAnkle(s *posing.SolvedPose, on posing.Side, l *posing.LegPose, pelvis posing.YawPitchRoll) {
	if !(l.Limited > 0) {
		return
	}
	low, ankle := toesBelow(s, on, s.Rotation[posing.Foot.On(on)]), l.Ankle
	for range 3 {
		s.SetFoot(on, l, withinAnkle(s, on, s.FootRotation(on, l), l.Limited))
		lower := toesBelow(s, on, s.Rotation[posing.Foot.On(on)]) - low
		if !(lower > 0) {
			return
		}
		ankle[1] = l.Ankle[1] + lower
		s.SetLeg(on, l, ankle, pelvis)
	}
	s.SetFoot(on, l, withinAnkle(s, on, s.FootRotation(on, l), l.Limited))
}

// toesBelow returns how far the toes of a foot with a rotation in model space reach below its
// ankle: the lower one of the ball of the foot and the tip of the toes, each with the height it has
// on the ground.
func toesBelow(s *posing.SolvedPose, on posing.Side, rotation exact.Quat) float64 {
	ball := posing.Rotate(rotation, s.Bones[posing.Toe.On(on)].Offset)
	tip := ball.Add(posing.Rotate(s.Rotation[posing.Toe.On(on)], exact.Vec3{0, posing.ToeLength, 0}))
	return max(posing.BallHeight-ball[1], posing.ToeHeight-tip[1])
}

// withinAnkle returns the rotation of a foot that shall have a rotation, in model space, but keeps
// within the range of its ankle by a fraction u from 0 to 1. The shin must be set.
func withinAnkle(s *posing.SolvedPose, on posing.Side, rotation exact.Quat, u float64) exact.Quat {
	above, rest := s.Rotation[posing.Shin.On(on)], s.Bones[posing.Foot.On(on)].Rotation
	turn := posing.Compose(rest.Conjugate(), above.Conjugate(), rotation)
	bend := halfTurn(turn[0], turn[3])
	left := posing.Compose(posing.RotationX(-bend), turn)
	twist := halfTurn(left[1], left[3])
	left = posing.Compose(posing.RotationY(-twist), left)
	if left[3] < 0 {
		left = exact.Quat{-left[0], -left[1], -left[2], -left[3]}
	}
	across := float64(2 * exact.Atan2(exact.Vec3{left[0], left[1], left[2]}.Length(), left[3]))
	easedBend, easedTwist := eased(bend, -ankleDown, ankleUp), eased(twist, -ankleTwist, ankleTwist)
	easedAcross := eased(across, -ankleAcross, ankleAcross)
	if easedBend == bend && easedTwist == twist && easedAcross == across {
		return rotation
	}
	if across > 0 {
		left = posing.PartialRotation(left, easedAcross/across)
	}
	return posing.Slerp(rotation, posing.Compose(above, rest, posing.RotationX(easedBend),
		posing.RotationY(easedTwist), left), u)
}

// halfTurn returns the angle in radians, in (-π, π], for numbers proportional to the sine and the
// cosine of its half.
func halfTurn(sin, cos float64) float64 { return posing.TwistAngle(exact.Quat{0, sin, 0, cos}) }

// eased returns an angle that approaches the ends of a range but does not reach them: within most
// of the range it is the same.
func eased(angle, least, most float64) float64 {
	const easy = 0.75 // of the range
	switch {
	case angle > float64(easy*most):
		room := float64((1 - easy) * most)
		beyond := (angle - float64(easy*most)) / room
		return float64(easy*most) + float64(room*beyond)/(1+beyond)
	case angle < float64(easy*least):
		return -eased(-angle, -most, -least)
	}
	return angle
}
