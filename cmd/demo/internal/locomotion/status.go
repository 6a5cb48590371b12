package locomotion

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/components"
)

// Status returns a few lines of text: who steers, each layer's weight, state and clips, and the
// last four steps.
func (s *Scene) Status() string {
	var b strings.Builder
	steers := "script"
	switch {
	case s.yielded:
		steers = "panel"
	case s.manual:
		steers = "keys"
	}
	c := &s.steering
	fmt.Fprintf(&b, "%s: speed %.2f  turn %+.2f  wave %s  %s", steers, c.speed, c.turn, onOff(c.wave),
		transitionKind(c.inertialized))
	if scale := s.Animation().Clock().Scale; scale != 1 {
		fmt.Fprintf(&b, "  time x%g", scale)
	}
	if n := len(s.saved.snapshot); n > 0 {
		fmt.Fprintf(&b, "  snapshot of %d bytes", n)
	}
	player := s.Animation().Player(s.entity)
	for i, layer := range s.controller.Graph().Layers() {
		p := player.Layer(i)
		weight := float32(1)
		if l := p.LayerComponent(); l != nil {
			weight = l.Weight
		}
		fmt.Fprintf(&b, "\n%s %3.0f%%: %s", layer.Name, 100*weight, s.controller.State(i))
		s.writeBlend(&b, p.Playback(), p.Blend())
	}
	s.writeOverlays(&b)
	b.WriteString("\nsteps:")
	list := s.Steps()
	for _, step := range list[max(0, len(list)-4):] {
		fmt.Fprintf(&b, " %s", step.Name)
	}
	return b.String()
}

// Showing returns a line about what the scene shows: the state of the body and its clips, with
// their weights in percent.
func (s *Scene) Showing() string {
	_, rest, _ := strings.Cut(s.Status(), "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// writeBlend writes the clips that a layer plays, with their weights in percent.
func (s *Scene) writeBlend(b *strings.Builder, p *components.Playback, fades *components.BlendState) {
	in := 1.0
	if fades != nil && fades.Count > 0 && fades.Duration > 0 {
		in = min(1, fades.Elapsed/fades.Duration)
	}
	separator := " = "
	add := func(name string, weight float64) {
		if weight >= 0.005 {
			fmt.Fprintf(b, "%s%s %.0f%%", separator, name, 100*weight)
			separator = " + "
		}
	}
	each := func(p *components.Playback, weight float64) {
		if motion := s.library.Motion(p.Motion); motion != nil {
			for _, input := range motion.Still(p.Time, p.X, p.Y).Inputs {
				add(s.library.Clip(input.Clip).Name(), weight*float64(input.Weight))
			}
		}
	}
	each(p, in)
	if in < 1 {
		for i := range fades.Fading[:fades.Count] {
			each(&fades.Fading[i], (1-in)*float64(fades.Weights[i]))
		}
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func transitionKind(inertial bool) string {
	if inertial {
		return "inertialization"
	}
	return "crossfades"
}
