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
	stepOn
	stepBack
	scrubOn
	scrubBack
	nextClip
	previousClip
	faster
	slower
	authoredSpeed
	toggleSkeletons
	toggleHelp
	resetCamera
	turnLeft
	turnRight
	turnUp
	turnDown
	nearer
	farther
	quit
	firstClip // and the eight behind it: the clips by number
)

const (
	stepSeconds  = 1.0 / 60
	scrubSeconds = 0.1
	slowest      = 1.0 / 16
	fastest      = 16.0
	// longestFrame keeps a window that was held from leaping ahead.
	longestFrame = 0.1
)

// control is what the user does with a scene: everything of the window that needs no window.
type control struct {
	stage     play
	rig       rig
	home      rig
	speed     float64
	paused    bool
	skeletons bool
	help      bool
	done      bool
}

func newControl(s play, r rig, skeletons bool) *control {
	return &control{stage: s, rig: r, home: r, speed: 1, skeletons: skeletons, help: true}
}

// do carries out a command.
func (c *control) do(what command) error {
	const turn, zoom = 0.06, 1.1
	camera := &c.rig.camera
	switch what {
	case togglePause:
		c.paused = !c.paused
	case stepOn:
		c.paused = true
		return c.stage.Update(stepSeconds)
	case stepBack:
		c.paused = true
		return c.stage.Scrub(-stepSeconds)
	case scrubOn:
		return c.stage.Scrub(scrubSeconds)
	case scrubBack:
		return c.stage.Scrub(-scrubSeconds)
	case nextClip:
		return c.stage.CrossFade(1)
	case previousClip:
		return c.stage.CrossFade(-1)
	case faster:
		c.speed = min(c.speed*2, fastest)
	case slower:
		c.speed = max(c.speed/2, slowest)
	case authoredSpeed:
		c.speed = 1
	case toggleSkeletons:
		c.skeletons = !c.skeletons
		if c.skeletons {
			c.stage.ShowSkeletons()
			return c.stage.Update(0)
		}
	case toggleHelp:
		c.help = !c.help
	case resetCamera:
		c.rig = c.home
		c.rig.follow(c.stage)
	case turnLeft:
		camera.Orbit(-turn, 0)
	case turnRight:
		camera.Orbit(turn, 0)
	case turnUp:
		camera.Orbit(0, turn)
	case turnDown:
		camera.Orbit(0, -turn)
	case nearer:
		camera.Zoom(1 / zoom)
	case farther:
		camera.Zoom(zoom)
	case quit:
		c.done = true
	default:
		return c.stage.CrossFadeTo(int(what - firstClip))
	}
	return nil
}

// drag turns the camera, by parts of the window's height that the mouse went to the right and down.
func (c *control) drag(right, down float64) {
	const turn = 3.2 // radians over the window's height
	c.rig.camera.Orbit(float32(-right*turn), float32(down*turn))
}

// pan moves the camera sideways, as far as the mouse went.
func (c *control) pan(right, down float64) { c.rig.camera.Pan(float32(-right), float32(down)) }

// wheel brings the camera nearer for clicks away from the user.
func (c *control) wheel(clicks float64) { c.rig.camera.Zoom(float32(math.Pow(0.9, clicks))) }

// advance moves the scene on by what passed between two frames.
func (c *control) advance(passed time.Duration) error {
	if c.paused {
		return nil
	}
	defer c.rig.follow(c.stage)
	return c.stage.Update(min(passed.Seconds(), longestFrame) * c.speed)
}

// press steers the hero, where there is one.
func (c *control) press(action locomotion.Action) error {
	if hero, ok := c.stage.(steered); ok {
		return hero.Press(action)
	}
	return nil
}

// release ends what a key that is held asks for.
func (c *control) release(action locomotion.Action) {
	if hero, ok := c.stage.(steered); ok {
		hero.Release(action)
	}
}

// steered says whether keys steer.
func (c *control) steered() bool {
	_, ok := c.stage.(steered)
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
func (c *control) report() string {
	hero, ok := c.stage.(steered)
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
	text := fmt.Sprintf("%d characters", c.stage.Characters())
	if c.stage.Characters() == 1 {
		text = "1 character"
	}
	if name, at, duration := c.stage.Playing(); name != "" {
		text = fmt.Sprintf("%s  %.2f of %.2f s", name, at, duration)
	} else if c.stage.Characters() == 1 {
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
