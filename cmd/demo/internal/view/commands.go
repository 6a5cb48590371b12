//go:build cgo

package view

import (
	"fmt"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
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
	toggleSkeletons
	toggleHelp
	resetCamera
	orbitLeft
	orbitRight
	orbitUp
	orbitDown
	zoomIn
	zoomOut
	quit
	firstClip // and the eight after it: crossfades to the clips by number
)

const (
	stepSeconds  = 1.0 / 60
	scrubSeconds = 0.1
	minSpeed     = 1.0 / 16
	maxSpeed     = 16.0
	// maxFrameSeconds limits a frame's time, so that a window that was blocked does not skip ahead.
	maxFrameSeconds = 0.1
)

// control is the state that the user changes: the part of a window that needs no window system.
type control struct {
	scene      animatedScene
	camera     stage.CameraControl
	homeCamera stage.CameraControl
	speed      float64
	paused     bool
	skeletons  bool
	help       bool
	done       bool
}

func newControl(s animatedScene, c stage.CameraControl, skeletons bool) *control {
	return &control{scene: s, camera: c, homeCamera: c, speed: 1, skeletons: skeletons, help: true}
}

// do carries out a command.
func (c *control) do(command command) error {
	const turn, zoom = 0.06, 1.1
	camera := &c.camera.Camera
	switch command {
	case togglePause:
		c.paused = !c.paused
	case stepForward:
		c.paused = true
		return c.scene.Update(stepSeconds)
	case stepBack:
		c.paused = true
		return c.scene.Scrub(-stepSeconds)
	case scrubForward:
		return c.scene.Scrub(scrubSeconds)
	case scrubBack:
		return c.scene.Scrub(-scrubSeconds)
	case nextClip:
		return c.scene.CrossFade(1)
	case previousClip:
		return c.scene.CrossFade(-1)
	case faster:
		c.speed = min(c.speed*2, maxSpeed)
	case slower:
		c.speed = max(c.speed/2, minSpeed)
	case authoredSpeed:
		c.speed = 1
	case toggleSkeletons:
		c.skeletons = !c.skeletons
		if c.skeletons {
			if err := c.scene.ShowSkeletons(); err != nil {
				return err
			}
			return c.scene.Update(0)
		}
	case toggleHelp:
		c.help = !c.help
	case resetCamera:
		c.camera = c.homeCamera
		c.camera.Follow(c.scene)
	case orbitLeft:
		camera.Orbit(-turn, 0)
	case orbitRight:
		camera.Orbit(turn, 0)
	case orbitUp:
		camera.Orbit(0, turn)
	case orbitDown:
		camera.Orbit(0, -turn)
	case zoomIn:
		camera.Zoom(1 / zoom)
	case zoomOut:
		camera.Zoom(zoom)
	case quit:
		c.done = true
	default:
		return c.scene.CrossFadeTo(int(command - firstClip))
	}
	return nil
}

// drag orbits the camera by a movement of the mouse, in fractions of the window's height.
func (c *control) drag(right, down float64) { c.camera.Drag(right, down) }

// pan moves the camera by a movement of the mouse, in fractions of the window's height.
func (c *control) pan(right, down float64) { c.camera.Pan(right, down) }

// wheel moves the camera nearer for positive clicks, which are those away from the user.
func (c *control) wheel(clicks float64) { c.camera.Wheel(clicks) }

// advance advances the scene by the time that passed since the last frame.
func (c *control) advance(passed time.Duration) error {
	if c.paused {
		return nil
	}
	defer c.camera.Follow(c.scene)
	return c.scene.Update(min(passed.Seconds(), maxFrameSeconds) * c.speed)
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
	if c.steered() {
		return SteeringKeys
	}
	return Keys
}

// overlayText returns the text that the window shows over the scene: the status of a scene that has one, and else
// the status line.
func (c *control) overlayText() string {
	telling, ok := c.scene.(tellingScene)
	if !ok {
		return c.status()
	}
	text := telling.Status()
	if c.paused {
		text += "\npaused"
	}
	return text
}

// status returns the status line: what plays, the speed and whether the scene is paused.
func (c *control) status() string {
	text := fmt.Sprintf("%d characters", c.scene.Characters())
	if c.scene.Characters() == 1 {
		text = "1 character"
	}
	if name, at, duration := c.scene.Playing(); name != "" {
		text = fmt.Sprintf("%s  %.2f of %.2f s", name, at, duration)
	} else if c.scene.Characters() == 1 {
		text = "rest pose"
	}
	if c.speed != 1 {
		text += fmt.Sprintf("  x%g", c.speed)
	}
	if c.paused {
		text += "  paused"
	}
	return text
}
