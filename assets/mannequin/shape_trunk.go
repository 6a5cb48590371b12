package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// trunk sculpts pelvis, waist, chest and neck. Points are in model space, like those of the head.
func (s *sculptor) trunk() {
	spine := chain(exact.Vec3{0, 1, 0},
		stop{hips, 1.02}, stop{spine1, 1.09}, stop{spine2, 1.18}, stop{spine3, 1.28}, stop{spine4, 1.38})
	s.in(root, spine, 4, 0.034)
	s.egg("pelvis", exact.Vec3{0, 0.975, -0.008}, exact.Vec3{0.146, 0.112, 0.102}, exact.IdentityQuat, 0)
	s.egg("seat", exact.Vec3{0.074, 0.925, -0.052}, exact.Vec3{0.082, 0.088, 0.078}, exact.IdentityQuat, 0.04)
	s.egg("waist", exact.Vec3{0, 1.105, -0.010}, exact.Vec3{0.125, 0.170, 0.093}, exact.IdentityQuat, 0.08)
	s.egg("ribs", exact.Vec3{0, 1.292, -0.016}, exact.Vec3{0.150, 0.180, 0.112}, exact.IdentityQuat, 0.09)
	s.egg("breast", exact.Vec3{0.072, 1.352, 0.056}, exact.Vec3{0.086, 0.062, 0.042}, compose(rotationZ(degrees(14)), rotationY(degrees(22))), 0.035)
	s.cone("flank", exact.Vec3{0.118, 1.375, -0.045}, 0.050, exact.Vec3{0.082, 1.180, -0.025}, 0.045, 0.05)
	s.egg("blade", exact.Vec3{0.080, 1.370, -0.085}, exact.Vec3{0.075, 0.090, 0.040}, rotationZ(degrees(-14)), 0.05)
	s.in(root, single(clavicle), 4, 0.034)
	s.cone("girdle", exact.Vec3{0.030, 1.405, -0.020}, 0.075, exact.Vec3{0.140, 1.425, -0.024}, 0.055, 0.05)
	s.cone("trapezius", exact.Vec3{0.020, 1.500, -0.040}, 0.044, exact.Vec3{0.130, 1.452, -0.034}, 0.036, 0.05)
	neck := chain(exact.Vec3{0, 1, 0}, stop{spine4, 1.450}, stop{neck1, 1.500}, stop{neck2, 1.560}, stop{head, 1.612})
	s.in(root, neck, 2, 0.018)
	s.cone("neck", exact.Vec3{0, 1.450, -0.034}, 0.060, exact.Vec3{0, 1.610, -0.004}, 0.050, 0.035)
}

func (s *sculptor) head() {
	s.in(root, single(head), 2, 0.020)
	s.egg("cranium", exact.Vec3{0, 1.702, -0.006}, exact.Vec3{0.078, 0.098, 0.099}, exact.IdentityQuat, 0.03)
	s.egg("jaw", exact.Vec3{0, 1.640, 0.034}, exact.Vec3{0.052, 0.062, 0.058}, rotationX(degrees(-18)), 0.06)
	s.egg("face", exact.Vec3{0, 1.690, 0.055}, exact.Vec3{0.060, 0.070, 0.044}, exact.IdentityQuat, 0.03)
	s.egg("ear", exact.Vec3{0.077, 1.690, -0.002}, exact.Vec3{0.013, 0.030, 0.030}, exact.IdentityQuat, 0.006)
	s.group("trunk", "pelvis", "seat", "waist", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "neck")
	s.group("head", "neck", "cranium", "jaw", "face", "ear")
}
