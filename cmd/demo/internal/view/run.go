//go:build cgo

package view

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/sinew-go/sinew/cmd/demo/internal/text"
	"golang.org/x/term"
)

// samples is the number of samples per pixel.
const samples = 4

// Available returns nil: this build can draw.
func Available() error { return nil }

// Run draws the scene in a window or into a file. It prints a summary to out and, if notes is a terminal, a progress
// bar to notes.
func Run(input Input, o Options, out, notes io.Writer) error {
	if !o.Headless {
		return openWindow(input, o, out)
	}
	if !hasDisplay() {
		stop, err := startDisplay()
		if err != nil {
			return err
		}
		defer stop()
	}
	return drawFile(input, o, out, notes)
}

// writeReport prints what was drawn, and the mean time of each part of a frame.
func writeReport(out io.Writer, s animatedScene, description string, drawing time.Duration) error {
	var rows [][]string
	total := drawing
	milliseconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1000) }
	for _, t := range s.Animation().Timings() {
		rows = append(rows, []string{t.Name, milliseconds(t.Mean())})
		total += t.Mean()
	}
	rows = append(rows, []string{"Render", milliseconds(drawing)}, []string{"whole frame", milliseconds(total)})
	characters := "characters"
	if s.Characters() == 1 {
		characters = "character"
	}
	fmt.Fprintf(out, "%s: %d %s with %d joints\n\n", description, s.Characters(), characters, s.Joints())
	var table strings.Builder
	if err := text.Table(&table, []string{"system", ">ms per frame"}, rows); err != nil {
		return err
	}
	_, err := io.WriteString(out, table.String())
	return err
}

// progress is a progress bar. The zero progress shows nothing.
type progress struct {
	bar *progressbar.ProgressBar
}

func newProgress(w io.Writer, steps int) progress {
	file, ok := w.(*os.File)
	if !ok || steps < 2 || !term.IsTerminal(int(file.Fd())) {
		return progress{}
	}
	return progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(file),
		progressbar.OptionSetDescription("drawing"),
		progressbar.OptionSetWidth(40),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)}
}

// Step advances the bar by one step. Errors of the terminal are ignored.
func (p progress) Step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// Close removes the bar.
func (p progress) Close() {
	if p.bar != nil {
		_ = p.bar.Exit()
	}
}
