//go:build cgo

package view

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/go-gl/glfw/v3.3/glfw"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/watch"
	"github.com/sinew-go/sinew/cmd/demo/internal/tuning"
)

// readDefinitions reads masks and blend spaces for the first model from a file, and adds them to the
// library.
func readDefinitions(input Input, path string) (f assetFile, err error) {
	f = assetFile{path: path, models: []graph.Model{input.Models[0]}}
	if f.data, err = os.ReadFile(path); err != nil {
		return f, err
	}
	read, err := graph.ReadDefinitions(bytes.NewReader(f.data), input.Library, f.models[0])
	if err == nil {
		err = input.Library.AddDefinitions(read)
	}
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// readGraph reads a graph from a file, and adds it to the library.
func readGraph(input Input, path string) (f assetFile, err error) {
	f = assetFile{path: path}
	if f.data, err = os.ReadFile(path); err != nil {
		return f, err
	}
	for _, model := range input.Models {
		f.models = append(f.models, model)
	}
	g, err := graph.Read(bytes.NewReader(f.data), input.Library, f.models...)
	if err == nil {
		f.graph, err = input.Library.AddGraph(g)
	}
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// readStack reads a stack of modifiers for the first model from a file, and adds it to the library.
func readStack(input Input, path string) (f assetFile, err error) {
	f = assetFile{path: path}
	if f.data, err = os.ReadFile(path); err != nil {
		return f, err
	}
	s, err := modifier.Read(bytes.NewReader(f.data), input.Library.Skeleton(input.Models[0].Skeleton))
	if err == nil {
		f.stack, err = input.Library.AddModifierStack(s)
	}
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// startTuning makes the tuner, and watches the files that assets came from.
func (w *window) startTuning(o Options) (err error) {
	w.control.tuner = tuning.New(w.control.scene, w.workbench.panel)
	w.control.tuner.SaveFile = saveFile
	if o.files == nil || len(*o.files) == 0 {
		return nil
	}
	if w.watcher, err = watch.New(w.control.scene.Animation().Library()); err != nil {
		return err
	}
	for _, f := range *o.files {
		switch {
		case f.graph != 0:
			w.control.tuner.WatchGraph(f.graph, f.models, f.path, f.data)
		case f.stack != 0:
			w.control.tuner.WatchStack(f.stack, f.path, f.data)
		default:
			w.control.tuner.WatchDefinitions(f.models[0], f.path, f.data)
		}
		if err := w.watcher.File(f.path, func(data []byte) error {
			if err := w.control.closeTimeline(); err != nil { // its past is that of the old asset
				return err
			}
			return w.control.tuner.Load(f.path, data)
		}); err != nil {
			return err
		}
	}
	return nil
}

// takeFiles takes over the files that have changed. The panel shows the error of a file until it is
// mended, or something else is changed.
func (w *window) takeFiles() {
	if w.watcher == nil {
		return
	}
	taken, err := w.watcher.Apply()
	text := ""
	if err != nil {
		text = err.Error()
	}
	if taken > 0 || text != w.watched {
		w.watched = text
		w.workbench.panel.Report("file", err)
	}
}

// saveFile writes a file. One that is not the asset's own must not exist yet.
func saveFile(path string, data []byte, own bool) (err error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if own {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, bytes.NewReader(data)); err != nil {
		_ = f.Close() // the first error is the reason
		return err
	}
	return f.Close()
}

// toggleTuner opens or closes the tuner, whose picture takes the place of the timeline.
func (c *control) toggleTuner() error {
	if c.tuner == nil {
		return nil
	}
	c.tuner.Toggle()
	if !c.tuner.IsOpen() {
		return nil
	}
	c.panel = true
	return c.closeTimeline()
}

// closeTimeline closes the timeline, if it is open: the scene goes back to the present.
func (c *control) closeTimeline() error {
	t := c.timeline
	if t == nil {
		return nil
	}
	c.timeline = nil
	return t.Close()
}

// keyOfTuner gives a key to the tuner, and reports whether the tuner is open and knows it. Keys with
// a letter are found by the letter, wherever the keyboard has it.
func (w *window) keyOfTuner(key glfw.Key, code int, with glfw.ModifierKey) bool {
	name := ""
	switch {
	case key == glfw.KeyEscape:
		name = "escape"
	case key == glfw.KeyDelete:
		name = "delete"
	case with&(glfw.ModControl|glfw.ModSuper) != 0:
		name = map[string]string{"z": "undo", "y": "redo", "s": "save"}[glfw.GetKeyName(key, code)]
		if name == "undo" && with&glfw.ModShift != 0 {
			name = "redo"
		}
	}
	if w.control.tuner == nil || name == "" {
		return false
	}
	known, err := w.control.tuner.Key(name)
	w.keepError(err)
	return known
}
