package tuning

import (
	"fmt"
	"strconv"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// partKind is what a part of an asset is.
type partKind uint8

const (
	machinePart partKind = iota
	spacePart
	maskPart
	solverPart // or a body: numbers alone
	parametersPart
)

// part is a part of an asset that is shown alone.
type part struct {
	kind  partKind
	title string
	at    path
	layer int    // of a machine
	name  string // of a machine: its path in the layer; of a blend space or a mask: its name

	layerName string // of a machine
}

// parts returns the parts of an asset.
func (d *document) parts() (out []part) {
	if d.root == nil {
		return nil
	}
	for i, layer := range d.root.list("layers") {
		out = appendMachines(out, layer, path{"layers", strconv.Itoa(i)}, i, layer.string("name"), "")
	}
	for _, definitions := range []struct {
		member string
		kind   partKind
		noun   string
	}{{"blendSpaces", spacePart, "blend space "}, {"masks", maskPart, "mask "}} {
		if m := d.root.member(definitions.member); m != nil {
			for _, item := range m.items {
				out = append(out, part{
					kind: definitions.kind, title: definitions.noun + item.name,
					at: path{definitions.member, item.name}, name: item.name,
				})
			}
		}
	}
	if d.root.member("layers") != nil {
		out = append(out, part{kind: parametersPart, title: "parameters"})
	}
	for i, solver := range d.root.list("solvers") {
		title := fmt.Sprintf("%d %s", i, solver.string("type"))
		if goal := solver.string("goal"); goal != "" {
			title += " " + goal
		}
		out = append(out, part{kind: solverPart, title: title, at: path{"solvers", strconv.Itoa(i)}})
	}
	for i, body := range d.root.list("bodies") {
		out = append(out, part{
			kind: solverPart, title: "body " + body.string("joint"), at: path{"bodies", strconv.Itoa(i)},
		})
	}
	return out
}

// appendMachines appends a machine, and those in its states.
func appendMachines(out []part, machine *value, at path, layer int, layerName, name string) []part {
	title := "layer " + layerName
	if name != "" {
		title += ": " + name
	}
	out = append(out, part{kind: machinePart, title: title, at: at, layer: layer, layerName: layerName, name: name})
	for i, state := range machine.list("states") {
		if inner := state.member("machine"); inner != nil {
			out = appendMachines(out, inner, at.with("states", strconv.Itoa(i), "machine"), layer, layerName,
				within(name, state.string("name")))
		}
	}
	return out
}

// leaf is a number, or something that is true or false, inside a value.
type leaf struct {
	at    path
	label string
	value *value
}

// leaves returns the numbers and the members that are true or false in a value.
func leaves(v *value, at path, label string) (out []leaf) {
	if v == nil {
		return nil
	}
	switch v.kind {
	case jsontree.Number, jsontree.Bool:
		return []leaf{{at, label, v}}
	case jsontree.Object:
		for _, item := range v.items {
			name := item.name
			if label != "" {
				name = label + "." + name
			}
			out = append(out, leaves(item, at.with(item.name), name)...)
		}
	case jsontree.Array:
		for i, item := range v.items {
			out = append(out, leaves(item, at.with(strconv.Itoa(i)), fmt.Sprintf("%s[%d]", label, i))...)
		}
	}
	return out
}
