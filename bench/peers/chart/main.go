package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"github.com/sinew-go/sinew/bench/peers/plots"
)

func main() {
	var flags struct {
		Benchmarks string `arg:"" help:"What go test -bench printed." type:"existingfile"`
		Out        string `help:"SVG file." default:"bench.svg"`
	}
	kong.Parse(&flags, kong.Description("Draws ns/character against the number of characters."))
	err := draw(flags.Benchmarks, flags.Out)
	if errors.Is(err, plots.ErrNoData) {
		fmt.Fprintf(os.Stderr, "no chart: no part of BenchmarkFrame in %s ran with several numbers of characters\n", flags.Benchmarks)
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
