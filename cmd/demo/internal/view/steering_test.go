//go:build cgo

package view

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

func steeredControl(t *testing.T) *control {
	t.Helper()
	s, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, Options{Scene: Locomotion})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return newControl(s, stage.NewCamera(s, nil, 1.5), false)
}

func TestKeysSteer(t *testing.T) {
	c := steeredControl(t)
	keys := func(action glfw.Action, list ...glfw.Key) {
		t.Helper()
		for _, key := range list {
			if err := c.key(key, action); err != nil {
				t.Fatal(err)
			}
		}
	}
	typed := func(char rune) {
		t.Helper()
		if err := c.typed(char); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(after float64, wants ...string) {
		t.Helper()
		for range int(after/maxFrameSeconds + 0.5) {
			if err := c.advance(time.Duration(maxFrameSeconds * float64(time.Second))); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range wants {
			if !strings.Contains(c.overlayText(), want) {
				t.Errorf("%q is missing from\n%s", want, c.overlayText())
			}
		}
	}
	expect(0, "script", "ground/idle")
	keys(glfw.Press, glfw.KeyW)
	keys(glfw.Release, glfw.KeyW)
	expect(1, "keys", "speed 1.35", "ground/move")
	keys(glfw.Press, glfw.KeyB, glfw.KeyN)
	expect(0.2, "running arms  50%: run at", "trunk +75%: additive dance")
	keys(glfw.Repeat, glfw.KeyB, glfw.KeyN)
	keys(glfw.Release, glfw.KeyB, glfw.KeyN)
	expect(0.3, "running arms 100%", "trunk +150%")
	keys(glfw.Press, glfw.KeyB, glfw.KeyN)
	expect(0.5)
	if report := c.overlayText(); strings.Contains(report, "running arms") || strings.Contains(report, "trunk") {
		t.Errorf("the overlay layers did not fade out:\n%s", report)
	}
	keys(glfw.Press, glfw.KeyUp, glfw.KeyV, glfw.KeyLeft)
	expect(1, "speed 3.60", "turn +1.00", "arms 100%: wave")
	keys(glfw.Repeat, glfw.KeyV, glfw.KeyLeft) // no effect
	keys(glfw.Release, glfw.KeyLeft, glfw.KeyUp)
	expect(1, "speed 3.60", "turn +0.00", "wave on")
	keys(glfw.Press, glfw.KeyD)
	expect(0.5, "turn -1.00")
	keys(glfw.Release, glfw.KeyD)
	keys(glfw.Press, glfw.KeySpace, glfw.KeyV, glfw.KeyI, glfw.KeyT)
	expect(0.4, "jump", "wave off", "time x0.25", "inertialization")
	keys(glfw.Press, glfw.KeyT, glfw.KeyS, glfw.KeyDown)
	typed('p')
	before := c.overlayText()
	expect(1, "paused")
	if c.overlayText() != before {
		t.Errorf("while paused, the text changed from\n%s\nto\n%s", before, c.overlayText())
	}
	typed('p')
	expect(4, "speed 0.00", "ground/idle")
	before = c.overlayText()
	for _, char := range "nsf123[],x" { // commands of other scenes
		typed(char)
	}
	keys(glfw.Press, glfw.KeyTab, glfw.KeyF1)
	if c.overlayText() != before || c.Speed != 1 {
		t.Errorf("keys of other scenes changed the text from\n%s\nto\n%s", before, c.overlayText())
	}
	typed('h')
	if c.help || c.keys() != SteeringKeys {
		t.Error("h does not hide the list of keys, or it lists the wrong keys")
	}
	typed('h')
	keys(glfw.Press, glfw.KeyEscape)
	if c.help || c.done {
		t.Error("escape does not close the list of keys alone")
	}
	keys(glfw.Press, glfw.KeyEscape)
	if !c.done {
		t.Error("escape does not end the program")
	}
}

func TestCameraFollowsTheCharacter(t *testing.T) {
	c := steeredControl(t)
	home, start := c.camera.Camera, c.scene.(steerableScene).Transform().Col(3).Vec3()
	if err := c.key(glfw.KeyW, glfw.Press); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := c.advance(100 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	moved := c.scene.(steerableScene).Transform().Col(3).Vec3().Sub(start)
	move := c.camera.Camera.Target.Sub(home.Target)
	if moved.Len() < 1.5 || move.Sub(moved).Len() > 1e-4 ||
		math.Abs(float64(c.camera.Camera.Distance()-home.Distance())) > 1e-4 {
		t.Errorf("the character moved by %v, the camera's target by %v", moved, move)
	}
	c.drag(0.3, 0.1)
	c.mustDo(t, resetCamera)
	if back := c.camera.Camera.Position.Sub(home.Position); back.Sub(moved).Len() > 1e-4 {
		t.Errorf("after a reset the camera moved by %v, the character by %v", back, moved)
	}
}

func TestWindowShowsSteering(t *testing.T) {
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	o := Options{Scene: Locomotion, Size: image.Pt(320, 240), FPS: 25}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := openTestWindow(t, input, s, o)
	before := w.shown(t)
	if err := w.control.key(glfw.KeyW, glfw.Press); err != nil {
		t.Fatal(err)
	}
	if err := w.frame(100 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if difference(before, w.shown(t)) < 0.1 {
		t.Error("it does not go")
	}
}

func TestEverySteeringKeyIsListed(t *testing.T) {
	names := map[glfw.Key]string{
		glfw.KeyUp: "up", glfw.KeyDown: "down", glfw.KeyLeft: "left", glfw.KeyRight: "right", glfw.KeySpace: "space",
		glfw.KeyBackspace: "backspace",
	}
	words := strings.FieldsFunc(SteeringKeys, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' })
	listed := map[string]bool{}
	for _, word := range words {
		listed[word] = true
	}
	for key, does := range steeringKeys {
		name := names[key]
		if name == "" {
			name = strings.ToLower(string(rune(key)))
		}
		if !listed[name] {
			t.Errorf("%s is not in the list of keys", name)
		}
		if action, err := locomotion.KeyAction(name); err == nil && action != does {
			t.Errorf("%s does one thing, and its name another", name)
		}
	}
}

func TestKeysArePressedBeforehand(t *testing.T) {
	for pressed, want := range map[string]string{
		"w,b,n": "trunk +150%", "w,w": "speed 3.60", "d": "ground/turn",
		"space": "jump",
	} {
		o := Options{Scene: Locomotion, Start: 1.2, Press: strings.Split(pressed, ",")}
		s, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, o)
		if err != nil {
			t.Fatal(err)
		}
		if status := s.(steerableScene).Status(); !strings.Contains(status, want) ||
			!strings.HasPrefix(status, "keys") {
			t.Errorf("%s: %q is missing from\n%s", pressed, want, status)
		}
		s.Close()
	}
}
