package workbench

import (
	"image"
	"image/color"
)

// StripHeight is the height of a strip in pixels of a display that is not scaled.
const StripHeight = 236

// Strip is a drawing below the picture that reacts to the mouse, such as the timeline. Places are in
// pixels from its upper left corner.
type Strip interface {
	// Changed reports whether it would be drawn otherwise than it was last.
	Changed() bool
	// Draw draws it in a size in pixels, with lengths of a display that is scaled.
	Draw(p Painter, size image.Point, scale float64)
	// Press, Move and Release are the left button of the mouse and its way.
	Press(x, y int) error
	Move(x, y int) error
	Release()
	// Wheel turns the wheel at a place; positive clicks turn it forward.
	Wheel(x, y int, clicks float64)
	// Dragging reports whether something follows the mouse, also outside of the drawing.
	Dragging() bool
}

// Painter is what a [Strip] is drawn on. Places are in pixels from the upper left corner.
type Painter interface {
	// Fill fills a rectangle.
	Fill(area image.Rectangle, c color.RGBA)
	// Line draws a line of some width.
	Line(from, to image.Point, width float64, c color.RGBA)
	// Text writes a text into a rectangle, in its vertical middle, and cuts it off at the end.
	Text(area image.Rectangle, text string, c color.RGBA)
	// Width returns how wide a text is, in pixels.
	Width(text string) int
}
