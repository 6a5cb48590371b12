package tuning

import (
	"image"
	"strconv"
)

// drag is what the mouse drags in the picture.
type drag struct {
	active bool
	hit    hit
	from   image.Point // where the button was pressed
	at     image.Point // where the mouse is
	grip   image.Point // of a box: from the mouse to its middle
	weight float64     // of a joint, when the button was pressed
	space  [4]float64  // of a blend space, when the button was pressed
}

// hitAt returns what reacts at a place: what is drawn last, and of joints the nearest.
func (t *Tuner) hitAt(at image.Point) (found hit, ok bool) {
	best := 0
	for _, h := range t.layout.hits {
		if !at.In(h.area) {
			continue
		}
		d := middle(h.area).Sub(at)
		distance := d.X*d.X + d.Y*d.Y
		rank := h.kind == arrowHit // boxes cover arrows
		switch {
		case !ok, found.kind == arrowHit && !rank, h.kind == found.kind && distance < best:
			found, ok, best = h, true, distance
		}
	}
	return found, ok
}

// Press presses the left button of the mouse.
func (t *Tuner) Press(x, y int) error {
	t.Begin()
	t.changed = true
	at := image.Pt(x, y)
	d, p := t.shownPart()
	h, ok := t.hitAt(at)
	if p == nil || !ok {
		t.chosen = selection{}
		return nil
	}
	t.drag = drag{active: true, hit: h, from: at, at: at, space: t.layout.space}
	switch h.kind {
	case boxHit:
		t.drag.grip = middle(h.area).Sub(at)
		t.chosen = selection{state: h.name, transition: -1}
		if h.name == anyStateName {
			t.chosen = selection{}
		}
	case arrowHit:
		t.chosen = selection{state: h.name, transition: h.index}
		if h.name == anyStateName {
			t.chosen = selection{anyState: true, transition: h.index}
		}
	case jointHit:
		if mask := d.mask(p.name); mask != nil {
			t.drag.weight = float64(mask.Weight(h.index))
		}
	}
	return nil
}

// Move moves the mouse. What is not valid is not taken over, and the panel shows why.
func (t *Tuner) Move(x, y int) error {
	d, p := t.shownPart()
	if !t.drag.active || p == nil {
		return nil
	}
	t.drag.at, t.changed = image.Pt(x, y), true
	area := t.layout.area
	var err error
	switch t.drag.hit.kind {
	case boxHit:
		if t.drag.at == t.drag.from {
			return nil
		}
		to := t.drag.at.Add(t.drag.grip).Sub(area.Min)
		clamp := func(i, n int) float64 { return min(1, max(0, float64(i)/float64(max(n, 1)))) }
		err = t.moveBox(d, p, t.drag.hit.name, point{clamp(to.X, area.Dx()), clamp(to.Y, area.Dy())})
	case sampleHit:
		err = t.moveSample(d, p, t.drag.hit.index, t.drag.at)
	case jointHit:
		weight := t.drag.weight + float64(x-t.drag.from.X)/float64(t.px(weightDrag))
		err = t.setWeight(d, p, t.drag.hit.name, min(1, max(0, weight)))
	default:
		return nil
	}
	t.panel.Report("tuning", err)
	return t.show()
}

// moveSample moves a sample of a blend space to a place of the picture.
func (t *Tuner) moveSample(d *document, p *part, index int, at image.Point) error {
	r, s := t.layout.area.Inset(t.px(border)), t.layout.space
	x := s[0] + (s[1]-s[0])*float64(at.X-r.Min.X)/float64(max(r.Dx(), 1))
	y := s[2] + (s[3]-s[2])*float64(r.Max.Y-at.Y)/float64(max(r.Dy(), 1))
	sample := p.at.with("samples", strconv.Itoa(index))
	return t.edit(d, "sample "+strconv.Itoa(index), func(root *value) {
		v := root.at(sample)
		v.set("x", numberValue(rounded(x, s[1]-s[0])))
		if v.member("y") != nil {
			v.set("y", numberValue(rounded(y, s[3]-s[2])))
		}
	})
}

// Release releases the left button of the mouse: a line from the dot of a box to another box
// becomes a transition.
func (t *Tuner) Release() {
	before := t.drag
	t.drag = drag{hit: before.hit}
	t.changed = true
	d, p := t.shownPart()
	if !before.active || before.hit.kind != dotHit || p == nil {
		return
	}
	to, ok := t.hitAt(before.at)
	if !ok || to.kind == arrowHit || to.name == anyStateName || to.name == before.hit.name {
		return
	}
	anyState := before.hit.name == anyStateName
	from := before.hit.name
	if anyState {
		from = ""
	}
	t.panel.Report("transition", t.addTransitionBetween(d, p, from, to.name, anyState))
}

// Wheel does nothing: the picture has no more than what is seen.
func (t *Tuner) Wheel(int, int, float64) {}

// Dragging reports whether something follows the mouse, also outside of the drawing.
func (t *Tuner) Dragging() bool { return t.drag.active }

// Keys lists the mouse actions and keys of the tuner.
const Keys = `drag a box        move it             drag its dot to a box   a new transition
click an arrow    its conditions      delete                  removes what is chosen
drag a sample     in a blend space    drag a joint            the weight in a mask
ctrl+z            undo                ctrl+shift+z, ctrl+y    redo
ctrl+s            save as JSON        g, esc                  close the tuner`

// Key takes a key by its name, and reports whether the tuner is open and knows it: "undo", "redo",
// "save", "delete" and "escape". The panel shows errors.
func (t *Tuner) Key(name string) (known bool, err error) {
	if !t.open {
		return false, nil
	}
	t.changed = true
	switch name {
	case "undo":
		_, err = t.Undo()
	case "redo":
		_, err = t.Redo()
	case "save":
		err = t.Save()
	case "delete":
		t.Begin()
		if err = t.removeChosen(); err == nil {
			err = t.show()
		}
	case "escape":
		t.Toggle()
		return true, nil
	default:
		return false, nil
	}
	t.panel.Report(name, err)
	return true, nil
}
