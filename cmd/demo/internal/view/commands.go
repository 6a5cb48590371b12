//go:build cgo

package view

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
)

// command is something that a key asks for.
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
	firstClip // and the eight behind it: the clips by number
)

const (
	stepSeconds  = 1.0 / 60
	scrubSeconds = 0.1
	minSpeed     = 1.0 / 16
	maxSpeed     = 16.0
	// longestFrame keeps a window that was held from leaping ahead.
	maxFrameSeconds = 0.1
)

// control is what the user does with a scene: everything of the window that needs no window.
type control struct {
	scene      animatedScene
	camera     cameraControl
	homeCamera cameraControl
	speed      float64
	paused     bool
	skeletons  bool
	help       bool
	done       bool
}

func newControl(s animatedScene, r cameraControl, skeletons bool) *control {
	return &control{scene: s, camera: r, homeCamera: r, speed: 1, skeletons: skeletons, help: true}
}

// do carries out a command.
func (c *control) do(what command) error {
	const turn, zoom = 0.06, 1.1
	camera := &c.camera.camera
	switch what {
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
			c.scene.ShowSkeletons()
			return c.scene.Update(0)
		}
	case toggleHelp:
		c.help = !c.help
	case resetCamera:
		c.camera = c.homeCamera
		c.camera.follow(c.scene)
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
		return c.scene.CrossFadeTo(int(what - firstClip))
	}
	return nil
}

// drag turns the camera, by parts of the window's height that the mouse went to the right and down.
func (c *control) drag(right, down float64) {
	const turn = 3.2 // radians over the window's height
	c.camera.camera.Orbit(float32(-right*turn), float32(down*turn))
}

// pan moves the camera sideways, as far as the mouse went.
func (c *control) pan(right, down float64) { c.camera.camera.Pan(float32(-right), float32(down)) }

// wheel brings the camera nearer for clicks away from the user.
func (c *control) wheel(clicks float64) { c.camera.camera.Zoom(float32(math.Pow(0.9, clicks))) }

// advance moves the scene on by what passed between two frames.
func (c *control) advance(passed time.Duration) error {
	if c.paused {
		return nil
	}
	defer c.camera.follow(c.scene)
	return c.scene.Update(min(passed.Seconds(), maxFrameSeconds) * c.speed)
}

// press steers the hero, where there is one.
func (c *control) press(action locomotion.Action) error {
	if hero, ok := c.scene.(steerableScene); ok {
		return hero.Press(action)
	}
	return nil
}

// release ends what a key that is held asks for.
func (c *control) release(action locomotion.Action) {
	if hero, ok := c.scene.(steerableScene); ok {
		hero.Release(action)
	}
}

// steered says whether keys steer.
func (c *control) steered() bool {
	_, ok := c.scene.(steerableScene)
	return ok
}

// keys lists the keys that count.
func (c *control) keys() string {
	if c.steered() {
		return SteeringKeys
	}
	return Keys
}

// report is what the overlay says: more than fits into a title, where there is more to say.
func (c *control) overlayText() string {
	hero, ok := c.scene.(steerableScene)
	if !ok {
		return c.status()
	}
	text := hero.Status()
	if c.paused {
		text += "\npaused"
	}
	return text
}

// status is a line that says what is to be seen.
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
