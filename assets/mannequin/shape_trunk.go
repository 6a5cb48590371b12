package mannequin

// trunk sculpts pelvis, waist, chest and neck. Points are in model space, like those of the head.
func (s *sculptor) trunk() {
	spine := chain(vector{y: 1},
		stop{hips, 1.02}, stop{spine1, 1.09}, stop{spine2, 1.18}, stop{spine3, 1.28}, stop{spine4, 1.38})
	s.in(root, spine, 4, 0.034)
	s.egg("pelvis", vector{0, 0.975, -0.008}, vector{0.146, 0.112, 0.102}, noTurn, 0)
	s.egg("seat", vector{0.074, 0.925, -0.052}, vector{0.082, 0.088, 0.078}, noTurn, 0.04)
	s.egg("waist", vector{0, 1.105, -0.010}, vector{0.125, 0.170, 0.093}, noTurn, 0.08)
	s.egg("ribs", vector{0, 1.292, -0.016}, vector{0.150, 0.180, 0.112}, noTurn, 0.09)
	s.egg("breast", vector{0.072, 1.352, 0.056}, vector{0.086, 0.062, 0.042}, turnZ(degrees(14)).mul(turnY(degrees(22))), 0.035)
	s.cone("flank", vector{0.118, 1.375, -0.045}, 0.050, vector{0.082, 1.180, -0.025}, 0.045, 0.05)
	s.egg("blade", vector{0.080, 1.370, -0.085}, vector{0.075, 0.090, 0.040}, turnZ(degrees(-14)), 0.05)
	s.in(root, single(clavicle), 4, 0.034)
	s.cone("girdle", vector{0.030, 1.405, -0.020}, 0.075, vector{0.140, 1.425, -0.024}, 0.055, 0.05)
	s.cone("trapezius", vector{0.020, 1.500, -0.040}, 0.044, vector{0.130, 1.452, -0.034}, 0.036, 0.05)
	neck := chain(vector{y: 1}, stop{spine4, 1.450}, stop{neck1, 1.500}, stop{neck2, 1.560}, stop{head, 1.612})
	s.in(root, neck, 2, 0.018)
	s.cone("neck", vector{0, 1.450, -0.034}, 0.060, vector{0, 1.610, -0.004}, 0.050, 0.035)
}

func (s *sculptor) head() {
	s.in(root, single(head), 2, 0.020)
	s.egg("cranium", vector{0, 1.702, -0.006}, vector{0.078, 0.098, 0.099}, noTurn, 0.03)
	s.egg("jaw", vector{0, 1.640, 0.034}, vector{0.052, 0.062, 0.058}, turnX(degrees(-18)), 0.06)
	s.egg("face", vector{0, 1.690, 0.055}, vector{0.060, 0.070, 0.044}, noTurn, 0.03)
	s.egg("ear", vector{0.077, 1.690, -0.002}, vector{0.013, 0.030, 0.030}, noTurn, 0.006)
	s.group("trunk", "pelvis", "seat", "waist", "ribs", "flank", "blade", "breast", "girdle", "trapezius", "neck")
	s.group("head", "neck", "cranium", "jaw", "face", "ear")
}
