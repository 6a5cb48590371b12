package main

import (
	"math"
	"strings"
	"syscall/js"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// on calls the function for each event of that name, until another program takes over.
func on(target js.Value, name string, call func(event js.Value)) {
	target.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		call(args[0])
		return nil
	}), map[string]any{"passive": false, "signal": js.Global().Get("sinew").Get("signal")})
}

// listen connects the page's controls, mouse, keys and files.
func (v *viewer) listen() {
	v.listenToMouse()
	v.listenToKeys()
	v.listenToFiles()
	v.listenToPanel()
	v.listenToTimeline()
	on(v.canvas, "webglcontextrestored", func(js.Value) { v.changed = true })
	on(v.element("controls"), "submit", func(event js.Value) { event.Call("preventDefault") })
	on(v.element("play"), "click", func(js.Value) { v.togglePause() })
	on(v.element("dismiss"), "click", func(js.Value) { v.element("error").Set("hidden", true) })
	on(v.element("skeletons"), "change", func(event js.Value) {
		v.Skeletons = event.Get("target").Get("checked").Bool()
		v.applySkeletons()
	})
	on(v.element("scenes"), "change", func(event js.Value) {
		name := event.Get("target").Get("value").String()
		v.canvas.Call("focus") // for the keys
		v.change(name)
	})
	on(v.element("clips"), "change", func(event js.Value) {
		seconds := 0.3
		if v.Paused { // the pose changes at once
			seconds = 0
		}
		err := v.scene.CrossFadeTo(event.Get("target").Get("selectedIndex").Int(), seconds)
		if err == nil && v.Paused {
			err = v.scene.Update(0)
		}
		if err != nil {
			v.fail(err)
		}
		v.changed = true
	})
	v.showPlay()
	v.listScenes()
}

// work does something that takes long, under the progress bar. Only one such work is done at a
// time.
func (v *viewer) work(what func()) {
	if v.body.Get("dataset").Get("state").String() == "loading" {
		v.listScenes()
		return
	}
	v.begin()
	go func() {
		what()
		v.end()
		v.listScenes()
	}()
}

func (v *viewer) togglePause() {
	if !v.pauseTimeline() {
		v.Paused = !v.Paused
	}
	v.showPlay()
}

// showPlay labels the button by what it does.
func (v *viewer) showPlay() {
	label := "Pause"
	if v.stands() {
		label = "Play"
	}
	v.element("play").Set("textContent", label)
}

// setOptions fills a list to choose from.
func setOptions(list js.Value, names []string, selected int) {
	options := make([]any, len(names))
	for i, name := range names {
		options[i] = js.Global().Get("Option").New(name, name, i == selected, i == selected)
	}
	list.Call("replaceChildren", options...)
}

// listScenes selects the present scene in the page's list, which ends with the model that was
// opened last.
func (v *viewer) listScenes() {
	list := v.element("scenes")
	if name := v.opened.name; name != v.listed {
		if v.listed != "" {
			list.Call("remove", list.Length()-1)
		}
		list.Call("add", js.Global().Get("Option").New(name, name))
		v.listed = name
	}
	list.Set("value", v.name)
	about := ""
	if selected := list.Get("selectedOptions"); selected.Length() > 0 {
		about = selected.Index(0).Get("title").String()
	}
	list.Set("title", about)
	v.showAddress()
}

// showAddress makes the page's address lead to the present scene, so that a copy of it does. A
// model that was opened has none: the address is then that of the first scene.
func (v *viewer) showAddress() {
	url := js.Global().Get("URL").New(js.Global().Get("location").Get("href"))
	parameters := url.Get("searchParams")
	asked := parameters.Call("get", "scene")
	switch {
	case v.name == v.opened.name && v.name != "":
		parameters.Call("delete", "scene")
	case asked.IsNull() && v.name == stage.Show:
		return // the plain address leads there
	default:
		parameters.Call("set", "scene", v.name)
	}
	// An empty value is written without its sign, as in "?bare".
	address := strings.ReplaceAll(url.Get("href").String()+"&", "=&", "&")
	js.Global().Get("history").Call("replaceState", nil, "", strings.TrimSuffix(address, "&"))
}

// listClips lists the clips of a model that was opened. The built-in scenes choose theirs.
func (v *viewer) listClips() {
	var names []string
	selected := -1
	if v.name == v.opened.name && v.name != "" {
		playing, _, _ := v.scene.Playing()
		for i, name := range v.input.Models[0].ClipNames() {
			names = append(names, name)
			if name == playing && selected < 0 {
				selected = i
			}
		}
	}
	setOptions(v.element("clips"), names, selected)
	v.element("more").Set("hidden", v.name != v.opened.name || v.name == "")
	v.element("clip").Set("hidden", len(names) == 0)
}

// listenToFiles connects files that are dropped on the page or chosen.
func (v *viewer) listenToFiles() {
	window, classes := js.Global(), v.body.Get("classList")
	on(window, "dragover", func(event js.Value) {
		event.Call("preventDefault")
		classes.Call("add", "dragging")
	})
	on(window, "dragleave", func(event js.Value) {
		if event.Get("relatedTarget").IsNull() {
			classes.Call("remove", "dragging")
		}
	})
	on(window, "drop", func(event js.Value) {
		event.Call("preventDefault")
		classes.Call("remove", "dragging")
		v.openFiles(event.Get("dataTransfer").Get("files"))
	})
	on(v.element("files"), "change", func(event js.Value) {
		input := event.Get("target")
		v.openFiles(input.Get("files"))
	})
	on(v.element("clip-files"), "change", func(event js.Value) { v.addClips(event.Get("target").Get("files")) })
}

// pointer is a pressed mouse button or a finger on the screen.
type pointer struct{ x, y float64 }

// listenToMouse connects the camera: dragging orbits, dragging with another button pans, two
// fingers and the wheel zoom. In a scene with a character that is steered, one finger steers it,
// and two orbit also.
func (v *viewer) listenToMouse() {
	pressed := map[int]pointer{}
	spread := func() float64 {
		var at []pointer
		for _, p := range pressed {
			at = append(at, p)
		}
		return math.Hypot(at[0].x-at[1].x, at[0].y-at[1].y)
	}
	position := func(event js.Value) pointer {
		return pointer{event.Get("clientX").Float(), event.Get("clientY").Float()}
	}
	var steering *thumb // of the only finger; nil for none
	steered := func(err error) {
		if err != nil {
			v.fail(err)
		}
	}
	clicked := false // a button was pressed, and the pointer has not moved since
	on(v.canvas, "pointerdown", func(event js.Value) {
		clicked = true
		v.canvas.Call("setPointerCapture", event.Get("pointerId"))
		pressed[event.Get("pointerId").Int()] = position(event)
		if steering != nil { // a second finger moves the camera
			steered(steering.steer(0, noTurn))
			steering = nil
		} else if len(pressed) == 1 {
			steering = newThumb(v.scene, event, position(event))
		}
		v.touched = v.touched || steering != nil
	})
	release := func(event js.Value) { delete(pressed, event.Get("pointerId").Int()) }
	on(v.canvas, "pointerup", func(event js.Value) {
		release(event)
		if steering != nil {
			if steering.moved || !v.goTo(position(event)) {
				steered(steering.lift())
			}
			steering, clicked = nil, false
		}
		if clicked && event.Get("button").Int() == 0 && !v.goTo(position(event)) {
			v.selectAt(position(event))
		}
	})
	on(v.canvas, "pointerleave", func(js.Value) { v.pointTo(pointer{-1, -1}) })
	on(v.canvas, "pointercancel", func(event js.Value) {
		release(event)
		if steering != nil {
			steered(steering.steer(0, noTurn))
			steering = nil
		}
	})
	on(v.canvas, "pointermove", func(event js.Value) {
		id := event.Get("pointerId").Int()
		v.pointTo(position(event))
		from, ok := pressed[id]
		if !ok {
			return
		}
		clicked = clicked && position(event) == from
		to, height := position(event), max(v.canvas.Get("clientHeight").Float(), 1)
		right, down := (to.x-from.x)/height, (to.y-from.y)/height
		switch {
		case steering != nil:
			steered(steering.move(to))
		case len(pressed) == 2:
			before := spread()
			pressed[id] = to
			if after := spread(); before > 0 && after > 0 {
				v.camera.Camera.Zoom(float32(before / after))
			}
			if _, ok := v.scene.(stage.Steerable); ok { // of which one finger steers
				v.camera.Drag(right/2, down/2)
			}
		case len(pressed) > 2:
		case event.Get("buttons").Int() == 1:
			v.camera.Drag(right, down)
		default:
			v.camera.Pan(right, down)
		}
		pressed[id] = to
		v.changed = true
	})
	on(v.canvas, "contextmenu", func(event js.Value) { event.Call("preventDefault") })
	on(v.canvas, "wheel", func(event js.Value) {
		event.Call("preventDefault")
		pixels := event.Get("deltaY").Float()
		if event.Get("deltaMode").Int() != 0 { // lines or pages
			pixels *= 40
		}
		v.camera.Wheel(-pixels / 100)
		v.changed = true
	})
}

// frameSeconds is the time of one frame forward.
const frameSeconds = 1.0 / 60

// listenToKeys connects the keys that steer a character, and those that the page lists; in other
// scenes space pauses.
func (v *viewer) listenToKeys() {
	name := func(event js.Value) string {
		key := strings.ToLower(event.Get("key").String())
		if key == " " {
			return "space"
		}
		return key
	}
	// elsewhere reports whether a key is for a button or a list, or for the browser.
	elsewhere := func(event js.Value) bool {
		switch event.Get("target").Get("tagName").String() {
		case "BUTTON", "INPUT", "SELECT":
			return true
		}
		return event.Get("ctrlKey").Bool() || event.Get("altKey").Bool() || event.Get("metaKey").Bool()
	}
	on(js.Global(), "keydown", func(event js.Value) {
		if v.keyOfTuner(event) {
			event.Call("preventDefault")
			return
		}
		if elsewhere(event) {
			return
		}
		steerable, ok := v.scene.(stage.Steerable)
		action, err := locomotion.KeyAction(name(event))
		switch {
		case v.keyOfTimeline(strings.TrimPrefix(name(event), "arrow"), ok):
			event.Call("preventDefault")
		case name(event) == "e":
			v.toggleTimeline()
		case name(event) == "g":
			v.toggleTuner()
		case ok && err == nil:
			event.Call("preventDefault")
			if event.Get("repeat").Bool() {
				return
			}
			if err := steerable.Press(action); err != nil {
				v.fail(err)
			}
		case name(event) == "c":
			v.togglePanel()
		case name(event) == "k":
			v.Skeletons = !v.Skeletons
			v.element("skeletons").Set("checked", v.Skeletons)
			v.applySkeletons()
		case name(event) == "h":
			keys := v.element("keys")
			keys.Set("hidden", !keys.Get("hidden").Bool())
		case name(event) == "escape":
			v.element("keys").Set("hidden", true)
		case name(event) == ".":
			v.Paused = true
			v.showPlay()
			if err := v.scene.Update(frameSeconds); err != nil {
				v.fail(err)
			}
			v.changed = true
		case name(event) == "space", name(event) == "p":
			event.Call("preventDefault")
			v.togglePause()
		}
	})
	on(js.Global(), "keyup", func(event js.Value) {
		if steerable, ok := v.scene.(stage.Steerable); ok {
			if action, err := locomotion.KeyAction(name(event)); err == nil {
				steerable.Release(action)
			}
		}
	})
}
