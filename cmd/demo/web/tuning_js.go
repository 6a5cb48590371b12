//go:build !preview

package main

import (
	"path"
	"syscall/js"

	"github.com/sinew-go/sinew/cmd/demo/internal/tuning"
)

// tuner returns the tuner of the scene, or nil before there is one.
func (v *viewer) tuner() *tuning.Tuner { return v.bench.tuners[v.panel] }

// listenToTuner connects the control that opens the tuner.
func (v *viewer) listenToTuner() {
	on(v.element("tuning"), "change", func(js.Value) { v.toggleTuner() })
}

// toggleTuner opens or closes the tuner, whose rows are in the panel, and whose picture takes the
// place of the timeline.
func (v *viewer) toggleTuner() {
	t, classes := v.tuner(), v.body.Get("classList")
	if t == nil || classes.Call("contains", "bare").Bool() {
		v.element("tuning").Set("checked", false)
		return
	}
	if t.Toggle(); t.IsOpen() {
		v.closeTimeline()
		if !classes.Call("contains", "panel").Bool() {
			v.togglePanel()
		}
	}
	v.element("tuning").Set("checked", t.IsOpen())
}

// closeTuner closes the tuner of the scene, which gives way to another one.
func (v *viewer) closeTuner() {
	if v.tuner().IsOpen() {
		v.toggleTuner()
	}
}

// keyOfTuner gives a key to the tuner, and reports whether it takes the key. Every key that is
// pressed begins an edit of its own.
func (v *viewer) keyOfTuner(event js.Value) bool {
	t := v.tuner()
	if !t.IsOpen() {
		return false
	}
	if !event.Get("repeat").Bool() {
		t.Begin()
	}
	name := event.Get("key").String()
	switch {
	case name == "Escape":
		v.toggleTuner()
		return true
	case name == "Delete":
		name = "delete"
	case event.Get("ctrlKey").Bool() || event.Get("metaKey").Bool():
		shift := event.Get("shiftKey").Bool()
		switch {
		case name == "y", name == "Z", name == "z" && shift:
			name = "redo"
		case name == "z":
			name = "undo"
		case name == "s":
			name = "save"
		}
	default:
		return false
	}
	known, err := t.Key(name)
	if err != nil {
		v.fail(err)
	}
	v.changed = true
	return known
}

// download gives a file to the browser, which saves it.
func download(name string, data []byte, _ bool) error {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	blob := js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": "application/json"})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	link := create("a", "")
	link.Set("href", url)
	link.Set("download", path.Base(name))
	link.Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", url)
	return nil
}
