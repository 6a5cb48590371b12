package courses

import (
	"math"

	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// limb is a capsule about a part of a limb: its axis in the frame of a joint of the left side, and
// its radius, in meters. A joint of the right side has the mirror image.
type limb struct {
	of       posing.Joint
	from, to exact.Vec3
	radius   float64
}

// legLimbs are the capsules of a leg, from the hip down, and armLimbs those of the part of an arm
// that comes near the legs.
var (
	legLimbs = [3]limb{
		{posing.Thigh, exact.Vec3{0, 0.068, 0}, exact.Vec3{0, 0.345, 0}, 0.076},
		{posing.Shin, exact.Vec3{0, 0.051, -0.010}, exact.Vec3{0, 0.320, -0.010}, 0.049},
		{posing.Foot, exact.Vec3{-0.001, -0.004, -0.025}, exact.Vec3{0.005, 0.149, 0.008}, 0.044},
	}
	armLimbs = [2]limb{
		{posing.Forearm, exact.Vec3{-0.002, 0.034, 0.002}, exact.Vec3{-0.002, 0.193, 0.002}, 0.040},
		{posing.Hand, exact.Vec3{0.012, 0.149, 0.007}, exact.Vec3{0.013, 0.027, 0.022}, 0.034},
	}
)

// capsule is where a limb is in a pose, in model space.
type capsule struct {
	from, to exact.Vec3
	radius   float64
}

// capsule returns where the limb of a side is in a pose.
func (l *limb) capsule(s *posing.SolvedPose, on posing.Side) capsule {
	j, from, to := l.of.On(on), l.from, l.to
	if on == posing.Right {
		from, to = posing.MirroredPoint(from), posing.MirroredPoint(to)
	}
	return capsule{
		from:   s.Position[j].Add(posing.Rotate(s.Rotation[j], from)),
		to:     s.Position[j].Add(posing.Rotate(s.Rotation[j], to)),
		radius: l.radius,
	}
}

// legCapsules returns where the limbs of a leg are in a pose.
func legCapsules(s *posing.SolvedPose, on posing.Side) (list [3]capsule) {
	for i := range legLimbs {
		list[i] = legLimbs[i].capsule(s, on)
	}
	return list
}

// depth returns how deep capsules are in each other in meters; negative if they are apart.
func (c *capsule) depth(d *capsule) float64 {
	return c.radius + d.radius - segmentDistance(c.from, c.to, d.from, d.to)
}

// segmentDistance returns the distance between two line segments, neither of which is a point
// (C. Ericson, Real-Time Collision Detection, 5.1.9).
func segmentDistance(p1, q1, p2, q2 exact.Vec3) float64 {
	d1, d2, r := q1.Sub(p1), q2.Sub(p2), p1.Sub(p2)
	a, e, f := d1.Dot(d1), d2.Dot(d2), d2.Dot(r)
	b, c := d1.Dot(d2), d1.Dot(r)
	s := 0.0
	if n := float64(a*e) - float64(b*b); n > 0 { // or they are parallel
		s = posing.Clamp((float64(b*f)-float64(c*e))/n, 0, 1)
	}
	t := (float64(b*s) + f) / e
	switch {
	case t < 0:
		t, s = 0, posing.Clamp(-c/a, 0, 1)
	case t > 1:
		t, s = 1, posing.Clamp((b-c)/a, 0, 1)
	}
	return p1.AddScaled(s, d1).Sub(p2.AddScaled(t, d2)).Length()
}

// legGap is how far apart the legs of a roaming character stay, in meters: so far that they hardly
// meet in a transition to another moment, or where a foot is locked.
const legGap = 0.04

// legsDepth returns how deep two legs are in each other, with a gap between them in meters, but for
// the thighs, which meet at the hips.
func legsDepth(a, b *[3]capsule, gap float64) float64 {
	deepest := math.Inf(-1)
	for i := range a {
		for k := range b {
			if i+k > 0 {
				deepest = max(deepest, a[i].depth(&b[k])+gap)
			}
		}
	}
	return deepest
}

// hipOf returns where a hip is in a pose of the body.
func hipOf(r *posing.RestPose, on posing.Side, body *posing.BodyPose) exact.Vec3 {
	pelvis := posing.Compose(body.Pelvis.Rotation(), r.Rotation[posing.Hips])
	return r.Position[posing.Hips].Add(body.Hips).Add(posing.Rotate(pelvis, r.Bones[posing.Thigh.On(on)].Offset))
}

// reachOf returns the distance from the hip to where a leg shall have its ankle, over the length of
// the leg.
func reachOf(r *posing.RestPose, on posing.Side, body *posing.BodyPose, l *posing.LegPose) float64 {
	return l.Ankle.Sub(hipOf(r, on, body)).Length() / (posing.ThighLength + posing.ShinLength)
}
