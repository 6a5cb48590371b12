//go:build !preview

package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"syscall/js"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/demo/internal/avatars"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/systems/render/hdr"
)

// newLibrary returns the library of the mannequin. It bakes the clips.
func newLibrary() *assets.Library { return assets.NewLibrary() }

// make makes a scene of the demo. The preview's continues from where it handed over.
func (v *viewer) make(name string) (stage.Scene, error) {
	count := 0
	if name == stage.Stadium {
		count = int(v.number("count"))
	}
	s, err := stage.Open(v.builtin, name, count, "")
	if before := v.page.Get("before"); err == nil && name == stage.Show && before.Truthy() {
		err = s.Update(before.Get("played").Float())
	}
	return s, err
}

// continueView makes the camera of the preview's scene stand where it stood when the preview handed
// over.
func (v *viewer) continueView() {
	before := v.page.Get("before")
	if !before.Truthy() || v.name != stage.Show {
		return
	}
	vector := func(name string) (out mgl32.Vec3) {
		for i := range out {
			out[i] = float32(before.Get(name).Index(i).Float())
		}
		return out
	}
	v.camera = stage.NewCamera(v.scene, nil, float32(before.Get("aspect").Float()))
	v.camera.Camera.Position, v.camera.Camera.Target = vector("position"), vector("target")
	v.camera.Refit(v.scene, v.fitted)
}

// openHandedFiles opens the model that the preview was asked for, and reports whether it could.
func (v *viewer) openHandedFiles() bool {
	list := v.request.Get("files")
	if list.IsUndefined() {
		return false
	}
	err := v.openModel(elements(list))
	if err != nil {
		v.fail(err)
	}
	return err == nil
}

// change opens a scene of the demo.
func (v *viewer) change(name string) { v.work(func() { v.open(name) }) }

// openFiles opens the model in a FileList.
func (v *viewer) openFiles(list js.Value) {
	files := elements(list)
	v.element("files").Set("value", "") // the same file can be chosen again
	v.element("error").Set("hidden", true)
	if len(files) == 0 {
		return
	}
	v.work(func() {
		if err := v.openModel(files); err != nil {
			v.fail(err)
		}
	})
}

// elements returns the files in a FileList or an array.
func elements(list js.Value) (files []js.Value) {
	for i := range list.Length() {
		files = append(files, list.Index(i))
	}
	return files
}

// openModel reads files and shows the model in them.
func (v *viewer) openModel(files []js.Value) error {
	contents, err := v.readFiles(files)
	if err != nil {
		return err
	}
	if err := v.takeSurroundings(contents); err != nil || len(contents) == 0 {
		return err
	}
	name, err := contents.modelName()
	if name == "" && v.opened.avatars != nil { // animations alone, for the avatar that is there
		return v.addAnimations(contents)
	}
	if err != nil {
		return err
	}
	v.progress("Opening "+name, 0.7)
	library := assets.NewLibrary()
	list := avatars.NewFiles(library)
	model, err := contents.open(library, list, name)
	if err != nil {
		return err
	}
	v.stopClips()
	input := list.Input([]*assets.Model{model})
	v.progress("Preparing "+name, 0.85)
	s, err := stage.Open(input, stage.Show, 0, "")
	if err != nil {
		return err
	}
	if old, ok := v.scenes[v.opened.name]; ok && v.opened.name != "" {
		delete(v.scenes, v.opened.name)
		defer func() {
			if v.scene != old {
				delete(v.panels, old)
				old.Close()
			}
		}()
	}
	v.opened = openedModel{name, input, nil}
	if list.Len() > 0 {
		v.opened.avatars = list
	}
	v.scenes[name] = s
	v.progress("Uploading to the graphics card", 0.95)
	v.show(name, s, input)
	return nil
}

// takeSurroundings takes pictures of surroundings out of files, and lights the scene with the last
// one by name.
func (v *viewer) takeSurroundings(contents memory) error {
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		if !strings.EqualFold(path.Ext(name), ".hdr") {
			continue
		}
		picture, err := hdr.Decode(bytes.NewReader(contents[name]))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		delete(contents, name)
		v.surroundings.Add(&v.Light, name, picture)
		v.changed = true
	}
	return nil
}

// addAnimations gives the clips of files to the avatar that was opened last, and plays the first
// one.
func (v *viewer) addAnimations(contents memory) error {
	if err := contents.addAnimations(v.opened.avatars); err != nil {
		return err
	}
	if v.name != v.opened.name {
		v.open(v.opened.name)
	}
	if err := v.scene.CrossFadeTo(0, workbench.Fade); err != nil {
		return err
	}
	v.listClips()
	v.changed = true
	return nil
}

// readFiles reads files into memory.
func (v *viewer) readFiles(files []js.Value) (memory, error) {
	contents := memory{}
	for i, file := range files {
		name := file.Get("name").String()
		v.progress("Reading "+name, 0.6*float64(i)/float64(len(files)))
		data, err := read(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		contents[name] = data
	}
	return contents, nil
}

// readModel reads the only model among files into a library, without what makes an avatar of it.
func (v *viewer) readModel(files []js.Value, library *assets.Library) (name string, model *assets.Model, err error) {
	contents, err := v.readFiles(files)
	if err != nil {
		return "", nil, err
	}
	if name, err = contents.modelName(); err != nil {
		return "", nil, err
	}
	v.progress("Opening "+name, 0.7)
	model, err = gltfio.OpenFS(library, contents, name)
	return name, model, err
}

// read returns the contents of a File.
func read(file js.Value) ([]byte, error) {
	done := make(chan error, 1)
	var data []byte
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any {
		bytes := js.Global().Get("Uint8Array").New(args[0])
		data = make([]byte, bytes.Length())
		js.CopyBytesToGo(data, bytes)
		done <- nil
		return nil
	})
	defer resolved.Release()
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- errors.New(args[0].Call("toString").String())
		return nil
	})
	defer rejected.Release()
	file.Call("arrayBuffer").Call("then", resolved, rejected)
	err := <-done
	return data, err
}
