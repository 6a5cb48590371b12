package scene

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
)

// NewMorph returns a scene of mannequins with morph targets, whose weights a clip moves: one target
// each, and all of them in turn.
func NewMorph(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	places := spread(len(figure.Shapes)+1, 1.15)
	for i, x := range places {
		sign, shapes := "all", figure.Shapes
		if i < len(figure.Shapes) {
			sign, shapes = shapes[i].Name, shapes[i:i+1]
		}
		morphing, err := figure.Morphing(library, models[i], shapes, "dance")
		if err != nil {
			return nil, fmt.Errorf("scene: %s: %w", sign, err)
		}
		a, err := s.signed(morphing, sign, x, morphing.Clips[0])
		if err != nil {
			return nil, err
		}
		speed := loopingSpeed(s.library.Clip(morphing.Clips[0]))
		if err := s.animation.Player(a.entity).SetSpeed(float32(speed)); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
	}
	var gauges []gauge
	for _, x := range places[:len(figure.Shapes)] {
		g, err := s.addGauge(x, inFront, 0.8)
		if err != nil {
			return nil, err
		}
		gauges = append(gauges, g)
	}
	weights := func(i int) []float32 { return s.animation.Morphs(s.characters[i].entity) }
	s.observe = func(float64) error {
		for i, g := range gauges {
			if w := weights(i); len(w) > 0 {
				s.show(g, float64(w[0]))
			}
		}
		return nil
	}
	s.report = func() string {
		var text strings.Builder
		text.WriteString("all:")
		for i, w := range weights(len(places) - 1) {
			fmt.Fprintf(&text, "  %s %.0f%%", figure.Shapes[i].Name, math.Abs(100*float64(w)))
		}
		return text.String()
	}
	if err := s.addCourt(area{half: 3.2}); err != nil {
		return nil, err
	}
	s.fit()
	s.yaw, s.pitch, s.distance = 14, 8, 0.94
	return s, s.Update(0)
}
