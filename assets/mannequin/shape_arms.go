package mannequin

// arm sculpts shoulder, upper arm and forearm, in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) arm() {
	f := s.figure
	bone := f.rotation[upperArm].apply(vector{y: 1})
	upper := chain(bone, stop{upperArmTwist, f.position[upperArm].dot(bone) + 0.06}, stop{upperArm, f.position[upperArm].dot(bone) + 0.21})
	s.in(upperArm, upper, 4)
	s.egg("deltoid", vector{-0.006, 0.020, 0.002}, vector{0.056, 0.088, 0.060}, noTurn, 0.05)
	s.cone("upper arm", vector{0, 0.02, 0}, 0.048, vector{0, 0.285, -0.002}, 0.037, 0.03)
	s.egg("biceps", vector{0, 0.165, 0.012}, vector{0.037, 0.085, 0.036}, noTurn, 0.04)
	s.egg("triceps", vector{0, 0.150, -0.016}, vector{0.036, 0.090, 0.034}, noTurn, 0.04)
	bone = f.rotation[forearm].apply(vector{y: 1})
	start := f.position[forearm].dot(bone)
	lower := chain(bone, stop{forearm, start + 0.06}, stop{forearmTwist, start + 0.17}, stop{hand, start + 0.30})
	s.in(forearm, lower, 2)
	s.ball("elbow", vector{0, 0.000, -0.004}, 0.037, 0.02)
	s.cone("forearm", vector{0, 0.02, 0}, 0.037, vector{0, 0.255, 0}, 0.0235, 0.03)
	s.egg("brachialis", vector{-0.004, 0.075, 0.004}, vector{0.040, 0.085, 0.041}, noTurn, 0.04)
	s.group("shoulder", "flank", "blade", "breast", "girdle", "ribs", "trapezius", "deltoid", "upper arm")
	s.group("arm", "deltoid", "upper arm", "biceps", "triceps", "elbow", "forearm", "brachialis")
}
