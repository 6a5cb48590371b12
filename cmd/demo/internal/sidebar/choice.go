package sidebar

import (
	"image"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// choice is an open list of entries to choose from.
type choice struct {
	control string
	options []string
	present int
	area    image.Rectangle
	step    int // height of an entry in pixels
	scroll  int // pixels above the area
	pointed int // the entry under the mouse; -1 for none
}

// newChoice opens the list of a control, below the field or, where there is no room, above the
// lower end of the image.
func (s *Sidebar) newChoice(c *workbench.Control, field image.Rectangle) *choice {
	out := &choice{control: c.Name, options: c.Options, present: int(c.Value), step: s.px(rowHeight - 2), pointed: -1}
	out.area = field
	out.area.Min.Y = field.Max.Y
	out.area.Max.Y = out.area.Min.Y + min(len(c.Options), maxListed)*out.step
	if below := out.area.Max.Y - s.image.Rect.Max.Y; below > 0 {
		out.area = out.area.Sub(image.Pt(0, below))
	}
	if out.area.Min.Y < 0 {
		out.area.Min.Y = 0
	}
	out.scroll = out.present*out.step - out.area.Dy()/2
	return out
}

// entry returns the entry at a point, and reports whether there is one.
func (c *choice) entry(at image.Point) (index int, ok bool) {
	if !at.In(c.area) {
		return -1, false
	}
	index = (at.Y - c.area.Min.Y + c.clampedScroll()) / c.step
	return index, index < len(c.options)
}

// clampedScroll returns the scroll within the list.
func (c *choice) clampedScroll() int {
	c.scroll = max(0, min(c.scroll, len(c.options)*c.step-c.area.Dy()))
	return c.scroll
}

// pointAt moves the mouse, and reports whether another entry is under it.
func (c *choice) pointAt(at image.Point) bool {
	before := c.pointed
	c.pointed, _ = c.entry(at)
	return before != c.pointed
}

func (c *choice) draw(s *Sidebar) {
	fill(s.image, c.area.Inset(-1), dim)
	fill(s.image, c.area, titleColor)
	part := s.image.SubImage(c.area).(*image.RGBA)
	y := c.area.Min.Y - c.clampedScroll()
	for i, option := range c.options {
		line := image.Rect(c.area.Min.X, y, c.area.Max.X, y+c.step)
		y += c.step
		if !line.Overlaps(c.area) {
			continue
		}
		if i == c.pointed {
			fill(part, line, filled)
		}
		color := bright
		if i == c.present {
			color = accent
		}
		line.Min.X += s.px(4)
		s.letters.text(part, line, option, color)
	}
}
