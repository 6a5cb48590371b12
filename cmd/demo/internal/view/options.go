package view

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

// Scene is what is drawn.
type Input struct {
	Library *assets.Library
	Models  []*assets.Model // none: the built-in mannequin
}

// Options say how it is drawn.
type Options struct {
	Headless  bool
	Out       string // the picture or film to write; its name ends in .png or .gif
	Frames    int
	Size      image.Point // pixels
	FPS       float64
	Strip     bool    // a .png shows all frames
	Count     int     // characters of a crowd; 0: no crowd
	Clip      string  // by name or index
	Start     float64 // seconds
	Skeletons bool
	Camera    *Camera  // nil: swings slowly around
	Scene     string   // [Show] or [Locomotion]
	Press     []string // keys of [Locomotion] that are pressed at the beginning, instead of the script
}

// The built-in scenes: mannequins in a group, and one that is steered.
const (
	Show       = "show"
	Locomotion = "locomotion"
)

// Camera is where the camera stands around what it looks at.
type Camera struct {
	Yaw, Pitch float64 // degrees to the right and upward
	Distance   float64 // meters; 0 fits everything in
}

// OptionError says which option makes no sense, by the name of its flag.
type OptionError struct {
	Option string
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }

const (
	maxSide        = 16384 // pixels, what OpenGL drivers take
	maxFrames      = 100_000
	maxFrameMemory = 2 << 30 // bytes of frames kept at once
	maxGIFRate     = 50      // browsers slow down films that are faster
	bytesPerPixel  = 4
)

// Complete fills in what was left out (a machine without a display draws into a file), and returns an [OptionError] for what cannot be.
func (o *Options) Complete() error {
	fail := func(option, format string, arguments ...any) error {
		return &OptionError{option, fmt.Errorf(format, arguments...)}
	}
	o.Headless = o.Headless || o.Out != "" || !hasDisplay()
	if o.Out == "" {
		o.Out = "demo.gif"
	}
	film := o.isGIF()
	switch {
	case !film && !strings.EqualFold(filepath.Ext(o.Out), ".png"):
		return fail("out", "%q ends neither in .gif nor in .png", o.Out)
	case !(o.FPS > 0) || o.FPS > 1000:
		return fail("fps", "%v is not between 0 and 1000 frames a second", o.FPS)
	case film && o.Headless && o.FPS > maxGIFRate:
		return fail("fps", "a .gif shows at most %d frames a second, not %v", maxGIFRate, o.FPS)
	case o.Frames < 0 || o.Frames > maxFrames:
		return fail("frames", "%d is not between 1 and %d", o.Frames, maxFrames)
	case o.Count < 0 || o.Count > 1_000_000:
		return fail("count", "%d is not between 1 and 1000000 characters", o.Count)
	case !(o.Start >= 0) || o.Start > 1e6:
		return fail("time", "%v is not between 0 and 1000000 seconds", o.Start)
	case o.Scene != "" && o.Scene != Show && o.Scene != Locomotion:
		return fail("scene", "%q is neither %q nor %q", o.Scene, Show, Locomotion)
	case o.Scene == Locomotion && (o.Count > 0 || o.Clip != ""):
		return fail("scene", "the character of the scene %q is alone and plays what it is steered to", o.Scene)
	case o.Scene != Locomotion && len(o.Press) > 0:
		return fail("press", "nobody is steered by keys but in the scene %q", Locomotion)
	case o.Strip && film:
		return fail("strip", "only a .png can show all frames at once, not %s", o.Out)
	case o.Size.X > maxSide || o.Size.Y > maxSide:
		return fail("size", "%dx%d is more than %d pixels a side", o.Size.X, o.Size.Y, maxSide)
	}
	for _, key := range o.Press {
		if _, err := locomotion.KeyAction(key); err != nil {
			return &OptionError{"press", err}
		}
	}
	if o.Frames == 0 {
		o.Frames = 1
		if film {
			o.Frames = max(1, int(math.Round(o.gifSeconds()*o.FPS)))
		}
	}
	if o.Size == (image.Point{}) {
		o.Size = image.Pt(1280, 720)
		if film && o.Headless {
			o.Size = image.Pt(640, 360)
		}
	}
	if kept := int64(o.Frames) * int64(o.Size.X) * int64(o.Size.Y) * bytesPerPixel; o.Headless && o.keepsAll() && kept > maxFrameMemory {
		return fail("frames", "%d frames of %dx%d pixels are more than fit into 2 GiB", o.Frames, o.Size.X, o.Size.Y)
	}
	return nil
}

// hasDisplay says whether windows can be opened, hidden ones included.
func hasDisplay() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != ""
}

// filmSeconds is how long a film is that comes back to where it began.
func (o *Options) gifSeconds() float64 {
	if o.Scene == Locomotion {
		return locomotion.Period
	}
	return scene.Period
}

// isFilm says whether the file is a film.
func (o *Options) isGIF() bool { return strings.EqualFold(filepath.Ext(o.Out), ".gif") }

// keepsAll says whether all frames are needed in the end.
func (o *Options) keepsAll() bool { return o.isGIF() || o.Strip }

// Help describes what the demo draws, and the window's keys.
var Help = `Opens a window where there is a display. Without one, or with --headless or --out, it draws into a file and prints where that is and how long each system took. It then needs a virtual display, and starts Xvfb itself where DISPLAY is not set.

In the window:

  ` + strings.ReplaceAll(Keys, "\n", "\n  ") + `

In the scene ` + Locomotion + `, which a script plays until the first of these keys:

  ` + strings.ReplaceAll(SteeringKeys, "\n", "\n  ") + `

What b brings is a layer that adds the dance of the trunk to all below it. The arms of n are a layer in the same sync group as the legs: they keep step with them, and show while it walks or runs.`

// Keys is a list of what mouse and keys do in the window.
const Keys = `drag, arrows    turn the camera       wheel, + and -  nearer, farther
right drag      move sideways         home            as at first
space           pause, go on          . and ,         a step on, back
[ and ]         scrub back, on        f, s, r         faster, slower, as authored
tab, n, p       next, previous clip   1 to 9          that clip, all crossfaded
k               skeletons             h               this list
q, esc          quit`

// SteeringKeys is a list of what mouse and keys do in the window where a character is steered.
const SteeringKeys = `w, s, up, down  faster, slower    a, d, left, right  turn
space           jump              v                  wave
b               dance on top      n                  arms of a runner
t               slow motion       p, .               pause, a step on
i               inertialization   r, backspace       record, rewind to it
k               skeletons         h                  this list
drag, wheel     camera            home               as at first
q, esc          quit`
