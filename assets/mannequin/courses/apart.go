package courses

import (
	"math"

	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// inAir is a leg at a frame of a clip.
type inAir struct {
	pose posing.LegPose
	step int     // to which it swings; 0 while it stands
	u    float64 // fraction of the swing
	hip  exact.Vec3
	// slope holds by how many meters the ground rises for each meter along x and z.
	slope exact.Vec3
}

// bell is how much of a detour a leg takes at the fraction u of its swing: from 0 to 1 and back to
// 0, with slope 0 at the ends, where the foot stands.
func bell(u float64) float64 {
	return float64(posing.Smoothstep(0, 0.4, u) * posing.Smoothstep(0, 0.4, 1-u))
}

// detours are the directions, outward and ahead, in which a leg in the air makes way for the other
// one.
var detours = [...]exact.Vec3{
	{1, 0, 0}, {0.8, 0, 0.6}, {0.8, 0, -0.6}, {0, 0, 1}, {0, 0, -1}, {-0.8, 0, 0.6}, {-0.8, 0, -0.6},
}

// mostDetour is the largest detour in meters, and detourCost how bad a meter of it is: a meter by
// which legs are in each other in a frame is 1.
const mostDetour, detourCost = 0.3, 0.01

// keepLegsApart lets legs in the air make way for the other one.
func (r *roamer) keepLegsApart(poses []*posing.BodyPose, legs *[2][]inAir) {
	next := [2]int{}
	for {
		on, from := posing.Left, len(poses)
		for _, side := range posing.BothSides { // the swing that begins first
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
func (r *roamer) makeWay(on posing.Side, poses []*posing.BodyPose, swing []inAir) {
	w := wayfinder{on: on, solved: posing.SolvedPose{RestPose: r.rest}, poses: poses, swing: swing}
	w.other = make([][3]capsule, len(poses))
	w.hips = make([]placedHips, len(poses))
	for k, p := range poses {
		w.solved.Pelvis(p)
		w.hips[k] = placedHips{w.solved.Position[posing.Hips], w.solved.Rotation[posing.Hips]}
		w.solved.Leg(1-on, &p.Legs[1-on], p.Pelvis)
		w.other[k] = legCapsules(&w.solved, 1-on)
	}
	best, least := exact.Vec3{}, w.cost(exact.Vec3{})
	if !(least > 0) {
		return
	}
	for _, d := range detours {
		d[0] = float64(d[0] * on.Sign())
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
		poses[k].Legs[on] = w.leg(k, best)
	}
}

// wayfinder tries detours of a swing.
type wayfinder struct {
	on     posing.Side
	solved posing.SolvedPose
	poses  []*posing.BodyPose
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
func (w *wayfinder) leg(k int, detour exact.Vec3) posing.LegPose {
	f := &w.swing[k]
	l := f.pose
	aside := detour.Scale(bell(f.u))
	l.Ankle = l.Ankle.Add(aside)
	l.Ankle[1] += f.slope.Dot(aside)
	ease(&l, f.hip, f.u)
	l.Within, l.Limited = keepAnkle, aloft(f.u)
	return l
}

// depth returns how deep the legs are in each other at a frame of the swing.
func (w *wayfinder) depth(k int, detour exact.Vec3) float64 {
	l := w.leg(k, detour)
	w.solved.Position[posing.Hips], w.solved.Rotation[posing.Hips] = w.hips[k].position, w.hips[k].rotation
	w.solved.Leg(w.on, &l, w.poses[k].Pelvis)
	own := legCapsules(&w.solved, w.on)
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
func (r *roamer) keepArmsOff(poses []*posing.BodyPose) {
	s := posing.SolvedPose{RestPose: r.rest}
	var outward [2][]float64 // radians
	for _, on := range posing.BothSides {
		outward[on] = make([]float64, len(poses))
	}
	for k, p := range poses {
		s.Trunk(p)
		var legs [2][3]capsule
		for _, on := range posing.BothSides {
			s.Leg(on, &p.Legs[on], p.Pelvis)
			legs[on] = legCapsules(&s, on)
		}
		for _, on := range posing.BothSides {
			arm := p.Arms[on]
			for range 8 {
				s.UpperLimb(on, &arm)
				depth := 0.0
				for i := range armLimbs {
					limb := armLimbs[i].capsule(&s, on)
					for _, of := range posing.BothSides {
						for q := range legs[of] {
							depth = max(depth, limb.depth(&legs[of][q])+armGap)
						}
					}
				}
				if !(depth > 0) {
					break
				}
				arm.Abduct += depth / armReach
			}
			outward[on][k] = arm.Abduct - p.Arms[on].Abduct
		}
	}
	for _, on := range posing.BothSides {
		for k, more := range envelope(outward[on], armsAhead) {
			poses[k].Arms[on].Abduct += more
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
func (r *roamer) keepFeetApart(on posing.Side, s, other *roamingStep) {
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
		direction := posing.Rotate(posing.RotationY(way.heading+way.yaw), exact.Vec3{on.Sign(), 0, 0})
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
func (s *roamingStep) sole(on posing.Side) capsule {
	toeOut := posing.Mix(posing.Degrees(9), posing.Mix(posing.WalkGait.ToeOut, posing.RunGait.ToeOut, s.running),
		s.intensity)
	heading := posing.RotationY(s.heading + float64(on.Sign()*toeOut))
	place := exact.Vec3{s.place[0], 0, s.place[2]}
	return capsule{
		from:   place.Add(posing.Rotate(heading, exact.Vec3{0, 0, -0.025})),
		to:     place.Add(posing.Rotate(heading, exact.Vec3{0, 0, posing.BallForward + 0.03})),
		radius: legLimbs[2].radius,
	}
}

// kneesAhead is within how many frames before and after one a knee turns outward.
const kneesAhead = 3

// mostAcross is how far a thigh leads across the body, as the sine of the angle, before the knee
// turns outward.
const mostAcross = 0.5

// keepKneesOut turns knees outward where a leg leads across the body, smoothly in time.
func (r *roamer) keepKneesOut(poses []*posing.BodyPose, legs *[2][]inAir) {
	s := posing.SolvedPose{RestPose: r.rest}
	var outward [2][]float64 // radians
	for _, on := range posing.BothSides {
		outward[on] = make([]float64, len(poses))
	}
	for k, p := range poses {
		pelvis := s.Pelvis(p)
		for _, on := range posing.BothSides {
			l := p.Legs[on]
			for range 6 {
				s.Leg(on, &l, p.Pelvis)
				if s.LegReach[on] > 0.97 { // the knee is straight
					break
				}
				bone := s.Position[posing.Shin.On(on)].Sub(s.Position[posing.Thigh.On(on)])
				along := posing.Rotate(pelvis.Conjugate(), bone).Scale(1 / posing.ThighLength)
				across := float64(-on.Sign()*along[0]) - mostAcross
				if !(across > 0) {
					break
				}
				l.KneeOut += float64(1.5 * across)
			}
			outward[on][k] = min(l.KneeOut, 0.6)
		}
	}
	for _, on := range posing.BothSides {
		for k, more := range envelope(outward[on], kneesAhead) {
			poses[k].Legs[on].KneeOut += more
			legs[on][k].pose.KneeOut += more
		}
	}
}
