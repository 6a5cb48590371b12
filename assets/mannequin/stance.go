package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// stance is a pose in the terms of an animator: angles in radians, lengths in meters, everything zero for standing straight
// with hanging arms. Pairs are left and right, and both sides count the same way: outward, forward, up.
type stance struct {
	hips   exact.Vec3 // how far the pelvis is from its place at rest
	pelvis attitude   // of the pelvis in model space
	chest  attitude   // of the chest from the pelvis on, shared out over the spine
	gaze   attitude   // of the head in model space
	arms   [2]armStance
	legs   [2]legStance
}

// attitude is how a part of the trunk leans.
type attitude struct {
	turn float64 // to the left
	bow  float64 // forward
	lean float64 // to the right
}

// rotation returns the attitude as a rotation in model space: leaning first, then bowing, then turning.
func (a attitude) rotation() exact.Quat {
	return compose(rotationY(a.turn), rotationX(a.bow), rotationZ(-a.lean))
}

func (a attitude) scale(s float64) attitude {
	return attitude{float64(a.turn * s), float64(a.bow * s), float64(a.lean * s)}
}

// armStance is one arm, as the angles of its joints from hanging with the palm to the thigh.
type armStance struct {
	shrug, reach  float64 // of the shoulder: up, forward
	swing, abduct float64 // of the upper arm: forward, then away from the body
	twist         float64 // of the upper arm about itself, outward
	elbow         float64
	pronate       float64 // of the hand about the forearm, the thumb toward the body
	flex, deviate float64 // of the wrist: to the palm, to the thumb
	curl, spread  float64 // of the fingers
	thumb         float64 // folded across the palm
	point         float64 // 1: the index finger stays straight
}

// legStance is where one foot is.
type legStance struct {
	ankle  exact.Vec3 // in model space
	out    float64    // turn of the foot, outward
	rise   float64    // of the heel above the toes, about the side axis; below 0 the toes are up
	tilt   float64    // of the sole, its outer edge up
	toes   float64    // bend of the toes, up
	opened float64    // turn of the knee outward, from straight ahead of the pelvis and the foot
}
