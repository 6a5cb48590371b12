//go:build cgo

package view

import (
	"fmt"
	"image"
	"io"
	"path/filepath"
	"time"

	"github.com/sinew-go/sinew/assets/watch"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render"
)

// titleInterval is the time between two updates of the window's title.
const titleInterval = 250 * time.Millisecond

// openWindow shows the scene until the user closes the window, and then prints the times of a
// frame's parts.
func openWindow(input Input, o Options, out io.Writer) error {
	input, err := withTarget(input, o)
	if err != nil {
		return err
	}
	o.files = &[]assetFile{}
	s, err := newScene(input, o)
	if err != nil {
		return err
	}
	defer s.Close()
	w, err := newWindow(input, s, o)
	if err != nil {
		return err
	}
	defer w.close()
	w.clips = startClips(input, o)
	if _, err := fmt.Fprintln(out, w.control.keys()); err != nil {
		return err
	}
	for last := time.Now(); !w.closed(); {
		now := time.Now()
		if err := w.frame(now.Sub(last)); err != nil {
			return err
		}
		last = now
	}
	width, height := w.context.Size()
	description := fmt.Sprintf("\n%d frames of %dx%d", w.frames, width, height)
	if err := writeReport(out, s, description, w.drawing, w.renderer.Stats()); err != nil {
		return err
	}
	return finish(s)
}

// window shows a scene on the screen.
type window struct {
	context  *glcontext.Context
	renderer *render.Renderer
	target   *render.Target
	overlay  *overlay
	control  *control
	name     string
	// workbench is the panel beside the picture; nil if the scene is recorded or replayed, which
	// the panel would disturb.
	workbench *workbenchView
	timeline  *timelineView  // nil if the panel is
	watcher   *watch.Watcher // of the files that assets came from; nil for none
	watched   string         // the error of these files that the panel was told last

	clips *retargeting.Work // that are retargeted while the window is open; nil for none

	style        render.Style // at full quality, without what the user changed of the light
	surroundings stage.Surroundings
	aspect       float32 // of the scene's image
	samples      int     // that were asked of the target
	top          int     // where the panel begins: below the list of keys, if that is wider than the picture
	frames       int
	drawing      ecs.Timing
	titled       time.Time
	pointer      workbench.Point // where the mouse is in the picture
	failed       error           // the error of a command
}

func newWindow(input Input, s animatedScene, o Options) (w *window, err error) {
	w = &window{name: "Sinew", drawing: ecs.Timing{Name: "Render"}}
	for i, model := range input.Models {
		if i == 0 {
			w.name += " - "
		} else {
			w.name += ", "
		}
		w.name += filepath.Base(model.Name)
	}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	w.context, err = glcontext.Open(glcontext.Options{
		Title: w.name, Width: o.Size.X, Height: o.Size.Y, Visible: true,
		VSync: true,
	})
	if err != nil {
		return w, fmt.Errorf("drawing: %w", err)
	}
	if w.renderer, err = render.New(s.World(), input.Library, render.Options{LevelsInBackground: true}); err != nil {
		return w, err
	}
	stage.ApplyStyle(w.renderer, s, o.Skeletons)
	w.style, w.samples = w.renderer.Style, samples
	width, height := w.context.Size()
	if w.target, err = render.NewTarget(max(width, 1), max(height, 1), samples); err != nil {
		return w, err
	}
	scale, _ := w.context.Window().GetContentScale()
	if w.overlay, err = newOverlay(float64(scale)); err != nil {
		return w, err
	}
	w.aspect = float32(o.Size.X) / float32(o.Size.Y)
	w.pointer = workbench.Point{X: -1, Y: -1}
	w.control = newControl(s, stage.NewCamera(s, o.Camera, w.aspect), o.Skeletons)
	w.control.Skinning, w.control.Paused, w.control.Light = o.Skinning, o.Paused, stage.NewLight()
	if err := choose(o.Environment, &w.surroundings, &w.control.Light); err != nil {
		return w, err
	}
	if (o.Record == "" || o.Scene == stage.Matching) && o.Replay == nil {
		if w.workbench, err = newWorkbenchView(w.control, float64(scale)); err != nil {
			return w, err
		}
		if w.timeline, err = newTimelineView(float64(scale)); err != nil {
			return w, err
		}
		w.control.bench = w.workbench.panel
		if err := w.startTuning(o); err != nil {
			return w, err
		}
	}
	if o.Past != nil {
		w.control.help = false // in the place of the picture
		if err := w.control.openTimeline(); err != nil {
			return w, err
		}
	}
	w.listen()
	return w, nil
}

func (w *window) close() {
	if w.clips != nil {
		w.clips.Stop()
	}
	if w.watcher != nil {
		_ = w.watcher.Close() // nothing is lost
	}
	if w.workbench != nil {
		w.workbench.close()
	}
	if w.timeline != nil {
		w.timeline.close()
	}
	if w.overlay != nil {
		w.overlay.close()
	}
	if w.target != nil {
		w.target.Close()
	}
	if w.renderer != nil {
		w.renderer.Close()
	}
	if w.context != nil {
		w.context.Close()
	}
}

// closed reports whether the user has closed the window.
func (w *window) closed() bool { return w.control.done || w.context.Window().ShouldClose() }

// frame advances the scene and draws it.
func (w *window) frame(passed time.Duration) error {
	begun := time.Now()
	pollEvents()
	if w.failed != nil {
		return w.failed
	}
	if err := w.takeClips(); err != nil {
		return err
	}
	w.takeFiles()
	if err := w.control.advance(passed); err != nil {
		return err
	}
	width, height := w.context.Size()
	if width < 1 || height < 1 { // the window is minimized
		waitEvents()
		return nil
	}
	start := time.Now()
	status, err := w.draw(width, height)
	if err != nil {
		return err
	}
	w.drawing.Add(time.Since(start))
	if w.workbench != nil {
		w.workbench.panel.AddTime("Render", time.Since(start))
		last := w.renderer.Stats()
		w.workbench.panel.SetDrawn(workbench.Drawn{
			Triangles: last.Triangles, CrowdMatrices: last.CrowdMatrices, Seconds: last.GPUSeconds,
		})
	}
	w.frames++
	w.context.Window().SwapBuffers()
	w.control.quality.add(time.Since(begun))
	if now := time.Now(); now.Sub(w.titled) >= titleInterval {
		w.titled = now
		w.context.Window().SetTitle(w.name + " - " + status + " - H: keys")
	}
	return nil
}

// draw draws the scene, the overlay and the panel to the window's back buffer, and returns the
// status line.
func (w *window) draw(width, height int) (status string, err error) {
	list := w.overlay.listHeight(w.control.help, w.control.keys(), height)
	style := w.style
	w.surroundings.Light(&style, &w.control.Light)
	style, samples := w.control.quality.apply(style)
	below := w.control.strip()
	strip := w.timeline.place(below, height-list)
	picture := image.Rect(0, 0, width-w.panelWidth(width), height-list-strip)
	if err := w.fitTarget(picture.Dx(), picture.Dy(), samples); err != nil {
		return "", err
	}
	w.renderer.Style = style
	w.renderer.Style.Skeletons, w.renderer.Style.Bounds, w.renderer.Style.Skinning = w.control.Skeletons,
		w.control.Bounds, w.control.Skinning
	if err := stage.Attend(w.renderer, w.control.scene, &w.control.camera.Camera,
		float32(picture.Dx())/float32(max(picture.Dy(), 1)), w.pointer.X, w.pointer.Y); err != nil {
		return "", err
	}
	if err := w.renderer.Draw(w.control.camera.Camera, w.target); err != nil {
		return "", err
	}
	stage.Measure(w.control.scene, w.renderer.Stats())
	past := w.control.timeline
	if past != nil && strip > 0 {
		library := w.control.scene.Animation().Library()
		if err := w.timeline.drawGhost(past, library, w.target, w.control.camera.Camera); err != nil {
			return "", err
		}
	}
	if err := w.renderer.Present(w.target, picture.Dx(), picture.Dy()); err != nil {
		return "", err
	}
	if past != nil && strip > 0 {
		w.timeline.drawGhostBones(past, picture, &w.control.camera.Camera)
	}
	status = w.control.status()
	keysWidth := picture.Dx()
	if w.top = 0; list > 0 && w.overlay.help.size.X > keysWidth {
		w.top, keysWidth = list, width
	}
	w.overlay.draw(picture.Dx(), keysWidth, height, w.control.overlayText(), list)
	if picture.Dx() < width {
		w.workbench.draw(picture, width, height-w.top, &w.control.camera.Camera)
	}
	if strip > 0 {
		w.timeline.draw(below, picture)
	}
	return status, nil
}

// fitTarget makes the target an image of that size with that number of samples, and adapts the
// camera to another aspect ratio.
func (w *window) fitTarget(width, height, samples int) error {
	if w.samples != samples {
		fresh, err := render.NewTarget(width, height, samples)
		if err != nil {
			return err
		}
		w.target.Close()
		w.target, w.samples = fresh, samples
	}
	if aspect := float32(width) / float32(height); aspect != w.aspect {
		w.aspect = aspect
		w.control.camera.Refit(w.control.scene, aspect)
	}
	return w.target.Resize(width, height)
}
