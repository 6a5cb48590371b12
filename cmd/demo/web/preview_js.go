//go:build preview

package main

import (
	"fmt"
	"syscall/js"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// newLibrary returns the library of the mannequin. It samples the clips exactly, as baking them takes longer than the preview lasts.
func newLibrary() *assets.Library { return assets.NewLibrary(assets.Exact()) }

// make makes the only scene of the preview.
func (v *viewer) make(name string) (stage.Scene, error) {
	if name != stage.Show {
		return nil, fmt.Errorf("the preview has no scene %q", name)
	}
	return scene.NewShow(v.builtin.Library, v.builtin.Models[0])
}

// openHandedFiles reports whether the program opened files that it was asked for: the preview is asked for none.
func (v *viewer) openHandedFiles() bool { return false }

// change leaves a scene to the whole program.
func (v *viewer) change(name string) { v.handOver(map[string]any{"scene": name}) }

// openFiles leaves models to the whole program.
func (v *viewer) openFiles(list js.Value) {
	files := js.Global().Get("Array").Call("from", list) // the list itself may change
	v.element("files").Set("value", "")
	v.element("error").Set("hidden", true)
	if files.Length() > 0 {
		v.handOver(map[string]any{"files": files})
	}
}

// handOver makes the whole program run instead of this one.
func (v *viewer) handOver(request map[string]any) {
	if v.body.Get("dataset").Get("state").String() == "loading" {
		v.listScenes()
		return
	}
	v.begin()
	request["played"] = fmt.Sprint(v.scene.(*scene.Scene).Time())
	if v.Paused {
		request["paused"] = ""
	}
	v.page.Call("handOver", request)
}
