package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/render"
)

func main() {
	v := newViewer()
	if err := render.UseCanvas(v.canvas, render.CanvasOptions{}); err != nil {
		v.fail(err)
		select {} // the page shows the error
	}
	if v.asks("bare") {
		v.body.Get("classList").Call("add", "bare")
	}
	v.Paused = v.asks("paused")
	if before := v.page.Get("before"); before.Truthy() {
		v.Paused = before.Get("paused").Bool()
	}
	v.Skeletons = v.element("skeletons").Get("checked").Bool()
	v.listen()
	v.begin()
	v.openFirst()
	v.end()
	v.animate()
	select {}
}

// asks reports whether the page asks for something by a parameter of its address, or the program
// before by handing over.
func (v *viewer) asks(parameter string) bool { return !v.request.Get(parameter).IsUndefined() }

// asked returns a parameter, or another text if the page does not ask for it or leaves it empty.
func (v *viewer) asked(parameter, otherwise string) string {
	if text := v.request.Get(parameter); text.Truthy() {
		return text.String()
	}
	return otherwise
}

// openFirst opens what the page asks for.
func (v *viewer) openFirst() {
	if v.openHandedFiles() || !v.open(v.asked("scene", stage.Show)) {
		return
	}
	v.continueView()
	if err := v.scene.Update(v.number("time")); err != nil {
		v.fail(err)
	}
	if v.asks("timeline") {
		v.toggleTimeline()
	}
	if v.asks("tuning") {
		v.toggleTuner()
	}
	v.changed = true
}

// number returns a parameter, or 0 if the page does not ask for it. If it is no number, the page
// shows an error.
func (v *viewer) number(parameter string) float64 {
	number, err := strconv.ParseFloat(v.asked(parameter, "0"), 64)
	if err != nil {
		v.fail(fmt.Errorf("%s: %w", parameter, err))
	}
	return number
}

// progress shows what the page does now, and which part of the work before it is done, and lets the
// browser paint it.
func (v *viewer) progress(what string, done float64) {
	v.element("stage").Set("textContent", what)
	v.element("progress").Set("value", done)
	time.Sleep(30 * time.Millisecond)
}

// begin shows the progress bar.
func (v *viewer) begin() { v.body.Get("dataset").Set("state", "loading") }

// end hides the progress bar. The page is ready if there is a scene.
func (v *viewer) end() {
	state := "ready"
	if v.scene == nil {
		state = "failed"
	}
	v.body.Get("dataset").Set("state", state)
}

// open shows a scene: a built-in one, or the model that was opened last, by its name. A scene that
// was open before continues. It reports whether it could; otherwise the page shows the error, and
// the scene stays.
func (v *viewer) open(name string) bool {
	s, known := v.scenes[name]
	if !known {
		if v.builtin.Models == nil {
			v.progress("Modeling the mannequin", 0.65)
			builtin, err := stage.Input{Library: newLibrary()}.WithMannequin()
			if err != nil {
				return v.fail(err)
			}
			v.builtin = builtin
		}
		v.progress("Preparing the scene "+name, 0.85)
		made, err := v.make(name)
		if err != nil {
			return v.fail(err)
		}
		s = made
		v.scenes[name] = s
	}
	v.progress("Uploading to the graphics card", 0.95)
	input := v.builtin
	if name == v.opened.name {
		input = v.opened.input
	}
	return v.show(name, s, input)
}

// show draws a scene from now on.
func (v *viewer) show(name string, s stage.Scene, input stage.Input) bool {
	renderer, err := render.New(s.World(), input.Library, render.Options{})
	if err != nil {
		return v.fail(err)
	}
	panel, err := v.newPanel(s)
	if err != nil {
		renderer.Close()
		return v.fail(err)
	}
	v.closeTimeline()
	v.closeTuner()
	v.panel = panel
	if v.renderer != nil {
		v.renderer.Close()
	}
	v.scene, v.name, v.input, v.renderer = s, name, input, renderer
	v.applySkeletons()
	v.fitted = v.aspect()
	v.camera = stage.NewCamera(s, nil, v.fitted)
	v.changed = true
	v.listScenes()
	v.listClips()
	return true
}
