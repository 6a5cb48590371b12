package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// leg sculpts thigh and shin, in the frames of their joints: y along the bone, z to the front.
func (s *sculptor) leg() {
	s.in(thigh, single(thigh), 4, 0.030)
	s.cone("thigh", exact.Vec3{0.004, 0.01, 0}, 0.084, exact.Vec3{0, 0.42, 0.002}, 0.050, 0.05)
	s.egg("quadriceps", exact.Vec3{-0.006, 0.20, 0.020}, exact.Vec3{0.066, 0.190, 0.062}, exact.IdentityQuat, 0.05)
	s.egg("hamstring", exact.Vec3{0.002, 0.20, -0.022}, exact.Vec3{0.060, 0.190, 0.056}, exact.IdentityQuat, 0.06)
	s.in(shin, single(shin), 2, 0.020)
	s.ball("knee", exact.Vec3{0, 0, 0.006}, 0.049, 0.015)
	s.cone("shin", exact.Vec3{0, 0.03, 0.002}, 0.046, exact.Vec3{0, 0.40, -0.008}, 0.0315, 0.015)
	s.egg("calf", exact.Vec3{0.002, 0.125, -0.026}, exact.Vec3{0.048, 0.115, 0.046}, rotationX(degrees(4)), 0.045)
	s.group("hip", "pelvis", "seat", "waist", "thigh", "quadriceps", "hamstring")
	s.group("leg", "thigh", "quadriceps", "hamstring", "knee", "shin", "calf")
}

// foot sculpts the foot in the frame of the ground beneath the ankle, toes straight ahead: a boot with a flat sole.
func (s *sculptor) foot() {
	s.in(foot, single(foot), 2, 0.014)
	g := s.ground
	s.cone("ankle", g(0, 0.125, -0.009), 0.033, g(0, 0.075, -0.012), 0.037, 0.02)
	s.cone("heel", g(0, 0.030, -0.030), 0.037, g(0, 0.055, -0.008), 0.036, 0.03)
	s.cone("instep", g(0, 0.070, 0.005), 0.036, g(0.003, 0.036, 0.100), 0.031, 0.03)
	s.cone("outer", g(0.010, 0.016, -0.026), 0.029, g(0.021, 0.012, 0.105), 0.029, 0.03)
	s.cone("inner", g(-0.008, 0.016, -0.026), 0.029, g(-0.014, 0.014, 0.115), 0.031, 0.03)
	s.in(foot, single(toe), 2, 0.012)
	s.cone("big toe", g(-0.013, 0.014, ballForward+0.005), 0.0300, g(-0.006, 0.010, ballForward+0.050), 0.0265, 0.02)
	s.cone("toes", g(0.021, 0.012, ballForward-0.005), 0.0285, g(0.012, 0.008, ballForward+0.036), 0.0265, 0.02)
	s.group("foot", "shin", "ankle", "heel", "instep", "outer", "inner", "big toe", "toes")
	s.field.groups[len(s.field.groups)-1].sole = 0.012
}

// ground returns the point of the foot's frame that is x outward, y above the ground and z ahead of the ankle.
func (s *sculptor) ground(x, y, z float64) exact.Vec3 {
	f := s.figure
	ankle := f.position[foot]
	p := exact.Vec3{ankle[0], 0, ankle[2]}.Add(rotate(rotationY(degrees(restToeOut)), exact.Vec3{x, y, z}))
	return rotate(f.rotation[foot].Conjugate(), p.Sub(ankle))
}
