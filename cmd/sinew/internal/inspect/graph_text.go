package inspect

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

// WriteGraph prints the state machines of a graph as tables of parameters, layers, states and
// transitions.
func WriteGraph(w io.Writer, g *graph.Graph, file string) error {
	p := printer{w: w}
	p.line("%s  %s", text.Printable(file), text.Printable(g.Name()))
	p.line("  %s, %s, %s, %s", text.Count(len(g.Parameters()), "parameter"), text.Count(len(g.Layers()), "layer"),
		text.Count(len(g.States()), "state"),
		text.Count(len(g.AuthoredTransitions()), "transition"))
	switch {
	case g.Unresolved():
		p.line("  without a model, the names of clips, blend spaces, masks and curves are not resolved")
	case g.Skeleton() != nil:
		p.line("  animates the skeleton %s", text.Printable(orNoName(g.Skeleton().Name())))
	}
	p.table("Parameters", parameterHeader, len(g.Parameters()), func(i int) []string {
		return parameterRow(i, &g.Parameters()[i])
	})
	masks, spaces := g.DefinedMasks(), g.DefinedBlendSpaces()
	p.table("Masks of the graph", maskHeader, len(masks), func(i int) []string { return maskRow(i, &masks[i]) })
	p.table("Blend spaces of the graph", blendSpaceHeader, len(spaces), func(i int) []string {
		return blendSpaceRow(i, &spaces[i])
	})
	p.table("Layers", layerHeader, len(g.Layers()), func(i int) []string { return layerRow(g, i) })
	p.table("States", stateHeader, len(g.States()), func(i int) []string { return stateRow(g, i) })
	p.table("Transitions", transitionHeader, len(g.AuthoredTransitions()), func(i int) []string {
		return transitionRow(g, &g.AuthoredTransitions()[i])
	})
	return p.err
}

var (
	parameterHeader  = []string{">#", "name", "type", ">default"}
	maskHeader       = []string{">#", "name", "weights", ">joints"}
	blendSpaceHeader = []string{">#", "name", "method", "in phase by", "samples"}
	layerHeader      = []string{">#", "name", "mode", ">weight", "mask", "begins in", ">states"}
	stateHeader      = []string{">#", "layer", "state", "plays", "end", ">speed", ">duration", "tag", "events"}
	transitionHeader = []string{"layer", "from", "to", "when", ">after", ">fade", ">offset", "curve", "more"}
)

func parameterRow(i int, p *graph.Parameter) []string {
	var initial string
	switch p.Type {
	case graph.FloatParameter:
		initial = fmt.Sprint(math.Float32frombits(p.Default))
	case graph.IntParameter:
		initial = fmt.Sprint(int32(p.Default))
	case graph.BoolParameter:
		initial = fmt.Sprint(p.Default != 0)
	}
	return []string{fmt.Sprint(i), p.Name, p.Type.String(), initial}
}

func maskRow(i int, m *graph.DefinedMask) []string {
	joints := ""
	if m.Mask != nil {
		n := 0
		for _, weight := range m.Mask.Rows() {
			if weight != 0 {
				n++
			}
		}
		joints = fmt.Sprint(n)
	}
	return []string{fmt.Sprint(i), m.Name, strings.Join(m.Steps, ", "), joints}
}

func blendSpaceRow(i int, s *graph.DefinedBlendSpace) []string {
	phase := "time"
	switch {
	case s.AlignStarts:
		phase = "starts"
	case s.SyncByMarkers && len(s.MarkerNames) == 0:
		phase = "all markers"
	case s.SyncByMarkers:
		phase = strings.Join(s.MarkerNames, ", ")
	}
	return []string{fmt.Sprint(i), s.Name, s.Method.String(), phase, strings.Join(s.Samples, ", ")}
}

func layerRow(g *graph.Graph, i int) []string {
	l := &g.Layers()[i]
	return []string{
		fmt.Sprint(i), l.Name, l.Mode.String(), fmt.Sprint(l.Weight), g.MaskName(i), g.Path(int(l.Entry)),
		fmt.Sprint(l.End - l.First),
	}
}

func stateRow(g *graph.Graph, i int) []string {
	s := &g.States()[i]
	duration := ""
	if s.Duration > 0 {
		duration = text.Seconds(s.Duration)
	}
	end := ""
	if name, _ := g.MotionName(i); name != "" {
		end = s.PlayMode.String()
		if s.LoopLimit > 0 {
			end += fmt.Sprintf(" ×%d", s.LoopLimit)
		}
		if seconds, ok := g.FadeOut(s); ok {
			end += ", fades out in " + text.Seconds(seconds)
		}
	}
	var events []string
	if s.EnterEvent != 0 {
		events = append(events, "enter "+g.Text(s.EnterEvent))
	}
	if s.ExitEvent != 0 {
		events = append(events, "exit "+g.Text(s.ExitEvent))
	}
	return []string{
		fmt.Sprint(i), g.Layers()[s.Layer].Name, g.Path(i), stateContent(g, i), end, speed(g, s), duration,
		g.Text(s.Tag), strings.Join(events, ", "),
	}
}

// stateContent returns the name of a state's motion, with the parameters that are its coordinates.
func stateContent(g *graph.Graph, i int) string {
	name, _ := g.MotionName(i)
	s := &g.States()[i]
	switch {
	case name == "":
		return "rest pose"
	case s.XParameter < 0:
		return name
	}
	var axes []string
	for _, parameter := range []int8{s.XParameter, s.YParameter} {
		if parameter >= 0 {
			axes = append(axes, g.Parameters()[parameter].Name)
		}
	}
	return name + " by " + strings.Join(axes, ", ")
}

func speed(g *graph.Graph, s *graph.LeafState) string {
	out := fmt.Sprint(s.Speed)
	if s.SpeedParameter >= 0 {
		out += " × " + g.Parameters()[s.SpeedParameter].Name
	}
	return out
}

func transitionRow(g *graph.Graph, link *graph.AuthoredTransition) []string {
	t := &link.Transition
	from := link.From
	if link.AnyState {
		from = strings.TrimSpace(link.From + " (any)")
	}
	offset := ""
	if t.Offset != 0 {
		offset = fmt.Sprint(t.Offset)
	}
	return []string{
		g.Layers()[link.Layer].Name, from, link.To, strings.Join(link.Conditions, ", "), exitTime(t), fadeTime(t),
		offset, link.Curve, strings.Join(flags(t), ", "),
	}
}

// exitTime returns the normalized time at which a transition can begin, or "" for any time.
func exitTime(t *graph.Transition) string {
	if t.ExitTime < 0 {
		return ""
	}
	return fmt.Sprint(t.ExitTime)
}

// fadeTime returns the duration of a transition.
func fadeTime(t *graph.Transition) string {
	switch {
	case t.Fade == 0:
		return "none"
	case t.FadeIsFraction:
		return fmt.Sprintf("%v ×", t.Fade)
	}
	return text.Seconds(float64(t.Fade))
}

// flags returns the other properties of a transition.
func flags(t *graph.Transition) []string {
	var out []string
	if t.FrozenSource {
		out = append(out, "frozen")
	}
	if t.Inertialized {
		out = append(out, "inertial")
	}
	if t.CanRestart {
		out = append(out, "restart")
	}
	if by := t.Interruption; by != graph.InterruptNone {
		out = append(out, "interrupted by "+by.String())
	}
	return out
}
