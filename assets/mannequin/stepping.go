package mannequin

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/exact"
)

// Stepping returns a clip with the steps of "walk" or "run", selected by gait, for a character that
// moves ahead at a speed in meters a second and turns left by turn radians a second.
//
// As with [Traveling] the root moves over the ground. But Stepping places the feet along the path,
// so that planted feet stay where they are on a curved path too, and the body leans into the curve.
// A speed of 0 steps on the spot. The clip has the markers [LeftFoot] and [RightFoot].
//
// It returns an error for another gait, for a speed or a turn that is not finite, and for a
// skeleton of another character than the mannequin or its companion.
func Stepping(name string, skeleton *assets.Skeleton, gait string, speed, turn float64) (*assets.Clip, error) {
	var a animation
	switch gait {
	case walk.name:
		a = walk
	case run.name:
		a = run
	default:
		return nil, fmt.Errorf("mannequin: clip %q: expected the gait %q or %q, found %q", name, walk.name,
			run.name, gait)
	}
	if err := checkSkeleton(name, skeleton); err != nil {
		return nil, err
	}
	if !exact.IsFinite(speed) || !exact.IsFinite(turn) {
		return nil, fmt.Errorf("mannequin: clip %q: expected a finite speed and turn, found %v m/s and %v rad/s",
			name, speed, turn)
	}
	rest := newRestPose()
	pace := speed / sizeOf(skeleton, rest) // of the mannequin
	g := pathGait{gait: a.gait, path: path{pace, turn}, intensity: clamp(math.Abs(pace)/a.gait.speed, 0.3, 1)}
	straight := a.pose
	a.pose = func(t float64) *bodyPose {
		p := straight(t)
		g.steer(p, t)
		return p
	}
	clip, err := a.clip(rest, skeleton)
	if err != nil {
		return nil, err
	}
	return Traveling(name, clip, speed, turn)
}

// pathGait is a gait along a path. Each foot lands beside the path, where the body will pass it,
// and stays there.
type pathGait struct {
	*gait
	path      path
	intensity float64 // in [0, 1]: scales the lift of the feet and the sway of the body
}

// leg returns the pose of a leg at any phase, relative to the moving root.
func (g *pathGait) leg(on side, phase float64) legPose {
	left := float64(on.sign() * g.width) // offset of the foot from the path
	onGround := func(phase float64) legPose {
		untilPassed := g.landing/g.speed - float64(phase*g.seconds)
		position, heading := g.path.beside(untilPassed, left)
		return plantFoot(on, position, g.toeOut+float64(on.sign()*heading), float64(g.pitch.at(phase)*g.intensity))
	}
	onPath := func(ahead float64) exact.Vec3 {
		position, _ := g.path.beside(ahead/g.speed, left)
		return position
	}
	damped := func(angle float64) float64 { return float64(angle * g.intensity) }
	sideways := mapKnots(g.swing.ahead, func(z float64) float64 { return onPath(z)[0] })
	for i := range sideways { // in the air a foot hangs below the body, which leans, or the legs would cross
		height := curve(g.swing.height).at(sideways[i].time) - ankleHeight
		apart := float64(0.5 * on.sign() * math.Abs(g.lean())) // the path cuts across in front of the other leg
		sideways[i].value += float64((g.lean() + apart) * height)
	}
	return g.step(phase, onGround, &swingKnots{
		steers:   true,
		sideways: sideways,
		ahead:    mapKnots(g.swing.ahead, func(z float64) float64 { return onPath(z)[2] }),
		height:   mapKnots(g.swing.height, func(y float64) float64 { return mix(ankleHeight, y, g.intensity) }),
		pitch:    mapKnots(g.swing.pitch, damped),
		toeBend:  mapKnots(g.swing.toeBend, damped),
	})
}

// mapKnots returns knots with changed values and no slopes.
func mapKnots(knots []knot, value func(float64) float64) []knot {
	var out []knot
	for _, k := range knots {
		out = append(out, knot{time: k.time, value: value(k.value)})
	}
	return out
}

// lean returns the angle by which the body leans into the curve, to the left, in radians: half of
// what would balance the centrifugal force. The legs make up the other half.
func (g *pathGait) lean() float64 {
	return clamp(float64(g.path.speed*g.path.turn)/(2*gravity), -0.25, 0.25)
}

// steer changes the pose of the straight gait at a normalized time to one along the path.
func (g *pathGait) steer(p *bodyPose, t float64) {
	relaxed := standing()
	for _, on := range bothSides {
		p.legs[on] = g.leg(on, t+sidePhase(on))
		a, b := &p.arms[on], &relaxed.arms[on]
		a.swing, a.elbow = mix(b.swing, a.swing, g.intensity), mix(b.elbow, a.elbow, g.intensity)
		// The outer arm hangs off the body, which leans away from it.
		a.abduct += float64(0.5 * max(0, float64(-on.sign()*g.lean())))
	}
	p.hips = relaxed.hips.Lerp(p.hips, g.intensity)
	p.pelvis, p.chest = p.pelvis.scale(g.intensity), p.chest.scale(g.intensity)
	p.lean(g.lean(), 0)
	p.look(g.path.turn)
}
