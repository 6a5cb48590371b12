package curves

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
)

// colors are the colors of the components x, y, z and w, and in turns of weights, whose numbers stand
// at their curves.
var colors = []color.RGBA{{200, 40, 40, 255}, {30, 140, 50, 255}, {40, 80, 200, 255}, {150, 100, 20, 255}}

// bakedStyle is the style of what was baked; exactStyle and keyStyle are the styles of a component
// as it is in the clip.
var bakedStyle = draw.LineStyle{
	Color: color.Black, Width: vg.Points(0.8),
	Dashes: []vg.Length{vg.Points(2), vg.Points(4)},
}

func exactStyle(component int) draw.LineStyle {
	return draw.LineStyle{Color: colors[component%len(colors)], Width: vg.Points(1.2)}
}

func keyStyle(component int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: colors[component%len(colors)], Radius: vg.Points(1.7), Shape: draw.CircleGlyph{}}
}

// The size of a panel, and of the margins of a picture.
const (
	panelWidth, panelHeight = 5 * vg.Inch, 2.2 * vg.Inch
	margin, gap             = 10 * vg.Length(1), 8 * vg.Length(1)
	titleHeight             = 42 * vg.Length(1)
)

// Draw plots a clip of a model. A row has a joint, a column a property that one of the joints
// animates.
func Draw(w io.Writer, library *assets.Library, model *assets.Model, options Options) error {
	c, err := findClip(library, model, options.Clip)
	if err != nil {
		return err
	}
	if err := c.CheckKeys(); err != nil {
		return err
	}
	joints, animated, err := findJoints(c, options.Joints)
	if err != nil {
		return err
	}
	b, report := bake.Bake(c, bake.Options{})
	var columns []property
	for _, p := range properties {
		if animates(c, joints, p.of) {
			columns = append(columns, p)
		}
	}
	times := sampleTimes(c)
	rows := make([][]*plot.Plot, len(joints))
	for i, joint := range joints {
		for k := range columns {
			if !animates(c, joints[i:i+1], columns[k].of) {
				rows[i] = append(rows[i], nil)
				continue
			}
			p, err := panel(c, b, joint, &columns[k], times)
			if err != nil {
				return err
			}
			rows[i] = append(rows[i], p)
		}
	}
	title := fmt.Sprintf("%s, clip %q: %d of %d animated joints, ", model.Name, c.Name(), len(joints), animated)
	if b == nil {
		title += "sampled exactly, not baked: " + report.Reason
	} else {
		title += fmt.Sprintf("baked with an error of at most %.3g mm", 1000*report.MaxError)
	}
	return compose(w, rows, title, options.Format)
}

// animates reports whether the clip has a track of a property for one of the joints.
func animates(c *assets.Clip, joints []int, of clip.Property) bool {
	for _, t := range c.Tracks() {
		for _, joint := range joints {
			if t.Joint == joint && t.Property == of {
				return true
			}
		}
	}
	return false
}

// panel plots a property of a joint.
func panel(c *assets.Clip, b *bake.BakedClip, joint int, p *property, times []float64) (*plot.Plot, error) {
	out := plot.New()
	out.Title.Text = c.Skeleton().JointName(joint) + ": " + p.name
	out.X.Label.Text, out.Y.Label.Text = "time in s", p.name+" ("+p.unit+")"
	out.X.Tick.Marker, out.Y.Tick.Marker = ticks{}, ticks{}
	out.Add(plotter.NewGrid())
	sampled := p.sample(c.Skeleton(), joint, exact(c), times)
	low, high := math.Inf(1), math.Inf(-1)
	for k, points := range sampled {
		for _, point := range points {
			low, high = min(low, point.Y), max(high, point.Y)
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, fmt.Errorf("plotting %s: %w", out.Title.Text, err)
		}
		line.LineStyle = exactStyle(k)
		out.Add(line)
	}
	if p.isNumbered() {
		if err := addNumbers(out, sampled); err != nil {
			return nil, err
		}
	}
	if b != nil {
		for _, points := range p.sample(c.Skeleton(), joint, baked(b), times) {
			line, err := plotter.NewLine(points)
			if err != nil {
				return nil, fmt.Errorf("plotting %s: %w", out.Title.Text, err)
			}
			line.LineStyle = bakedStyle
			out.Add(line)
		}
	}
	for k, points := range p.keys(c, joint, sampled) {
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return nil, fmt.Errorf("plotting %s: %w", out.Title.Text, err)
		}
		dots.GlyphStyle = keyStyle(k)
		out.Add(dots)
	}
	// Room above the curves, for the names of markers.
	room := max(high-low, 1e-3)
	out.X.Min, out.X.Max = c.Start(), c.Start()+max(c.Duration(), 1e-3)
	out.Y.Min, out.Y.Max = low-0.06*room, high+0.2*room
	return out, addMarkers(out, c.Markers())
}

// addNumbers writes the number of each component at the highest point of its curve.
func addNumbers(out *plot.Plot, of curve) error {
	var numbers plotter.XYLabels
	for k, points := range of {
		highest := points[0]
		for _, point := range points {
			if point.Y > highest.Y {
				highest = point
			}
		}
		numbers.XYs, numbers.Labels = append(numbers.XYs, highest), append(numbers.Labels, strconv.Itoa(k))
	}
	labels, err := plotter.NewLabels(numbers)
	if err != nil {
		return fmt.Errorf("plotting %s: %w", out.Title.Text, err)
	}
	for k := range labels.TextStyle {
		labels.TextStyle[k].Font.Size, labels.TextStyle[k].Color = 8, colors[k%len(colors)]
	}
	out.Add(labels)
	return nil
}

// ticks are the default ticks, each with as many decimals as tell it from the next: a scale that
// hardly moves is not 1, 1 and 1.
type ticks struct{}

// Ticks implements [plot.Ticker].
func (ticks) Ticks(low, high float64) []plot.Tick {
	list := plot.DefaultTicks{}.Ticks(low, high)
	before, step := math.Inf(-1), math.Inf(1)
	for _, t := range list {
		if t.Label != "" {
			step, before = min(step, t.Value-before), t.Value
		}
	}
	if !(step > 0) || math.IsInf(step, 0) {
		return list
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-6)))
	for i := range list {
		t := &list[i]
		if t.Label == "" {
			continue
		}
		t.Label = strconv.FormatFloat(t.Value, 'f', decimals, 64)
		if rounded, err := strconv.ParseFloat(t.Label, 64); err != nil || math.Abs(rounded-t.Value) > 0.01*step {
			t.Label = strconv.FormatFloat(t.Value, 'f', decimals+1, 64) // steps of 0.25
		}
	}
	return list
}

// addMarkers draws a vertical line for each marker, with its name.
func addMarkers(out *plot.Plot, markers []clip.Marker) error {
	gray := color.RGBA{110, 110, 110, 255}
	var names plotter.XYLabels
	for _, m := range markers {
		line, err := plotter.NewLine(plotter.XYs{{X: m.Time, Y: out.Y.Min}, {X: m.Time, Y: out.Y.Max}})
		if err != nil {
			return fmt.Errorf("plotting marker %q: %w", m.Name, err)
		}
		line.Color, line.Width = gray, vg.Points(0.8)
		out.Add(line)
		names.XYs, names.Labels = append(names.XYs, plotter.XY{X: m.Time, Y: out.Y.Max}), append(names.Labels, m.Name)
	}
	if len(names.Labels) == 0 {
		return nil
	}
	labels, err := plotter.NewLabels(names)
	if err != nil {
		return fmt.Errorf("plotting markers: %w", err)
	}
	for i := range labels.TextStyle {
		style := &labels.TextStyle[i]
		style.Font.Size, style.Color, style.YAlign = 8, gray, text.YTop
		if middle := (out.X.Min + out.X.Max) / 2; names.XYs[i].X > middle { // names stay within the panel
			style.XAlign = text.XRight
		}
	}
	labels.Offset.X = 2
	out.Add(labels)
	return nil
}

// compose writes rows of panels below a title.
func compose(w io.Writer, rows [][]*plot.Plot, title, format string) error {
	width := panelWidth*vg.Length(len(rows[0])) + 2*margin + gap*vg.Length(len(rows[0])-1)
	style := plot.New().Title.TextStyle
	style.XAlign, style.YAlign = text.XLeft, text.YTop
	lines := wrap.Text(title, int(width-2*margin), func(line string) int { return int(math.Ceil(float64(style.Width(line)))) })
	title = strings.Join(lines, "\n")
	further := style.Height(title) - style.Height(lines[0]) // the height of lines after the first one
	header := titleHeight + further
	height := panelHeight*vg.Length(len(rows)) + 2*margin + gap*vg.Length(len(rows)-1) + header
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	picture := draw.New(canvas)
	picture.SetColor(color.White)
	picture.Fill(picture.Rectangle.Path())
	picture.FillText(style, vg.Point{X: picture.Min.X + margin, Y: picture.Max.Y - margin}, title)
	drawLegend(picture, style, further)
	tiles := draw.Tiles{
		Rows: len(rows), Cols: len(rows[0]), PadTop: margin + header, PadBottom: margin, PadLeft: margin,
		PadRight: margin, PadX: gap, PadY: gap,
	}
	for i, row := range plot.Align(rows, tiles, picture) {
		for k, cell := range row {
			if rows[i][k] != nil {
				rows[i][k].Draw(cell)
			}
		}
	}
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	return nil
}

// drawLegend writes what the lines mean, below the title, whose further lines have a height.
func drawLegend(picture draw.Canvas, style draw.TextStyle, further vg.Length) {
	const line, entry = 20 * vg.Length(1), 62 * vg.Length(1)
	style.Font.Size, style.YAlign = 10, text.YCenter
	x, y := picture.Min.X+margin, picture.Max.Y-margin-further-26
	for i, name := range []string{"x", "y", "z", "w", "keys", "baked"} {
		from, to := vg.Point{X: x, Y: y}, vg.Point{X: x + line, Y: y}
		switch name {
		case "keys":
			picture.DrawGlyph(keyStyle(0), vg.Point{X: x + line/2, Y: y})
		case "baked":
			picture.StrokeLine2(bakedStyle, from.X, from.Y, to.X, to.Y)
		default:
			picture.StrokeLine2(exactStyle(i), from.X, from.Y, to.X, to.Y)
		}
		picture.FillText(style, vg.Point{X: x + line + 4, Y: y}, name)
		x += entry
	}
}
