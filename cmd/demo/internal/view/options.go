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

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
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
	Start     float64        // time in seconds of the first frame
	Paused    bool           // open the window paused
	Skeletons bool           // draw the skeletons
	Skinning  *mesh.Skinning // of everything; nil leaves it to each part
	Camera    *Camera        // nil for a camera that swings slowly from side to side
	Scene     string         // one of [stage.Names]
	Press     []string       // keys to press at the beginning of [Locomotion], instead of the script
	Graph     string         // file of a state machine in JSON that selects what the characters play; empty for none
	Record    string         // file to record [Locomotion] to; empty for none

	// Replay is a recording of [Locomotion] to play instead of the keys and the script, or nil.
	Replay *locomotion.Recording
}

// The built-in scenes; see package stage.
const (
	Show       = stage.Show
	Locomotion = stage.Locomotion
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
		return fail("out", "got the file %q, want a name that ends in .gif or .png", o.Out)
	case !(o.FPS > 0) || o.FPS > 1000:
		return fail("fps", "got %v frames per second, want a rate above 0 and up to 1000", o.FPS)
	case animated && o.Headless && o.FPS > maxGIFRate:
		return fail("fps", "got %v frames per second, want at most %d in a .gif", o.FPS, maxGIFRate)
	case o.Frames < 0 || o.Frames > maxFrames:
		return fail("frames", "got %d frames, want 1 to %d", o.Frames, maxFrames)
	case o.Count < 0 || o.Count > 1_000_000:
		return fail("count", "got %d characters, want 1 to 1000000", o.Count)
	case !(o.Start >= 0) || o.Start > 1e6:
		return fail("time", "got %v seconds, want 0 to 1000000", o.Start)
	case o.Scene != "" && !slices.Contains(stage.Names, o.Scene):
		return fail("scene", "got the scene %q, want one of %q", o.Scene, stage.Names)
	case stage.IsFixed(o.Scene) && (o.Count > 0 || o.Clip != ""):
		return fail("scene", "the scene %q has characters and clips of its own: --count and --clip do not apply",
			o.Scene)
	case o.Scene == stage.Stadium && (o.Clip != "" || o.Skeletons):
		return fail("scene",
			"the scene %q has clips of its own and draws no skeletons: --clip and --skeleton do not apply", o.Scene)
	case o.Scene == Locomotion && (o.Count > 0 || o.Clip != ""):
		return fail("scene", "the scene %q has a single character whose clips are chosen by its state machine: "+
			"--count and --clip do not apply", o.Scene)
	case o.Scene != Locomotion && len(o.Press) > 0:
		return fail("press", "only the scene %q has a character that keys steer", Locomotion)
	case o.Scene != Locomotion && o.Record != "":
		return fail("record", "only the scene %q can be recorded", Locomotion)
	case o.Graph != "" && (o.Scene != "" && o.Scene != Show || o.Clip != ""):
		return fail("graph",
			"a graph selects the clips of characters that have none of their own: --scene and --clip do not apply")
	case o.Strip && animated:
		return fail("strip", "only a .png can hold all frames side by side, not %s", o.Out)
	case o.Size.X > maxSide || o.Size.Y > maxSide:
		return fail("size", "got %dx%d pixels, want at most %d a side", o.Size.X, o.Size.Y, maxSide)
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
		return fail("frames", "%d frames of %dx%d pixels take more than 2 GiB", o.Frames, o.Size.X, o.Size.Y)
	}
	return nil
}

// hasDisplay reports whether windows can be opened, hidden ones included.
func hasDisplay() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != ""
}

// gifSeconds returns the length in seconds of a GIF that loops without a seam.
func (o *Options) gifSeconds() float64 {
	if o.Replay != nil {
		return o.Replay.Seconds - o.Start
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

// Help describes what the demo draws, and the window's keys.
var Help = `Opens a window if there is a display. Without one, or with --headless or --out, it draws into a file, and prints the file's path and the time of each system. Drawing needs a display even then; where DISPLAY is not set, the demo starts Xvfb, a virtual one.

Scenes; with --scene NAME, -h tells what to look for in one of them:

  ` + sceneList() + `

Keys in the window:

  ` + strings.ReplaceAll(Keys, "\n", "\n  ") + `

Keys in the scene ` + Locomotion + `; until the first of them, a script steers:

  ` + strings.ReplaceAll(SteeringKeys, "\n", "\n  ") + `

b fades in an additive layer with the trunk of the dance. n fades in a layer that overrides the arms by those of the run; it is in the sync group of the legs and visible only while the character walks or runs.`

// sceneList returns a line for each built-in scene.
func sceneList() string {
	var lines []string
	for _, e := range stage.Entries {
		lines = append(lines, fmt.Sprintf("%-16s%s", e.Name, e.Summary))
	}
	return strings.Join(lines, "\n  ")
}

// Keys lists the mouse actions and keys of the window.
const Keys = `drag, arrows    orbit the camera      wheel, + and -  zoom
right drag      pan the camera        home            reset the camera, and back
space           pause, continue       . and ,         one frame forward, back
[ and ]         scrub back, forward   f, s, r         faster, slower, normal speed
tab, n, p       next, previous clip   1 to 9          crossfade to that clip
0               as at first           u               full quality, automatic
k               skeletons             c               the panel beside the picture
h               this list             q, esc          quit`

// SteeringKeys lists the mouse actions and keys of the window in the scene [Locomotion].
const SteeringKeys = `w, s, up, down  faster, slower    a, d, left, right  turn
space           jump              v                  wave
b               additive dance    n                  running arms
t               slow motion       p, .               pause, one frame forward
i               inertialization   r, backspace       save, restore a snapshot
0               the script again  u                  full quality, automatic
k               skeletons         c                  the panel beside the picture
drag, wheel     camera            home               reset the camera, and back
h               this list         q, esc             quit`
