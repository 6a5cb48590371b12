//go:build cgo

package view

import (
	"fmt"
	"io"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/render"
)

// samples is the number of samples per pixel.
const samples = 4

// Available returns nil: this build can draw.
func Available() error { return nil }

// Run draws the scene in a window or into a file. It prints a summary to out and, if notes is a
// terminal, a progress bar to notes.
func Run(input Input, o Options, out, notes io.Writer) error {
	if !o.Headless {
		return openWindow(input, o, out)
	}
	return drawFile(input, o, out, notes)
}

// writeReport prints what was drawn, the time of each part of a frame, the triangles of the last
// frame in all passes, and how many matrices a frame posed: those that the GPU computed for a crowd
// in the last one, and the mean of those of palettes that the CPU computed; and the time of the
// GPU, where the driver measures it.
func writeReport(out io.Writer, s animatedScene, description string, drawing ecs.Timing, last render.Stats) error {
	characters := "characters"
	if s.Characters() == 1 {
		characters = "character"
	}
	counters := s.Animation().Counters()
	matrices := uint64(last.CrowdMatrices) + counters.Matrices/max(counters.Frames, 1)
	gpu := ""
	if last.GPUSeconds > 0 {
		gpu = fmt.Sprintf("GPU, last ms    %.3f\n", 1000*last.GPUSeconds)
	}
	_, err := fmt.Fprintf(out, "%s: %d %s with %d joints\n\n%v\n\ntriangles       %d\nmatrices posed  %d\n%s", description,
		s.Characters(), characters, s.Joints(), append(s.Animation().Timings(), drawing), last.Triangles, matrices, gpu)
	return err
}
