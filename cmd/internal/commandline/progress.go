package commandline

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress is a progress bar in a terminal. The zero Progress shows nothing.
type Progress struct {
	bar *progressbar.ProgressBar
}

// NewProgress returns the bar of a work of some steps. It shows nothing for a single step, and
// where the output is no terminal.
func NewProgress(w io.Writer, description string, steps int) Progress {
	file, ok := w.(*os.File)
	if !ok || steps < 2 || !term.IsTerminal(int(file.Fd())) {
		return Progress{}
	}
	return Progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(file),
		progressbar.OptionSetDescription(description),
		progressbar.OptionSetWidth(40),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)}
}

// Step advances the bar by one step. Errors of the terminal are ignored.
func (p Progress) Step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// Close removes the bar.
func (p Progress) Close() {
	if p.bar != nil {
		_ = p.bar.Exit()
	}
}
