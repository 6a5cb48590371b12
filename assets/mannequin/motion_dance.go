package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// dance steps from side to side at 120 beats a minute: four beats with both arms pumping, then four that point to the sky
// with the right hand and with the left.
var dance = motion{name: "dance", frames: 120, pose: dancePose}

const danceBeats = 8

func dancePose(t float64) *stance {
	s := standing()
	beat := float64(t * danceBeats)
	// The body is over the left foot at 0 and over the right one two beats later.
	four := float64(4 * cycle(float64(0.25*beat)))
	over := 1 - float64(2*(smoothstep(0.05, 1.15, four)-smoothstep(2.05, 3.15, four)))
	bounce := wave(1, beat) // down on the beat
	s.legs[right] = danceFoot(right, four)
	s.legs[left] = danceFoot(left, float64(4*cycle(float64(0.25*beat)+0.5)))
	s.hips = exact.Vec3{float64(0.125 * over), -0.052 - float64(0.020*bounce), wave(0.012, float64(0.5*beat))}
	s.pelvis = attitude{
		turn: degrees(wave(9, float64(0.25*beat)-0.12)),
		bow:  degrees(5 + float64(3*bounce)),
		lean: degrees(wave(3, float64(0.5*beat)-0.1) - float64(6*over)),
	}
	s.chest = attitude{
		turn: degrees(wave(-15, float64(0.25*beat)-0.10)),
		bow:  degrees(2 - wave(4, beat-0.12)),
		lean: degrees(float64(8*over) - wave(3, float64(0.5*beat)-0.2)),
	}
	s.gaze = attitude{
		turn: degrees(float64(7 * over)),
		bow:  degrees(2 + wave(6, beat-0.08)),
		lean: degrees(wave(-5, float64(0.25*beat)-0.05)),
	}
	for _, on := range [2]side{left, right} {
		s.arms[on] = danceArm(on, beat)
	}
	return s
}

// danceFoot takes a foot round its four beats: step out, stand, stand while the other foot comes, close to that side.
func danceFoot(on side, beat float64) legStance {
	const out, in = 0.235, -0.045 // from the middle, outward
	x := mix(in, out, smoothstep(0.08, 0.92, beat)-smoothstep(3.08, 3.92, beat))
	// The foot that has closed only touches with its ball until it steps out again. While the weight leaves a foot its heel
	// comes up.
	rise := float64(24*(smoothstep(3.3, 3.9, beat)+1-smoothstep(0.1, 0.7, beat))) + float64(16*hump(0, 1, beat)) + float64(10*hump(2.4, 3.6, beat))
	l := plant(on, exact.Vec3{float64(x * on.sign()), 0, 0}, degrees(12), degrees(rise))
	l.ankle[1] += float64(0.075*hump(0.05, 0.95, beat)) + float64(0.060*hump(3.05, 3.95, beat))
	l.opened = degrees(6)
	return l
}

// hump rises from 0 at x = a to 1 half way and falls to 0 again at b, without a kink.
func hump(a, b, x float64) float64 {
	middle := float64(0.5 * (a + b))
	return smoothstep(a, middle, x) - smoothstep(middle, b, x)
}

func danceArm(on side, beat float64) armStance {
	pump := float64(0.5*beat) + half(on)
	arm := armStance{
		swing:   degrees(22 + wave(26, pump)),
		abduct:  degrees(20 + wave(5, beat)),
		twist:   degrees(-24),
		elbow:   degrees(86 + wave(18, pump-0.1)),
		shrug:   degrees(5 + wave(4, pump)),
		curl:    degrees(58),
		thumb:   degrees(50),
		pronate: degrees(20),
	}
	// The right hand points from the fourth beat on, the left one from the sixth, the other one waiting at the waist.
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

// mix returns the arm on the way from a to b.
func (a armStance) mix(b armStance, u float64) armStance {
	return armStance{
		shrug: mix(a.shrug, b.shrug, u), reach: mix(a.reach, b.reach, u),
		swing: mix(a.swing, b.swing, u), abduct: mix(a.abduct, b.abduct, u), twist: mix(a.twist, b.twist, u),
		elbow: mix(a.elbow, b.elbow, u), pronate: mix(a.pronate, b.pronate, u),
		flex: mix(a.flex, b.flex, u), deviate: mix(a.deviate, b.deviate, u),
		curl: mix(a.curl, b.curl, u), spread: mix(a.spread, b.spread, u),
		thumb: mix(a.thumb, b.thumb, u), point: mix(a.point, b.point, u),
	}
}
