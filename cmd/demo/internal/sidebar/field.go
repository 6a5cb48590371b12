package sidebar

import (
	"image"
	"slices"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// writing is a field while it is written in.
type writing struct {
	control string
	letters []rune
	caret   int // letters before it
}

// fieldPadding is the pixels before the text of a field, on a display that is not scaled.
const fieldPadding = 4

// write begins to write in a field, with the caret at a distance from its left edge.
func (s *Sidebar) write(c *workbench.Control, x int) {
	w := &writing{control: c.Name, letters: []rune(c.Text)}
	at := s.px(fieldPadding)
	for w.caret < len(w.letters) {
		width := s.letters.letter(w.letters[w.caret]).advance
		if x < at+width/2 {
			break
		}
		at += width
		w.caret++
	}
	s.writing = w
}

// endWriting changes the control to what was written; the panel shows the error.
func (s *Sidebar) endWriting() {
	w := s.writing
	if w == nil {
		return
	}
	s.writing = nil
	if c, ok := s.panel.Find(w.control); ok && c.Text != string(w.letters) {
		_ = c.Write(string(w.letters))
	}
}

func (w *writing) insert(letter rune) {
	w.letters = slices.Insert(w.letters, w.caret, letter)
	w.caret++
}

func (s *Sidebar) keyOfField(name string) {
	w := s.writing
	switch name {
	case "enter":
		s.endWriting()
	case "escape":
		s.writing = nil
	case "backspace":
		if w.caret > 0 {
			w.caret--
			w.letters = slices.Delete(w.letters, w.caret, w.caret+1)
		}
	case "delete":
		if w.caret < len(w.letters) {
			w.letters = slices.Delete(w.letters, w.caret, w.caret+1)
		}
	case "left":
		w.caret = max(0, w.caret-1)
	case "right":
		w.caret = min(len(w.letters), w.caret+1)
	case "home":
		w.caret = 0
	case "end":
		w.caret = len(w.letters)
	}
}

// drawField draws the text of a field, and, while it is written in, the caret. A text that is wider
// than the field is moved so that the caret is seen.
func (s *Sidebar) drawField(c *workbench.Control, area image.Rectangle) {
	text := area
	text.Min.X += s.px(fieldPadding)
	w := s.writing
	if w == nil || w.control != c.Name {
		s.letters.text(s.image, text, c.Text, bright)
		return
	}
	edge := s.px(1)
	fill(s.image, area, accent)
	fill(s.image, area.Inset(edge), fixedField)
	before := s.letters.width(string(w.letters[:w.caret]))
	first := 0 // letter that is seen
	for before > text.Dx()-s.px(fieldPadding) && first < w.caret {
		before -= s.letters.letter(w.letters[first]).advance
		first++
	}
	s.letters.text(s.image, text, string(w.letters[first:]), bright)
	x := text.Min.X + before
	fill(s.image, image.Rect(x, area.Min.Y+s.px(3), x+edge, area.Max.Y-s.px(3)), accent)
}
