package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// dance steps from side to side at 120 beats a minute. Both arms pump for four beats; then the
// right hand and the left hand point to the sky for two beats each.
var dance = animation{name: "dance", frames: 120, pose: dancePose}

// danceBeats is the number of beats in the loop.
const danceBeats = 8

func dancePose(t float64) *bodyPose {
	p := standing()
	beat := float64(t * danceBeats)
	// The body is above the left foot at beat 0 and above the right foot two beats later.
	four := float64(4 * fractionalPart(float64(0.25*beat)))
	over := 1 - float64(2*(smoothstep(0.05, 1.15, four)-smoothstep(2.05, 3.15, four)))
	bounce := cosine(1, beat) // down on the beat
	p.legs[right] = danceFoot(right, four)
	p.legs[left] = danceFoot(left, float64(4*fractionalPart(float64(0.25*beat)+0.5)))
	p.hips = exact.Vec3{float64(0.125 * over), -0.052 - float64(0.020*bounce), cosine(0.012, float64(0.5*beat))}
	p.pelvis = yawPitchRoll{
		yaw:   degrees(cosine(9, float64(0.25*beat)-0.12)),
		pitch: degrees(5 + float64(3*bounce)),
		roll:  degrees(cosine(3, float64(0.5*beat)-0.1) - float64(6*over)),
	}
	p.chest = yawPitchRoll{
		yaw:   degrees(cosine(-15, float64(0.25*beat)-0.10)),
		pitch: degrees(2 - cosine(4, beat-0.12)),
		roll:  degrees(float64(8*over) - cosine(3, float64(0.5*beat)-0.2)),
	}
	p.gaze = yawPitchRoll{
		yaw:   degrees(float64(7 * over)),
		pitch: degrees(2 + cosine(6, beat-0.08)),
		roll:  degrees(cosine(-5, float64(0.25*beat)-0.05)),
	}
	for _, on := range bothSides {
		p.arms[on] = danceArm(on, beat)
	}
	return p
}

// danceFoot returns the pose of a leg at a beat in
// [0, 4): step out, stand, stand while the other foot closes, close to the other side.
func danceFoot(on side, beat float64) legPose {
	const out, in = 0.235, -0.045 // distance from the middle in meters, outward
	x := mix(in, out, smoothstep(0.08, 0.92, beat)-smoothstep(3.08, 3.92, beat))
	// After closing, only the ball of the foot touches the ground until it steps out again. The
	// heel also rises while the weight shifts off the foot.
	pitch := float64(24*(smoothstep(3.3, 3.9, beat)+1-smoothstep(0.1, 0.7, beat))) +
		float64(16*bump(0, 1, beat)) + float64(10*bump(2.4, 3.6, beat))
	l := plantFoot(on, exact.Vec3{float64(x * on.sign()), 0, 0}, degrees(12), degrees(pitch))
	l.ankle[1] += float64(0.075*bump(0.05, 0.95, beat)) + float64(0.060*bump(3.05, 3.95, beat))
	l.kneeOut = degrees(6)
	return l
}

// danceArm returns the pose of an arm at a beat in [0, 8).
func danceArm(on side, beat float64) armPose {
	pump := float64(0.5*beat) + sidePhase(on)
	arm := armPose{
		swing:   degrees(22 + cosine(26, pump)),
		abduct:  degrees(20 + cosine(5, beat)),
		twist:   degrees(-24),
		elbow:   degrees(86 + cosine(18, pump-0.1)),
		shrug:   degrees(5 + cosine(4, pump)),
		curl:    degrees(58),
		thumb:   degrees(50),
		pronate: degrees(20),
	}
	// The right hand points up from beat 4, the left hand from beat 6. Meanwhile the other hand
	// rests at the waist.
	start, other := 4.0, 6.0
	if on == left {
		start, other = other, start
	}
	up := arm
	up.swing, up.abduct, up.twist, up.elbow = degrees(20), degrees(138), degrees(35), degrees(8)
	up.shrug, up.pronate, up.thumb, up.point = degrees(8), degrees(-10), degrees(45), 1
	waist := arm
	waist.swing, waist.abduct, waist.twist, waist.elbow = degrees(-8), degrees(34), degrees(-50), degrees(96)
	arm = arm.mix(up, smoothstep(start+0.1, start+0.85, beat)-smoothstep(start+1.35, start+2, beat))
	return arm.mix(waist, smoothstep(other+0.1, other+0.7, beat)-smoothstep(other+1.5, other+2, beat))
}
