package sidebar

import (
	"image"
	"image/color"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
)

// draw draws all sections, and notes what reacts to the mouse.
func (s *Sidebar) draw() {
	m := s.image
	fill(m, m.Rect, background)
	s.hits = s.hits[:0]
	s.scroll = max(0, min(s.scroll, s.content-m.Rect.Dy()))
	y := s.shift - s.scroll
	for _, section := range s.panel.Sections() {
		y = s.drawTitle(&section, y)
		if section.Closed {
			continue
		}
		for i := range section.Controls {
			y = s.drawControl(&section.Controls[i], y)
		}
		y += s.px(margin)
	}
	s.content = y - s.shift + s.scroll
	if s.content > m.Rect.Dy() { // the scroll bar
		height := m.Rect.Dy() * m.Rect.Dy() / s.content
		top := s.scroll * m.Rect.Dy() / s.content
		fill(m, image.Rect(m.Rect.Max.X-s.px(3), top, m.Rect.Max.X, top+height), field)
	}
	if s.choice != nil {
		s.choice.draw(s)
	}
}

// row returns the rectangle of a row from y on, some rows high.
func (s *Sidebar) row(y int, rows float64) image.Rectangle {
	return image.Rect(s.px(margin), y, s.image.Rect.Max.X-s.px(margin), y+s.px(rows*rowHeight))
}

// react notes that a place reacts to the mouse.
func (s *Sidebar) react(area image.Rectangle, c *workbench.Control) {
	if !c.Fixed {
		s.hits = append(s.hits, hit{area: area, control: c.Name, kind: c.Kind})
	}
}

func (s *Sidebar) drawTitle(section *workbench.Section, y int) (next int) {
	r := s.row(y, 1)
	r.Min.X, r.Max.X = 0, s.image.Rect.Max.X
	fill(s.image, r.Inset(1), titleColor)
	s.hits = append(s.hits, hit{area: r, title: section.Title})
	size := s.px(9)
	corner := image.Pt(s.px(margin), y+(r.Dy()-size)/2)
	triangle(s.image, image.Rectangle{corner, corner.Add(image.Pt(size, size))}, !section.Closed, dim)
	r.Min.X += s.px(margin + 14)
	s.letters.text(s.image, r, section.Title, bright)
	return r.Max.Y + s.px(2)
}

// drawControl draws a control from y on.
func (s *Sidebar) drawControl(c *workbench.Control, y int) (next int) {
	r := s.row(y, 1)
	label, value := r, r
	label.Max.X = r.Min.X + s.px(labelWidth-4)
	value.Min.X = r.Min.X + s.px(labelWidth)
	inner := value.Inset(1)
	text := inner
	text.Min.X += s.px(4)
	switch c.Kind {
	case workbench.Text:
		color := bright
		if c.Name == "error" {
			color = failure
			return s.drawLines(wrap.Text(c.Text, r.Dx(), s.letters.width), r, color)
		}
		if s.letters.width(c.Text) > text.Dx() { // it needs a line of its own
			s.letters.text(s.image, r, c.Label, dim)
			lines := wrap.Text(c.Text, r.Dx()-s.px(8), s.letters.width)
			return s.drawLines(lines, r.Add(image.Pt(s.px(8), r.Dy())), color)
		}
		if s.letters.width(c.Label) > label.Dx() { // the label needs more room, and the text begins later
			text.Min.X = max(text.Min.X, text.Max.X-s.letters.width(c.Text))
			label.Max.X = text.Min.X - s.px(4)
		}
		s.letters.text(s.image, text, c.Text, color)
	case workbench.Slider:
		fill(s.image, inner, s.fieldColor(c))
		bar := inner
		bar.Max.X = bar.Min.X + int(share(c.Value, c.Min, c.Max)*float64(bar.Dx())+0.5)
		fill(s.image, bar, filled)
		s.letters.text(s.image, text, c.Text, bright)
		s.react(inner, c)
	case workbench.Toggle:
		box := inner
		box.Max.X = box.Min.X + box.Dy()
		fill(s.image, box, s.fieldColor(c))
		if c.Value != 0 {
			fill(s.image, box.Inset(s.px(4)), accent)
		}
		s.react(r, c)
	case workbench.Choice:
		fill(s.image, inner, s.fieldColor(c))
		if !c.Fixed {
			size := s.px(9)
			corner := image.Pt(inner.Max.X-size-s.px(4), inner.Min.Y+(inner.Dy()-size)/2)
			triangle(s.image, image.Rectangle{corner, corner.Add(image.Pt(size, size))}, true, dim)
			text.Max.X = corner.X
		}
		s.letters.text(s.image, text, c.Text, bright)
		s.react(inner, c)
	case workbench.TextField:
		fill(s.image, inner, s.fieldColor(c))
		s.drawField(c, inner)
		s.react(inner, c)
	case workbench.Button:
		fill(s.image, inner, field)
		name := c.Label
		if c.Text != "" {
			name += " (" + c.Text + ")"
		}
		s.letters.text(s.image, text, name, bright)
		s.react(inner, c)
		return r.Max.Y
	case workbench.Timeline:
		return s.drawTimeline(c, r)
	case workbench.Pad:
		return s.drawPad(c, r)
	case workbench.List:
		s.letters.text(s.image, text, c.Text, accent)
		s.letters.text(s.image, label, c.Label, dim)
		return s.drawList(c, r)
	case workbench.Log:
		return s.drawLines(c.Options, r, bright)
	}
	s.letters.text(s.image, label, c.Label, dim)
	return r.Max.Y
}

func (s *Sidebar) fieldColor(c *workbench.Control) color.RGBA {
	if c.Fixed {
		return fixedField
	}
	return field
}

// share returns where a value is between two others, 0 to 1.
func share(value, low, high float64) float64 {
	if !(high > low) {
		return 0
	}
	return min(1, max(0, (value-low)/(high-low)))
}

// drawLines draws lines of text below each other, the first one into the row.
func (s *Sidebar) drawLines(lines []string, r image.Rectangle, c color.RGBA) (next int) {
	step := image.Pt(0, s.px(rowHeight-3))
	r.Max.Y = r.Min.Y + step.Y
	for _, line := range lines {
		s.letters.text(s.image, r, line, c)
		r = r.Add(step)
	}
	return r.Min.Y + s.px(3)
}

// drawTimeline draws a timeline: a row with the time in words, and a bar with the markers.
func (s *Sidebar) drawTimeline(c *workbench.Control, r image.Rectangle) (next int) {
	label := r
	label.Min.X += s.px(labelWidth + 5)
	s.letters.text(s.image, r, c.Label, dim)
	s.letters.text(s.image, label, c.Text, bright)
	bar := r.Add(image.Pt(0, r.Dy())).Inset(1)
	fill(s.image, bar, s.fieldColor(c))
	at := func(x float64) int { return bar.Min.X + int(share(x, c.Min, c.Max)*float64(bar.Dx()-1)+0.5) }
	played := bar
	played.Max.X = at(c.Value)
	fill(s.image, played, filled)
	for _, mark := range c.Marks {
		x := at(mark.X)
		fill(s.image, image.Rect(x, bar.Min.Y+bar.Dy()/2, x+s.px(1), bar.Max.Y), accent)
	}
	x := at(c.Value)
	fill(s.image, image.Rect(x-s.px(1), bar.Min.Y, x+s.px(1), bar.Max.Y), bright)
	s.react(bar, c)
	return bar.Max.Y + s.px(3)
}

// drawPad draws a pad: the clips of a blend space at their places, the more they show the larger,
// and the position.
func (s *Sidebar) drawPad(c *workbench.Control, r image.Rectangle) (next int) {
	label := r
	label.Min.X += s.px(labelWidth + 5)
	s.letters.text(s.image, r, c.Label, dim)
	s.letters.text(s.image, label, c.Text, bright)
	area := image.Rect(r.Min.X, r.Max.Y, r.Max.X, r.Max.Y+s.px(padHeight)).Inset(1)
	fill(s.image, area, field)
	inner := area.Inset(s.px(14)) // the clips at the edges have room for their names
	at := func(x, y float64) (float64, float64) {
		return float64(inner.Min.X) + share(x, c.Min, c.Max)*float64(inner.Dx()-1), float64(inner.Max.Y-1) - share(y,
			c.MinY, c.MaxY)*float64(inner.Dy()-1)
	}
	for _, mark := range c.Marks {
		x, y := at(mark.X, mark.Y)
		radius, color := 3.0, dim
		if mark.Weight > 0 {
			radius, color = 3+5*mark.Weight, filled
		}
		disk(s.image, x, y, radius*s.scale, color)
		width := s.letters.width(mark.Name)
		left := max(area.Min.X+2, min(int(x)-width/2, area.Max.X-2-width))
		top := int(y) + s.px(3)
		if top+s.px(14) > area.Max.Y {
			top = int(y) - s.px(3) - s.letters.height
		}
		s.letters.text(s.image, image.Rect(left, top, area.Max.X, top+s.letters.height), mark.Name, bright)
	}
	x, y := at(c.Value, c.Y)
	disk(s.image, x, y, 5*s.scale, accent)
	s.react(inner, c)
	return area.Max.Y + s.px(3)
}

// drawList draws the lines of a list below its row, around the present one.
func (s *Sidebar) drawList(c *workbench.Control, r image.Rectangle) (next int) {
	first := max(0, min(int(c.Value)-maxListed/2, len(c.Options)-maxListed))
	shown := c.Options[first:min(len(c.Options), first+maxListed)]
	step := s.px(rowHeight - 3)
	y := r.Max.Y
	for i, option := range shown {
		line := image.Rect(r.Min.X+s.px(10), y, r.Max.X, y+step)
		color := dim
		if first+i == int(c.Value) {
			fill(s.image, line, filled)
			color = bright
		}
		line.Min.X += s.px(4)
		s.letters.text(s.image, line, option, color)
		y += step
	}
	return y + s.px(3)
}
