package view

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/names"
)

// Input is the models to draw.
type Input = stage.Input

// Options select what to draw, and into which file or window.
type Options struct {
	Headless  bool           // draw into a file
	Out       string         // the file to write; its name ends in .png or .gif
	Frames    int            // 0 selects a default
	Size      image.Point    // pixels; zero selects a default
	FPS       float64        // frames per second
	Strip     bool           // put all frames side by side into a .png
	Count     int            // number of characters of a crowd; 0 for no crowd
	Clip      string         // name or index of the clip to play; empty selects one
	Clips     []string       // files whose clips are retargeted to the character
	Character string         // the file of the character that plays them; empty for the mannequin
	Start     float64        // time in seconds of the first frame
	Paused    bool           // open the window paused
	Skeletons bool           // draw the skeletons
	Skinning  *mesh.Skinning // of everything; nil leaves it to each part
	// Environment is the light from surroundings: sky, studio, or a file; empty selects the sky.
	Environment string
	Camera      *Camera  // nil for a camera that swings slowly from side to side
	Scene       string   // one of [stage.Names]
	Press       []string // keys to press at the beginning of [Locomotion], instead of the script
	Graph       string   // file of a state machine in JSON that selects what the characters play; empty for none
	Stack       string   // file of a modifier stack in JSON that changes their poses; empty for none
	Definitions string   // file of masks and blend spaces in JSON that the library gets; empty for none
	Record      string   // file to record [Locomotion] or the session of [stage.Matching] to; empty for none

	// Replay is a recording of [Locomotion] to play instead of the keys and the script, or nil.
	Replay *locomotion.Recording
	// Past is frames to show in place of a scene, in a window in the timeline, or nil.
	Past *scene.Past

	files *[]assetFile // to which a scene adds the files that assets came from; nil for nobody
}

// assetFile is a file that an asset came from.
type assetFile struct {
	path   string
	data   []byte
	graph  id.Graph         // not 0 for a graph
	stack  id.ModifierStack // not 0 for a stack; of neither are definitions
	models []graph.Model    // that a graph or definitions were read for
}

// The built-in scenes; see package stage.
const (
	Show       = stage.Show
	Locomotion = stage.Locomotion
	Recordings = stage.Recordings
)

// Camera is the position of a fixed camera, relative to its target.
type Camera = stage.Placement

// OptionError reports an invalid option, by the name of its flag.
type OptionError struct {
	Option string
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }

const (
	maxSide        = 16384 // pixels; the limit of common OpenGL drivers
	maxFrames      = 100_000
	maxFrameMemory = 2 << 30 // bytes of all frames together
	maxGIFRate     = 50      // frames per second; browsers slow down faster ones
	bytesPerPixel  = 4
)

// Complete fills in defaults, such as drawing into a file where there is no display. It returns an
// [OptionError] for an invalid option.
func (o *Options) Complete() error {
	fail := func(option, format string, arguments ...any) error {
		return &OptionError{option, fmt.Errorf(format, arguments...)}
	}
	o.Headless = o.Headless || o.Out != "" || !hasDisplay()
	if o.Out == "" {
		o.Out = "demo.gif"
	}
	animated := o.isGIF()
	switch {
	case !animated && !strings.EqualFold(filepath.Ext(o.Out), ".png"):
		return fail("out", "expected a file that ends with .gif or .png, found %q", o.Out)
	case !(o.FPS > 0) || o.FPS > 1000:
		return fail("fps", "expected a rate above 0 and up to 1000 frames per second, found %v", o.FPS)
	case animated && o.Headless && o.FPS > maxGIFRate:
		return fail("fps", "expected at most %d frames per second in a .gif, found %v", maxGIFRate, o.FPS)
	case o.Frames < 0 || o.Frames > maxFrames:
		return fail("frames", "expected 1 to %d frames, found %d", maxFrames, o.Frames)
	case o.Count < 0 || o.Count > 1_000_000:
		return fail("count", "expected 1 to 1000000 characters, found %d", o.Count)
	case !(o.Start >= 0) || o.Start > 1e6:
		return fail("time", "expected 0 to 1000000 seconds, found %v", o.Start)
	case o.Scene != "" && !slices.Contains(stage.Names, o.Scene):
		return fail("scene", "%w", names.NotFound(nil, "the demo", "scene", o.Scene, stage.Names))
	case stage.IsFixed(o.Scene) && (o.Count > 0 || o.Clip != ""):
		return fail("scene", "expected neither --count nor --clip: the scene %q has characters and clips of its own",
			o.Scene)
	case o.Scene == stage.Stadium && (o.Clip != "" || o.Skeletons):
		return fail("scene",
			"expected neither --clip nor --skeleton: the scene %q has clips of its own and draws no skeletons", o.Scene)
	case o.Scene == Locomotion && (o.Count > 0 || o.Clip != ""):
		return fail("scene",
			"expected neither --count nor --clip: the state machine of the scene %q chooses the clips "+
				"of its only character", o.Scene)
	case (o.Scene == stage.Matching || o.Scene == stage.Recordings) && (o.Count > 0 || o.Clip != ""):
		return fail("scene",
			"expected neither --count nor --clip: what the characters of the scene %q play is given", o.Scene)
	case o.Scene != Locomotion && len(o.Press) > 0:
		return fail("press", "expected the scene %q, found %q; keys steer no other", Locomotion, o.Scene)
	case o.Scene != Locomotion && o.Scene != stage.Matching && o.Record != "":
		return fail("record", "expected the scene %q or %q, found %q; no other can be recorded", Locomotion, stage.Matching,
			o.Scene)
	case o.Graph != "" && (o.Scene != "" && o.Scene != Show || o.Clip != ""):
		return fail("graph",
			"expected neither --scene nor --clip: a graph chooses the clips, of characters that have none of their own")
	case o.Stack != "" && (o.Scene != "" && o.Scene != Show || o.Clip != ""):
		return fail("stack", "expected neither --scene nor --clip: the characters of scenes have stacks of their own")
	case o.Definitions != "" && o.Scene != "" && o.Scene != Show:
		return fail("definitions", "expected the scene %q, found %q, which has masks and blend spaces of its own", Show,
			o.Scene)
	case len(o.Clips) > 0 && o.Scene != "" && o.Scene != Show:
		return fail("clips", "expected the scene %q, found %q, which chooses what its characters play", Show, o.Scene)
	case len(o.Clips) > 0 && o.Count > 0:
		return fail("clips", "expected one character to play them, found --count %d", o.Count)
	case o.Past != nil && (o.Scene != "" && o.Scene != Show || o.Count > 0 || o.Clip != "" || o.Graph != "" ||
		o.Stack != "" || len(o.Clips) > 0):
		return fail("scene", "expected no scene, count, clips, graph or stack: the frames of a file have characters that play "+
			"what they played")
	case o.Past != nil && o.Start > o.Past.Seconds():
		return fail("time", "expected at most the %.3f s of the frames, found %v", o.Past.Seconds(), o.Start)
	case o.Strip && animated:
		return fail("strip", "expected a .png, which can hold all frames side by side, found %q", o.Out)
	case o.Size.X > maxSide || o.Size.Y > maxSide:
		return fail("size", "expected at most %d pixels a side, found %dx%d", maxSide, o.Size.X, o.Size.Y)
	}
	for _, key := range o.Press {
		if _, err := locomotion.KeyAction(key); err != nil {
			return &OptionError{"press", err}
		}
	}
	if o.Frames == 0 {
		o.Frames = 1
		if animated {
			o.Frames = max(1, int(math.Round(o.gifSeconds()*o.FPS)))
		}
	}
	if o.Size == (image.Point{}) {
		o.Size = image.Pt(1280, 720)
		if animated && o.Headless {
			o.Size = image.Pt(640, 360)
		}
	}
	if kept := int64(o.Frames) * int64(o.Size.X) * int64(o.Size.Y) * bytesPerPixel; o.Headless && o.keepsAll() &&
		kept > maxFrameMemory {
		return fail("frames", "expected frames of at most 2 GiB, found %d of %dx%d pixels", o.Frames,
			o.Size.X, o.Size.Y)
	}
	return nil
}

// hasDisplay reports whether windows can be opened, hidden ones included.
func hasDisplay() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != ""
}

// gifSeconds returns the length in seconds of a GIF that loops without a seam.
func (o *Options) gifSeconds() float64 {
	switch {
	case o.Replay != nil:
		return o.Replay.Seconds - o.Start
	case o.Past != nil:
		return o.Past.Seconds() - o.Start
	}
	if o.Scene == Locomotion {
		return locomotion.Period
	}
	return scene.Period
}

// isGIF reports whether the file is an animated GIF.
func (o *Options) isGIF() bool { return strings.EqualFold(filepath.Ext(o.Out), ".gif") }

// keepsAll reports whether the file needs all frames, not only the last one.
func (o *Options) keepsAll() bool { return o.isGIF() || o.Strip }
