package mannequin

import (
	"strconv"

	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// trunk adds the pelvis, the waist, the chest and the neck, in model space.
func (s *sculptor) trunk() {
	spine := bindAlong(exact.Vec3{0, 1, 0},
		stop{posing.Hips, 1.02}, stop{posing.Spine1, 1.09}, stop{posing.Spine2, 1.18}, stop{
			posing.Spine3,
			1.28,
		}, stop{posing.Spine4, 1.38})
	s.startPart(posing.Root, spine, 4, 0.034)
	s.ellipsoid("pelvis", exact.Vec3{0, 0.975, -0.008}, exact.Vec3{0.146, 0.112, 0.102}, exact.IdentityQuat, 0)
	s.ellipsoid("seat", exact.Vec3{0.074, 0.925, -0.052}, exact.Vec3{0.082, 0.088, 0.078}, exact.IdentityQuat, 0.04)
	s.ellipsoid("waist", exact.Vec3{0, 1.105, -0.010}, exact.Vec3{0.125, 0.170, 0.093}, exact.IdentityQuat, 0.08)
	s.ellipsoid("ribs", exact.Vec3{0, 1.292, -0.016}, exact.Vec3{0.150, 0.180, 0.112}, exact.IdentityQuat, 0.09)
	s.ellipsoid("breast", exact.Vec3{0.072, 1.352, 0.056}, exact.Vec3{0.086, 0.062, 0.042},
		posing.Compose(posing.RotationZ(posing.Degrees(14)), posing.RotationY(posing.Degrees(22))), 0.035)
	s.cone("flank", exact.Vec3{0.118, 1.375, -0.045}, 0.050, exact.Vec3{0.082, 1.180, -0.025}, 0.045, 0.05)
	s.ellipsoid("blade", exact.Vec3{0.080, 1.370, -0.085}, exact.Vec3{0.075, 0.090, 0.040},
		posing.RotationZ(posing.Degrees(-14)),
		0.05)
	s.startPart(posing.Root, bindTo(posing.Clavicle), 4, 0.034)
	s.cone("girdle", exact.Vec3{0.030, 1.405, -0.020}, 0.075, exact.Vec3{0.140, 1.425, -0.024}, 0.055, 0.05)
	s.cone("trapezius", exact.Vec3{0.020, 1.500, -0.040}, 0.044, exact.Vec3{0.130, 1.452, -0.034}, 0.036, 0.05)
	neck := bindAlong(exact.Vec3{0, 1, 0}, stop{posing.Spine4, 1.450}, stop{posing.Neck1, 1.500},
		stop{posing.Neck2, 1.560},
		stop{posing.Head, 1.612})
	s.startPart(posing.Root, neck, 2, 0.018)
	s.cone("neck", exact.Vec3{0, 1.450, -0.034}, 0.060, exact.Vec3{0, 1.610, -0.004}, 0.050, 0.035)
}

// head adds the head, in model space, and the groups of the trunk and the head.
func (s *sculptor) head() {
	s.startPart(posing.Root, bindTo(posing.Head), 2, 0.020)
	s.ellipsoid("cranium", exact.Vec3{0, 1.702, -0.006}, exact.Vec3{0.078, 0.098, 0.099}, exact.IdentityQuat, 0.03)
	s.ellipsoid("jaw", exact.Vec3{0, 1.640, 0.034}, exact.Vec3{0.052, 0.062, 0.058},
		posing.RotationX(posing.Degrees(-18)), 0.06)
	s.ellipsoid("face", exact.Vec3{0, 1.690, 0.055}, exact.Vec3{0.060, 0.070, 0.044}, exact.IdentityQuat, 0.03)
	s.ellipsoid("ear", exact.Vec3{0.077, 1.690, -0.002}, exact.Vec3{0.013, 0.030, 0.030}, exact.IdentityQuat, 0.006)
	s.group("trunk", "pelvis", "seat", "waist", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "neck")
	s.group("head", "neck", "cranium", "jaw", "face", "ear")
}

// arm adds the shoulder, the upper arm and the forearm in the frames of their joints: y along the
// bone, z to the front.
func (s *sculptor) arm() {
	rest := s.rest
	bone := posing.Rotate(rest.Rotation[posing.UpperArm], exact.Vec3{0, 1, 0})
	start := rest.Position[posing.UpperArm].Dot(bone)
	upper := bindAlong(bone, stop{posing.UpperArmTwist, start + 0.06}, stop{posing.UpperArm, start + 0.21})
	s.startPart(posing.UpperArm, upper, 4, 0.026)
	s.ellipsoid("deltoid", exact.Vec3{-0.004, 0.040, 0.002}, exact.Vec3{0.050, 0.078, 0.056}, exact.IdentityQuat, 0.05)
	s.cone("upper arm", exact.Vec3{0, 0.03, 0}, 0.044, exact.Vec3{0, 0.285, -0.002}, 0.036, 0.03)
	s.ellipsoid("biceps", exact.Vec3{0, 0.165, 0.012}, exact.Vec3{0.036, 0.085, 0.035}, exact.IdentityQuat, 0.04)
	s.ellipsoid("triceps", exact.Vec3{0, 0.150, -0.016}, exact.Vec3{0.036, 0.090, 0.034}, exact.IdentityQuat, 0.04)
	bone = posing.Rotate(rest.Rotation[posing.Forearm], exact.Vec3{0, 1, 0})
	start = rest.Position[posing.Forearm].Dot(bone)
	lower := bindAlong(bone, stop{posing.Forearm, start + 0.06}, stop{posing.ForearmTwist, start + 0.17},
		stop{posing.Hand, start + 0.30})
	s.startPart(posing.Forearm, lower, 2, 0.015)
	s.ball("elbow", exact.Vec3{0, 0.000, -0.003}, 0.034, 0.012)
	s.cone("forearm", exact.Vec3{0, 0.01, 0}, 0.034, exact.Vec3{0, 0.255, 0}, 0.0235, 0.012)
	s.ellipsoid("brachialis", exact.Vec3{-0.004, 0.080, 0.004}, exact.Vec3{0.038, 0.088, 0.040}, exact.IdentityQuat,
		0.04)
	s.group("shoulder", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "deltoid", "upper arm")
	s.group("arm", "deltoid", "upper arm", "biceps", "triceps", "elbow", "forearm", "brachialis")
}

// hand adds the palm and the fingers. Each finger forms a group with the palm, so that neighboring
// fingers stay apart.
func (s *sculptor) hand() {
	s.startPart(posing.Hand, bindTo(posing.Hand), 2, 0.010)
	s.cone("wrist", exact.Vec3{0, -0.030, 0}, 0.0235, exact.Vec3{0.000, 0.020, 0.003}, 0.022, 0.02)
	s.ellipsoid("palm", exact.Vec3{-0.001, 0.050, 0.001}, exact.Vec3{0.0165, 0.052, 0.038}, exact.IdentityQuat, 0.020)
	palm := []string{"wrist", "palm"}
	for _, d := range posing.Digits {
		s.startPart(posing.Hand, bindTo(d.Joint), 1, 0.008)
		s.cone(d.Name, d.Base, 0.013, d.Knuckle.AddScaled(-0.004, exact.Vec3{1, 0, 0}), d.Radius+0.0025, 0.012)
		palm = append(palm, d.Name)
	}
	s.startPart(posing.Thumb, bindTo(posing.Thumb), 1, 0.007)
	s.cone("thumb", exact.Vec3{0, 0.004, 0}, 0.0165, exact.Vec3{0, posing.ThumbLengths[0], 0}, 0.0112, 0.016)
	palm = append(palm, "thumb")
	s.group("palm", append([]string{"forearm"}, palm...)...)
	for _, d := range posing.Digits {
		members := []string{d.Name}
		radius := d.Radius
		for i, length := range d.Lengths {
			s.startPart(d.Joint+posing.Joint(i)+1, bindTo(d.Joint+posing.Joint(i)+1), 1, 0.0042)
			name := d.Name + strconv.Itoa(i+1)
			tip := exact.Vec3{0, length, 0}
			if i == 2 {
				tip[1] -= 0.003
			}
			s.cone(name, exact.Vec3{}, radius, tip, radius*0.94, 0.002)
			radius *= 0.94
			members = append(members, name)
		}
		s.group(d.Name, append([]string{"palm"}, members...)...)
	}
	s.thumb()
}

// thumb adds the outer phalanges of the thumb.
func (s *sculptor) thumb() {
	s.startPart(posing.Thumb+1, bindTo(posing.Thumb+1), 1, 0.0045)
	s.cone("thumb2", exact.Vec3{}, 0.0116, exact.Vec3{0, posing.ThumbLengths[1], 0}, 0.0106, 0.003)
	s.startPart(posing.Thumb+2, bindTo(posing.Thumb+2), 1, 0.0045)
	s.cone("thumb3", exact.Vec3{}, 0.0106, exact.Vec3{0, posing.ThumbLengths[2] - 0.003, 0}, 0.0090, 0.003)
	s.group("thumb", "palm", "thumb", "thumb2", "thumb3")
}

// leg adds the thigh and the shin in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) leg() {
	s.startPart(posing.Thigh, bindTo(posing.Thigh), 4, 0.040)
	s.cone("thigh", exact.Vec3{0.004, 0.01, 0}, 0.084, exact.Vec3{0, 0.42, 0.002}, 0.050, 0.05)
	s.ellipsoid("quadriceps", exact.Vec3{-0.006, 0.20, 0.020}, exact.Vec3{0.066, 0.190, 0.062}, exact.IdentityQuat,
		0.05)
	s.ellipsoid("hamstring", exact.Vec3{0.002, 0.20, -0.022}, exact.Vec3{0.060, 0.190, 0.056}, exact.IdentityQuat, 0.06)
	s.startPart(posing.Shin, bindTo(posing.Shin), 2, 0.020)
	s.ball("knee", exact.Vec3{0, 0, 0.006}, 0.049, 0.015)
	s.cone("shin", exact.Vec3{0, 0.03, 0.002}, 0.046, exact.Vec3{0, 0.40, -0.008}, 0.0315, 0.015)
	s.ellipsoid("calf", exact.Vec3{0.002, 0.125, -0.026}, exact.Vec3{0.048, 0.115, 0.046},
		posing.RotationX(posing.Degrees(4)), 0.045)
	s.group("hip", "pelvis", "seat", "waist", "thigh", "quadriceps", "hamstring")
	s.group("leg", "thigh", "quadriceps", "hamstring", "knee", "shin", "calf")
}

// foot adds the foot, a boot with a flat sole.
func (s *sculptor) foot() {
	s.startPart(posing.Foot, bindTo(posing.Foot), 2, 0.014)
	g := s.ground
	s.cone("ankle", g(0, 0.125, -0.009), 0.033, g(0, 0.075, -0.012), 0.037, 0.02)
	s.cone("heel", g(0, 0.030, -0.030), 0.037, g(0, 0.055, -0.008), 0.036, 0.03)
	s.cone("instep", g(0, 0.070, 0.005), 0.036, g(0.003, 0.036, 0.100), 0.031, 0.03)
	s.cone("outer", g(0.010, 0.016, -0.026), 0.029, g(0.021, 0.012, 0.105), 0.029, 0.03)
	s.cone("inner", g(-0.008, 0.016, -0.026), 0.029, g(-0.014, 0.014, 0.115), 0.031, 0.03)
	s.startPart(posing.Foot, bindTo(posing.Toe), 2, 0.012)
	s.cone("big toe", g(-0.013, 0.014, posing.BallForward+0.005), 0.0300,
		g(-0.006, 0.010, posing.BallForward+0.050), 0.0265, 0.02)
	s.cone("toes", g(0.021, 0.012, posing.BallForward-0.005), 0.0285, g(0.012, 0.008, posing.BallForward+0.036),
		0.0265, 0.02)
	s.group("foot", "shin", "ankle", "heel", "instep", "outer", "inner", "big toe", "toes").Floor = 0.012
}

// ground returns a point in the frame of the foot, given in meters outward, above the ground and
// ahead of the ankle along the foot.
func (s *sculptor) ground(x, y, z float64) exact.Vec3 {
	rest := s.rest
	ankle := rest.Position[posing.Foot]
	p := exact.Vec3{ankle[0], 0, ankle[2]}.Add(posing.Rotate(posing.RotationY(posing.Degrees(posing.RestToeOut)),
		exact.Vec3{x, y, z}))
	return posing.Rotate(rest.Rotation[posing.Foot].Conjugate(), p.Sub(ankle))
}
