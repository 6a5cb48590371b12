package plots_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/bench/peers/plots"
)

// checkSVG reads an SVG file and checks that it contains the texts.
func checkSVG(t *testing.T, path string, texts ...string) {
	t.Helper()
	svg, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, "<svg", "Arial") {
		if !strings.Contains(string(svg), text) {
			t.Errorf("the chart lacks %q", text)
		}
	}
}

func TestBars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bars.svg")
	chart := plots.BarChart{Title: "peers", Labels: []string{"quick", "slow"}, Series: []plots.BarSeries{
		{Name: "walk", Times: []float64{220, 2200}},
		{Name: "walk and run", Times: []float64{400, 0}},
	}}
	if err := plots.Bars(path, chart); err != nil {
		t.Fatal(err)
	}
	checkSVG(t, path, "quick", "slow", "walk and run", "220 ns", "2.2 µs", "400 ns")
}

func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.svg")
	chart := plots.LineChart{
		Title:  "frames",
		Series: []plots.LineSeries{{Name: "64 joints", Points: []plots.Point{{1, 4000}, {1000, 400}}}},
	}
	if err := plots.Lines(path, chart); err != nil {
		t.Fatal(err)
	}
	checkSVG(t, path, "64 joints", ">1000<", ">500 ns<", ">5 µs<")
}

func TestNothingToDraw(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.svg")
	for name, err := range map[string]error{
		"no bars": plots.Bars(path,
			plots.BarChart{Labels: []string{"a"}, Series: []plots.BarSeries{{"s", []float64{0}}}}),
		"no lines":  plots.Lines(path, plots.LineChart{}),
		"no points": plots.Lines(path, plots.LineChart{Series: []plots.LineSeries{{Name: "s"}}}),
	} {
		if !errors.Is(err, plots.ErrNoData) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := plots.Bars(path,
		plots.BarChart{Labels: []string{"a"}, Series: []plots.BarSeries{{"s", nil}}}); err == nil {
		t.Error("no error for a series of another length")
	}
	if err := plots.Lines(path, plots.LineChart{Series: []plots.LineSeries{{"s", []plots.Point{{0, 1}}}}}); err == nil {
		t.Error("no error for a point without a logarithm")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was written")
	}
}

func ExampleDuration() {
	fmt.Println(plots.Duration(220.4), plots.Duration(999.7), plots.Duration(23600), plots.Duration(1.5e6))
	// Output: 220 ns 1 µs 23.6 µs 1.5 ms
}
