package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// arm sculpts shoulder, upper arm and forearm, in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) arm() {
	f := s.figure
	bone := rotate(f.rotation[upperArm], exact.Vec3{0, 1, 0})
	start := f.position[upperArm].Dot(bone)
	upper := chain(bone, stop{upperArmTwist, start + 0.06}, stop{upperArm, start + 0.21})
	s.in(upperArm, upper, 4, 0.026)
	s.egg("deltoid", exact.Vec3{-0.004, 0.040, 0.002}, exact.Vec3{0.050, 0.078, 0.056}, exact.IdentityQuat, 0.05)
	s.cone("upper arm", exact.Vec3{0, 0.03, 0}, 0.044, exact.Vec3{0, 0.285, -0.002}, 0.036, 0.03)
	s.egg("biceps", exact.Vec3{0, 0.165, 0.012}, exact.Vec3{0.036, 0.085, 0.035}, exact.IdentityQuat, 0.04)
	s.egg("triceps", exact.Vec3{0, 0.150, -0.016}, exact.Vec3{0.036, 0.090, 0.034}, exact.IdentityQuat, 0.04)
	bone = rotate(f.rotation[forearm], exact.Vec3{0, 1, 0})
	start = f.position[forearm].Dot(bone)
	lower := chain(bone, stop{forearm, start + 0.06}, stop{forearmTwist, start + 0.17}, stop{hand, start + 0.30})
	s.in(forearm, lower, 2, 0.015)
	s.ball("elbow", exact.Vec3{0, 0.000, -0.003}, 0.034, 0.012)
	s.cone("forearm", exact.Vec3{0, 0.01, 0}, 0.034, exact.Vec3{0, 0.255, 0}, 0.0235, 0.012)
	s.egg("brachialis", exact.Vec3{-0.004, 0.080, 0.004}, exact.Vec3{0.038, 0.088, 0.040}, exact.IdentityQuat, 0.04)
	s.group("shoulder", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "deltoid", "upper arm")
	s.group("arm", "deltoid", "upper arm", "biceps", "triceps", "elbow", "forearm", "brachialis")
}
