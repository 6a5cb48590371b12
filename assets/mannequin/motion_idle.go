package mannequin

// idle breathes and shifts the weight a little from foot to foot.
var idle = motion{name: "idle", frames: 150, pose: idlePose}

// standing returns a relaxed stance with both feet flat on the ground.
func standing() *stance {
	s := &stance{hips: vector{y: -0.012}}
	for _, on := range [2]side{left, right} {
		s.legs[on] = plant(on, vector{float64(on.sign() * 0.115), 0, -0.012 + float64(0.014*on.sign())}, degrees(9), 0)
		s.arms[on] = armStance{
			swing:   degrees(2),
			abduct:  degrees(10),
			twist:   degrees(-10),
			elbow:   degrees(17),
			pronate: degrees(14),
			flex:    degrees(5),
			curl:    degrees(22),
			thumb:   degrees(16),
		}
	}
	s.chest.bow = degrees(1)
	return s
}

func idlePose(t float64) *stance {
	s := standing()
	breath := wave(2*t - 0.25) // two breaths
	shift := wave(t)           // once from left to right and back
	s.hips = s.hips.add(vector{float64(0.020 * shift), float64(-0.003*shift*shift) + float64(0.002*breath), float64(0.004 * wave(t-0.2))})
	s.pelvis = attitude{turn: degrees(1.5 * wave(t-0.1)), bow: degrees(0.5), lean: degrees(-2.0 * shift)}
	s.chest = attitude{turn: degrees(-2 * wave(t-0.15)), bow: degrees(1.2 - 1.5*breath), lean: degrees(3.0 * wave(t-0.02))}
	s.gaze = attitude{turn: degrees(5 * wave(t-0.35)), bow: degrees(1 + 0.8*breath), lean: degrees(-1 * wave(t-0.1))}
	for _, on := range [2]side{left, right} {
		a := &s.arms[on]
		sway := float64(on.sign() * wave(t-0.08))
		a.shrug = degrees(1 + 1.6*breath)
		a.abduct += degrees(0.8*breath + 1*sway)
		a.swing += degrees(1.5*wave(t-0.3) - 0.8*breath)
		a.elbow += degrees(1.5 * wave(t-0.4))
		a.curl += degrees(3 * wave(2*t-0.1+0.15*float64(on)))
	}
	return s
}
