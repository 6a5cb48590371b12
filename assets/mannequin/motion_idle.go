package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// idle breathes and shifts the weight a little from foot to foot.
var idle = motion{name: "idle", frames: 150, pose: idlePose}

// standing returns a relaxed stance with both feet flat on the ground.
func standing() *stance {
	s := &stance{hips: exact.Vec3{0, -0.012, 0}}
	for _, on := range [2]side{left, right} {
		s.legs[on] = plant(on, exact.Vec3{float64(0.115 * on.sign()), 0, float64(0.014*on.sign()) - 0.012}, degrees(9), 0)
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
	breath := wave(1, t+t-0.25) // two breaths
	shift := wave(1, t)         // once from left to right and back
	s.hips = s.hips.Add(exact.Vec3{float64(0.020 * shift), float64(0.002*breath) - float64(0.003*float64(shift*shift)), wave(0.004, t-0.2)})
	s.pelvis = attitude{turn: degrees(wave(1.5, t-0.1)), bow: degrees(0.5), lean: degrees(float64(-2 * shift))}
	s.chest = attitude{turn: degrees(wave(-2, t-0.15)), bow: degrees(1.2 - float64(1.5*breath)), lean: degrees(wave(3.0, t-0.02))}
	s.gaze = attitude{turn: degrees(wave(5, t-0.35)), bow: degrees(1 + float64(0.8*breath)), lean: degrees(wave(-1, t-0.1))}
	for _, on := range [2]side{left, right} {
		a := &s.arms[on]
		sway := wave(on.sign(), t-0.08)
		a.shrug = degrees(1 + float64(1.6*breath))
		a.abduct += degrees(float64(0.8*breath) + sway)
		a.swing += degrees(wave(1.5, t-0.3) - float64(0.8*breath))
		a.elbow += degrees(wave(1.5, t-0.4))
		a.curl += degrees(wave(3, t+t-0.1+float64(0.3*half(on))))
	}
	return s
}
