//go:build cgo

package view

import (
	"time"

	"github.com/sinew-go/sinew/systems/render"
)

// slowFrame is the time of a frame from which on the quality falls, so that the scene need not run
// in slow motion.
const slowFrame = 50 * time.Millisecond

// slowFrames is the number of slow frames in a row that lower the quality by a level. The first
// frames, which upload assets and compile shaders, are fewer.
const slowFrames = 4

// qualityLevels are what the window gives up, one after the other, while frames are slow. The first
// level gives up nothing.
var qualityLevels = []struct {
	name       string
	pixelError float32 // a factor of the style's: larger errors merge more vertices of distant meshes
	noShadows  bool
	samples    int
}{
	{"", 1, false, samples},
	{"merged meshes", 6, false, samples},
	{"no shadows", 6, true, samples},
	{"no multisampling", 6, true, 1},
}

// quality lowers what a window draws while frames take too long.
type quality struct {
	level int
	slow  int  // slow frames in a row
	full  bool // the user wants full quality, however slow
}

// add counts a frame, and lowers the quality after several slow ones.
func (q *quality) add(frame time.Duration) {
	if frame <= slowFrame || q.full {
		q.slow = 0
		return
	}
	if q.slow++; q.slow >= slowFrames && q.level < len(qualityLevels)-1 {
		q.level++
		q.slow = 0
	}
}

// toggle switches between full quality and quality by the time of frames, which begins at the full
// one.
func (q *quality) toggle() { *q = quality{full: !q.full && q.level > 0} }

// String returns a note about what the window gives up, empty at full quality.
func (q *quality) String() string {
	if q.full {
		return "full quality"
	}
	note := ""
	for i := range q.level {
		if i > 0 {
			note += ", "
		}
		note += qualityLevels[i+1].name
	}
	if note != "" {
		note = "slow: " + note
	}
	return note
}

// apply returns a style with what the level gives up, and the samples of each pixel.
func (q *quality) apply(style render.Style) (lowered render.Style, samples int) {
	level := &qualityLevels[q.level]
	if style.PixelError > 0 {
		style.PixelError *= level.pixelError
	}
	if level.noShadows {
		style.ShadowStrength, style.Occlusion = 0, 0
	}
	return style, level.samples
}
