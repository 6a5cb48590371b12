package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// greet raises the right hand, waves it and takes it down again.
var greet = motion{name: "wave", frames: 96, pose: wavePose}

func wavePose(t float64) *stance {
	s := standing()
	seconds := float64(t * 3.2)
	up := through(0, 0, 0.62, 1, 2.45, 1, 3.2, 0).at(seconds)
	// The elbow bends first, in front of the body; then the arm turns out as it comes up, and all that backward.
	bent := through(0, 0, 0.42, 1, 2.68, 1, 3.2, 0).at(seconds)
	outward := through(0, 0, 0.12, 0.05, 0.64, 1, 2.42, 1, 3.0, 0.05, 3.2, 0).at(seconds)
	busy := through(0.45, 0, 0.8, 1, 2.2, 1, 2.6, 0).at(seconds)
	sway := wave(busy, float64(1.9*(seconds-0.62)))
	s.hips = s.hips.Add(exact.Vec3{float64(0.030 * up), float64(-0.004 * up), 0})
	s.pelvis = attitude{turn: degrees(float64(-3 * up)), lean: degrees(float64(-3 * up))}
	s.chest = attitude{turn: degrees(float64(-4*up) + float64(1.5*sway)), bow: degrees(1 - float64(2*up)), lean: degrees(-up - float64(1.6*sway))}
	s.gaze = attitude{turn: degrees(float64(-3 * up)), bow: degrees(-up), lean: degrees(float64(5*up) + float64(1.2*sway))}
	a := &s.arms[right]
	a.abduct = degrees(mix(10, 76, up))
	a.swing = degrees(mix(2, 14, up))
	a.twist = degrees(mix(-10, 78, outward))
	a.elbow = degrees(mix(17, 102, bent) - float64(20*sway))
	a.pronate = degrees(mix(14, 0, up))
	a.deviate = degrees(wave(float64(-12*busy), float64(1.9*(seconds-0.70))))
	a.flex = degrees(mix(5, -6, up))
	a.curl = degrees(mix(22, 7, up))
	a.spread = degrees(float64(5 * up))
	a.thumb = degrees(mix(16, -4, up))
	b := &s.arms[left]
	b.abduct += degrees(float64(2 * up))
	b.elbow += degrees(float64(4 * up))
	return s
}
