package mannequin

// arm sculpts shoulder, upper arm and forearm, in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) arm() {
	f := s.figure
	bone := f.rotation[upperArm].apply(vector{y: 1})
	start := f.position[upperArm].dot(bone)
	upper := chain(bone, stop{upperArmTwist, start + 0.06}, stop{upperArm, start + 0.21})
	s.in(upperArm, upper, 4, 0.026)
	s.egg("deltoid", vector{-0.004, 0.040, 0.002}, vector{0.050, 0.078, 0.056}, noTurn, 0.05)
	s.cone("upper arm", vector{0, 0.03, 0}, 0.044, vector{0, 0.285, -0.002}, 0.036, 0.03)
	s.egg("biceps", vector{0, 0.165, 0.012}, vector{0.036, 0.085, 0.035}, noTurn, 0.04)
	s.egg("triceps", vector{0, 0.150, -0.016}, vector{0.036, 0.090, 0.034}, noTurn, 0.04)
	bone = f.rotation[forearm].apply(vector{y: 1})
	start = f.position[forearm].dot(bone)
	lower := chain(bone, stop{forearm, start + 0.06}, stop{forearmTwist, start + 0.17}, stop{hand, start + 0.30})
	s.in(forearm, lower, 2, 0.015)
	s.ball("elbow", vector{0, 0.000, -0.003}, 0.034, 0.012)
	s.cone("forearm", vector{0, 0.01, 0}, 0.034, vector{0, 0.255, 0}, 0.0235, 0.012)
	s.egg("brachialis", vector{-0.004, 0.080, 0.004}, vector{0.038, 0.088, 0.040}, noTurn, 0.04)
	s.group("shoulder", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "deltoid", "upper arm")
	s.group("arm", "deltoid", "upper arm", "biceps", "triceps", "elbow", "forearm", "brachialis")
}
