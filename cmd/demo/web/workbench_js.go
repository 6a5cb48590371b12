//go:build !preview

package main

import (
	"strconv"
	"syscall/js"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/tuning"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
)

// panelInterval is the time between two updates of the panel's values.
const panelInterval = 100 * time.Millisecond

// panelView is the panel of package workbench as elements of the page.
type panelView struct {
	root   js.Value
	shape  string              // of the controls for which there are elements
	rows   map[string]panelRow // by the names of the controls
	held   bool                // a button of the mouse, or a finger, was pressed in the panel
	at     time.Time           // of the last update
	clips  *retargeting.Work   // that come from another file; nil for none
	stands bool                // as the page's other controls show it
	bones  bool
	tuners map[*workbench.Panel]*tuning.Tuner
}

// panelRow is the elements of a control, and the values that they show.
type panelRow struct {
	input, output js.Value // input is undefined for a control without one
	shown         workbench.Control
}

// create returns a new element with a class.
func create(tag, class string) js.Value {
	element := js.Global().Get("document").Call("createElement", tag)
	if class != "" {
		element.Set("className", class)
	}
	return element
}

// createSVG returns a new element of a drawing.
func createSVG(tag string) js.Value {
	return js.Global().Get("document").Call("createElementNS", "http://www.w3.org/2000/svg", tag)
}

func setAttribute(element js.Value, name string, value float64) {
	element.Call("setAttribute", name, strconv.FormatFloat(value, 'f', 2, 64))
}

// newPanel returns the panel of a scene.
func (v *viewer) newPanel(s stage.Scene) (*workbench.Panel, error) {
	if panel, known := v.panels[s]; known {
		return panel, nil
	}
	panel, err := workbench.New(s, &v.Settings)
	if err == nil {
		v.panels[s] = panel
		v.bench.tuners[panel] = tuning.New(s, panel)
		v.bench.tuners[panel].SaveFile = download
	}
	return panel, err
}

// listenToPanel connects the panel. It is shown at first if the page is wide enough.
func (v *viewer) listenToPanel() {
	root := v.element("workbench")
	v.bench = panelView{root: root, tuners: map[*workbench.Panel]*tuning.Tuner{}}
	v.listenToTuner()
	v.listenToGrip()
	v.element("marks").Call("replaceChildren") // the program before may have left some
	if v.body.Get("classList").Call("remove", "panel"); v.asks("panel") || js.Global().Get("innerWidth").Int() >= 700 {
		v.togglePanel()
	}
	on(v.element("panel"), "change", func(js.Value) { v.togglePanel() })
	on(root, "input", func(event js.Value) { v.changeBy(event.Get("target")) })
	on(root, "change", func(event js.Value) { v.writeInto(event.Get("target")) })
	on(root, "keydown", func(event js.Value) {
		if field := event.Get("target"); isField(field) {
			v.keyOfField(field, event)
		}
	})
	on(root, "click", func(event js.Value) {
		target := event.Get("target")
		switch target.Get("tagName").String() {
		case "BUTTON":
			v.setControl(target.Get("dataset").Get("name").String(), 1, 0)
		case "SUMMARY": // the browser opens and closes the section
			v.panel.Toggle(target.Get("textContent").String())
		}
	})
	on(root, "pointerdown", func(event js.Value) {
		v.bench.held = true
		if t := v.tuner(); t != nil {
			t.Begin()
		}
		if pad := padOf(event); pad.Truthy() {
			pad.Call("setPointerCapture", event.Get("pointerId"))
			v.changePad(pad, event)
		}
	})
	on(root, "pointermove", func(event js.Value) {
		if pad := padOf(event); pad.Truthy() && event.Get("buttons").Int() == 1 {
			v.changePad(pad, event)
		}
	})
	release := func(event js.Value) {
		target := event.Get("target")
		if v.bench.held && target.Get("tagName").String() != "SELECT" && !isField(target) {
			v.canvas.Call("focus") // for the keys
		}
		v.bench.held = false
	}
	on(js.Global(), "pointerup", release)
	on(js.Global(), "pointercancel", release)
}

// togglePanel shows or hides the panel, which a bare page does not have.
func (v *viewer) togglePanel() {
	if v.body.Get("classList").Call("contains", "bare").Bool() {
		return
	}
	shown := v.body.Get("classList").Call("toggle", "panel").Bool()
	v.element("panel").Set("checked", shown)
	v.changed = true
}

// padOf returns the pad under the pointer, or null.
func padOf(event js.Value) js.Value { return event.Get("target").Call("closest", ".pad") }

// setControl sets a control of the panel, which shows the error.
func (v *viewer) setControl(name string, x, y float64) {
	if v.panel == nil {
		return
	}
	if c, ok := v.panel.Find(name); ok {
		_ = c.Set(x, y)
	}
	v.changed = true
	v.bench.at = time.Time{}
}

// isField reports whether an element is a field in which one writes.
func isField(element js.Value) bool { return element.Get("type").String() == "text" }

// writeInto changes a control to what was written into its field. A field whose text is not taken
// over shows the old one again.
func (v *viewer) writeInto(field js.Value) {
	if !isField(field) || v.panel == nil {
		return
	}
	name := field.Get("dataset").Get("name").String()
	if c, ok := v.panel.Find(name); ok {
		if t := v.tuner(); t != nil {
			t.Begin()
		}
		_ = c.Write(field.Get("value").String()) // the panel shows the error
		if row, ok := v.bench.rows[name]; ok {
			row.shown.Text = "\x00" // unlike every text
			v.bench.rows[name] = row
		}
	}
	v.changed = true
	v.bench.at = time.Time{}
}

// keyOfField ends the writing in a field: enter takes it over, which the browser tells as a change,
// and escape does not. No key is one of the page.
func (v *viewer) keyOfField(field, event js.Value) {
	event.Call("stopPropagation")
	switch event.Get("key").String() {
	case "Escape":
		if c, ok := v.panel.Find(field.Get("dataset").Get("name").String()); ok {
			field.Set("value", c.Text)
		}
	case "Enter":
	default:
		return
	}
	v.canvas.Call("focus")
}

// changeBy sets the control of an element to the value that the user gave it.
func (v *viewer) changeBy(element js.Value) {
	if isField(element) { // its change is told when it is done
		return
	}
	name := element.Get("dataset").Get("name").String()
	value := 0.0
	switch element.Get("type").String() {
	case "checkbox":
		if element.Get("checked").Bool() {
			value = 1
		}
	case "range":
		value = element.Get("valueAsNumber").Float()
	default:
		value = element.Get("selectedIndex").Float()
	}
	v.setControl(name, value, 0)
}

// The pad's drawing is padWidth by padHeight, with a border in which there is room for names.
const (
	padWidth, padHeight = 280, 140
	padBorder           = 18
)

// changePad moves the position of a pad to the pointer.
func (v *viewer) changePad(pad, event js.Value) {
	name := pad.Get("dataset").Get("name").String()
	c, ok := v.panel.Find(name)
	if !ok {
		return
	}
	r := pad.Call("getBoundingClientRect")
	share := func(at, start, size float64, length, border float64) float64 {
		return ((at-start)/max(size, 1)*length - border) / (length - 2*border)
	}
	x := share(event.Get("clientX").Float(), r.Get("left").Float(), r.Get("width").Float(), padWidth, padBorder)
	y := share(event.Get("clientY").Float(), r.Get("top").Float(), r.Get("height").Float(), padHeight, padBorder)
	v.setControl(name, c.Min+(c.Max-c.Min)*x, c.MaxY-(c.MaxY-c.MinY)*y)
}

// showPanel updates the panel, unless it is hidden, some times a second.
func (v *viewer) showPanel(now time.Time) {
	if b, stands := &v.bench, v.stands(); b.stands != stands || b.bones != v.Skeletons {
		b.stands, b.bones = stands, v.Skeletons
		v.showPlay()
		v.element("skeletons").Set("checked", v.Skeletons)
	}
	if v.panel == nil || now.Sub(v.bench.at) < panelInterval || !v.body.Get("classList").
		Call("contains", "panel").Bool() {
		return
	}
	v.bench.at = now
	sections := v.panel.Sections()
	if shape := shapeOf(sections); shape != v.bench.shape && !v.bench.held {
		v.bench.shape = shape
		v.bench.build(sections)
	}
	for i := range sections {
		if sections[i].Closed {
			continue
		}
		for k := range sections[i].Controls {
			c := &sections[i].Controls[k]
			if row, ok := v.bench.rows[c.Name]; ok && row.shown.Kind == c.Kind {
				row.show(c)
				row.shown = *c
				v.bench.rows[c.Name] = row
			}
		}
	}
}

// shapeOf returns what decides which elements the sections need.
func shapeOf(sections []workbench.Section) string {
	var out []byte
	for i := range sections {
		out = append(out, sections[i].Title...)
		for k := range sections[i].Controls {
			c := &sections[i].Controls[k]
			out = append(append(out, '\n', byte(c.Kind)+'0'), c.Name...)
			if c.Fixed {
				out = append(out, '!')
			}
			if c.Kind == workbench.Log {
				continue
			}
			for _, option := range c.Options {
				out = append(append(out, '|'), option...)
			}
			for _, mark := range c.Marks {
				out = append(append(out, '|'), mark.Name...)
				out = strconv.AppendFloat(out, mark.X, 'g', 6, 64)
			}
		}
	}
	return string(out)
}

// build makes the elements of all sections anew.
func (b *panelView) build(sections []workbench.Section) {
	b.rows = map[string]panelRow{}
	var list []any
	for i := range sections {
		section := create("details", "")
		section.Set("open", !sections[i].Closed)
		title := create("summary", "")
		title.Set("textContent", sections[i].Title)
		section.Call("append", title)
		for k := range sections[i].Controls {
			c := &sections[i].Controls[k]
			element, row := newRow(c)
			section.Call("append", element)
			b.rows[c.Name] = row
		}
		list = append(list, section)
	}
	b.root.Call("replaceChildren", list...)
}
