package main

import (
	"net/url"
	"strconv"
	"syscall/js"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render"
)

func main() {
	v := newViewer()
	if err := render.UseCanvas(v.canvas); err != nil {
		v.fail(err)
		select {} // the page shows the error
	}
	query, err := url.ParseQuery(trimmed(js.Global().Get("location").Get("search").String()))
	if err != nil {
		v.fail(err)
	}
	if query.Has("bare") {
		v.body.Get("classList").Call("add", "bare")
	}
	v.Paused = query.Has("paused")
	v.listen()
	name := query.Get("scene")
	if name == "" {
		name = stage.Show
	}
	v.begin()
	if v.open(name) && query.Has("time") {
		seconds, err := strconv.ParseFloat(query.Get("time"), 64)
		if err == nil {
			err = v.scene.Update(seconds)
		}
		if err != nil {
			v.fail(err)
		}
		v.changed = true
	}
	v.end()
	v.animate()
	select {}
}

// trimmed returns the query of an address without its question mark.
func trimmed(query string) string {
	if query != "" && query[0] == '?' {
		return query[1:]
	}
	return query
}

// progress shows what the page does now, and which part of the work before it is done, and lets the browser paint it.
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

// open shows a scene: a built-in one, or the model that was opened last, by its name. A scene that was open before continues. It
// reports whether it could; otherwise the page shows the error, and the scene stays.
func (v *viewer) open(name string) bool {
	s, known := v.scenes[name]
	if !known {
		if v.builtin.Models == nil {
			v.progress("Modeling the mannequin", 0.65)
			builtin, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
			if err != nil {
				return v.fail(err)
			}
			v.builtin = builtin
		}
		v.progress("Preparing the scene "+name, 0.85)
		made, err := stage.Open(v.builtin, name, 0, "")
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

// show makes a scene the one that is drawn.
func (v *viewer) show(name string, s stage.Scene, input stage.Input) bool {
	renderer, err := render.New(s.World(), input.Library, render.Options{})
	if err != nil {
		return v.fail(err)
	}
	panel, known := v.panels[s]
	if !known {
		if panel, err = workbench.New(s, &v.Settings); err != nil {
			renderer.Close()
			return v.fail(err)
		}
		v.panels[s] = panel
	}
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
