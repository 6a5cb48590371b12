package workbench

import (
	"errors"
	"fmt"
)

// Kind is how a control looks and what its value means.
type Kind uint8

// The kinds of controls.
const (
	// Text is a line to read: Label and Text.
	Text Kind = iota
	// Slider is a number from Min to Max.
	Slider
	// Toggle is on for Value 1 and off for 0.
	Toggle
	// Choice is one of Options; Value is its index, or -1.
	Choice
	// Button does something when it is set to any value.
	Button
	// Timeline is a time in seconds, or a phase, from Min to Max, with a mark for each marker of
	// the clip.
	Timeline
	// Pad is a point in a plane: Value and Y. The marks are the clips there, with their weights.
	Pad
	// List is Options to read, of which that with the index Value is chosen; -1 for none
	// .
	List
	// Log is Options to read, the newest last.
	Log
	// TextField is a text that is typed: Text, which [Control.Write] changes.
	TextField
)

// Mark is a named place on a timeline or a pad.
type Mark struct {
	Name   string
	X, Y   float64
	Weight float64 // of a clip on a pad, 0 to 1
}

// Control is something of a character that can be seen, and changed unless it is Fixed.
type Control struct {
	// Name names the control among all of the panel. It stays the same while the control exists.
	Name  string
	Kind  Kind
	Label string
	Text  string // the value in words
	// Value is the value, or the horizontal coordinate of a pad; Y is the vertical one.
	Value, Y float64
	// Min to Max is the range of Value, and MinY to MaxY that of Y.
	Min, Max, MinY, MaxY float64
	// Step is the distance of the values of a slider; 0 for any value.
	Step    float64
	Options []string
	Marks   []Mark
	Fixed   bool // it can only be seen

	panel *Panel
	yield bool // the change is one that a scene with a schedule of its own would undo
	set   func(x, y float64) error
	write func(text string) error // of a field
}

// errFixed reports the change of a control that can only be seen.
var errFixed = errors.New("it can only be seen")

// Set changes what the control stands for: x is the new Value, and y the new Y of a pad. The
// picture shows the change after the next update of the scene, or at once if the scene is paused.
// The control itself keeps its old value. The panel shows an error until the next change.
func (c *Control) Set(x, y float64) error {
	err := c.setValue(x, y)
	c.panel.Report(c.Label, err)
	return err
}

// Write changes the text of a field, as [Control.Set] changes a value.
func (c *Control) Write(text string) error {
	err := errFixed
	if c.write != nil && !c.Fixed {
		err = c.change(func() error { return c.write(text) })
	}
	c.panel.Report(c.Label, err)
	return err
}

func (c *Control) setValue(x, y float64) error {
	if c.set == nil || c.Fixed {
		return errFixed
	}
	if c.Kind == Choice && (x < 0 || int(x) >= len(c.Options)) {
		return fmt.Errorf("expected an entry from 0 to %d, found %v", len(c.Options)-1, x)
	}
	if c.Kind == Slider || c.Kind == Timeline || c.Kind == Pad {
		x, y = min(max(x, c.Min), c.Max), min(max(y, c.MinY), c.MaxY)
	}
	return c.change(func() error { return c.set(x, y) })
}

// change changes what the control stands for, and shows it if the scene is paused.
func (c *Control) change(do func() error) error {
	if yielder, ok := c.panel.scene.(Yielder); ok && c.yield {
		yielder.Yield()
		c.panel.yielded = true
	}
	if err := do(); err != nil {
		return err
	}
	if c.panel.Paused {
		return c.panel.scene.Update(0)
	}
	return nil
}

// Section is a group of controls with a title.
type Section struct {
	Title    string
	Closed   bool // show the title only
	Controls []Control
}

// section is a section while it is made.
type section struct {
	Section
	panel  *Panel
	prefix string // of the names of its controls
}

// add adds a control, whose name is completed.
func (s *section) add(c Control) *Control {
	c.panel = s.panel
	if c.Name == "" {
		c.Name = c.Label
	}
	c.Name = s.prefix + c.Name
	s.Controls = append(s.Controls, c)
	return &s.Controls[len(s.Controls)-1]
}

func (s *section) text(label, text string) {
	s.add(Control{Kind: Text, Label: label, Text: text, Fixed: true})
}

func (s *section) toggle(label string, on bool, set func(on bool) error) *Control {
	value, text := 0.0, "off"
	if on {
		value, text = 1, "on"
	}
	return s.add(Control{Kind: Toggle, Label: label, Value: value, Max: 1, Text: text, set: func(x, _ float64) error {
		return set(x != 0)
	}})
}

func (s *section) slider(label string, value, low, high float64, text string, set func(x float64) error) *Control {
	return s.add(Control{
		Kind: Slider, Label: label, Value: value, Min: low, Max: high, Text: text,
		set: func(x, _ float64) error {
			return set(x)
		},
	})
}

func (s *section) choice(label string, options []string, index int, set func(i int) error) *Control {
	text := ""
	if index >= 0 && index < len(options) {
		text = options[index]
	}
	return s.add(Control{
		Kind: Choice, Label: label, Options: options, Value: float64(index), Text: text,
		set: func(x, _ float64) error {
			return set(int(x))
		},
	})
}

func (s *section) button(label string, set func() error) *Control {
	return s.add(Control{Kind: Button, Label: label, set: func(float64, float64) error { return set() }})
}
