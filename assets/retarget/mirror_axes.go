package retarget

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
)

// convention returns how the axes of a joint and of its partner are related, for a skeleton whose
// rest pose is not symmetric, such as one frame of a walk. Rigs give both sides the same axes up to
// signs and order. So it is one of the 24 rotations between axes: the one that takes the bones
// below the partner to those below the joint, and of several the one nearest to what the rest pose
// gives. If none fits the bones, the rest pose decides.
//
// Like the result, found represents its opposite, a mirroring.
func (m *Mirror) convention(rest *anatomy.Frames, j int, found exact.Quat) exact.Quat {
	k := m.partners[j]
	best, score := found, math.Inf(-1)
	for _, q := range axisRotations() {
		misfit := 0.0
		for _, child := range m.children[j] {
			partner := m.partners[child]
			if m.skeleton.Parent(partner) != k {
				continue
			}
			// Offsets from the parent do not depend on the pose.
			a, b := rest.Locals[child].Translation, rest.Locals[partner].Translation
			if a.Length() < 1e-3*m.size/scaleOf(&rest.Models[j]) {
				continue
			}
			misfit = max(misfit, anatomy.AngleBetween(a, q.Rotate(b).Scale(-1)))
		}
		if j == k && math.Abs(q.Mul(q)[3]) < 0.999 {
			continue // a joint of the middle comes back after two mirrorings
		}
		fit := math.Abs(q.Dot(found))
		if misfit < 0.26 && fit > score+1e-9 { // 15 degrees
			best, score = q, fit
		}
	}
	if score < 0.8 { // more than 74 degrees away: the axes of this joint follow no convention
		return found
	}
	return best
}

// axisRotations returns the 24 rotations that take axes to axes.
func axisRotations() []exact.Quat {
	r := math.Sqrt(0.5)
	var list []exact.Quat
	for c := range 4 {
		var q exact.Quat
		q[c] = 1
		list = append(list, q)
	}
	for a := range 4 {
		for b := a + 1; b < 4; b++ {
			for _, sign := range [2]float64{1, -1} {
				var q exact.Quat
				q[a], q[b] = r, sign*r
				list = append(list, q)
			}
		}
	}
	for bits := range 8 {
		q := exact.Quat{0.5, 0.5, 0.5, 0.5}
		for c := range 3 {
			if bits>>c&1 == 1 {
				q[c] = -0.5
			}
		}
		list = append(list, q)
	}
	return list
}
