package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// limb is a capsule about a part of a limb: its axis in the frame of a joint of the left side, and
// its radius, in meters. A joint of the right side has the mirror image.
type limb struct {
	of       joint
	from, to exact.Vec3
	radius   float64
}

// legLimbs are the capsules of a leg, from the hip down, and armLimbs those of the part of an arm
// that comes near the legs.
var (
	legLimbs = [3]limb{
		{thigh, exact.Vec3{0, 0.068, 0}, exact.Vec3{0, 0.345, 0}, 0.076},
		{shin, exact.Vec3{0, 0.051, -0.010}, exact.Vec3{0, 0.320, -0.010}, 0.049},
		{foot, exact.Vec3{-0.001, -0.004, -0.025}, exact.Vec3{0.005, 0.149, 0.008}, 0.044},
	}
	armLimbs = [2]limb{
		{forearm, exact.Vec3{-0.002, 0.034, 0.002}, exact.Vec3{-0.002, 0.193, 0.002}, 0.040},
		{hand, exact.Vec3{0.012, 0.149, 0.007}, exact.Vec3{0.013, 0.027, 0.022}, 0.034},
	}
)

// capsule is where a limb is in a pose, in model space.
type capsule struct {
	from, to exact.Vec3
	radius   float64
}

// limb returns where a limb of a side is.
func (s *solvedPose) limb(on side, l *limb) capsule {
	j, from, to := l.of.on(on), l.from, l.to
	if on == right {
		from, to = mirroredPoint(from), mirroredPoint(to)
	}
	return capsule{
		from:   s.position[j].Add(rotate(s.rotation[j], from)),
		to:     s.position[j].Add(rotate(s.rotation[j], to)),
		radius: l.radius,
	}
}

// legCapsules returns where the limbs of a leg are.
func (s *solvedPose) legCapsules(on side) (list [3]capsule) {
	for i := range legLimbs {
		list[i] = s.limb(on, &legLimbs[i])
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
		s = clamp((float64(b*f)-float64(c*e))/n, 0, 1)
	}
	t := (float64(b*s) + f) / e
	switch {
	case t < 0:
		t, s = 0, clamp(-c/a, 0, 1)
	case t > 1:
		t, s = 1, clamp((b-c)/a, 0, 1)
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

// inAir is a leg at a frame of a clip.
type inAir struct {
	pose legPose
	step int     // to which it swings; 0 while it stands
	u    float64 // fraction of the swing
	hip  exact.Vec3
	// slope holds by how many meters the ground rises for each meter along x and z.
	slope exact.Vec3
}

// bell is how much of a detour a leg takes at the fraction u of its swing: from 0 to 1 and back to
// 0, with slope 0 at the ends, where the foot stands.
func bell(u float64) float64 { return float64(smoothstep(0, 0.4, u) * smoothstep(0, 0.4, 1-u)) }

// detours are the directions, outward and ahead, in which a leg in the air makes way for the other
// one.
var detours = [...]exact.Vec3{
	{1, 0, 0}, {0.8, 0, 0.6}, {0.8, 0, -0.6}, {0, 0, 1}, {0, 0, -1}, {-0.8, 0, 0.6}, {-0.8, 0, -0.6},
}

// mostDetour is the largest detour in meters, and detourCost how bad a meter of it is: a meter by
// which legs are in each other in a frame is 1.
const mostDetour, detourCost = 0.3, 0.01

// keepLegsApart lets legs in the air make way for the other one.
func (r *roamer) keepLegsApart(poses []*bodyPose, legs *[2][]inAir) {
	next := [2]int{}
	for {
		on, from := left, len(poses)
		for _, side := range bothSides { // the swing that begins first
			k := next[side]
			for k < len(poses) && legs[side][k].step == 0 {
				k++
			}
			next[side] = k
			if k < from {
				on, from = side, k
			}
		}
		if from == len(poses) {
			return
		}
		to := from
		for to < len(poses) && legs[on][to].step == legs[on][from].step {
			to++
		}
		next[on] = to
		r.makeWay(on, poses[from:to], legs[on][from:to])
	}
}

// makeWay finds the smallest detour of a swing of a leg on which it does not touch the other leg.
func (r *roamer) makeWay(on side, poses []*bodyPose, swing []inAir) {
	w := wayfinder{on: on, solved: solvedPose{restPose: r.rest}, poses: poses, swing: swing}
	w.other = make([][3]capsule, len(poses))
	w.hips = make([]placedHips, len(poses))
	for k, p := range poses {
		w.solved.pelvis(p)
		w.hips[k] = placedHips{w.solved.position[hips], w.solved.rotation[hips]}
		w.solved.leg(1-on, &p.legs[1-on], p.pelvis)
		w.other[k] = w.solved.legCapsules(1 - on)
	}
	best, least := exact.Vec3{}, w.cost(exact.Vec3{})
	if !(least > 0) {
		return
	}
	for _, d := range detours {
		d[0] = float64(d[0] * on.sign())
		size := 0.0
		for range 6 {
			more := w.missing(d.Scale(size))
			size += more
			if !(more > 0) || size > mostDetour || float64(detourCost*size) >= least {
				break
			}
		}
		if size = min(size, mostDetour); float64(detourCost*size) >= least {
			continue // even without touching it would be worse
		}
		if cost := w.cost(d.Scale(size)); cost < least {
			best, least = d.Scale(size), cost
		}
	}
	for k := range poses {
		poses[k].legs[on] = w.leg(k, best)
	}
}

// wayfinder tries detours of a swing.
type wayfinder struct {
	on     side
	solved solvedPose
	poses  []*bodyPose
	swing  []inAir
	hips   []placedHips
	other  [][3]capsule // of the other leg
}

// placedHips is where the joint of the hips is, in model space.
type placedHips struct {
	position exact.Vec3
	rotation exact.Quat
}

// leg returns the pose of the leg at a frame of the swing, on a detour.
func (w *wayfinder) leg(k int, detour exact.Vec3) legPose {
	f := &w.swing[k]
	l := f.pose
	aside := detour.Scale(bell(f.u))
	l.ankle = l.ankle.Add(aside)
	l.ankle[1] += f.slope.Dot(aside)
	l.ease(f.hip, f.u)
	l.within, l.limited = keepAnkle, aloft(f.u)
	return l
}

// depth returns how deep the legs are in each other at a frame of the swing.
func (w *wayfinder) depth(k int, detour exact.Vec3) float64 {
	l := w.leg(k, detour)
	w.solved.position[hips], w.solved.rotation[hips] = w.hips[k].position, w.hips[k].rotation
	w.solved.leg(w.on, &l, w.poses[k].pelvis)
	own := w.solved.legCapsules(w.on)
	return legsDepth(&own, &w.other[k], legGap)
}

// missing returns by how much longer a detour must be for the legs not to touch, about.
func (w *wayfinder) missing(detour exact.Vec3) (more float64) {
	for k := range w.swing {
		if b := bell(w.swing[k].u); b > 0.1 {
			more = max(more, w.depth(k, detour)/b)
		}
	}
	return more
}

// cost returns how bad a swing is: by how much the legs touch, and how long the detour is.
func (w *wayfinder) cost(detour exact.Vec3) (cost float64) {
	for k := range w.swing {
		cost += max(0, w.depth(k, detour))
	}
	return cost + float64(detourCost*detour.Length())
}

// armGap is how far the arms of a roaming character stay from its legs, in meters, and armReach how
// long an arm is that turns away from them.
const armGap, armReach = 0.04, 0.45

// armsAhead is within how many frames before and after one an arm makes way.
const armsAhead = 6

// keepArmsOff lets arms that would touch a leg turn outward, smoothly in time.
func (r *roamer) keepArmsOff(poses []*bodyPose) {
	s := solvedPose{restPose: r.rest}
	var outward [2][]float64 // radians
	for _, on := range bothSides {
		outward[on] = make([]float64, len(poses))
	}
	for k, p := range poses {
		s.trunk(p)
		var legs [2][3]capsule
		for _, on := range bothSides {
			s.leg(on, &p.legs[on], p.pelvis)
			legs[on] = s.legCapsules(on)
		}
		for _, on := range bothSides {
			arm := p.arms[on]
			for range 8 {
				s.upperLimb(on, &arm)
				depth := 0.0
				for i := range armLimbs {
					limb := s.limb(on, &armLimbs[i])
					for _, of := range bothSides {
						for q := range legs[of] {
							depth = max(depth, limb.depth(&legs[of][q])+armGap)
						}
					}
				}
				if !(depth > 0) {
					break
				}
				arm.abduct += depth / armReach
			}
			outward[on][k] = arm.abduct - p.arms[on].abduct
		}
	}
	for _, on := range bothSides {
		for k, more := range envelope(outward[on], armsAhead) {
			poses[k].arms[on].abduct += more
		}
	}
}

// envelope returns a smooth curve through frames that is nowhere below values: the mean, with
// weights, of the largest ones near by. Frames before the first one and after the last one are like
// those.
func envelope(values []float64, reach int) []float64 {
	largest, out := make([]float64, len(values)), make([]float64, len(values))
	for k := range values {
		for i := max(0, k-reach); i <= min(k+reach, len(values)-1); i++ {
			largest[k] = max(largest[k], values[i])
		}
	}
	for k := range values {
		sum, total := 0.0, 0.0
		for i := -reach; i <= reach; i++ {
			weight := bell(0.5 + float64(i)/float64(2*(reach+1)))
			sum += float64(weight * largest[min(max(k+i, 0), len(values)-1)])
			total += weight
		}
		out[k] = sum / total
	}
	return out
}

// keepFeetApart moves a step outward so that the foot does not stand on the other one, which came
// down before and may still stand.
func (r *roamer) keepFeetApart(on side, s, other *roamingStep) {
	if other.lift+airborne < s.land {
		return
	}
	others := other.sole(1 - on)
	best, least := s.place, math.Inf(1)
	for _, way := range [...]struct{ yaw, heading, cost float64 }{
		{0, float64(0.5 * (s.heading + other.heading)), 0.6},
		{0, s.heading, 1},
		{0.25 * math.Pi, s.heading, 1},
		{-0.25 * math.Pi, s.heading, 1},
	} {
		direction := rotate(rotationY(way.heading+way.yaw), exact.Vec3{on.sign(), 0, 0})
		moved := 0.0
		for range 8 {
			own := s.sole(on)
			own.from, own.to = own.from.AddScaled(moved, direction), own.to.AddScaled(moved, direction)
			depth := own.depth(&others) + footGap
			if !(depth > 0) {
				break
			}
			moved += depth
		}
		if cost := float64(way.cost * moved); cost < least {
			best, least = s.place.AddScaled(moved, direction), cost
			best[1] += float64(moved * (float64(s.slope[0]*direction[0]) + float64(s.slope[1]*direction[2])))
		}
	}
	s.place = best
}

// footGap is how far feet that stand are apart in meters, and airborne for how many seconds a foot
// must have left its place before the other one comes down there.
const footGap, airborne = 0.05, 0.1

// sole returns the capsule of a foot that stands in a step, from above.
func (s *roamingStep) sole(on side) capsule {
	toeOut := mix(degrees(9), mix(walkGait.toeOut, runGait.toeOut, s.running), s.intensity)
	heading := rotationY(s.heading + float64(on.sign()*toeOut))
	place := exact.Vec3{s.place[0], 0, s.place[2]}
	return capsule{
		from:   place.Add(rotate(heading, exact.Vec3{0, 0, -0.025})),
		to:     place.Add(rotate(heading, exact.Vec3{0, 0, ballForward + 0.03})),
		radius: legLimbs[2].radius,
	}
}

// The ranges of an ankle from its rest pose, in radians: how far the toes bend up and down, and how
// far the foot turns about itself, and in the third way.
const (
	ankleUp, ankleDown      = 0.72, 0.98
	ankleTwist, ankleAcross = 0.62, 0.62
)

// keepAnkle keeps a foot within the range of its ankle, as far as [legPose.limited] tells. A foot
// whose toes cannot come up so far rises instead, and its knee bends more.
func keepAnkle(s *solvedPose, on side, l *legPose, pelvis yawPitchRoll) {
	if !(l.limited > 0) {
		return
	}
	low, ankle := s.toesBelow(on, s.rotation[foot.on(on)]), l.ankle
	for range 3 {
		s.setFoot(on, l, s.withinAnkle(on, s.footRotation(on, l), l.limited))
		lower := s.toesBelow(on, s.rotation[foot.on(on)]) - low
		if !(lower > 0) {
			return
		}
		ankle[1] = l.ankle[1] + lower
		s.setLeg(on, l, ankle, pelvis)
	}
	s.setFoot(on, l, s.withinAnkle(on, s.footRotation(on, l), l.limited))
}

// toesBelow returns how far the toes of a foot with a rotation in model space reach below its
// ankle: the lower one of the ball of the foot and the tip of the toes, each with the height it has
// on the ground.
func (s *solvedPose) toesBelow(on side, rotation exact.Quat) float64 {
	ball := rotate(rotation, s.bones[toe.on(on)].offset)
	tip := ball.Add(rotate(s.rotation[toe.on(on)], exact.Vec3{0, toeLength, 0}))
	return max(ballHeight-ball[1], toeHeight-tip[1])
}

// withinAnkle returns the rotation of a foot that shall have a rotation, in model space, but keeps
// within the range of its ankle by a fraction u from 0 to 1. The shin must be set.
func (s *solvedPose) withinAnkle(on side, rotation exact.Quat, u float64) exact.Quat {
	above, rest := s.rotation[shin.on(on)], s.bones[foot.on(on)].rotation
	turn := compose(rest.Conjugate(), above.Conjugate(), rotation)
	bend := halfTurn(turn[0], turn[3])
	left := compose(rotationX(-bend), turn)
	twist := halfTurn(left[1], left[3])
	left = compose(rotationY(-twist), left)
	if left[3] < 0 {
		left = exact.Quat{-left[0], -left[1], -left[2], -left[3]}
	}
	across := float64(2 * exact.Atan2(exact.Vec3{left[0], left[1], left[2]}.Length(), left[3]))
	easedBend, easedTwist := eased(bend, -ankleDown, ankleUp), eased(twist, -ankleTwist, ankleTwist)
	easedAcross := eased(across, -ankleAcross, ankleAcross)
	if easedBend == bend && easedTwist == twist && easedAcross == across {
		return rotation
	}
	if across > 0 {
		left = partialRotation(left, easedAcross/across)
	}
	return slerp(rotation, compose(above, rest, rotationX(easedBend), rotationY(easedTwist), left), u)
}

// halfTurn returns the angle in radians, in (-π, π], for numbers proportional to the sine and the
// cosine of its half.
func halfTurn(sin, cos float64) float64 { return twistAngle(exact.Quat{0, sin, 0, cos}) }

// eased returns an angle that approaches the ends of a range but does not reach them: within most
// of the range it is the same.
func eased(angle, least, most float64) float64 {
	const easy = 0.75 // of the range
	switch {
	case angle > float64(easy*most):
		room := float64((1 - easy) * most)
		beyond := (angle - float64(easy*most)) / room
		return float64(easy*most) + float64(room*beyond)/(1+beyond)
	case angle < float64(easy*least):
		return -eased(-angle, -most, -least)
	}
	return angle
}

// kneesAhead is within how many frames before and after one a knee turns outward.
const kneesAhead = 3

// mostAcross is how far a thigh leads across the body, as the sine of the angle, before the knee
// turns outward.
const mostAcross = 0.5

// keepKneesOut turns knees outward where a leg leads across the body, smoothly in time.
func (r *roamer) keepKneesOut(poses []*bodyPose, legs *[2][]inAir) {
	s := solvedPose{restPose: r.rest}
	var outward [2][]float64 // radians
	for _, on := range bothSides {
		outward[on] = make([]float64, len(poses))
	}
	for k, p := range poses {
		pelvis := s.pelvis(p)
		for _, on := range bothSides {
			l := p.legs[on]
			for range 6 {
				s.leg(on, &l, p.pelvis)
				if s.legReach[on] > 0.97 { // the knee is straight
					break
				}
				bone := s.position[shin.on(on)].Sub(s.position[thigh.on(on)])
				along := rotate(pelvis.Conjugate(), bone).Scale(1 / thighLength)
				across := float64(-on.sign()*along[0]) - mostAcross
				if !(across > 0) {
					break
				}
				l.kneeOut += float64(1.5 * across)
			}
			outward[on][k] = min(l.kneeOut, 0.6)
		}
	}
	for _, on := range bothSides {
		for k, more := range envelope(outward[on], kneesAhead) {
			poses[k].legs[on].kneeOut += more
			legs[on][k].pose.kneeOut += more
		}
	}
}
