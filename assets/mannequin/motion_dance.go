package mannequin

// dance steps from side to side at 120 beats a minute: four beats with both arms pumping, then four that point to the sky
// with the right hand and with the left.
var dance = motion{name: "dance", frames: 120, pose: dancePose}

const danceBeats = 8

func dancePose(t float64) *stance {
	s := standing()
	beat := float64(t * danceBeats)
	four := beat - 4*float64(int(beat/4))
	// From left to right in the first two beats, and back: 1 over the left foot, -1 over the right one.
	over := 1 - float64(2*smooth(0.05, 1.15, four)) + float64(2*smooth(2.05, 3.15, four))
	bounce := wave(beat) // down on the beat
	s.legs[right] = danceFoot(right, four, cycle((four+0)/4))
	s.legs[left] = danceFoot(left, four, cycle((four+2)/4))
	s.hips = vector{float64(0.125 * over), -0.052 - float64(0.020*bounce), float64(0.012 * wave(beat/2))}
	s.pelvis = attitude{turn: degrees(9 * wave(beat/4-0.12)), bow: degrees(5 + 3*bounce), lean: degrees(-6*over + 3*wave(beat/2-0.1))}
	s.chest = attitude{turn: degrees(-15 * wave(beat/4-0.10)), bow: degrees(2 - 4*wave(beat-0.12)), lean: degrees(8*over - 3*wave(beat/2-0.2))}
	s.gaze = attitude{turn: degrees(7 * over), bow: degrees(2 + 6*wave(beat-0.08)), lean: degrees(-5 * wave(beat/4-0.05))}
	for _, on := range [2]side{left, right} {
		danceArm(&s.arms[on], on, beat)
	}
	return s
}

// danceFoot takes a foot round its four beats: step out, stand, stand while the other foot comes, close to the other side.
// The phase is 0 where the right foot begins its step out.
func danceFoot(on side, four, phase float64) legStance {
	beat := float64(phase * 4)
	const out, in = 0.235, -0.045 // from the middle, outwards
	x := in + float64((out-in)*smooth(0.08, 0.92, beat)) - float64((out-in)*smooth(3.08, 3.92, beat))
	lift := hump(0.05, 0.95, beat)*0.075 + hump(3.05, 3.95, beat)*0.060
	// The foot that has closed only touches with its ball until it steps out again.
	rise := degrees(24)*(smooth(3.3, 3.9, beat)+1-smooth(0.1, 0.7, beat)) + degrees(16)*hump(0, 1, beat)
	// While the weight leaves it, the heel comes up.
	rise += degrees(10) * smooth(2.4, 3.0, beat) * (1 - smooth(3.0, 3.5, beat))
	l := plant(on, vector{float64(on.sign() * x), 0, 0}, degrees(12), rise)
	l.ankle.y += lift
	l.opened = degrees(6)
	_ = four
	return l
}

// hump rises from 0 at x = a to 1 half way and falls to 0 again at b, without a kink.
func hump(a, b, x float64) float64 {
	middle := (a + b) / 2
	return smooth(a, middle, x) - smooth(middle, b, x)
}

func danceArm(a *armStance, on side, beat float64) {
	pump := wave(beat/2 + 0.5*float64(on))
	a.swing = degrees(22 + 26*pump)
	a.abduct = degrees(20 + 5*wave(beat))
	a.twist = degrees(-24)
	a.elbow = degrees(86 + 18*wave(beat/2+0.5*float64(on)-0.1))
	a.shrug = degrees(5 + 4*pump)
	a.curl = degrees(58)
	a.thumb = degrees(50)
	a.pronate = degrees(20)
	// Pointing: the right hand from the fourth beat on, the left one from the sixth.
	start := 4.0
	if on == left {
		start = 6
	}
	point := smooth(start+0.1, start+0.85, beat) - smooth(start+1.35, start+2.0, beat)
	a.swing = mix(a.swing, degrees(20), point)
	a.abduct = mix(a.abduct, degrees(138), point)
	a.twist = mix(a.twist, degrees(35), point)
	a.elbow = mix(a.elbow, degrees(8), point)
	a.shrug = mix(a.shrug, degrees(8), point)
	a.pronate = mix(a.pronate, degrees(-10), point)
	a.thumb = mix(a.thumb, degrees(45), point)
	a.point = point
	// The other hand waits at the waist.
	other := 10 - start
	wait := smooth(other+0.1, other+0.7, beat) - smooth(other+1.5, other+2.0, beat)
	a.swing = mix(a.swing, degrees(-8), wait)
	a.abduct = mix(a.abduct, degrees(34), wait)
	a.twist = mix(a.twist, degrees(-50), wait)
	a.elbow = mix(a.elbow, degrees(96), wait)
}
