package workbench

import "math"

// The limits of the sliders.
const (
	maxStops       = 4
	leastSunHeight = 5
)

// addLight adds what the user changes of the light, unless the window or page has none to choose.
func (p *Panel) addLight(s *section) {
	l := &p.Light
	if len(l.Surroundings) == 0 {
		return
	}
	s.choice("surroundings", l.Surroundings, l.Environment, func(i int) error {
		l.Environment = i
		return nil
	})
	s.toggle("show them", l.ShowEnvironment, func(on bool) error {
		l.ShowEnvironment = on
		return nil
	})
	s.slider("exposure", l.Stops, -maxStops, maxStops, "x"+number(math.Exp2(l.Stops), 2), func(x float64) error {
		l.Stops = x
		return nil
	}).Step = 0.25
	s.slider("sun around", l.Yaw, -180, 180, number(l.Yaw, 0)+"°", func(x float64) error {
		l.Yaw, l.Turned = x, true
		return nil
	})
	s.slider("sun height", l.Height, leastSunHeight, 90, number(l.Height, 0)+"°", func(x float64) error {
		l.Height, l.Turned = x, true
		return nil
	})
	s.slider("occlusion", l.Occlusion, 0, 1, decimal(l.Occlusion, 2), func(x float64) error {
		l.Occlusion = x
		return nil
	})
	s.choice("shadow maps", []string{"as usual", "1", "2", "3"}, l.Cascades, func(i int) error {
		l.Cascades = i
		return nil
	})
	if l.Turned { // after the others, so that none of them moves when it comes
		s.button("sun as at first", func() error {
			l.Turned = false
			return nil
		})
	}
}
