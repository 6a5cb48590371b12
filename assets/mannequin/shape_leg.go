package mannequin

// leg sculpts thigh and shin, in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) leg() {
	s.in(thigh, single(thigh), 4)
	s.cone("thigh", vector{0.004, 0.01, 0}, 0.086, vector{0, 0.41, 0.002}, 0.054, 0.05)
	s.egg("quadriceps", vector{-0.006, 0.20, 0.020}, vector{0.066, 0.185, 0.062}, noTurn, 0.05)
	s.egg("hamstring", vector{0.002, 0.22, -0.024}, vector{0.058, 0.170, 0.054}, noTurn, 0.05)
	s.in(shin, single(shin), 2)
	s.ball("knee", vector{0, 0, 0.005}, 0.053, 0.03)
	s.cone("shin", vector{0, 0.03, 0.002}, 0.049, vector{0, 0.395, -0.006}, 0.0325, 0.03)
	s.egg("calf", vector{0.002, 0.125, -0.026}, vector{0.048, 0.115, 0.046}, turnX(degrees(4)), 0.045)
	s.group("hip", "pelvis", "seat", "waist", "thigh", "quadriceps")
	s.group("leg", "thigh", "quadriceps", "hamstring", "knee", "shin", "calf")
}

// foot sculpts the foot in the frame of the ground beneath the ankle, toes straight ahead.
func (s *sculptor) foot() {
	s.in(foot, single(foot), 2)
	g := s.ground
	s.cone("ankle", g(0, 0.120, -0.008), 0.034, g(0, 0.075, -0.010), 0.036, 0.02)
	s.cone("heel", g(0, 0.036, -heelBack), heelHeight+0.006, g(0, 0.050, -0.010), 0.036, 0.03)
	s.cone("instep", g(0, 0.066, 0.005), 0.036, g(0.003, 0.034, 0.105), 0.029, 0.03)
	s.cone("outer", g(0.012, 0.030, -0.030), 0.026, g(0.026, 0.022, 0.105), 0.021, 0.03)
	s.cone("inner", g(-0.008, 0.030, -0.030), 0.026, g(-0.018, 0.026, 0.115), 0.0255, 0.03)
	s.in(foot, single(toe), 2)
	s.cone("big toe", g(-0.017, 0.0255, ballForward), 0.0250, g(-0.012, 0.0215, ballForward+0.058), 0.0205, 0.02)
	s.cone("toes", g(0.026, 0.0215, ballForward-0.010), 0.0205, g(0.016, 0.0190, ballForward+0.036), 0.0180, 0.02)
	s.group("foot", "shin", "ankle", "heel", "instep", "outer", "inner", "big toe", "toes")
}

// ground returns the point of the foot's frame that is x outwards, y above the ground and z ahead of the ankle.
func (s *sculptor) ground(x, y, z float64) vector {
	f := s.figure
	ankle := f.position[foot]
	p := vector{ankle.x, 0, ankle.z}.add(turnY(degrees(restToeOut)).apply(vector{x, y, z}))
	return f.rotation[foot].inverse().apply(p.sub(ankle))
}
