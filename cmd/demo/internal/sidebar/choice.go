package sidebar

import (
	"fmt"
	"image"
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// choice is an open list of entries to choose from.
type choice struct {
	control string
	options []string
	filter  string // what was typed
	listed  []int  // the options that contain it
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
	out.narrow("")
	out.scroll = out.present*out.step - out.area.Dy()/2
	return out
}

// narrow lists the options that contain a text.
func (c *choice) narrow(filter string) {
	c.filter, c.listed, c.scroll, c.pointed = filter, c.listed[:0], 0, -1
	for i, option := range c.options {
		if strings.Contains(strings.ToLower(option), strings.ToLower(filter)) {
			c.listed = append(c.listed, i)
		}
	}
}

// filterHeight is the height of the line with what was typed: 0 if nothing was.
func (c *choice) filterHeight() int {
	if c.filter == "" {
		return 0
	}
	return c.step
}

// entry returns the entry at a point, and reports whether there is one.
func (c *choice) entry(at image.Point) (index int, ok bool) {
	if !at.In(c.area) {
		return -1, false
	}
	line := at.Y - c.area.Min.Y - c.filterHeight()
	if line < 0 {
		return -1, false
	}
	if line = (line + c.clampedScroll()) / c.step; line >= len(c.listed) {
		return -1, false
	}
	return c.listed[line], true
}

// clampedScroll returns the scroll within the list.
func (c *choice) clampedScroll() int {
	c.scroll = max(0, min(c.scroll, len(c.listed)*c.step-(c.area.Dy()-c.filterHeight())))
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
	top := c.area.Min.Y + c.filterHeight()
	y := top - c.clampedScroll()
	for _, i := range c.listed {
		option := c.options[i]
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
	if c.filter != "" {
		line := image.Rect(c.area.Min.X, c.area.Min.Y, c.area.Max.X, top)
		fill(part, line, field)
		line.Min.X += s.px(4)
		s.letters.text(part, line, fmt.Sprintf("%s  (%d of %d)", c.filter, len(c.listed), len(c.options)), bright)
	}
}
