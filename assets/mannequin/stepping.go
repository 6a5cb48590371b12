package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
)

// Stepping returns a clip of steps like those of the clip "walk" or "run", for a character that goes ahead at a speed in meters a second
// and turns left by an angle in radians a second. As with [Traveling] the root moves over the ground; but here the steps are made for the way, so that planted feet
// stay where they are in a bow too, and the body leans into it. A speed of 0 steps on the spot. The markers are those of the clip.
//
// The error is that of a name that is neither, of numbers that are not finite, or of another character's skeleton.
func Stepping(name string, skeleton *assets.Skeleton, like string, speed, turn float64) (*assets.Clip, error) {
	m := walk
	switch {
	case like == run.name:
		m = run
	case like != walk.name:
		return nil, fmt.Errorf("mannequin: there are no steps like %q, only like %q and %q", like, walk.name, run.name)
	case skeleton == nil || skeleton.Len() != jointCount:
		return nil, fmt.Errorf("mannequin: the skeleton is not the mannequin's")
	}
	if far := math.Abs(speed) + math.Abs(turn); !(far < math.Inf(1)) {
		return nil, fmt.Errorf("mannequin: steps at %v m/s with a turn of %v radians a second cannot be made", speed, turn)
	}
	s := strides{gait: m.gait, way: way{speed, turn}, vigour: clamp(math.Abs(speed)/m.speed, 0.3, 1)}
	upright := m.pose
	m.pose = func(t float64) *stance { return s.lead(upright(t), t) }
	clip, err := m.clip(newFigure(), skeleton)
	if err != nil {
		return nil, err
	}
	return Traveling(name, clip, speed, turn)
}

// way is a straight line or an arc over the ground: meters a second ahead, radians a second to the left.
type way struct{ speed, turn float64 }

// after returns the place and the heading that the way leads to in so many seconds.
func (w way) after(seconds float64) (place exact.Vec3, heading float64) {
	heading = float64(w.turn * seconds)
	return rotate(rotationY(heading/2), exact.Vec3{0, 0, float64(float64(w.speed*seconds) * chord(heading))}), heading
}

// beside returns the place at a distance to the left of the way, and the heading there.
func (w way) beside(seconds, left float64) (exact.Vec3, float64) {
	place, heading := w.after(seconds)
	return place.Add(rotate(rotationY(heading), exact.Vec3{left, 0, 0})), heading
}

// strides is a gait along a way. A foot is put down beside the way where its body will pass it, and so stays there.
type strides struct {
	*gait
	way    way
	vigour float64 // part of the gait's own lift and sway
}

// grounded returns the foot's stance at a phase up to the duty.
func (s *strides) grounded(on side, phase float64) legStance {
	until := s.landing/s.speed - float64(phase*s.seconds)
	spot, heading := s.way.beside(until, float64(on.sign()*s.width))
	return plant(on, spot, s.out+float64(on.sign()*heading), float64(s.rise.at(phase)*s.vigour))
}

// foot returns the foot's stance at any phase.
func (s *strides) foot(on side, phase float64) legStance {
	phase = cycle(phase)
	if phase <= s.duty {
		return s.grounded(on, phase)
	}
	const h = 1e-3 // of the phase
	off, offLater := s.grounded(on, s.duty-h), s.grounded(on, s.duty)
	down, downLater := s.grounded(on, 0), s.grounded(on, h)
	free := 1 - s.duty
	at := func(value func(*legStance) float64, between []knot, change func(float64) float64) float64 {
		start, end := value(&offLater), value(&down)
		c := curve{{at: 0, value: start, slope: float64(free*(start-value(&off))) / h, steep: true}}
		for _, k := range between {
			c = append(c, knot{at: k.at, value: change(k.value)})
		}
		c = append(c, knot{at: 1, value: end, slope: float64(free*(value(&downLater)-end)) / h, steep: true})
		return c.at((phase - s.duty) / free)
	}
	bent := func(ahead float64) exact.Vec3 {
		place, _ := s.way.beside(ahead/s.speed, float64(on.sign()*s.width))
		return place
	}
	less := func(angle float64) float64 { return float64(angle * s.vigour) }
	return legStance{
		ankle: exact.Vec3{
			at(func(l *legStance) float64 { return l.ankle[0] }, s.swing.ahead, func(z float64) float64 { return bent(z)[0] }),
			at(func(l *legStance) float64 { return l.ankle[1] }, s.swing.height, func(y float64) float64 { return mix(ankleHeight, y, s.vigour) }),
			at(func(l *legStance) float64 { return l.ankle[2] }, s.swing.ahead, func(z float64) float64 { return bent(z)[2] }),
		},
		out:  at(func(l *legStance) float64 { return l.out }, nil, nil),
		rise: at(func(l *legStance) float64 { return l.rise }, s.swing.rise, less),
		toes: at(func(l *legStance) float64 { return l.toes }, s.swing.toes, less),
	}
}

// lead turns the stance of the straight gait into one along the way.
func (s *strides) lead(in *stance, t float64) *stance {
	const gravity, body = 9.81, 0.85 // meters a second squared, meters from the ground to what leans
	for _, on := range [2]side{left, right} {
		in.legs[on] = s.foot(on, t+half(on))
		a, rest := &in.arms[on], &standing().arms[on]
		a.swing, a.elbow = mix(rest.swing, a.swing, s.vigour), mix(rest.elbow, a.elbow, s.vigour)
	}
	calm := standing().hips
	in.hips = calm.Lerp(in.hips, s.vigour)
	in.pelvis, in.chest = in.pelvis.scale(s.vigour), in.chest.scale(s.vigour)
	// Half of what would balance the pull outward: the rest is in the legs.
	lean := clamp(float64(s.way.speed*s.way.turn)/(2*gravity), -0.25, 0.25)
	in.hips = in.hips.Add(exact.Vec3{float64(body * lean), float64(-body * float64(lean*lean)), 0})
	in.pelvis.lean -= lean
	in.gaze.lean -= float64(0.4 * lean)
	look := clamp(s.way.turn, -1.5, 1.5)
	in.chest.turn += float64(0.12 * look)
	in.gaze.turn += float64(0.3 * look)
	return in
}
