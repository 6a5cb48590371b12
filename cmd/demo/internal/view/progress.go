//go:build cgo

package view

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar on a terminal, and nothing elsewhere.
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

// Step moves the bar on by one. What goes wrong on a terminal is no reason to stop.
func (p progress) Step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// Close takes the bar away.
func (p progress) Close() {
	if p.bar != nil {
		_ = p.bar.Exit()
	}
}
