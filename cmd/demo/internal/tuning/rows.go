package tuning

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// addPart adds the rows of a part.
func (t *Tuner) addPart(rows workbench.Rows, d *document, p *part) {
	switch p.kind {
	case machinePart:
		t.addMachine(rows, d, p)
	case maskPart:
		t.addMask(rows, d, p)
	case parametersPart:
		t.addParameters(rows, d)
	default:
		t.addLeaves(rows, d, p.at, "")
	}
}

// addLeaves adds a row for each number, and for what is true or false, in a value.
func (t *Tuner) addLeaves(rows workbench.Rows, d *document, at path, prefix string) {
	for _, l := range leaves(d.root.at(at), at, "") {
		if l.value.kind == jsontree.Bool {
			t.addBool(rows, d, l.at, prefix+l.label)
			continue
		}
		t.addNumber(rows, d, l.at, prefix+l.label, l.value.number(0), 0)
	}
}

// addNumber adds a row for a number, which may be absent: what counts then is the value. Its range
// begins as that of the value, and stays during a gesture.
func (t *Tuner) addNumber(rows workbench.Rows, d *document, at path, label string, x, step float64) {
	t.addNumberRow(rows, d, at, label, label, x, step)
}

// addNumberRow is addNumber with a name of the row that is not its label.
func (t *Tuner) addNumberRow(rows workbench.Rows, d *document, at path, name, label string, x, step float64) {
	key := at.key()
	limits, known := d.ranges[key]
	if !known {
		limits = rangeOf(x)
		d.ranges[key] = limits
	}
	limits = [2]float64{min(limits[0], x), max(limits[1], x)}
	rows.Slider(name, label, x, limits[0], limits[1], step, func(to float64) error {
		return t.edit(d, name, func(root *value) {
			setAt(root, at, numberValue(rounded(to, limits[1]-limits[0])))
		})
	})
}

// rangeOf returns the range of a slider that begins at a number: twice as far, and to the other side
// for negative ones.
func rangeOf(x float64) [2]float64 {
	reach := math.Max(1, math.Exp2(math.Ceil(math.Log2(math.Max(2*math.Abs(x), 1e-9)))))
	if x < 0 {
		return [2]float64{-reach, reach}
	}
	return [2]float64{0, reach}
}

// rounded returns a number with as many digits as a slider of some range can tell apart.
func rounded(x, span float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(math.Max(span, 1e-9)))-3)
	text := strconv.FormatFloat(math.Round(x/step)*step, 'g', 6, 64)
	out, _ := strconv.ParseFloat(text, 64) // it was written here
	return out
}

func (t *Tuner) addBool(rows workbench.Rows, d *document, at path, label string) {
	rows.Toggle(label, label, d.root.at(at).isTrue(), func(on bool) error {
		return t.edit(d, label, func(root *value) { setAt(root, at, boolValue(on)) })
	})
}

// setAt puts a value to a path whose parent exists.
func setAt(root *value, at path, to *value) {
	parent, last := root.at(at[:len(at)-1]), at[len(at)-1]
	if parent == nil {
		return
	}
	if parent.kind == jsontree.Object {
		parent.set(last, to)
		return
	}
	if i, err := strconv.Atoi(last); err == nil && i >= 0 && i < len(parent.items) {
		parent.items[i] = to
	}
}

// operators are those of conditions on a number.
var operators = []string{">", "<", ">=", "<=", "==", "!="}

// addMachine adds the rows of the state, or the transition, that is chosen in the picture of a
// machine.
func (t *Tuner) addMachine(rows workbench.Rows, d *document, p *part) {
	at, ok := t.chosenPath(d, p)
	if !ok {
		rows.Text("picture", "click a box or an arrow; drag boxes, and from a box's dot to another box")
		t.addNewState(rows, d, p)
		return
	}
	if t.chosen.transition >= 0 {
		t.addTransition(rows, d, at)
		return
	}
	t.addState(rows, d, p, at)
	t.addNewState(rows, d, p)
}

// chosenPath returns the path of what is chosen in a machine, and reports whether it is there.
func (t *Tuner) chosenPath(d *document, p *part) (at path, ok bool) {
	if at, ok = d.ownerPath(p, t.chosen.state, t.chosen.anyState); !ok || t.chosen.transition < 0 {
		return at, ok
	}
	at = at.with("transitions", strconv.Itoa(t.chosen.transition))
	if t.chosen.anyState {
		at = p.at.with("anyState", strconv.Itoa(t.chosen.transition))
	}
	return at, d.root.at(at) != nil
}

// ownerPath returns the path of a state of a machine, or of the machine itself for any state.
func (d *document) ownerPath(p *part, state string, anyState bool) (path, bool) {
	machine := d.root.at(p.at)
	if anyState {
		return p.at, machine != nil
	}
	for i, s := range machine.list("states") {
		if s.string("name") == state && state != "" {
			return p.at.with("states", strconv.Itoa(i)), true
		}
	}
	return nil, false
}

// addTransition adds the rows of a transition and its conditions.
func (t *Tuner) addTransition(rows workbench.Rows, d *document, at path) {
	transition := d.root.at(at)
	from := t.chosen.state
	if t.chosen.anyState {
		from = "any state"
	}
	rows.Text("transition", from+" to "+transition.string("to"))
	if transition.member("fadeFraction") == nil {
		t.addNumber(rows, d, at.with("fade"), "fade", transition.member("fade").number(0), 0)
	}
	for _, l := range leaves(transition, at, "") {
		if len(l.at) == len(at)+1 && l.label != "fade" && l.value.kind == jsontree.Number {
			t.addNumber(rows, d, l.at, l.label, l.value.number(0), 0)
		}
	}
	t.addBool(rows, d, at.with("inertialized"), "inertialized")
	exits := transition.member("exitTime") != nil
	rows.Toggle("at exit time", "at exit time", exits, func(on bool) error {
		return t.edit(d, "at exit time", func(root *value) {
			if on {
				root.at(at).set("exitTime", numberValue(1))
			} else {
				root.at(at).remove("exitTime")
			}
		})
	})
	for i, condition := range transition.list("conditions") {
		t.addCondition(rows, d, at, i, condition)
	}
	if parameters := d.root.list("parameters"); len(parameters) > 0 {
		rows.Button("add condition", "add a condition", "", func() error {
			return t.edit(d, "add condition", func(root *value) {
				appendTo(root.at(at), "conditions", newCondition(parameters[0]))
			})
		})
	}
	rows.Button("remove transition", "remove transition", "", t.removeChosen)
}

// addCondition adds the rows of a condition: its parameter, how it is compared, and with what.
func (t *Tuner) addCondition(rows workbench.Rows, d *document, transition path, i int, condition *value) {
	at := transition.with("conditions", strconv.Itoa(i))
	name := "condition " + strconv.Itoa(i)
	parameters := d.root.list("parameters")
	names := make([]string, len(parameters))
	for k, p := range parameters {
		names[k] = p.string("name")
	}
	present := slices.Index(names, condition.string("parameter"))
	rows.Choice(name, name, names, present, func(k int) error {
		return t.edit(d, name, func(root *value) { setAt(root, at, newCondition(parameters[k])) })
	})
	op, comparison := condition.string("op"), "holds if"
	options := operators
	if !slices.Contains(operators, op) {
		options = []string{"true", "false"}
		if op == "triggered" {
			options = []string{"triggered"}
		}
	}
	rows.Choice(name+" op", comparison, options, slices.Index(options, op), func(k int) error {
		return t.edit(d, name+" op", func(root *value) { root.at(at).set("op", stringValue(options[k])) })
	})
	if v := condition.member("value"); v != nil {
		step := 0.0
		if present >= 0 && parameters[present].string("type") == "int" {
			step = 1
		}
		t.addNumber(rows, d, at.with("value"), name+" value", v.number(0), step)
	}
	rows.Button(name+" remove", "remove it", fmt.Sprint(i), func() error {
		return t.edit(d, name+" remove", func(root *value) {
			list := root.at(transition).member("conditions")
			if list.items = slices.Delete(list.items, i, i+1); len(list.items) == 0 {
				root.at(transition).remove("conditions")
			}
		})
	})
}

// newCondition returns a condition on a parameter of a graph.
func newCondition(parameter *value) *value {
	c := objectValue()
	c.set("parameter", stringValue(parameter.string("name")))
	switch parameter.string("type") {
	case "bool":
		c.set("op", stringValue("true"))
	case "trigger":
		c.set("op", stringValue("triggered"))
	default:
		c.set("op", stringValue(">"))
		c.set("value", numberValue(1))
	}
	return c
}

// appendTo appends to a member that is an array, which it adds if it is not there.
func appendTo(v *value, member string, item *value) {
	list := v.member(member)
	if list == nil {
		v.set(member, arrayValue(item))
		return
	}
	list.items = append(list.items, item)
}

// addTransitionBetween adds a transition, as [newTransition] makes it.
func (t *Tuner) addTransitionBetween(d *document, p *part, from, to string, anyState bool) error {
	at, ok := d.ownerPath(p, from, anyState)
	if !ok {
		return nil
	}
	member := "transitions"
	if anyState {
		member = "anyState"
	}
	index := len(d.root.at(at).list(member))
	err := t.edit(d, "add transition", func(root *value) { appendTo(root.at(at), member, newTransition(root, to)) })
	if err != nil {
		return err
	}
	t.chosen = selection{state: from, anyState: anyState, transition: index}
	return t.show()
}

// removeTransition removes the chosen transition.
func (t *Tuner) removeTransition(d *document, p *part) error {
	at, ok := t.chosenPath(d, p)
	if !ok {
		return nil
	}
	owner, member, index := at[:len(at)-2], at[len(at)-2], t.chosen.transition
	err := t.edit(d, "remove transition", func(root *value) {
		list := root.at(owner).member(member)
		if list.items = slices.Delete(list.items, index, index+1); len(list.items) == 0 {
			root.at(owner).remove(member)
		}
	})
	if err == nil {
		t.chosen = selection{}
	}
	return err
}

// shownPart returns the shown asset and the part of it, or nil.
func (t *Tuner) shownPart() (*document, *part) {
	if t.shown == nil {
		return nil, nil
	}
	parts := t.shown.parts()
	if t.part >= len(parts) {
		return t.shown, nil
	}
	return t.shown, &parts[t.part]
}
