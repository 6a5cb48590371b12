package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LineChart is times against numbers of characters, both on logarithmic axes.
type LineChart struct {
	Title  string
	Series []LineSeries
}

// LineSeries is a line.
type LineSeries struct {
	Name   string
	Points []Point // in ascending order of Characters
}

// Point is a measurement.
type Point struct {
	Characters float64
	Time       float64 // nanoseconds per character
}

// Lines draws a chart into an SVG file. The error is [ErrNoData], a write error, or reports a point
// without a logarithm.
func Lines(path string, chart LineChart) error {
	p := newPlot(chart.Title)
	p.X.Label.Text = "characters"
	p.Y.Label.Text = "time per character and frame"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(counts)
	p.Y.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		return decades(math.Log10(low), math.Log10(high))
	})
	minTime, maxTime := math.Inf(1), 0.0
	for n, series := range chart.Series {
		points := plotter.XYs{}
		for _, point := range series.Points {
			if !(point.Characters > 0) || !(point.Time > 0) {
				return fmt.Errorf("line %q: expected numbers above 0, found %v ns for %v characters", series.Name,
					point.Time, point.Characters)
			}
			points = append(points, plotter.XY{X: point.Characters, Y: point.Time})
			minTime, maxTime = min(minTime, point.Time), max(maxTime, point.Time)
		}
		if len(points) == 0 {
			return ErrNoData
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return fmt.Errorf("line %q: %w", series.Name, err)
		}
		line.Color, marks.Color = seriesColor(n), seriesColor(n)
		line.Width, marks.Radius, marks.Shape = 1.5, 3, draw.CircleGlyph{}
		p.Add(line, marks)
		p.Legend.Add(series.Name, line, marks)
	}
	if maxTime == 0 {
		return ErrNoData
	}
	// Whole powers of ten, plus space for the legend.
	p.Y.Min = math.Pow(10, math.Floor(math.Log10(minTime)))
	p.Y.Max = math.Pow(10, math.Ceil(math.Log10(maxTime))+0.2*float64(len(chart.Series))/4)
	p.Legend.Top = true
	return save(p, path, 700, 380+vg.Length(len(chart.Series))*12)
}

// counts returns ticks at the powers of ten within a range.
func counts(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high*1.001; power *= 10 {
		ticks = append(ticks, plot.Tick{Value: power, Label: fmt.Sprintf("%.0f", power)})
	}
	return ticks
}
