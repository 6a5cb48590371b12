package tuning

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// offer is a motion that a state can play.
type offer struct {
	member     string // of the state, that names it: "clip", "blendSpace" or "motion"
	name       string
	dimensions int
}

// label tells which motion it is.
func (o offer) label() string {
	switch o.member {
	case "":
		return "the rest pose"
	case "clip":
		return o.name
	case "blendSpace":
		return "blend space " + o.name
	}
	return "motion " + o.name
}

// motionMembers are the members of a state that name what it plays.
var motionMembers = []string{"clip", "blendSpace", "motion"}

// offers returns what the states of a layer can play: nothing, the blend spaces of the graph, and the
// motions of the library for the skeleton.
func (t *Tuner) offers(d *document, p *part) []offer {
	out := []offer{{}}
	add := func(o offer) {
		isSame := func(other offer) bool { return other.member == o.member && other.name == o.name }
		if o.name != "" && !slices.ContainsFunc(out, isSame) {
			out = append(out, o)
		}
	}
	spaces := d.root.member("blendSpaces")
	if spaces != nil {
		for _, space := range spaces.items {
			dimensions := 1
			if samples := space.list("samples"); len(samples) > 0 && samples[0].member("y") != nil {
				dimensions = 2
			}
			add(offer{"blendSpace", space.name, dimensions})
		}
	}
	var skeleton *rig.Skeleton
	for _, model := range d.models {
		of, _ := model.SkeletonAndClips()
		skeleton = t.library.Skeleton(of)
	}
	additive := d.root.at(p.at[:2]).string("mode") == "additive"
	t.library.Motions(func(of id.Motion, m *motion.Asset) bool {
		if m.Skeleton == skeleton && m.Additive == additive {
			o := offer{"motion", m.Name, int(m.Dimensions)}
			switch {
			case m.Single != 0:
				o.member = "clip"
			case m.Kind == "blend space":
				o.member = "blendSpace"
			}
			add(o)
		}
		return true
	})
	return out
}

// offerLabels returns what a list shows of motions.
func offerLabels(offers []offer) (labels []string) {
	for _, o := range offers {
		labels = append(labels, o.label())
	}
	return labels
}

// give lets a state play a motion, with the first numbers of the graph as the coordinates that it
// does not have yet.
func (o offer) give(root, state *value) {
	for _, member := range motionMembers {
		state.remove(member)
	}
	coordinates := state.list("parameters")
	state.remove("parameters")
	if o.member == "" {
		return
	}
	state.set(o.member, stringValue(o.name))
	for _, p := range root.list("parameters") {
		name := stringValue(p.string("name"))
		used := slices.ContainsFunc(coordinates, func(c *value) bool { return c.text == name.text })
		if len(coordinates) < o.dimensions && p.string("type") == "float" && !used {
			coordinates = append(coordinates, name)
		}
	}
	if o.dimensions > 0 {
		state.set("parameters", arrayValue(coordinates[:min(len(coordinates), o.dimensions)]...))
	}
}

// addState adds the rows of a state.
func (t *Tuner) addState(rows workbench.Rows, d *document, p *part, at path) {
	name, state := t.chosen.state, d.root.at(at)
	rows.Field("state", "state", name, func(to string) error {
		err := t.tryEdit(d, "rename "+name, func(root *value) error { return renameState(root, p, name, to) })
		if err == nil {
			t.chosen.state = to
		}
		return err
	})
	if state.member("machine") == nil {
		t.addMotion(rows, d, p, at)
		t.addNumber(rows, d, at.with("speed"), "speed", state.member("speed").number(1), 0)
		for _, text := range []struct{ member, label string }{
			{"tag", "tag"}, {"enterEvent", "enter event"}, {"exitEvent", "exit event"},
		} {
			rows.Field(text.member, text.label, state.string(text.member), func(to string) error {
				return t.edit(d, text.member, func(root *value) {
					if to == "" {
						root.at(at).remove(text.member)
						return
					}
					root.at(at).set(text.member, stringValue(to))
				})
			})
		}
	}
	if entryOf(d.root.at(p.at)) != name {
		rows.Button("entry", "begin here", "", func() error {
			return t.edit(d, "entry", func(root *value) { root.at(p.at).set("entry", stringValue(name)) })
		})
	}
	rows.Button("remove state", "remove the state", "", t.removeChosen)
}

// addMotion adds the rows of what a state plays, and of its coordinates in a blend space.
func (t *Tuner) addMotion(rows workbench.Rows, d *document, p *part, at path) {
	state, offers := d.root.at(at), t.offers(d, p)
	plays := offer{}
	for _, member := range motionMembers {
		if name := state.string(member); name != "" {
			plays = offer{member: member, name: name}
		}
	}
	present := slices.IndexFunc(offers, func(o offer) bool { return o.label() == plays.label() })
	rows.Choice("plays", "plays", offerLabels(offers), present, func(i int) error {
		return t.edit(d, "plays", func(root *value) { offers[i].give(root, root.at(at)) })
	})
	coordinates := state.list("parameters")
	if len(coordinates) == 0 {
		return
	}
	var floats []string
	for _, parameter := range d.root.list("parameters") {
		if parameter.string("type") == "float" {
			floats = append(floats, parameter.string("name"))
		}
	}
	for i, coordinate := range coordinates {
		row := "coordinate " + []string{"x", "y"}[min(i, 1)]
		present := slices.IndexFunc(floats, func(name string) bool { return stringValue(name).text == coordinate.text })
		rows.Choice(row, row, floats, present, func(k int) error {
			return t.edit(d, row, func(root *value) {
				setAt(root, at.with("parameters", strconv.Itoa(i)), stringValue(floats[k]))
			})
		})
	}
}

// addNewState adds the rows that add a state to a machine.
func (t *Tuner) addNewState(rows workbench.Rows, d *document, p *part) {
	offers := t.offers(d, p)
	if t.plays >= len(offers) {
		t.plays = 0
	}
	rows.Choice("new state plays", "a new one plays", offerLabels(offers), t.plays, func(i int) error {
		t.plays = i
		return nil
	})
	rows.Button("add state", "add a state", "", func() error { return t.newState(d, p, offers[t.plays]) })
}

// newState adds a state, and a transition to it from the chosen state or from that in which the
// machine begins: no state may be out of reach.
func (t *Tuner) newState(d *document, p *part, plays offer) error {
	states := d.root.at(p.at).list("states")
	base := "state"
	if plays.name != "" {
		base = strings.ReplaceAll(plays.name, "/", "-") // which a name cannot have
	}
	name := freeName(base, states)
	from := entryOf(d.root.at(p.at))
	if t.chosen.state != "" && stateNamed(d.root.at(p.at), t.chosen.state) != nil {
		from = t.chosen.state
	}
	err := t.edit(d, "add state", func(root *value) {
		state := objectValue()
		state.set("name", stringValue(name))
		plays.give(root, state)
		machine := root.at(p.at)
		appendTo(machine, "states", state)
		if source := stateNamed(machine, from); source != nil {
			appendTo(source, "transitions", newTransition(root, name))
		}
	})
	if err != nil {
		return err
	}
	t.chosen = selection{state: name, transition: -1}
	return t.show()
}

// newTransition returns a transition to a state. Its condition is on the first trigger of the graph,
// or else on its first parameter; without one, it is taken at the end of the motion.
func newTransition(root *value, to string) *value {
	transition := objectValue()
	transition.set("to", stringValue(to))
	parameters := root.list("parameters")
	if k := slices.IndexFunc(parameters, func(p *value) bool { return p.string("type") == "trigger" }); k >= 0 {
		transition.set("conditions", arrayValue(newCondition(parameters[k])))
	} else if len(parameters) > 0 {
		transition.set("conditions", arrayValue(newCondition(parameters[0])))
	} else {
		transition.set("exitTime", numberValue(1))
	}
	transition.set("fade", numberValue(0.2))
	return transition
}

// removeChosen removes the state or the transition that is chosen.
func (t *Tuner) removeChosen() error {
	d, p := t.shownPart()
	if p == nil || p.kind != machinePart {
		return nil
	}
	if t.chosen.transition >= 0 {
		return t.removeTransition(d, p)
	}
	name := t.chosen.state
	err := t.tryEdit(d, "remove state", func(root *value) error { return removeState(root, p, name) })
	if err == nil {
		t.chosen = selection{}
	}
	return err
}
