//go:build !preview

package main

import (
	"slices"
	"strconv"
	"syscall/js"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// newRow returns the elements of a control, without its value.
func newRow(c *workbench.Control) (element js.Value, row panelRow) {
	element = create("label", "row")
	row.shown = workbench.Control{Kind: c.Kind, Value: -2, Text: "\x00"} // unlike every control
	label := create("span", "")
	label.Set("textContent", c.Label)
	row.output = create("output", "")
	switch c.Kind {
	case workbench.Text, workbench.List, workbench.Log, workbench.Pad:
		element = create("div", "row")
	}
	if c.Kind != workbench.Button && c.Kind != workbench.Log {
		element.Call("append", label)
	}
	if c.Kind == workbench.Choice && c.Fixed {
		element.Call("append", row.output)
		return element, row
	}
	switch c.Kind {
	case workbench.Slider:
		row.input = newRange(c)
		value := create("div", "value")
		value.Call("append", row.input, row.output)
		element.Call("append", value)
	case workbench.Toggle:
		row.input = create("input", "")
		row.input.Set("type", "checkbox")
		element.Call("append", row.input)
	case workbench.TextField:
		row.input = create("input", "")
		row.input.Set("type", "text")
		row.input.Set("autocomplete", "off")
		row.input.Set("spellcheck", false)
		element.Call("append", row.input)
	case workbench.Choice:
		row.input = create("select", "")
		setOptions(row.input, c.Options, int(c.Value))
		element.Call("append", row.input)
	case workbench.Button:
		row.input = create("button", "wide")
		row.input.Set("type", "button")
		row.input.Set("textContent", c.Label)
		element.Call("append", row.input)
	case workbench.Timeline:
		row.input = newRange(c)
		row.input.Get("classList").Call("add", "wide")
		element.Call("append", row.output, row.input)
		if len(c.Marks) > 0 {
			element.Call("append", newMarkers(c))
		}
	case workbench.Pad:
		row.input = newPad(c)
		element.Call("append", row.output, row.input)
	case workbench.List, workbench.Log:
		row.input = create("ul", "wide")
		if c.Kind == workbench.Log {
			row.input.Get("classList").Call("add", "log")
		} else {
			element.Call("append", row.output)
		}
		element.Call("append", row.input)
	default:
		element.Call("append", row.output)
	}
	if !row.input.IsUndefined() {
		row.input.Get("dataset").Set("name", c.Name)
		if c.Kind != workbench.List && c.Kind != workbench.Log && c.Kind != workbench.Pad {
			row.input.Set("disabled", c.Fixed)
		}
	}
	return element, row
}

// newRange returns a slider.
func newRange(c *workbench.Control) js.Value {
	input := create("input", "")
	input.Set("type", "range")
	step := "any"
	if c.Step > 0 {
		step = strconv.FormatFloat(c.Step, 'g', -1, 64)
	}
	input.Set("step", step)
	return input
}

// newMarkers returns the marks below a timeline, whose titles are their names.
func newMarkers(c *workbench.Control) js.Value {
	markers := create("div", "markers wide")
	for _, mark := range c.Marks {
		tick := create("i", "")
		tick.Set("title", mark.Name)
		tick.Get("style").Set("left", strconv.FormatFloat(100*fraction(mark.X, c.Min, c.Max), 'f', 2, 64)+"%")
		markers.Call("append", tick)
	}
	return markers
}

// fraction returns where a value is between two others, from 0 to 1.
func fraction(x, low, high float64) float64 {
	if !(high > low) {
		return 0
	}
	return min(1, max(0, (x-low)/(high-low)))
}

// newPad returns the drawing of a blend space: a circle and a name for each clip, and a circle for
// the position.
func newPad(c *workbench.Control) js.Value {
	pad := createSVG("svg")
	pad.Call("setAttribute", "class", "pad wide")
	pad.Call("setAttribute", "viewBox", "0 0 "+strconv.Itoa(padWidth)+" "+strconv.Itoa(padHeight))
	pad.Call("setAttribute", "preserveAspectRatio", "none")
	for _, mark := range c.Marks {
		x, y := inPad(c, mark.X, mark.Y)
		circle, name := createSVG("circle"), createSVG("text")
		setAttribute(circle, "cx", x)
		setAttribute(circle, "cy", y)
		name.Set("textContent", mark.Name)
		setAttribute(name, "x", min(max(x, 38), padWidth-38))
		setAttribute(name, "y", y+16)
		if y > padHeight/2 {
			setAttribute(name, "y", y-10)
		}
		pad.Call("append", circle, name)
	}
	position := createSVG("circle")
	position.Call("setAttribute", "class", "position")
	setAttribute(position, "r", 5)
	pad.Call("append", position)
	return pad
}

// inPad returns the place of a position in the drawing of a pad.
func inPad(c *workbench.Control, x, y float64) (float64, float64) {
	return padBorder + fraction(x, c.Min, c.Max)*(padWidth-2*padBorder), padHeight - padBorder - fraction(y, c.MinY,
		c.MaxY)*(padHeight-2*padBorder)
}

// show shows the value of a control where it has changed.
func (row *panelRow) show(c *workbench.Control) {
	old := &row.shown
	if c.Text != old.Text {
		row.output.Set("textContent", c.Text)
	}
	switch c.Kind {
	case workbench.Slider, workbench.Timeline:
		if c.Min != old.Min || c.Max != old.Max {
			row.input.Set("min", c.Min)
			row.input.Set("max", c.Max)
		}
		if c.Value != old.Value || c.Min != old.Min || c.Max != old.Max {
			row.input.Set("value", c.Value)
		}
	case workbench.Toggle:
		row.input.Set("checked", c.Value != 0)
	case workbench.TextField:
		if c.Text != old.Text {
			row.input.Set("value", c.Text)
		}
	case workbench.Button:
		if label := c.Label; c.Text != old.Text {
			if c.Text != "" {
				label += " (" + c.Text + ")"
			}
			row.input.Set("textContent", label)
		}
	case workbench.Choice:
		if c.Value != old.Value && !c.Fixed {
			row.input.Set("selectedIndex", int(c.Value))
		}
	case workbench.Pad:
		row.showPad(c)
	case workbench.List, workbench.Log:
		if c.Value != old.Value || !slices.Equal(c.Options, old.Options) {
			row.showLines(c)
		}
	}
}

// showPad moves the position of a pad, and shows the weights of the clips by the size of their
// circles.
func (row *panelRow) showPad(c *workbench.Control) {
	circles := row.input.Call("querySelectorAll", "circle")
	for i, mark := range c.Marks {
		if i >= len(row.shown.Marks) || mark.Weight != row.shown.Marks[i].Weight {
			setAttribute(circles.Index(i), "r", 3+5*mark.Weight)
		}
	}
	x, y := inPad(c, c.Value, c.Y)
	position := circles.Index(len(c.Marks))
	setAttribute(position, "cx", x)
	setAttribute(position, "cy", y)
}

// showLines shows the lines of a list, with the present one marked.
func (row *panelRow) showLines(c *workbench.Control) {
	lines := make([]any, len(c.Options))
	for i, option := range c.Options {
		class := ""
		if c.Kind == workbench.List && i == int(c.Value) {
			class = "present"
		}
		line := create("li", class)
		line.Set("textContent", option)
		lines[i] = line
	}
	row.input.Call("replaceChildren", lines...)
}
