package tuning

import (
	"fmt"
	"slices"
	"strings"
)

// stateNamed returns the state of a machine with a name, or nil.
func stateNamed(machine *value, name string) *value {
	for _, s := range machine.list("states") {
		if s.string("name") == name {
			return s
		}
	}
	return nil
}

// entryOf returns the name of the state in which a machine begins.
func entryOf(machine *value) string {
	states := machine.list("states")
	if entry := machine.string("entry"); entry != "" || len(states) == 0 {
		return entry
	}
	return states[0].string("name")
}

// way returns the states on the path to the target of a transition that is written in the last of some
// machines, each of which is in the one before: the nearest machine that has the path counts, as in
// package graph. It is nil if none has it.
func way(machines []*value, path string) []*value {
	for _, machine := range slices.Backward(machines) {
		var states []*value
		for name := range strings.SplitSeq(path, "/") {
			s := stateNamed(machine, name)
			if s == nil {
				states = nil
				break
			}
			states, machine = append(states, s), s.member("machine")
		}
		if states != nil {
			return states
		}
	}
	return nil
}

// written is a transition in the document.
type written struct {
	owner      *value // the state, or the machine for any state
	member     string // of the owner: the list with the transition
	transition *value
	way        []*value // to its target
}

// String tells which transition it is.
func (w written) String() string {
	from := w.owner.string("name")
	if w.member == "anyState" {
		from = "any state"
	}
	return fmt.Sprintf("the transition from %s to %s", from, w.transition.string("to"))
}

// transitionsIn returns all transitions of a machine, and of those in it.
func transitionsIn(machines ...*value) (out []written) {
	machine := machines[len(machines)-1]
	add := func(owner *value, member string) {
		for _, transition := range owner.list(member) {
			out = append(out, written{owner, member, transition, way(machines, transition.string("to"))})
		}
	}
	add(machine, "anyState")
	for _, s := range machine.list("states") {
		add(s, "transitions")
		if inner := s.member("machine"); inner != nil {
			out = append(out, transitionsIn(append(slices.Clip(machines), inner)...)...)
		}
	}
	return out
}

// renameState gives a state of a machine another name, in all that refers to it too.
func renameState(root *value, p *part, from, to string) error {
	if strings.Contains(to, "/") { // it would be read as a path
		return fmt.Errorf("expected a name without a slash, found %q", to)
	}
	machine, layer := root.at(p.at), root.at(p.at[:2])
	state := stateNamed(machine, from)
	if state == nil || from == to {
		return nil
	}
	if stateNamed(machine, to) != nil {
		return fmt.Errorf("expected a name of its own, found another state %q in the machine", to)
	}
	all := transitionsIn(layer)
	state.set("name", stringValue(to))
	if machine.string("entry") == from {
		machine.set("entry", stringValue(to))
	}
	for _, w := range all {
		if i := slices.Index(w.way, state); i >= 0 {
			names := strings.Split(w.transition.string("to"), "/")
			names[i] = to
			w.transition.set("to", stringValue(strings.Join(names, "/")))
		}
	}
	for i, w := range transitionsIn(layer) {
		if !slices.Equal(w.way, all[i].way) {
			return fmt.Errorf("expected a name that leaves all targets, found %q, by which %s would lead elsewhere",
				to, w)
		}
	}
	renamePlaces(root, p, from, to)
	return nil
}

// removeState removes a state of a machine with its transitions and those to it.
func removeState(root *value, p *part, name string) error {
	machine := root.at(p.at)
	state := stateNamed(machine, name)
	states := machine.list("states")
	switch {
	case state == nil:
		return nil
	case len(states) == 1:
		return fmt.Errorf("expected another state in the machine of %q, found it alone", name)
	case entryOf(machine) == name:
		return fmt.Errorf("expected another state in which the machine begins, found %q: let it begin elsewhere first",
			name)
	}
	for _, w := range transitionsIn(root.at(p.at[:2])) {
		if slices.Contains(w.way, state) {
			list := w.owner.member(w.member)
			list.items = slices.DeleteFunc(list.items, func(t *value) bool { return t == w.transition })
			if len(list.items) == 0 {
				w.owner.remove(w.member)
			}
		}
	}
	list := machine.member("states")
	list.items = slices.DeleteFunc(list.items, func(s *value) bool { return s == state })
	removePlaces(root, p, name)
	return nil
}

// use is a place in a document that names a parameter.
type use struct {
	where string
	text  *value // the name
}

// usesOf returns the uses of a parameter: by conditions, and by states for coordinates and speeds.
func usesOf(root *value, parameter string) (out []use) {
	add := func(where string, text *value) {
		if text != nil && stringValue(parameter).text == text.text {
			out = append(out, use{where, text})
		}
	}
	var states func(machine *value)
	states = func(machine *value) {
		for _, s := range machine.list("states") {
			where := "the state " + s.string("name")
			for _, coordinate := range s.list("parameters") {
				add(where, coordinate)
			}
			add(where, s.member("speedParameter"))
			if inner := s.member("machine"); inner != nil {
				states(inner)
			}
		}
	}
	for _, layer := range root.list("layers") {
		states(layer)
		for _, w := range transitionsIn(layer) {
			for _, condition := range w.transition.list("conditions") {
				add(w.String(), condition.member("parameter"))
			}
		}
	}
	return out
}

// renameParameter gives a parameter another name, in all that refers to it too.
func renameParameter(root *value, from, to string) error {
	var renamed *value
	for _, p := range root.list("parameters") {
		switch p.string("name") {
		case to:
			if from != to {
				return fmt.Errorf("expected a name of its own, found another parameter %q", to)
			}
		case from:
			renamed = p
		}
	}
	if renamed == nil {
		return nil
	}
	for _, u := range usesOf(root, from) {
		u.text.text = stringValue(to).text
	}
	renamed.set("name", stringValue(to))
	return nil
}

// removeParameter removes a parameter that nothing uses.
func removeParameter(root *value, name string) error {
	if uses := usesOf(root, name); len(uses) > 0 {
		const most = 3
		where := []string{}
		for _, u := range uses[:min(len(uses), most)] {
			where = append(where, u.where)
		}
		text := strings.Join(where, ", ")
		if more := len(uses) - most; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		return fmt.Errorf("expected a parameter that nothing uses, found %q used by %s", name, text)
	}
	list := root.member("parameters")
	list.items = slices.DeleteFunc(list.items, func(p *value) bool { return p.string("name") == name })
	if len(list.items) == 0 {
		root.remove("parameters")
	}
	return nil
}

// freeName returns a name, with a number if it is taken already.
func freeName(name string, taken []*value) string {
	free := name
	for i := 2; slices.ContainsFunc(taken, func(v *value) bool { return v.string("name") == free }); i++ {
		free = fmt.Sprintf("%s %d", name, i)
	}
	return free
}
