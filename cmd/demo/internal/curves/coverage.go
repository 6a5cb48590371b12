package curves

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/sinew-go/sinew/cmd/internal/survey"
)

// DrawCoverage draws how many frames of a database have which speed and turning: the darker a field,
// the more, on a logarithmic scale, with the percents written into it. The format is "svg" or "png".
func DrawCoverage(w io.Writer, c *survey.Coverage, name, format string) error {
	all, most := 0, 0
	for _, row := range c.Frames {
		for _, n := range row {
			all, most = all+n, max(most, n)
		}
	}
	if all == 0 {
		return fmt.Errorf("database %q: expected frames that can be found, found none", name)
	}
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s: percent of %d frames", name, all)
	p.X.Label.Text, p.Y.Label.Text = "turning in degrees a second, to the left", "speed in m/s"
	p.X.Min, p.X.Max = -c.MostTurn, c.MostTurn
	p.Y.Min, p.Y.Max = 0, float64(len(c.Frames))*c.SpeedStep
	var written plotter.XYLabels
	for row, columns := range c.Frames {
		for column, n := range columns {
			if n == 0 {
				continue
			}
			x, y := -c.MostTurn+float64(column)*c.TurnStep, float64(row)*c.SpeedStep
			field, err := plotter.NewPolygon(plotter.XYs{
				{X: x, Y: y}, {X: x + c.TurnStep, Y: y}, {X: x + c.TurnStep, Y: y + c.SpeedStep}, {X: x, Y: y + c.SpeedStep},
			})
			if err != nil {
				return fmt.Errorf("plotting: %w", err)
			}
			shade := uint8(225 - 150*math.Log1p(float64(n))/math.Log1p(float64(most)))
			field.Color, field.LineStyle.Width = color.RGBA{shade, shade, 255, 255}, 0
			p.Add(field)
			written.XYs = append(written.XYs, plotter.XY{X: x + 0.3*c.TurnStep, Y: y + 0.35*c.SpeedStep})
			written.Labels = append(written.Labels, fmt.Sprintf("%.1f", 100*float64(n)/float64(all)))
		}
	}
	labels, err := plotter.NewLabels(written)
	if err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	p.Add(labels, plotter.NewGrid())
	picture, err := p.WriterTo(7*vg.Inch, vg.Length(2+0.35*float64(len(c.Frames)))*vg.Inch, format)
	if err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	if _, err := picture.WriteTo(w); err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	return nil
}
