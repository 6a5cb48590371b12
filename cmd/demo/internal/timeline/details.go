package timeline

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/systems/explain"
)

// Details tells, in lines, of the transition that was chosen while it is shown, of the comparison with the
// marked moment, or else of the shown frame.
func (t *Timeline) Details() []string {
	switch {
	case t.message != "":
		return []string{t.message}
	case t.choice != nil:
		return t.choice.lines
	case t.marked != nil:
		return t.comparison()
	}
	r := t.frames[t.shown].row
	if r == nil {
		return nil
	}
	var lines []string
	c := &r.Character
	if c.Control != nil {
		for _, s := range c.Control.States {
			lines = append(lines, "state of "+laneOf(c, s.Layer)+": "+s.State)
		}
	}
	for i := range c.Layers {
		l := &c.Layers[i]
		text := laneOf(c, i) + ": " + playing(l)
		if l.Number > 0 {
			text += ", weight " + short(l.Weight)
		}
		lines = append(lines, text)
	}
	for _, e := range r.Events {
		lines = append(lines, e.String())
	}
	for _, s := range r.joint.Clips {
		name := s.Clip
		if name == "" {
			name = "rest pose"
		}
		lines = append(lines, fmt.Sprintf("%s: %.0f%% of %s", name, 100*float64(s.Share), t.joint))
	}
	for _, f := range c.Findings {
		lines = append(lines, f.Text)
	}
	return lines
}

// choose chooses the transition that began in a frame, and goes there.
func (t *Timeline) choose(index int, layerName string) error {
	if err := t.goTo(index); err != nil {
		return err
	}
	t.choice = &change{seconds: t.Seconds(), layer: layerName}
	r := t.frames[index].row
	if r == nil || r.Character.Control == nil {
		return nil
	}
	before := map[string]explain.Number{}
	if index > 0 && t.frames[index-1].row != nil && t.frames[index-1].row.Character.Control != nil {
		for _, p := range t.frames[index-1].row.Character.Control.Parameters {
			before[p.Name] = p.Value
		}
	}
	for _, s := range r.Character.Control.States {
		if s.Transition == nil || laneOf(&r.Character, s.Layer) != layerName {
			continue
		}
		t.choice.lines = append(t.choice.lines,
			fmt.Sprintf("%.2f s: %s", t.Seconds(), s.Transition.From), "to "+s.Transition.To)
		if len(s.Transition.Conditions) == 0 {
			t.choice.lines = append(t.choice.lines, "without conditions")
		}
		for _, condition := range s.Transition.Conditions {
			t.choice.lines = append(t.choice.lines, "when "+condition+valueIn(condition, r.Character.Control, before))
		}
	}
	return nil
}

// laneOf returns the name of the lanes of a layer, as rewind.Tracks gives it.
func laneOf(c *explain.Character, layer int) string {
	if layer < len(c.Layers) && c.Layers[layer].Name != "" {
		return c.Layers[layer].Name
	}
	return fmt.Sprintf("layer %d", layer)
}

// valueIn tells the value of the parameter that a condition is about, and the value in the frame
// before if it was another.
func valueIn(condition string, c *explain.Control, before map[string]explain.Number) string {
	words := strings.Fields(strings.TrimPrefix(condition, "!"))
	for _, p := range c.Parameters {
		if len(words) == 0 || words[0] != p.Name {
			continue
		}
		if p.Type == "trigger" { // which the transition has taken
			return ": it was set"
		}
		text := ": it is " + short(p.Value)
		if old, ok := before[p.Name]; ok && old != p.Value {
			text += ", was " + short(old)
		}
		return text
	}
	return ""
}
