package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// colors can be distinguished by color-blind people, too (M. Okabe, K. Ito).
var colors = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x4d, 0x4d, 0x4d, 0xff},
}

func seriesColor(n int) color.Color { return colors[n%len(colors)] }

func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = 8
	p.BackgroundColor = color.White
	p.Legend.Padding = 2
	p.Legend.XOffs = -4
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.Legend.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label,
		&p.Y.Tick.Label,
	} {
		style.Font.Variant = "Sans"
	}
	return p
}

// save writes an SVG file of a size in points. It adds similar fonts as alternatives for viewers
// without Liberation Sans.
func save(p *plot.Plot, path string, width, height vg.Length) error {
	const margin = 6
	canvas := vgsvg.New(width, height)
	everything := draw.New(canvas)
	everything.SetColor(p.BackgroundColor)
	everything.Fill(everything.Rectangle.Path())
	p.Draw(draw.Crop(everything, margin, -4*margin, margin, -margin))
	var written bytes.Buffer
	if _, err := canvas.WriteTo(&written); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fonts := bytes.ReplaceAll(written.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;"))
	return os.WriteFile(path, fonts, 0o644)
}

// decades returns ticks at 1, 2 and 5 times the powers of ten between two logarithms of times in
// nanoseconds.
func decades(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for power := math.Floor(low); power <= high; power++ {
		for _, step := range []float64{1, 2, 5} {
			time := step * math.Pow(10, power)
			if at := math.Log10(time); at < low-1e-9 || at > high+1e-9 {
				continue
			}
			ticks = append(ticks, plot.Tick{Value: time, Label: Duration(time)})
		}
	}
	return ticks
}

// Duration formats nanoseconds with three digits, in ns, µs or ms.
func Duration(nanoseconds float64) string {
	switch {
	case nanoseconds < 999.5:
		return fmt.Sprintf("%.3g ns", nanoseconds)
	case nanoseconds < 999.5e3:
		return fmt.Sprintf("%.3g µs", nanoseconds/1e3)
	default:
		return fmt.Sprintf("%.3g ms", nanoseconds/1e6)
	}
}
