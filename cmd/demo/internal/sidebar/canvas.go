package sidebar

import (
	"image"
	"image/color"
	"math"
)

// Canvas is an image on which others draw with the font of the panel.
type Canvas struct {
	Image   *image.RGBA
	letters *letters
}

// NewCanvas returns a canvas without a size, for a display on which lengths are multiplied by a
// scale.
func NewCanvas(scale float64) (*Canvas, error) {
	if !(scale > 0) {
		scale = 1
	}
	letters, err := newLetters(fontSize * scale)
	if err != nil {
		return nil, err
	}
	return &Canvas{Image: &image.RGBA{}, letters: letters}, nil
}

// Resize makes the image that large, in pixels. What was drawn is lost if it had another size.
func (c *Canvas) Resize(size image.Point) {
	if c.Image.Rect.Size() != size {
		c.Image = image.NewRGBA(image.Rectangle{Max: size})
	}
}

// Fill fills a rectangle.
func (c *Canvas) Fill(area image.Rectangle, with color.RGBA) { fill(c.Image, area, with) }

// Line draws a line of some width, with round ends.
func (c *Canvas) Line(from, to image.Point, width float64, with color.RGBA) {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	steps := max(1, int(math.Ceil(max(math.Abs(dx), math.Abs(dy)))))
	for i := range steps + 1 {
		at := float64(i) / float64(steps)
		disk(c.Image, float64(from.X)+at*dx, float64(from.Y)+at*dy, max(width, 1)/2, with)
	}
}

// Text draws a text into a rectangle, in its vertical middle; what is wider is cut off.
func (c *Canvas) Text(area image.Rectangle, text string, with color.RGBA) {
	c.letters.text(c.Image, area, text, with)
}

// Width returns the width of a text in pixels.
func (c *Canvas) Width(text string) int { return c.letters.width(text) }

// Close frees the font.
func (c *Canvas) Close() {
	_ = c.letters.face.Close() // it holds memory only
}
