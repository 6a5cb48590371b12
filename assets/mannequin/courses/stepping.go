package courses

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// Stepping returns a clip with the steps of "walk" or "run", selected by gait, for a character that
// moves ahead at a speed in meters a second and turns left by turn radians a second.
//
// As with [Traveling] the root moves over the ground. But Stepping places the feet along the path,
// so that planted feet stay where they are on a curved path too, and the body leans into the curve.
// A speed of 0 steps on the spot. The clip has the markers "left foot" and "right foot".
//
// It returns an error for another gait, for a speed or a turn that is not finite, and for a
// skeleton of another character than the mannequin or its companion.
func Stepping(name string, skeleton *assets.Skeleton, gait string, speed, turn float64) (*assets.Clip, error) {
	var a posing.Animation
	switch gait {
	case posing.Walk.Name:
		a = posing.Walk
	case posing.Run.Name:
		a = posing.Run
	default:
		return nil, fmt.Errorf("courses: clip %q: expected the gait %q or %q, found %q", name, posing.Walk.Name,
			posing.Run.Name, gait)
	}
	if err := checkSkeleton(name, skeleton); err != nil {
		return nil, err
	}
	if !exact.IsFinite(speed) || !exact.IsFinite(turn) {
		return nil, fmt.Errorf("courses: clip %q: expected a finite speed and turn, found %v m/s and %v rad/s",
			name, speed, turn)
	}
	rest := posing.NewRestPose()
	pace := speed / posing.SizeOf(skeleton, rest) // of the mannequin
	g := pathGait{Gait: a.Gait, path: path{pace, turn}, intensity: posing.Clamp(math.Abs(pace)/a.Gait.Speed, 0.3, 1)}
	straight := a.Pose
	a.Pose = func(t float64) *posing.BodyPose {
		p := straight(t)
		g.steer(p, t)
		return p
	}
	clip, err := a.Clip(rest, skeleton)
	if err != nil {
		return nil, err
	}
	return Traveling(name, clip, speed, turn)
}

// pathGait is a gait along a path. Each foot lands beside the path, where the body will pass it,
// and stays there.
type pathGait struct {
	*posing.Gait
	path      path
	intensity float64 // in [0, 1]: scales the lift of the feet and the sway of the body
}

// leg returns the pose of a leg at any phase, relative to the moving root.
func (g *pathGait) leg(on posing.Side, phase float64) posing.LegPose {
	left := float64(on.Sign() * g.Width) // offset of the foot from the path
	onGround := func(phase float64) posing.LegPose {
		untilPassed := g.Landing/g.Speed - float64(phase*g.Seconds)
		position, heading := g.path.beside(untilPassed, left)
		return posing.PlantFoot(on, position, g.ToeOut+float64(on.Sign()*heading), float64(g.Pitch.At(phase)*g.intensity))
	}
	onPath := func(ahead float64) exact.Vec3 {
		position, _ := g.path.beside(ahead/g.Speed, left)
		return position
	}
	damped := func(angle float64) float64 { return float64(angle * g.intensity) }
	sideways := mapKnots(g.Swing.Ahead, func(z float64) float64 { return onPath(z)[0] })
	for i := range sideways { // in the air a foot hangs below the body, which leans, or the legs would cross
		height := posing.Curve(g.Swing.Height).At(sideways[i].Time) - posing.AnkleHeight
		apart := float64(0.5 * on.Sign() * math.Abs(g.lean())) // the path cuts across in front of the other leg
		sideways[i].Value += float64((g.lean() + apart) * height)
	}
	return g.Step(phase, onGround, &posing.SwingKnots{
		Steers:   true,
		Sideways: sideways,
		Ahead:    mapKnots(g.Swing.Ahead, func(z float64) float64 { return onPath(z)[2] }),
		Height: mapKnots(g.Swing.Height, func(y float64) float64 {
			return posing.Mix(posing.AnkleHeight, y,
				g.intensity)
		}),
		Pitch:   mapKnots(g.Swing.Pitch, damped),
		ToeBend: mapKnots(g.Swing.ToeBend, damped),
	})
}

// mapKnots returns knots with changed values and no slopes.
func mapKnots(knots []posing.Knot, value func(float64) float64) []posing.Knot {
	var out []posing.Knot
	for _, k := range knots {
		out = append(out, posing.Knot{Time: k.Time, Value: value(k.Value)})
	}
	return out
}

// lean returns the angle by which the body leans into the curve, to the left, in radians: half of
// what would balance the centrifugal force. The legs make up the other half.
func (g *pathGait) lean() float64 {
	return posing.Clamp(float64(g.path.speed*g.path.turn)/(2*gravity), -0.25, 0.25)
}

// steer changes the pose of the straight gait at a normalized time to one along the path.
func (g *pathGait) steer(p *posing.BodyPose, t float64) {
	relaxed := posing.Standing()
	for _, on := range posing.BothSides {
		p.Legs[on] = g.leg(on, t+posing.SidePhase(on))
		a, b := &p.Arms[on], &relaxed.Arms[on]
		a.Swing, a.Elbow = posing.Mix(b.Swing, a.Swing, g.intensity), posing.Mix(b.Elbow, a.Elbow, g.intensity)
		// The outer arm hangs off the body, which leans away from it.
		a.Abduct += float64(0.5 * max(0, float64(-on.Sign()*g.lean())))
	}
	p.Hips = relaxed.Hips.Lerp(p.Hips, g.intensity)
	p.Pelvis, p.Chest = p.Pelvis.Scale(g.intensity), p.Chest.Scale(g.intensity)
	lean(p, g.lean(), 0)
	look(p, g.path.turn)
}
