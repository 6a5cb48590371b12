package main

import (
	"fmt"
	"math"
	"syscall/js"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render"
)

const (
	samples = 4
	// maxFrameSeconds limits a frame's time, so that a page that was hidden does not skip ahead.
	maxFrameSeconds = 0.1
	// statusInterval is the time between two updates of the status line.
	statusInterval = 250 * time.Millisecond
)

// viewer is the page: what it shows, and what the user changed.
type viewer struct {
	canvas, body js.Value
	page         js.Value // what page.js gives to the program
	request      js.Value // what the page asks for

	builtin stage.Input            // the mannequin
	scenes  map[string]stage.Scene // those that were open, by name
	opened  openedModel
	listed  string // the opened model that the page lists

	scene    stage.Scene
	name     string
	input    stage.Input // of the scene
	renderer *render.Renderer
	target   *render.Target
	camera   stage.CameraControl

	workbench.Settings
	style             render.Style // of the scene, without what the user changed of the light
	surroundings      stage.Surroundings
	panels            map[stage.Scene]*workbench.Panel // of the scenes that were shown
	panel             *workbench.Panel                 // of the scene
	bench             panelView
	past              timelineView
	marks             marks
	changed           bool // the picture must be drawn again
	touched           bool // a finger has steered
	drawn             bool // there was a picture
	last              time.Time
	frames            int // since the status line
	updating, drawing time.Duration
	took              time.Duration // to draw the last frame
	fitted            float32       // the aspect ratio that the camera fits
	statusAt          time.Time
}

// openedModel is the model that was opened last.
type openedModel struct {
	name    string // empty for none
	input   stage.Input
	avatars avatarFiles // nil unless it is an avatar
}

func newViewer() *viewer {
	document := js.Global().Get("document")
	page := js.Global().Get("sinew")
	return &viewer{
		canvas: document.Call("getElementById", "view"), body: document.Get("body"), page: page,
		request: page.Get("request"),
		scenes:  map[string]stage.Scene{}, Settings: workbench.Settings{Speed: 1, Light: stage.NewLight()},
		panels: map[stage.Scene]*workbench.Panel{},
	}
}

func (v *viewer) element(id string) js.Value {
	return js.Global().Get("document").Call("getElementById", id)
}

// fail shows an error. It returns false.
func (v *viewer) fail(err error) bool {
	v.element("message").Set("textContent", err.Error())
	v.element("error").Set("hidden", false)
	return false
}

// size returns the size of the canvas in pixels of the screen.
func (v *viewer) size() (width, height int) {
	ratio := js.Global().Get("devicePixelRatio").Float()
	return int(math.Round(v.canvas.Get("clientWidth").Float() * ratio)),
		int(math.Round(v.canvas.Get("clientHeight").Float() * ratio))
}

func (v *viewer) aspect() float32 {
	width, height := v.size()
	return float32(max(width, 1)) / float32(max(height, 1))
}

// animate draws a frame whenever the browser paints, until another program takes over.
func (v *viewer) animate() {
	var frame js.Func
	request := js.Global().Get("requestAnimationFrame")
	signal := v.page.Get("signal")
	frame = js.FuncOf(func(js.Value, []js.Value) any {
		if signal.Get("aborted").Bool() {
			return nil
		}
		if err := v.frame(); err != nil {
			v.fail(err)
			v.body.Get("dataset").Set("state", "failed")
			return nil
		}
		request.Invoke(frame)
		return nil
	})
	request.Invoke(frame)
}

// frame advances the scene and draws it, unless nothing has changed.
func (v *viewer) frame() error {
	now := time.Now()
	passed := now.Sub(v.last)
	v.last = now
	if v.scene == nil {
		return nil
	}
	v.takeClips()
	advanced, err := v.advance(min(passed.Seconds(), maxFrameSeconds))
	if err != nil {
		return err
	}
	if advanced {
		v.camera.Follow(v.scene)
		v.changed = true
		v.updating += time.Since(now)
		if v.panel != nil {
			v.panel.AddTime("Render", v.took)
			last := v.renderer.Stats()
			v.panel.SetDrawn(workbench.Drawn{
				Triangles: last.Triangles, CrowdMatrices: last.CrowdMatrices, Seconds: last.GPUSeconds,
			})
		}
	}
	width, height := v.size()
	if v.target == nil {
		target, err := render.NewTarget(width, height, samples)
		if err != nil {
			return err
		}
		v.target = target
		v.changed = true
	}
	if aspect := v.aspect(); aspect != v.fitted {
		v.fitted = aspect
		v.camera.Refit(v.scene, aspect)
	}
	if w, h := v.target.Size(); w != width || h != height || v.canvas.Get("width").Int() != width ||
		v.canvas.Get("height").Int() != height {
		v.canvas.Set("width", width)
		v.canvas.Set("height", height)
		if err := v.target.Resize(width, height); err != nil {
			return err
		}
		v.changed = true
	}
	if v.changed {
		v.changed = false
		start := time.Now()
		v.renderer.Style = v.style
		v.surroundings.Light(&v.renderer.Style, &v.Light)
		v.renderer.Style.Skeletons, v.renderer.Style.Bounds, v.renderer.Style.Skinning = v.Skeletons,
			v.Bounds, v.Skinning
		if err := v.attend(); err != nil {
			return err
		}
		if err := v.renderer.Draw(v.camera.Camera, v.target); err != nil {
			return err
		}
		stage.Measure(v.scene, v.renderer.Stats())
		if err := v.drawGhost(); err != nil {
			return err
		}
		if err := v.renderer.Present(v.target, width, height); err != nil {
			return err
		}
		v.took = time.Since(start)
		v.drawing += v.took
		v.marks.changed = true
		v.frames++
		if !v.drawn {
			v.drawn = true
			v.page.Call("drawn")
		}
	}
	v.showTimeline(now)
	v.showMarks()
	v.showPanel(now)
	if now.Sub(v.statusAt) >= statusInterval {
		v.showStatus(now)
	}
	return nil
}

// advance passes time, by the timeline if it is open, and reports whether the scene shows another
// moment.
func (v *viewer) advance(seconds float64) (advanced bool, err error) {
	if open, changed, err := v.advanceTimeline(seconds); open || err != nil {
		return changed, err
	}
	if v.Paused {
		return false, nil
	}
	return true, v.scene.Update(seconds * v.Speed)
}

// showStatus writes what plays, and the mean times of a frame since the last call.
func (v *viewer) showStatus(now time.Time) {
	text := ""
	if name, at, duration := v.scene.Playing(); name != "" && v.scene.Characters() == 1 {
		text = fmt.Sprintf("%s %.2f of %.2f s · ", name, at, duration)
	} else if n := v.scene.Characters(); n > 1 {
		text = fmt.Sprintf("%d characters · ", n)
	}
	if v.frames > 0 && !v.Paused {
		ms := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(v.frames) }
		text += fmt.Sprintf("%.0f frames/s · animation %.1f ms, drawing %.1f ms",
			float64(v.frames)/now.Sub(v.statusAt).Seconds(), ms(v.updating), ms(v.drawing))
	} else if v.Paused {
		text += "paused"
	}
	if v.Work.Name != "" {
		text += " · " + v.Work.String()
	}
	if _, ok := v.scene.(stage.Steerable); ok {
		_, guided := v.scene.(stage.Guided)
		touch := v.touched || js.Global().Call("matchMedia", "(pointer: coarse)").Get("matches").Bool()
		switch {
		case touch && guided:
			text += "\n" + guidingTouch
		case touch:
			text += "\n" + steeringTouch
		case guided:
			text += "\n" + guidingKeys
		default:
			text += "\n" + steeringKeys
		}
	} else if telling, ok := v.scene.(interface{ Status() string }); ok && telling.Status() != "" {
		text += "\n" + telling.Status()
	}
	v.element("status").Set("textContent", text)
	v.statusAt, v.frames, v.updating, v.drawing = now, 0, 0, 0
}

// steeringKeys and steeringTouch are a short help for scenes with a character that is steered,
// guidingKeys and guidingTouch for those with one that goes where somebody points.
const (
	steeringKeys  = "w s faster, slower · a d turn · space jump · v wave · b dance · t slow motion"
	guidingKeys   = "w s faster, slower · a d turn · click: go there · v aside · space stop · t slow motion"
	guidingTouch  = "finger up: walk, run · aside: turn · tap: go there · two fingers: camera"
	steeringTouch = "finger up: walk, run · aside: turn · tap: jump · two fingers: camera"
)

// applySkeletons shows or hides skeletons in the scene.
func (v *viewer) applySkeletons() {
	if v.renderer == nil {
		return
	}
	stage.ApplyStyle(v.renderer, v.scene, v.Skeletons)
	v.style = v.renderer.Style
	if err := v.SetSkeletons(v.scene, v.Skeletons); err != nil {
		v.fail(err)
	}
	v.changed = true
}
