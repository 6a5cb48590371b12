package sidebar

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// The colors of the panel.
var (
	background = workbench.Background
	titleColor = workbench.Title
	field      = workbench.Field
	filled     = workbench.Filled
	fixedField = workbench.FixedField
	accent     = workbench.Accent
	bright     = workbench.Bright
	dim        = workbench.Dim
	failure    = workbench.Failure
)

// NewFace returns a font from its file, of that size in pixels.
func NewFace(file []byte, size float64) (font.Face, error) {
	parsed, err := opentype.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	return face, nil
}

// letters draws text with a font, of which it keeps the pictures of the letters.
type letters struct {
	face   font.Face
	ascent int
	height int
	known  map[rune]letter
}

type letter struct {
	mask    *image.Alpha
	at      image.Point // of the mask, relative to the beginning of the letter on the base line
	advance int
}

func newLetters(size float64) (*letters, error) {
	face, err := NewFace(goregular.TTF, size)
	if err != nil {
		return nil, err
	}
	metrics := face.Metrics()
	return &letters{
		face: face, ascent: metrics.Ascent.Round(),
		height: metrics.Ascent.Round() + metrics.Descent.Round(), known: map[rune]letter{},
	}, nil
}

func (l *letters) letter(r rune) letter {
	known, ok := l.known[r]
	if ok {
		return known
	}
	bounds, mask, at, advance, ok := l.face.Glyph(fixed.Point26_6{}, r)
	if ok {
		copied := image.NewAlpha(image.Rectangle{Max: bounds.Size()})
		draw.Draw(copied, copied.Rect, mask, at, draw.Src)
		known = letter{copied, bounds.Min, advance.Round()}
	}
	l.known[r] = known
	return known
}

// width returns the width of a text in pixels.
func (l *letters) width(text string) int {
	width := 0
	for _, r := range text {
		width += l.letter(r).advance
	}
	return width
}

// fit returns the text, cut off if it is wider than some pixels.
func (l *letters) fit(text string, width int) string {
	const end = "..."
	if l.width(text) <= width {
		return text
	}
	list := []rune(text)
	for len(list) > 0 && l.width(string(list)+end) > width {
		list = list[:len(list)-1]
	}
	return string(list) + end
}

// text draws a text into a rectangle, in its vertical middle; what is wider is cut off.
func (l *letters) text(m *image.RGBA, r image.Rectangle, text string, c color.RGBA) {
	x, y := r.Min.X, r.Min.Y+(r.Dy()-l.height)/2+l.ascent
	source := image.NewUniform(c)
	for _, r := range l.fit(text, r.Dx()) {
		one := l.letter(r)
		if one.mask != nil {
			at := one.mask.Rect.Add(image.Pt(x, y)).Add(one.at)
			draw.DrawMask(m, at, source, image.Point{}, one.mask, image.Point{}, draw.Over)
		}
		x += one.advance
	}
}

// fill fills a rectangle.
func fill(m *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(m, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// disk fills a circle, with smooth edges.
func disk(m *image.RGBA, x, y, radius float64, c color.RGBA) {
	box := image.Rect(int(x-radius-1), int(y-radius-1), int(x+radius+2), int(y+radius+2)).Intersect(m.Rect)
	for py := box.Min.Y; py < box.Max.Y; py++ {
		for px := box.Min.X; px < box.Max.X; px++ {
			dx, dy := float64(px)+0.5-x, float64(py)+0.5-y
			cover := min(1, max(0, (radius*radius-dx*dx-dy*dy)/(2*radius)+0.5))
			old := m.RGBAAt(px, py)
			mix := func(a, b uint8) uint8 { return uint8(float64(a) + cover*(float64(b)-float64(a))) }
			m.SetRGBA(px, py, color.RGBA{mix(old.R, c.R), mix(old.G, c.G), mix(old.B, c.B), 255})
		}
	}
}

// triangle fills a small triangle in a square, which points down, or to the right.
func triangle(m *image.RGBA, r image.Rectangle, down bool, c color.RGBA) {
	n := min(r.Dx(), r.Dy())
	for i := range n / 2 {
		if down {
			fill(m, image.Rect(r.Min.X+i, r.Min.Y+n/4+i, r.Min.X+n-i, r.Min.Y+n/4+i+1), c)
		} else {
			fill(m, image.Rect(r.Min.X+n/4+i, r.Min.Y+i, r.Min.X+n/4+i+1, r.Min.Y+n-i), c)
		}
	}
}
