package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// idle breathes, and shifts the weight a little from foot to foot.
var idle = animation{name: "idle", frames: 150, pose: idlePose}

// standing returns a relaxed pose with both feet flat on the ground.
func standing() *bodyPose {
	p := &bodyPose{hips: exact.Vec3{0, -0.012, 0}}
	for _, on := range bothSides {
		p.legs[on] = plantFoot(on, exact.Vec3{float64(0.115 * on.sign()), 0, float64(0.014*on.sign()) - 0.012},
			degrees(9), 0)
		p.arms[on] = armPose{
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
	p.chest.pitch = degrees(1)
	return p
}

func idlePose(t float64) *bodyPose {
	p := standing()
	breath := cosine(1, t+t-0.25) // two breaths in a loop
	shift := cosine(1, t)         // from left to right and back
	p.hips = p.hips.Add(exact.Vec3{
		float64(0.020 * shift),
		float64(0.002*breath) - float64(0.003*float64(shift*shift)),
		cosine(0.004, t-0.2),
	})
	p.pelvis = yawPitchRoll{yaw: degrees(cosine(1.5, t-0.1)), pitch: degrees(0.5), roll: degrees(float64(-2 * shift))}
	p.chest = yawPitchRoll{
		yaw:   degrees(cosine(-2, t-0.15)),
		pitch: degrees(1.2 - float64(1.5*breath)),
		roll:  degrees(cosine(3.0, t-0.02)),
	}
	p.gaze = yawPitchRoll{
		yaw:   degrees(cosine(5, t-0.35)),
		pitch: degrees(1 + float64(0.8*breath)),
		roll:  degrees(cosine(-1, t-0.1)),
	}
	for _, on := range bothSides {
		a := &p.arms[on]
		sway := cosine(on.sign(), t-0.08)
		a.shrug = degrees(1 + float64(1.6*breath))
		a.abduct += degrees(float64(0.8*breath) + sway)
		a.swing += degrees(cosine(1.5, t-0.3) - float64(0.8*breath))
		a.elbow += degrees(cosine(1.5, t-0.4))
		a.curl += degrees(cosine(3, t+t-0.1+float64(0.3*sidePhase(on))))
	}
	return p
}

// waving raises the right hand, waves it and lowers it.
var waving = animation{name: "wave", frames: 96, pose: wavePose}

func wavePose(t float64) *bodyPose {
	p := standing()
	seconds := float64(t * 3.2)
	up := curveThrough(0, 0, 0.62, 1, 2.45, 1, 3.2, 0).at(seconds)
	// The elbow bends first, in front of the body; then the arm turns outward as it rises. Both
	// reverse on the way down.
	bent := curveThrough(0, 0, 0.42, 1, 2.68, 1, 3.2, 0).at(seconds)
	outward := curveThrough(0, 0, 0.12, 0.05, 0.64, 1, 2.42, 1, 3.0, 0.05, 3.2, 0).at(seconds)
	active := curveThrough(0.45, 0, 0.8, 1, 2.2, 1, 2.6, 0).at(seconds)
	sway := cosine(active, float64(1.9*(seconds-0.62)))
	p.hips = p.hips.Add(exact.Vec3{float64(0.030 * up), float64(-0.004 * up), 0})
	p.pelvis = yawPitchRoll{yaw: degrees(float64(-3 * up)), roll: degrees(float64(-3 * up))}
	p.chest = yawPitchRoll{
		yaw:   degrees(float64(-4*up) + float64(1.5*sway)),
		pitch: degrees(1 - float64(2*up)),
		roll:  degrees(-up - float64(1.6*sway)),
	}
	p.gaze = yawPitchRoll{
		yaw:   degrees(float64(-3 * up)),
		pitch: degrees(-up),
		roll:  degrees(float64(5*up) + float64(1.2*sway)),
	}
	a := &p.arms[right]
	a.abduct = degrees(mix(10, 76, up))
	a.swing = degrees(mix(2, 14, up))
	a.twist = degrees(mix(-10, 78, outward))
	a.elbow = degrees(mix(17, 102, bent) - float64(20*sway))
	a.pronate = degrees(mix(14, 0, up))
	a.deviate = degrees(cosine(float64(-12*active), float64(1.9*(seconds-0.70))))
	a.flex = degrees(mix(5, -6, up))
	a.curl = degrees(mix(22, 7, up))
	a.spread = degrees(float64(5 * up))
	a.thumb = degrees(mix(16, -4, up))
	b := &p.arms[left]
	b.abduct += degrees(float64(2 * up))
	b.elbow += degrees(float64(4 * up))
	return p
}
