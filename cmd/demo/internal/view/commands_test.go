//go:build cgo

package view

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render"
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
	expect("after a frame that was blocked", 0.375)
	advance(400 * time.Millisecond)
	expect("after a slow frame", 0.775)
	c.mustDo(t, scrubBack, scrubBack, scrubBack, scrubBack)
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
	if c.Speed != workbench.MinSpeed {
		t.Errorf("speed %v, want the minimum", c.Speed)
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
	if c.camera.Camera.Position.Sub(home.Position).Len() < 0.01*home.Distance() ||
		c.camera.Camera.Target != home.Target {
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

// While the scene is paused, the next clip shows at once, and the title names it; else the title
// names both clips of the crossfade with their weights.
func TestTitleNamesWhatIsShown(t *testing.T) {
	c := testControl(t)
	store, slot := c.scene.Animation().Store(), 0
	pose := func() []float32 {
		pool := store.Pools()[0]
		skin, _ := pool.Skin(0)
		return slices.Clone(pool.Palette(skin, slot))
	}
	c.mustDo(t, togglePause)
	survey := pose()
	c.mustDo(t, nextClip)
	if !strings.HasPrefix(c.status(), "Walk  0.00 of 0.71 s") {
		t.Errorf("the title is %q", c.status())
	}
	if slices.Equal(survey, pose()) {
		t.Error("the title names the next clip, but the picture shows the last one")
	}
	c.mustDo(t, togglePause, nextClip)
	if err := c.advance(75 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.status(), "Run 25% + Walk 75%  0.0") {
		t.Errorf("the title is %q", c.status())
	}
	for _, row := range []struct {
		o    Options
		want string
	}{
		{Options{Scene: Locomotion}, "body 100%: ground/idle = idle 100%"},
		{Options{Count: 12, Clip: "walk"}, "12 characters  walk  0.08 of 1.07 s"},
		{Options{Count: 200}, "200 characters"},
		{Options{}, "20 characters"},
		{Options{Scene: "look-at"}, " characters"},
	} {
		s, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, row.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := newControl(s, stage.CameraControl{}, false).status(); !strings.Contains(got, row.want) ||
			strings.Contains(got, "rest pose") {
			t.Errorf("%+v: the title is %q, want %q", row.o, got, row.want)
		}
		s.Close()
	}
}

// However the user drags, turns and pans, the camera stays above the ground.
func TestCameraStaysAboveTheGround(t *testing.T) {
	c := testControl(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		switch r.IntN(4) {
		case 0:
			c.drag(r.Float64()-0.5, r.Float64()-0.9)
		case 1:
			c.pan(r.Float64()-0.5, r.Float64()-0.7)
		case 2:
			c.wheel(r.Float64()*6 - 3)
		default:
			c.mustDo(t, orbitDown)
		}
		camera := &c.camera.Camera
		if camera.Position[1] < c.scene.Ground()+0.0299*camera.Distance() {
			t.Fatalf("after %d movements the camera is at %v, the ground at %v", i, camera.Position, c.scene.Ground())
		}
	}
}

// A window of another shape shows the scene as large as possible, however the user has moved the
// camera.
func TestResizingRefitsTheCamera(t *testing.T) {
	c := testControl(t)
	c.drag(0.2, 0.1)
	c.wheel(2)
	before := c.camera.Camera
	c.camera.Refit(c.scene, 0.3)
	if got := c.camera.Camera.Distance() / before.Distance(); got < 1.5 {
		t.Errorf("a narrow window moves the camera away by the factor %v", got)
	}
	c.camera.Refit(c.scene, 1.5)
	if d := c.camera.Camera.Position.Sub(before.Position).Len(); d > 1e-3*before.Distance() {
		t.Errorf("back at the first shape the camera is at %v, want %v", c.camera.Camera, before)
	}
	fixed := stage.NewCamera(c.scene, &Camera{Yaw: 10, Pitch: 20, Distance: 3}, 1.5)
	at := fixed.Camera
	if fixed.Refit(c.scene, 0.3); fixed.Camera != at {
		t.Error("a camera whose distance was asked for moved")
	}
}

// Every command has one that takes it back.
func TestCommandsCanBeUndone(t *testing.T) {
	s, err := newScene(Input{Library: assets.NewLibrary(assets.Exact())}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	c := newControl(s, stage.NewCamera(s, nil, 1.5), false)
	c.drag(0.3, 0.2)
	state := func() string {
		pool := s.Animation().Store().Pools()[0]
		skin, _ := pool.Skin(0)
		palettes, _ := pool.Palettes(skin)
		return fmt.Sprint(c.camera.Camera, c.Speed, c.Paused, c.Skeletons, c.panel, c.help, c.quality,
			palettes)
	}
	for _, undo := range [][]command{
		{togglePause, togglePause},
		{faster, slower},
		{toggleSkeletons, toggleSkeletons},
		{toggleHelp, toggleHelp},
		{togglePanel, togglePanel},
		{resetCamera, resetCamera},
		{nextClip, resumeSchedule},
		{firstClip + 2, previousClip, resumeSchedule},
		{slower, authoredSpeed},
		{toggleQuality, toggleQuality},
	} {
		before := state()
		c.mustDo(t, undo...)
		if state() != before {
			t.Errorf("the commands %v do not lead back", undo)
		}
	}
	c.mustDo(t, nextClip)
	for range 30 {
		if err := c.advance(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	c.mustDo(t, resumeSchedule)
	if err := c.advance(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if got := c.status(); got != "20 characters" {
		t.Errorf("after the schedule was resumed the title is %q", got)
	}
}

// The script steers again after 0.
func TestScriptResumes(t *testing.T) {
	c := steeredControl(t)
	for _, action := range []locomotion.Action{locomotion.Faster, locomotion.Faster, locomotion.Script} {
		if err := c.press(action); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		if err := c.advance(100 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if text := c.overlayText(); !strings.HasPrefix(text, "script") || !strings.Contains(text, "ground/move") {
		t.Errorf("the script does not steer:\n%s", text)
	}
}

// The quality falls while frames are slow, level by level, and the status names what is missing.
func TestQualityFallsWhileFramesAreSlow(t *testing.T) {
	c := testControl(t)
	style := render.DefaultStyle()
	frames := func(n int, frame time.Duration) {
		for range n {
			c.quality.add(frame)
		}
	}
	expect := func(what, note string, pixelError, shadows float32, samples int) {
		t.Helper()
		got, n := c.quality.apply(style)
		if !strings.HasSuffix(c.status(), note) ||
			strings.Contains(c.status(), "slow") != strings.Contains(note, "slow") ||
			got.PixelError != pixelError || got.ShadowStrength != shadows || n != samples {
			t.Errorf("%s: %q, pixel error %v, shadows %v, %d samples", what, c.status(), got.PixelError,
				got.ShadowStrength, n)
		}
	}
	frames(100, 49*time.Millisecond)
	frames(3, time.Second)
	frames(1, 10*time.Millisecond)
	frames(3, time.Second)
	expect("a few slow frames", "s", 1, style.ShadowStrength, samples)
	frames(1, 51*time.Millisecond)
	expect("four slow frames", "slow: merged meshes", 6, style.ShadowStrength, samples)
	frames(4, 51*time.Millisecond)
	expect("eight", "slow: merged meshes, no shadows", 6, 0, samples)
	frames(50, 51*time.Millisecond)
	expect("many", "slow: merged meshes, no shadows, no multisampling", 6, 0, 1)
	c.mustDo(t, toggleQuality)
	frames(50, 51*time.Millisecond)
	expect("full quality", "full quality", 1, style.ShadowStrength, samples)
	c.mustDo(t, toggleQuality)
	expect("automatic again", "s", 1, style.ShadowStrength, samples)
	frames(4, 51*time.Millisecond)
	expect("automatic again, slow", "slow: merged meshes", 6, style.ShadowStrength, samples)
}
