//go:build cgo

package view

import (
	"fmt"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/tuning"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// command is an action that a key asks for in a window.
type command int

const (
	togglePause command = iota
	stepForward
	stepBack
	scrubForward
	scrubBack
	nextClip
	previousClip
	faster
	slower
	authoredSpeed
	resumeSchedule
	toggleQuality
	toggleSkeletons
	togglePanel
	toggleTimeline
	toggleTuner
	toggleHelp
	resetCamera
	orbitLeft
	orbitRight
	orbitUp
	orbitDown
	zoomIn
	zoomOut
	closeOpen // the list of keys, or else the window
	quit
	firstClip // and the eight after it: crossfades to the clips by number
)

const (
	stepSeconds  = 1.0 / 60
	scrubSeconds = 0.1
	// A frame that took longer than blockedSeconds did not draw all the time: something blocked the
	// window. It counts as maxFrameSeconds, so that the scene does not skip ahead. Other slow
	// frames count in full, so that it keeps its speed.
	blockedSeconds  = 1.0
	maxFrameSeconds = 0.1
	// userFade is the duration of a crossfade that the user starts.
	userFade = workbench.Fade
)

// control is the state that the user changes: the part of a window that needs no window system.
type control struct {
	workbench.Settings
	scene   animatedScene
	camera  stage.CameraControl
	quality quality
	panel   bool // is shown beside the picture
	// bench is the panel, of which the timeline needs the choice of a character; nil without one.
	bench    *workbench.Panel
	timeline *timeline.Timeline // below the picture; nil while it is closed
	tuner    *tuning.Tuner      // nil without the panel; its picture is in the place of the timeline
	help     bool
	done     bool
}

func newControl(s animatedScene, c stage.CameraControl, skeletons bool) *control {
	return &control{
		Settings: workbench.Settings{Speed: 1, Skeletons: skeletons}, scene: s, camera: c,
		panel: true, help: true,
	}
}

// do carries out a command.
func (c *control) do(command command) error {
	const turn, zoom = 0.06, 1.1
	switch command {
	case togglePause:
		if c.timeline != nil {
			return c.timeline.Toggle()
		}
		c.Paused = !c.Paused
	case stepForward:
		c.Paused = true
		return c.scene.Update(stepSeconds)
	case stepBack:
		c.Paused = true
		return c.scene.Scrub(-stepSeconds)
	case scrubForward:
		return c.scene.Scrub(scrubSeconds)
	case scrubBack:
		return c.scene.Scrub(-scrubSeconds)
	case nextClip:
		return c.crossFade(func(seconds float64) error { return c.scene.CrossFade(1, seconds) })
	case previousClip:
		return c.crossFade(func(seconds float64) error { return c.scene.CrossFade(-1, seconds) })
	case faster:
		c.Speed = min(c.Speed*2, workbench.MaxSpeed)
	case slower:
		c.Speed = max(c.Speed/2, workbench.MinSpeed)
	case authoredSpeed:
		c.Speed = 1
	case resumeSchedule:
		return c.scene.ResumeSchedule()
	case toggleQuality:
		c.quality.toggle()
	case toggleSkeletons:
		return c.SetSkeletons(c.scene, !c.Skeletons)
	case togglePanel:
		c.panel = !c.panel
	case toggleTimeline:
		return c.openTimeline()
	case toggleTuner:
		return c.toggleTuner()
	case toggleHelp:
		c.help = !c.help
	case resetCamera:
		c.camera.Reset()
	case orbitLeft:
		c.camera.Orbit(-turn, 0)
	case orbitRight:
		c.camera.Orbit(turn, 0)
	case orbitUp:
		c.camera.Orbit(0, turn)
	case orbitDown:
		c.camera.Orbit(0, -turn)
	case zoomIn:
		c.camera.Zoom(1 / zoom)
	case zoomOut:
		c.camera.Zoom(zoom)
	case closeOpen:
		c.done, c.help = c.done || !c.help, false
	case quit:
		c.done = true
	default:
		return c.crossFade(func(seconds float64) error { return c.scene.CrossFadeTo(int(command-firstClip), seconds) })
	}
	return nil
}

// drag orbits the camera by a movement of the mouse, in fractions of the window's height.
func (c *control) drag(right, down float64) { c.camera.Drag(right, down) }

// pan moves the camera by a movement of the mouse, in fractions of the window's height.
func (c *control) pan(right, down float64) { c.camera.Pan(right, down) }

// wheel moves the camera nearer for positive clicks.
func (c *control) wheel(clicks float64) { c.camera.Wheel(clicks) }

// crossFade starts a crossfade, which gets its duration in seconds. While the scene is paused there
// is none: the pose changes at once.
func (c *control) crossFade(start func(seconds float64) error) error {
	if !c.Paused {
		return start(userFade)
	}
	if err := start(0); err != nil {
		return err
	}
	return c.scene.Update(0)
}

// advance advances the scene by the time that passed since the last frame.
func (c *control) advance(passed time.Duration) error {
	seconds := passed.Seconds()
	if seconds > blockedSeconds {
		seconds = maxFrameSeconds
	}
	if t := c.timeline; t != nil && !t.Closed() {
		defer c.camera.Follow(c.scene)
		return t.Advance(seconds)
	}
	c.timeline = nil
	if c.Paused {
		return nil
	}
	defer c.camera.Follow(c.scene)
	return c.scene.Update(seconds * c.Speed)
}

// openTimeline opens the timeline. A scene whose past cannot be kept goes on without one, and the
// panel tells why.
func (c *control) openTimeline() (err error) {
	if c.bench != nil && c.timeline == nil {
		if c.tuner.IsOpen() {
			c.tuner.Toggle()
		}
		c.timeline, err = timeline.New(c.scene, c.bench)
		c.bench.Report("timeline", err)
	}
	return nil
}

// press carries out a steering action, if the scene can be steered.
func (c *control) press(action locomotion.Action) error {
	if steerable, ok := c.scene.(steerableScene); ok {
		return steerable.Press(action)
	}
	return nil
}

// release ends a steering action.
func (c *control) release(action locomotion.Action) {
	if steerable, ok := c.scene.(steerableScene); ok {
		steerable.Release(action)
	}
}

// steered reports whether keys steer a character.
func (c *control) steered() bool {
	_, ok := c.scene.(steerableScene)
	return ok
}

// keys returns the list of the keys that apply to the scene.
func (c *control) keys() string {
	if c.timeline != nil {
		return timeline.Keys
	}
	if c.tuner != nil && c.tuner.IsOpen() {
		return tuning.Keys
	}
	switch _, guided := c.scene.(stage.Guided); {
	case guided:
		return GuidingKeys
	case c.steered():
		return SteeringKeys
	}
	return Keys
}

// overlayText returns the text that the window shows over the scene: the status of a scene that has
// one, and otherwise the status line, as over the small picture above a timeline, which tells more of a
// character that is steered.
func (c *control) overlayText() string {
	telling, ok := c.scene.(tellingScene)
	if !ok || telling.Status() == "" || c.timeline != nil && c.steered() {
		return c.status()
	}
	text := telling.Status()
	if note := c.quality.String(); note != "" {
		text += "\n" + note
	}
	if c.Work.Name != "" {
		text += "\n" + c.Work.String()
	}
	if c.Paused {
		text += "\npaused"
	}
	return text
}

// status returns the status line: what is shown, the speed, whether the scene is paused, and what
// the window gives up.
func (c *control) status() string {
	text := c.scene.Showing()
	if c.Speed != 1 {
		text += fmt.Sprintf("  x%g", c.Speed)
	}
	if c.Paused {
		text += "  paused"
	}
	if note := c.quality.String(); note != "" {
		text += "  " + note
	}
	if c.Work.Name != "" {
		text += "  " + c.Work.String()
	}
	return text
}
