package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import "strconv"

// hand sculpts palm and fingers. Each finger is a group with the palm, so that neighbors stay apart.
func (s *sculptor) hand() {
	s.in(hand, single(hand), 2, 0.010)
	s.cone("wrist", exact.Vec3{0, -0.030, 0}, 0.0235, exact.Vec3{0.000, 0.020, 0.003}, 0.022, 0.02)
	s.egg("palm", exact.Vec3{-0.001, 0.050, 0.001}, exact.Vec3{0.0165, 0.052, 0.038}, exact.IdentityQuat, 0.020)
	palm := []string{"wrist", "palm"}
	for _, d := range digits {
		s.in(hand, metacarpal(d), 1, 0.008)
		s.cone(d.name, d.base, 0.013, d.knuckle.AddScaled(-0.004, exact.Vec3{1, 0, 0}), d.radius+0.0025, 0.012)
		palm = append(palm, d.name)
	}
	s.in(thumb, single(thumb), 1, 0.007)
	s.cone("thumb", exact.Vec3{0, 0.004, 0}, 0.0165, exact.Vec3{0, thumbLengths[0], 0}, 0.0112, 0.016)
	palm = append(palm, "thumb")
	s.group("palm", append([]string{"forearm"}, palm...)...)
	for _, d := range digits {
		members := []string{d.name}
		radius := d.radius
		for i, length := range d.lengths {
			s.in(d.joint+joint(i)+1, single(d.joint+joint(i)+1), 1, 0.0042)
			name := d.name + strconv.Itoa(i+1)
			tip := exact.Vec3{0, length, 0}
			if i == 2 {
				tip[1] -= 0.003
			}
			s.cone(name, exact.Vec3{}, radius, tip, radius*0.94, 0.002)
			radius *= 0.94
			members = append(members, name)
		}
		s.group(d.name, append([]string{"palm"}, members...)...)
	}
	s.thumb()
}

func (s *sculptor) thumb() {
	s.in(thumb+1, single(thumb+1), 1, 0.0045)
	s.cone("thumb2", exact.Vec3{}, 0.0116, exact.Vec3{0, thumbLengths[1], 0}, 0.0106, 0.003)
	s.in(thumb+2, single(thumb+2), 1, 0.0045)
	s.cone("thumb3", exact.Vec3{}, 0.0106, exact.Vec3{0, thumbLengths[2] - 0.003, 0}, 0.0090, 0.003)
	s.group("thumb", "palm", "thumb", "thumb2", "thumb3")
}

// metacarpal returns what moves the part of the palm above a finger: mostly the hand, toward the knuckle the metacarpal.
func metacarpal(d digit) *binding {
	return single(d.joint)
}
