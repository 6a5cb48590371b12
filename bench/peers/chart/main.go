package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/perf/benchfmt"

	"github.com/sinew-go/sinew/bench/peers/plots"
)

func main() {
	var flags struct {
		Benchmarks string `arg:"" help:"Output of go test -bench." type:"existingfile"`
		Out        string `help:"SVG file." default:"bench.svg"`
	}
	kong.Parse(&flags, kong.Description("Draws the time per character against the number of characters."))
	err := draw(flags.Benchmarks, flags.Out)
	if errors.Is(err, plots.ErrNoData) {
		fmt.Fprintf(os.Stderr,
			"no chart: no sub-benchmark of BenchmarkFrame in %s ran with several numbers of characters\n",
			flags.Benchmarks)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func draw(benchmarks, out string) error {
	file, err := os.Open(benchmarks)
	if err != nil {
		return err
	}
	defer file.Close()
	chart, err := read(file, benchmarks)
	if err != nil {
		return err
	}
	if err := plots.Lines(out, chart); err != nil {
		return fmt.Errorf("%s: %w", benchmarks, err)
	}
	return nil
}

// read returns the chart of BenchmarkFrame's results: a line for each name without its number of
// characters, if it has at least two points. Of several runs the fastest counts. The error names
// the line that cannot be parsed.
func read(from io.Reader, name string) (plots.LineChart, error) {
	var chart plots.LineChart
	var names []string
	lines := map[string]map[float64]float64{}
	reader := benchfmt.NewReader(from, name)
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			if err, ok := reader.Result().(*benchfmt.SyntaxError); ok {
				return chart, err
			}
			continue // a description of a unit
		}
		time, ok := result.Value("sec/character") // as benchfmt reads ns/character
		line, characters := split(result.Name)
		if !ok || characters == 0 || string(result.Name.Base()) != "Frame" {
			continue
		}
		if cpu := result.GetConfig("cpu"); cpu != "" {
			chart.Title = "Time of a frame per character, by the number of characters\n" + cpu
		}
		if lines[line] == nil {
			names, lines[line] = append(names, line), map[float64]float64{}
		}
		time *= 1e9
		if before, ok := lines[line][characters]; !ok || time < before {
			lines[line][characters] = time
		}
	}
	if err := reader.Err(); err != nil {
		return chart, fmt.Errorf("%s: %w", name, err)
	}
	for _, line := range names {
		if len(lines[line]) < 2 {
			continue
		}
		series := plots.LineSeries{Name: line}
		for characters, time := range lines[line] {
			series.Points = append(series.Points, plots.Point{Characters: characters, Time: time})
		}
		slices.SortFunc(series.Points, func(a, b plots.Point) int { return int(a.Characters - b.Characters) })
		chart.Series = append(chart.Series, series)
	}
	return chart, nil
}

// split removes the number of characters from a benchmark's name. The number is 0 if the name has
// none.
func split(name benchfmt.Name) (line string, characters float64) {
	base, parts := name.Parts()
	kept := []string{string(base)}
	for _, part := range parts {
		text := strings.TrimPrefix(string(part), "/")
		if value, ok := strings.CutPrefix(text, "characters="); ok {
			if number, err := strconv.ParseFloat(value, 64); err == nil && number > 0 {
				characters = number
				continue
			}
		}
		if !strings.HasPrefix(text, "-") { // GOMAXPROCS
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, " "), characters
}
