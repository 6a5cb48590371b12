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
	theTracks // up and down, by their names
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
	if y >= t.layout.time.Min.Y && x < t.layout.time.Min.X {
		t.dragging, t.held = theTracks, y+t.scroll
	}
	return nil
}

// Move moves the mouse. With the button pressed in the tracks it goes to the moment there, and with
// the button pressed on their names it scrolls them.
func (t *Timeline) Move(x, y int) error {
	switch t.dragging {
	case theMoment:
		return t.goTo(t.indexAt(t.secondsAt(x)))
	case theTracks:
		t.scroll, t.changed = t.held-y, true
	}
	return nil
}

// Release releases the left button of the mouse.
func (t *Timeline) Release() { t.dragging = nothing }

// Dragging reports whether the shown moment follows the mouse, also outside of the drawing.
func (t *Timeline) Dragging() bool { return t.dragging != nothing }

const (
	// wheelPixels is how far a click of the wheel scrolls.
	wheelPixels = 34
	// zoomClicks is how many clicks of the wheel a button does.
	zoomClicks = 3
)

// Wheel zooms the time over the ruler, and otherwise scrolls the tracks; positive clicks zoom in
// and scroll up.
func (t *Timeline) Wheel(x, y int, clicks float64) {
	t.changed = true
	if !image.Pt(x, y).In(t.layout.ruler) {
		t.scroll -= t.px(wheelPixels * clicks)
		return
	}
	t.zoom(t.secondsAt(x), clicks)
}

// zoom shows less time by positive clicks, and more by negative ones, around a moment.
func (t *Timeline) zoom(at, clicks float64) {
	span := min(max(t.span*math.Pow(0.8, clicks), leastSeen), t.kept)
	t.from = at - (at-t.from)*span/t.span
	t.span = span
}
