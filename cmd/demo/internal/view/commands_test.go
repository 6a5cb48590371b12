//go:build cgo

package view

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

func testControl(t *testing.T) *control {
	_, s := fox(t)
	return newControl(s, stage.NewCamera(s, nil, 1.5), false)
}

func (c *control) mustDo(t *testing.T, commands ...command) {
	t.Helper()
	for _, command := range commands {
		if err := c.do(command); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPauseStepScrubAndSpeed(t *testing.T) {
	c := testControl(t)
	clock := func() float64 {
		_, at, _ := c.scene.Playing()
		return at
	}
	advance := func(passed time.Duration) {
		if err := c.advance(passed); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(what string, want float64) {
		t.Helper()
		if got := clock(); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: at %.4f s, want %.4f", what, got, want)
		}
	}
	advance(50 * time.Millisecond)
	expect("playing", 0.05)
	c.mustDo(t, faster, faster)
	advance(50 * time.Millisecond)
	expect("four times as fast", 0.25)
	c.mustDo(t, slower, slower, slower)
	advance(50 * time.Millisecond)
	expect("half as fast", 0.275)
	c.mustDo(t, authoredSpeed)
	advance(3 * time.Second)
	expect("after a long frame", 0.375)
	c.mustDo(t, togglePause)
	advance(50 * time.Millisecond)
	expect("paused", 0.375)
	c.mustDo(t, stepForward, stepForward, stepBack)
	expect("one frame forward", 0.375+stepSeconds)
	c.mustDo(t, scrubBack)
	expect("scrubbed back", 0.275+stepSeconds)
	if !strings.Contains(c.status(), "paused") {
		t.Errorf("the status %q lacks paused", c.status())
	}
	for range 20 {
		c.mustDo(t, slower)
	}
	if c.speed != minSpeed {
		t.Errorf("speed %v, want the minimum", c.speed)
	}
}

func TestClipsCrossfadeInTurn(t *testing.T) {
	c := testControl(t)
	expect := func(want string) {
		t.Helper()
		if name, _, _ := c.scene.Playing(); name != want {
			t.Errorf("%s plays, want %s", name, want)
		}
	}
	expect("Survey")
	c.mustDo(t, nextClip)
	expect("Walk")
	c.mustDo(t, nextClip, nextClip)
	expect("Survey")
	c.mustDo(t, previousClip)
	expect("Run")
	c.mustDo(t, firstClip+1)
	expect("Walk")
	c.mustDo(t, firstClip+8) // there is no ninth clip
	expect("Walk")
}

func TestCameraFollowsTheMouse(t *testing.T) {
	c := testControl(t)
	home := c.camera.Camera
	c.drag(0.1, 0.05)
	if c.camera.Camera.Position.Sub(home.Position).Len() < 0.01*home.Distance() || c.camera.Camera.Target != home.Target {
		t.Errorf("a drag moved the camera from %v to %v", home, c.camera.Camera)
	}
	distance := c.camera.Camera.Distance()
	c.wheel(3)
	if got := c.camera.Camera.Distance() / distance; math.Abs(float64(got)-0.729) > 1e-3 {
		t.Errorf("three clicks of the wheel change the distance by the factor %v, want 0.729", got)
	}
	c.pan(0.2, 0)
	if c.camera.Camera.Target == home.Target {
		t.Error("panning did not move the target")
	}
	c.mustDo(t, orbitUp, orbitDown, orbitRight, zoomOut, resetCamera)
	if c.camera.Camera != home {
		t.Errorf("after a reset the camera is %v, want %v", c.camera.Camera, home)
	}
}
