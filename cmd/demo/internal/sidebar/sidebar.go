package sidebar

import (
	"image"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// The sizes of the panel in pixels of a display that is not scaled.
const (
	panelWidth  = 300
	rowHeight   = 19
	labelWidth  = 92
	margin      = 6
	padHeight   = 130
	maxListed   = 14 // lines of a list, and entries of a list to choose from without scrolling
	wheelPixels = 48
	fontSize    = 12
)

// redrawn is how often the image is drawn anew while nobody changes anything.
const redrawn = time.Second / 15

// Sidebar is a panel as an image.
type Sidebar struct {
	panel   *workbench.Panel
	scale   float64
	letters *letters

	image   *image.RGBA
	drawn   time.Time
	changed bool
	scroll  int // pixels above the image
	content int // height of everything, in pixels
	hits    []hit
	drag    *hit
	shift   int // pixels by which everything is moved during a drag, so that its control stays
	choice  *choice
	writing *writing
}

// hit is a place of the image that reacts to the mouse.
type hit struct {
	area    image.Rectangle
	control string // its name; "" for the title of a section
	title   string
	kind    workbench.Kind
}

// New returns the sidebar of a panel, for a display on which lengths are multiplied by a scale.
func New(panel *workbench.Panel, scale float64) (*Sidebar, error) {
	if !(scale > 0) {
		scale = 1
	}
	letters, err := newLetters(fontSize * scale)
	if err != nil {
		return nil, err
	}
	return &Sidebar{panel: panel, scale: scale, letters: letters, changed: true}, nil
}

// px returns a length in pixels.
func (s *Sidebar) px(length float64) int { return int(length*s.scale + 0.5) }

// Width returns the width of the image in a window of some width, in pixels: 0 in a window that
// would be covered by half.
func (s *Sidebar) Width(window int) int {
	if width := s.px(panelWidth); window >= 2*width {
		return width
	}
	return 0
}

// Changed makes the next [Sidebar.Image] draw anew.
func (s *Sidebar) Changed() { s.changed = true }

// Image returns the image with some height, in pixels, and reports whether it changed since the
// last call. It belongs to the sidebar.
func (s *Sidebar) Image(height int, now time.Time) (m *image.RGBA, changed bool) {
	size := image.Pt(s.px(panelWidth), max(height, 1))
	if s.image != nil && s.image.Rect.Max == size && !s.changed && now.Sub(s.drawn) < redrawn {
		return s.image, false
	}
	if s.image == nil || s.image.Rect.Max != size {
		s.image = image.NewRGBA(image.Rectangle{Max: size})
	}
	s.draw()
	if s.hold() {
		s.draw()
	}
	s.changed, s.drawn = false, now
	return s.image, true
}

// Area returns where a control of that name, or the title of a section, reacts in the image that
// was drawn last, and reports whether it does.
func (s *Sidebar) Area(name string) (area image.Rectangle, ok bool) {
	for i := range s.hits {
		if h := &s.hits[i]; h.control == name || h.control == "" && h.title == name {
			return h.area, true
		}
	}
	return image.Rectangle{}, false
}

// Close frees the font.
func (s *Sidebar) Close() {
	_ = s.letters.face.Close() // it holds memory only
}

// Dragging reports whether a control follows the mouse, also outside of the image.
func (s *Sidebar) Dragging() bool { return s.drag != nil }

// hold moves everything such that the control that follows the mouse stays where it was, though rows
// above it came or went. It reports whether something moved.
func (s *Sidebar) hold() bool {
	if s.drag == nil {
		return false
	}
	now, ok := s.Area(s.drag.control)
	if !ok || now.Min.Y == s.drag.area.Min.Y {
		return false
	}
	s.shift += s.drag.area.Min.Y - now.Min.Y
	return true
}

// Listens reports whether a list of entries to choose from is open, or a field is written in: keys
// are for it then.
func (s *Sidebar) Listens() bool { return s.choice != nil || s.writing != nil }

// FirstEntry returns where the first entry of an open list is that what was typed leaves, and
// reports whether there is one.
func (s *Sidebar) FirstEntry() (area image.Rectangle, ok bool) {
	c := s.choice
	if c == nil || len(c.listed) == 0 {
		return area, false
	}
	area = c.area
	area.Min.Y += c.filterHeight() - c.clampedScroll()
	area.Max.Y = area.Min.Y + c.step
	return area, true
}

// Type filters an open list by what is typed: it shows the entries that contain it, in letters of
// either case. In a field it writes the letter. It reports whether a list or a field listens.
func (s *Sidebar) Type(letter rune) bool {
	switch {
	case s.choice != nil:
		s.choice.narrow(s.choice.filter + string(letter))
	case s.writing != nil:
		s.writing.insert(letter)
	default:
		return false
	}
	s.changed = true
	return true
}

// Key gives a key to an open list or to the field that is written in, by its name: "escape" closes
// it, "backspace" takes a letter back, and in a field "enter" ends the writing, and "delete", "left",
// "right", "home" and "end" do as everywhere. It reports whether a list or a field listens.
func (s *Sidebar) Key(name string) bool {
	if !s.Listens() {
		return false
	}
	s.changed = true
	if s.choice == nil {
		s.keyOfField(name)
		return true
	}
	switch name {
	case "escape":
		s.choice = nil
	case "backspace":
		if letters := []rune(s.choice.filter); len(letters) > 0 {
			s.choice.narrow(string(letters[:len(letters)-1]))
		}
	}
	return true
}

// Press presses the left button of the mouse.
func (s *Sidebar) Press(x, y int) {
	s.changed = true
	s.endWriting()
	at := image.Pt(x, y)
	if c := s.choice; c != nil {
		s.choice = nil
		if entry, ok := c.entry(at); ok {
			s.set(c.control, float64(entry), 0)
		}
		return
	}
	for i := range s.hits {
		h := s.hits[i]
		if !at.In(h.area) {
			continue
		}
		switch {
		case h.control == "":
			s.panel.Toggle(h.title)
		case h.kind == workbench.Toggle:
			if c, ok := s.panel.Find(h.control); ok {
				s.set(h.control, 1-c.Value, 0)
			}
		case h.kind == workbench.Choice:
			if c, ok := s.panel.Find(h.control); ok {
				s.choice = s.newChoice(&c, h.area)
			}
		case h.kind == workbench.TextField:
			if c, ok := s.panel.Find(h.control); ok {
				s.write(&c, x-h.area.Min.X)
			}
		case h.kind == workbench.Button:
			s.set(h.control, 1, 0)
		default:
			s.drag = &h
			s.Move(x, y)
		}
		return
	}
}

// Move moves the mouse.
func (s *Sidebar) Move(x, y int) {
	if s.choice != nil && s.choice.pointAt(image.Pt(x, y)) {
		s.changed = true
	}
	if s.drag == nil {
		return
	}
	s.changed = true
	c, ok := s.panel.Find(s.drag.control)
	if !ok { // what it changed is gone
		s.drag = nil
		return
	}
	area := s.drag.area
	value := c.Min + (c.Max-c.Min)*fraction(x-area.Min.X, area.Dx())
	if c.Step > 0 {
		value = c.Min + c.Step*float64(int((value-c.Min)/c.Step+0.5))
	}
	_ = c.Set(value, c.MaxY-(c.MaxY-c.MinY)*fraction(y-area.Min.Y, area.Dy())) // the panel shows the error
}

// Release releases the left button of the mouse.
func (s *Sidebar) Release() {
	s.drag = nil
	s.scroll, s.shift = s.scroll-s.shift, 0 // as far as there is something to scroll
	s.changed = true
}

// Wheel scrolls; positive clicks scroll up.
func (s *Sidebar) Wheel(clicks float64) {
	s.changed = true
	by := int(clicks * wheelPixels * s.scale)
	if s.choice != nil {
		s.choice.scroll -= by
		return
	}
	s.scroll -= by
}

// set changes a control; the panel shows the error.
func (s *Sidebar) set(name string, x, y float64) {
	if c, ok := s.panel.Find(name); ok {
		_ = c.Set(x, y)
	}
}

// fraction returns i/n, from 0 to 1.
func fraction(i, n int) float64 { return min(1, max(0, float64(i)/float64(max(n-1, 1)))) }
