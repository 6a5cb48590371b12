package courses

import (
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// blend changes the pose to the fraction u of the way to another one, but for the legs, and returns
// it.
func blend(p, b *posing.BodyPose, u float64) *posing.BodyPose {
	p.Hips = p.Hips.Lerp(b.Hips, u)
	p.Pelvis, p.Chest, p.Gaze = mixTrunk(p.Pelvis, b.Pelvis, u), mixTrunk(p.Chest, b.Chest, u), mixTrunk(p.Gaze,
		b.Gaze, u)
	for _, on := range posing.BothSides {
		p.Arms[on] = p.Arms[on].Mix(b.Arms[on], u)
	}
	return p
}

// gravity is in meters a second squared: a body leans by half of what would balance an acceleration
// under it.
const gravity = 9.81

// lean inclines a body about the feet by angles to the left and ahead, in radians.
func lean(p *posing.BodyPose, left, ahead float64) {
	const height = 0.85 // meters of the hips
	lowered := float64(left*left) + float64(ahead*ahead)
	p.Hips = p.Hips.Add(exact.Vec3{
		float64(height * left), float64(-height * lowered), float64(height * float64(0.5*ahead)),
	})
	p.Pelvis.Roll -= left
	p.Gaze.Roll -= float64(0.4 * left)
	p.Pelvis.Pitch += float64(0.7 * ahead)
}

// look turns the chest and the gaze to where the body turns, in radians a second to the left.
func look(p *posing.BodyPose, turning float64) {
	turning = posing.Clamp(turning, -1.5, 1.5)
	p.Chest.Yaw += float64(0.12 * turning)
	p.Gaze.Yaw += float64(0.3 * turning)
}

// mixTrunk returns the orientation at the fraction u of the way from a to b.
func mixTrunk(a, b posing.YawPitchRoll, u float64) posing.YawPitchRoll {
	return posing.YawPitchRoll{
		Yaw: posing.Mix(a.Yaw, b.Yaw, u), Pitch: posing.Mix(a.Pitch, b.Pitch, u), Roll: posing.Mix(a.Roll, b.Roll, u),
	}
}
