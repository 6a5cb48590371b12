package plots

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// ErrNoData reports that there is nothing to draw.
var ErrNoData = errors.New("nothing to draw")

// BarChart is groups of horizontal bars. A time of 0 means not measured, and has no bar.
type BarChart struct {
	Title  string
	Labels []string // of the groups, from top to bottom
	Series []BarSeries
}

// BarSeries is the bars of one color.
type BarSeries struct {
	Name  string
	Times []float64 // nanoseconds, for each group
}

// Bars draws a chart into an SVG file. The error is [ErrNoData], a write error, or reports a series
// that is not as long as the labels.
func Bars(path string, chart BarChart) error {
	minTime, maxTime := math.Inf(1), 0.0
	for _, series := range chart.Series {
		if len(series.Times) != len(chart.Labels) {
			return fmt.Errorf("series %q: expected %d bars, one for each label, found %d", series.Name,
				len(chart.Labels), len(series.Times))
		}
		for _, time := range series.Times {
			if time > 0 {
				minTime, maxTime = min(minTime, time), max(maxTime, time)
			}
		}
	}
	if maxTime == 0 {
		return ErrNoData
	}
	p := newPlot(chart.Title)
	// The plot's axis is linear: lengths are logarithms relative to a power of ten, and tick labels
	// are the times.
	from := math.Floor(math.Log10(minTime / 1.5)) // leaves the shortest bar visible
	p.X.Min, p.X.Max = 0, math.Log10(maxTime*2)-from
	p.X.Label.Text = "time per character and frame, logarithmic"
	p.X.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		var ticks []plot.Tick
		for _, power := range decades(low+from, high+from) {
			ticks = append(ticks, plot.Tick{Value: math.Log10(power.Value) - from, Label: power.Label})
		}
		return ticks
	})
	const thick = 11.0 // points
	reversed := make([]string, len(chart.Labels))
	for i, label := range chart.Labels {
		reversed[len(reversed)-1-i] = label
	}
	p.NominalY(reversed...)
	p.Y.Min, p.Y.Max = -0.6, float64(len(reversed))-0.4
	for n, series := range chart.Series {
		if err := addBars(p, n, series, from, thick,
			vg.Length(float64(len(chart.Series)-1)/2-float64(n))*thick); err != nil {
			return fmt.Errorf("bars %q: %w", series.Name, err)
		}
	}
	p.Legend.Top = true
	height := vg.Length(float64(len(chart.Labels)))*(vg.Length(len(chart.Series))*thick+12) + 90
	return save(p, path, 700, height)
}

func addBars(p *plot.Plot, n int, series BarSeries, from, thick float64, offset vg.Length) error {
	count := len(series.Times)
	lengths := make(plotter.Values, count)
	labels := plotter.XYLabels{}
	for i, time := range series.Times {
		if time > 0 {
			row := count - 1 - i
			lengths[row] = math.Log10(time) - from
			labels.XYs = append(labels.XYs, plotter.XY{X: lengths[row], Y: float64(row)})
			labels.Labels = append(labels.Labels, " "+Duration(time))
		}
	}
	bars, err := plotter.NewBarChart(lengths, vg.Length(thick))
	if err != nil {
		return err
	}
	bars.Horizontal, bars.Offset, bars.Color, bars.LineStyle.Width = true, offset, seriesColor(n), 0
	p.Add(bars)
	p.Legend.Add(series.Name, bars)
	if len(labels.XYs) == 0 {
		return nil
	}
	texts, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	texts.Offset.Y = offset - vg.Length(thick)/3
	for i := range texts.TextStyle {
		texts.TextStyle[i].Font.Size, texts.TextStyle[i].Font.Variant = font.Length(thick-2), "Sans"
	}
	p.Add(texts)
	return nil
}
