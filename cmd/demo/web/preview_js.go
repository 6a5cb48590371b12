//go:build preview

package main

import (
	"syscall/js"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/internal/names"
)

// newLibrary returns the library of the mannequin. It samples the clips exactly, as baking them
// takes longer than the preview lasts.
func newLibrary() *assets.Library { return assets.NewLibrary(assets.Exact()) }

// make makes the only scene of the preview.
func (v *viewer) make(name string) (stage.Scene, error) {
	if name != stage.Show {
		return nil, names.NotFound(nil, "the preview", "scene", name, []string{stage.Show})
	}
	return scene.NewShow(v.builtin.Library, v.builtin.Models[0])
}

// openHandedFiles reports whether the program opened files that it was asked for: the preview is
// asked for none.
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

// togglePanel leaves the panel to the whole program. listenToPanel connects the control that asks
// for it.
func (v *viewer) togglePanel() {
	if v.body.Get("classList").Call("contains", "bare").Bool() {
		return
	}
	v.handOver(map[string]any{"scene": stage.Show, "panel": ""})
}

func (v *viewer) listenToPanel() {
	on(v.element("panel"), "change", func(js.Value) { v.togglePanel() })
	on(v.element("tuning"), "change", func(js.Value) { v.toggleTuner() })
}

// panelView and marks are what the whole program draws of the panel, and in the picture: nothing
// here.
type (
	panelView   struct{}
	marks       struct{ changed bool }
	avatarFiles struct{}

	timelineView struct{}
)

// toggleTimeline leaves the timeline to the whole program. listenToTimeline connects the control
// that asks for it.
func (v *viewer) toggleTimeline() { v.handOver(map[string]any{"scene": stage.Show, "timeline": ""}) }

func (v *viewer) listenToTimeline() {
	on(v.element("past"), "change", func(js.Value) { v.toggleTimeline() })
}

// toggleTuner leaves the tuner to the whole program.
func (v *viewer) toggleTuner() {
	v.handOver(map[string]any{"scene": stage.Show, "panel": "", "tuning": ""})
}

func (v *viewer) keyOfTuner(js.Value) bool { return false }
func (v *viewer) closeTuner()              {}

func (v *viewer) advanceTimeline(float64) (open, changed bool, err error) { return false, false, nil }
func (v *viewer) showTimeline(time.Time)                                  {}
func (v *viewer) closeTimeline()                                          {}
func (v *viewer) drawGhost() error                                        { return nil }
func (v *viewer) pauseTimeline() bool                                     { return false }
func (v *viewer) stands() bool                                            { return v.Paused }
func (v *viewer) keyOfTimeline(string, bool) bool                         { return false }

func (v *viewer) newPanel(stage.Scene) (*workbench.Panel, error) { return nil, nil }
func (v *viewer) showPanel(time.Time)                            {}
func (v *viewer) showMarks()                                     {}
func (v *viewer) takeClips()                                     {}
func (v *viewer) addClips(js.Value)                              {}
func (v *viewer) pointTo(pointer)                                {}
func (v *viewer) selectAt(pointer)                               {}
func (v *viewer) goTo(pointer) bool                              { return false }

// attend does nothing: the mannequin of the preview looks at nobody, and its textures stay.
func (v *viewer) attend() error { return nil }

// handOver makes the whole program run instead of this one.
func (v *viewer) handOver(request map[string]any) {
	if v.body.Get("dataset").Get("state").String() == "loading" {
		v.listScenes()
		return
	}
	v.begin()
	v.page.Call("handOver", request, js.FuncOf(func(js.Value, []js.Value) any { return v.left() }))
}

// left returns what the whole program goes on from: the time of the scene, the camera, and the
// shape of the picture that it fits. The page's controls keep the rest. Without a scene, which the
// preview could not make, it is null.
func (v *viewer) left() any {
	if v.scene == nil {
		return nil
	}
	c := &v.camera.Camera
	numbers := func(at mgl32.Vec3) []any { return []any{at[0], at[1], at[2]} }
	return map[string]any{
		"played": v.scene.(*scene.Scene).Time(), "paused": v.Paused,
		"position": numbers(c.Position), "target": numbers(c.Target), "aspect": v.fitted,
	}
}

// continueView does nothing: no program ran before the preview.
func (v *viewer) continueView() {}
