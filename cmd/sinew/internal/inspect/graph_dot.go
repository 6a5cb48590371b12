package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

// WriteDOT writes the state machines of a graph in Graphviz's DOT language: a box for each layer
// and machine with its states, and an arrow for each transition with its conditions.
func WriteDOT(w io.Writer, g *graph.Graph) error {
	d := dot{printer: printer{w: w}, graph: g}
	d.line("digraph %s {", quoted(g.Name()))
	d.line("\tcompound=true")
	d.line("\trankdir=LR")
	d.line("\tnode [shape=box, style=rounded, fontname=\"sans-serif\"]")
	d.line("\tedge [fontname=\"sans-serif\", fontsize=10]")
	for i := range g.Layers() {
		d.layer(i)
	}
	for i := range g.AuthoredTransitions() {
		d.transition(&g.AuthoredTransitions()[i])
	}
	d.line("}")
	return d.err
}

type dot struct {
	printer
	graph    *graph.Graph
	clusters map[string]string // names of the boxes, by layer and path
}

// quoted returns a quoted string of the DOT language, with a line break between the arguments that
// are not empty. Backslashes in them are escaped.
func quoted(lines ...string) string {
	var out []string
	for _, line := range lines {
		if line != "" {
			out = append(out, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text.Printable(line)))
		}
	}
	return `"` + strings.Join(out, `\n`) + `"`
}

func (d *dot) key(layer int, path string) string { return fmt.Sprintf("%d/%s", layer, path) }

// layer writes the box of a layer.
func (d *dot) layer(i int) {
	l := &d.graph.Layers()[i]
	title := fmt.Sprintf("%v, weight %v", l.Mode, l.Weight)
	if mask := d.graph.MaskName(i); mask != "" {
		title += ", mask " + mask
	}
	d.machine(i, "", int(l.First), int(l.End), 1, l.Name, title)
}

// machine writes the box of a machine with the leaf states from first up to, but without, end.
func (d *dot) machine(layer int, path string, first, end, depth int, title ...string) {
	if d.clusters == nil {
		d.clusters = map[string]string{}
	}
	name := fmt.Sprintf("cluster_%d", len(d.clusters))
	d.clusters[d.key(layer, path)] = name
	in := strings.Repeat("\t", depth)
	d.line("%ssubgraph %s {", in, name)
	d.line("%s\tlabel=%s", in, quoted(title...))
	d.line("%s\tentry_%s [shape=point, label=\"\"]", in, name)
	if d.hasAny(layer, path) {
		d.line("%s\tany_%s [label=\"any state\", shape=ellipse, style=dashed]", in, name)
	}
	for leaf := first; leaf < end; {
		inside := strings.TrimPrefix(d.graph.Path(leaf)[len(path):], "/")
		child, _, isMachine := strings.Cut(inside, "/")
		if !isMachine {
			d.line("%s\tstate_%d [label=%s]", in, leaf, quoted(inside, stateContent(d.graph, leaf)))
			leaf++
			continue
		}
		childPath := strings.TrimPrefix(path+"/"+child, "/")
		from, to, _ := d.graph.StatesWithin(layer, childPath)
		d.machine(layer, childPath, from, to, depth+1, child)
		leaf = to
	}
	entered, ok := d.graph.StateIn(layer, path)
	if !ok { // the layer itself, which has no path
		entered = int(d.graph.Layers()[layer].Entry)
	}
	d.line("%s\tentry_%s -> state_%d", in, name, entered)
	d.line("%s}", in)
}

func (d *dot) hasAny(layer int, path string) bool {
	for i := range d.graph.AuthoredTransitions() {
		if link := &d.graph.AuthoredTransitions()[i]; link.AnyState && link.Layer == layer && link.From == path {
			return true
		}
	}
	return false
}

// transition writes an arrow. An arrow from or to a machine begins or ends at its box, unless the
// other end is inside.
func (d *dot) transition(link *graph.AuthoredTransition) {
	t := &link.Transition
	label := []string{strings.Join(link.Conditions, ", ")}
	if t.ExitTime >= 0 {
		label = append(label, "after "+exitTime(t))
	}
	if t.Fade > 0 {
		label = append(label, "fade "+fadeTime(t))
	}
	label = append(label, strings.Join(flags(t), ", "))
	attributes := "label=" + quoted(label...)

	target, cluster := int(t.Target), d.clusters[d.key(link.Layer, link.To)]
	from := "any_" + d.clusters[d.key(link.Layer, link.From)]
	inside := link.AnyState && (link.From == link.To || strings.HasPrefix(link.From, link.To+"/"))
	if !link.AnyState {
		first, end, _ := d.graph.StatesWithin(link.Layer, link.From)
		from = fmt.Sprintf("state_%d", first)
		if tail := d.clusters[d.key(link.Layer, link.From)]; tail != "" && (target < first || target >= end) {
			attributes += ", ltail=" + tail
		}
		inside = t.LeadsTo(first)
	}
	if cluster != "" && !inside {
		attributes += ", lhead=" + cluster
	}
	d.line("\t%s -> state_%d [%s]", from, target, attributes)
}
