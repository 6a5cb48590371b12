package modifier

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solvers"
)

// unlimited is a number beyond each cosine and tangent.
const unlimited = 1e30

// targetLimits returns the limits of a ray, or nil if it has none.
func (c context) targetLimits(s *LookAt, chain *solvers.LookAt) *solvers.TargetLimits {
	limits := s.Limits
	if limits == (LookLimits{}) && s.Speed == 0 {
		return nil
	}
	t := &solvers.TargetLimits{Speed: s.Speed}
	c.turnSpeed("speed", s.Speed)
	hasYaw, hasPitch := limits.Yaw != [2]float32{}, limits.Pitch != [2]float32{}
	if (hasYaw || hasPitch) && chain.Up == (exact.Vec3{}).Float32() {
		c.fail("expected an up direction for the limits of yaw and pitch, found none")
	}
	within := func(name string, limit [2]float32, most float64) {
		if !(float64(limit[0]) >= -most-1e-6 && limit[0] <= limit[1] && float64(limit[1]) <= most+1e-6) {
			c.fail("expected limits of the %s that ascend from %.4g to %.4g radians, found %v%s", name, -most, most, limit,
				inDegrees(limit[:]...))
		}
	}
	within("yaw", limits.Yaw, math.Pi)
	within("pitch", limits.Pitch, math.Pi/2)
	within("cone", [2]float32{0, limits.Cone}, math.Pi)
	within("ignored angle", [2]float32{0, limits.Ignore}, math.Pi)
	if len(c.b.errs) > 0 {
		return nil
	}

	front, up := restDirections(c.b.skeleton, chain)
	settings := [layout.TargetBefore]float32{
		layout.TargetYawLow: -unlimited, layout.TargetYawHigh: unlimited, layout.TargetPitchLow: -unlimited,
		layout.TargetPitchHigh: unlimited,
		layout.TargetConeCos:   -unlimited, layout.TargetIgnore: -unlimited,
	}
	copy(settings[layout.TargetFront:], front[:])
	copy(settings[layout.TargetUp:], up[:])
	if hasYaw {
		settings[layout.TargetYawLow], settings[layout.TargetYawHigh] = halfTangent(limits.Yaw[0]),
			halfTangent(limits.Yaw[1])
	}
	if hasPitch {
		settings[layout.TargetPitchLow], settings[layout.TargetPitchHigh] =
			float32(exact.Sin(float64(limits.Pitch[0]))), float32(exact.Sin(float64(limits.Pitch[1])))
	}
	if limits.Cone > 0 {
		sin, cos := exact.SinCos(float64(limits.Cone))
		settings[layout.TargetConeSin], settings[layout.TargetConeCos] = float32(sin), float32(cos)
	}
	if limits.Ignore > 0 {
		settings[layout.TargetIgnore] = float32(exact.Cos(float64(limits.Ignore)))
	}
	for i, x := range settings[layout.TargetFront:] {
		for l := range solvers.Lanes {
			t.Rows[i*solvers.Lanes+l] = x
		}
	}
	return t
}

// halfTangent returns the tangent of half an angle.
func halfTangent(angle float32) float32 {
	sin, cos := exact.SinCos(float64(angle))
	return float32(sin / max(1+cos, 1e-12))
}

// restDirections returns the direction of the ray in the rest pose, and a perpendicular one that is
// up, in the space of the joint above the chain.
func restDirections(skeleton *rig.Skeleton, t *solvers.LookAt) (front, up [3]float32) {
	model := restModel(skeleton)
	last := model[t.Joints[len(t.Joints)-1]]
	frame := solve.Matrix{}
	for _, j := range []int{layout.Element(0, 0), layout.Element(1, 1), layout.Element(2, 2)} {
		frame[j*solvers.Lanes] = 1
	}
	if parent := t.Links[0].Parent; parent >= 0 {
		for e, x := range model[parent] {
			frame[e*solvers.Lanes] = x
		}
	}
	direction := func(v [3]float32) exact.Vec3 {
		last[3], last[7], last[11] = 0, 0, 0
		v = last.Point(v)
		var out exact.Vec3
		for c := range out {
			for r := range v {
				out[c] += float64(float64(frame[layout.Element(r, c)*solvers.Lanes]) * float64(v[r]))
			}
		}
		return out.Normalized()
	}
	ahead, above := direction(t.Forward), direction(t.Up)
	above = above.AddScaled(-above.Dot(ahead), ahead)
	if above.Length() < 1e-3 { // only for cones, which need no particular one
		above = exact.Vec3{0, 1, 0}
		if ahead[1]*ahead[1] > 0.5 {
			above = exact.Vec3{1, 0, 0}
		}
		above = above.AddScaled(-above.Dot(ahead), ahead)
	}
	return ahead.Float32(), above.Normalized().Float32()
}
