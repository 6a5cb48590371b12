package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems"
)

// The traces of [NewInertialization]: dots that tell how high a hand was, and that move aside.
const (
	traceDots     = 70
	traceInterval = 1.0 / 30 // seconds from a dot to the next
	traceSpeed    = 0.42     // meters per second
	changeSeconds = 0.35     // that a change of motion takes
)

// NewInertialization returns a scene of three mannequins that change between two clips again and
// again: at once, by crossfade, and by inertialization. The dots beside each trace the height of
// its right hand.
func NewInertialization(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	var traces []*trace
	for i, row := range []struct {
		sign    string
		seconds float64
		options []systems.FadeOption
		color   mgl32.Vec3
	}{
		{"cut", 0, nil, ink},
		{"crossfade", changeSeconds, nil, blue},
		{"inertialization", changeSeconds, []systems.FadeOption{systems.WithInertialization()}, orange},
	} {
		a, err := s.signed(models[i], row.sign, spread(3, 2.2)[i], model.Clip("run"))
		if err != nil {
			return nil, err
		}
		if err := s.animation.EnableInertialization(a.entity); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		a.period = Period / 2
		a.fades = []scheduledFade{
			{0.7, model.Clip("wave"), row.seconds, row.options},
			{1.75, model.Clip("run"), row.seconds, row.options},
		}
		t, err := s.addTrace(a, row.color)
		if err != nil {
			return nil, err
		}
		traces = append(traces, t)
	}
	s.longest = traceInterval
	s.observe = func(seconds float64) error {
		for _, t := range traces {
			if err := t.add(seconds); err != nil {
				return err
			}
		}
		return nil
	}
	s.bounds = union(s.bounds, assets.Box{Min: mgl32.Vec3{-3.4, 0, 0}, Max: mgl32.Vec3{2.9, 1.8, inFront + 0.1}})
	if err := s.addHall(area{half: 3.6}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 8, 0.96
	return s, s.Update(0)
}

// trace is dots at the heights that a hand had, beside a character.
type trace struct {
	scene   *Scene
	of      *character
	dots    *trail
	heights [traceDots]float32 // a ring buffer
	next    int
	waited  float64
}

func (s *Scene) addTrace(of *character, color mgl32.Vec3) (*trace, error) {
	dots, err := s.addTrail(traceDots, 0.014, color)
	t := &trace{scene: s, of: of, dots: dots}
	remember(s, t)
	return t, err
}

// add records the height of the hand when it is time, and moves the dots.
func (t *trace) add(seconds float64) error {
	if t.waited += seconds; t.waited < traceInterval-timeTolerance {
		return nil
	}
	t.waited = 0
	hand, err := t.scene.animation.JointWorld(t.of.entity, "right_hand")
	if err != nil {
		return err
	}
	t.heights[t.next] = hand[13]
	t.next = (t.next + 1) % traceDots
	from := t.scene.transforms.Get(t.of.entity).Matrix.Col(3)
	for age := range traceDots {
		if height := t.heights[(t.next-1-age+2*traceDots)%traceDots]; height > 0 {
			t.dots.drop(mgl32.Vec3{from[0] - 0.35 - traceSpeed*traceInterval*float32(age), height, 0.25})
		}
	}
	return nil
}
