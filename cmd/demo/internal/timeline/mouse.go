package timeline

import (
	"image"
	"math"
)

// dragged is what the mouse drags.
type dragged uint8

const (
	nothing dragged = iota
	theMoment
)

// Press presses the left button of the mouse.
func (t *Timeline) Press(x, y int) error {
	at := image.Pt(x, y)
	t.changed = true
	for _, h := range t.layout.buttons {
		if at.In(h.area) {
			for i := range actions {
				if actions[i].name == h.name {
					return t.do(&actions[i])
				}
			}
		}
	}
	for _, h := range t.layout.changes {
		if at.In(h.area) && h.frame < len(t.frames) {
			return t.choose(h.frame, h.name)
		}
	}
	if at.In(t.layout.ruler) || at.In(t.layout.time) {
		t.dragging, t.choice, t.message = theMoment, nil, ""
		return t.Move(x, y)
	}
	return nil
}

// Move moves the mouse. With the button pressed in the tracks it goes to the moment there.
func (t *Timeline) Move(x, _ int) error {
	if t.dragging == nothing {
		return nil
	}
	return t.goTo(t.indexAt(t.secondsAt(x)))
}

// Release releases the left button of the mouse.
func (t *Timeline) Release() { t.dragging = nothing }

// Dragging reports whether the shown moment follows the mouse, also outside of the drawing.
func (t *Timeline) Dragging() bool { return t.dragging != nothing }

// wheelPixels is how far a click of the wheel scrolls.
const wheelPixels = 34

// Wheel zooms the time over the ruler, and otherwise scrolls the tracks; positive clicks zoom in
// and scroll up.
func (t *Timeline) Wheel(x, y int, clicks float64) {
	t.changed = true
	if !image.Pt(x, y).In(t.layout.ruler) {
		t.scroll -= t.px(wheelPixels * clicks)
		return
	}
	at := t.secondsAt(x)
	span := min(max(t.span*math.Pow(0.8, clicks), leastSeen), keptSeconds)
	t.from = at - (at-t.from)*span/t.span
	t.span = span
}
