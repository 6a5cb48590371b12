package gltfio_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
)

// door is a file of two nodes, a frame with a panel as its child. A clip rotates the panel by 90
// degrees in one second.
const door = `{
	"asset": {"version": "2.0"},
	"nodes": [
		{"name": "frame", "children": [1]},
		{"name": "panel", "translation": [1, 0, 0]}
	],
	"animations": [{
		"name": "open",
		"samplers": [{"input": 0, "output": 1}],
		"channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}]
	}],
	"accessors": [
		{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2},
		{"bufferView": 0, "byteOffset": 8, "componentType": 5122, "normalized": true, "type": "VEC4", "count": 2}
	],
	"bufferViews": [{"buffer": 0, "byteLength": 24}],
	"buffers": [{"byteLength": 24, "uri": "data:;base64,AAAAAAAAgD8AAAAAAAD/fwAAgloAAIJa"}]
}`

func ExampleParse() {
	lib := assets.NewLibrary()
	model, err := gltfio.Parse(lib, "door.gltf", []byte(door))
	if err != nil {
		fmt.Println(err)
		return
	}
	clip := lib.Clip(model.Clip("open"))
	pose := rig.NewPose(clip.Skeleton())
	clip.Sample(clip.End(), pose)
	panel, err := clip.Skeleton().FindJoint("panel")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %v s, %d joints\n", clip.Name(), clip.Duration(), clip.Skeleton().Len())
	fmt.Printf("panel at the end: %.2f\n", pose.Joint(panel).Rotation)
	// Output:
	// open: 1 s, 2 joints
	// panel at the end: {0.71 [0.00 0.71 0.00]}
}

// A file in centimeters is read in meters.
func ExampleOptions_meters() {
	source := assets.NewLibrary(assets.Exact())
	character, err := mannequin.New(source)
	var meters, centimeters bytes.Buffer
	if err == nil {
		err = gltfio.Write(&meters, source, character)
	}
	large := assets.NewLibrary(assets.Exact())
	if err == nil {
		character, err = gltfio.Options{Scale: 100}.Parse(large, "character.glb", meters.Bytes())
	}
	if err == nil {
		err = gltfio.Write(&centimeters, large, character)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	data := centimeters.Bytes()

	library := assets.NewLibrary(assets.Exact())
	// guide: meters
	model, err := gltfio.Options{Meters: true}.Parse(library, "character.glb", data)
	// guide: end
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("from %.0f to %.2f\n", large.Skeleton(character.Skeleton).Size(), library.Skeleton(model.Skeleton).Size())
	fmt.Println(model.Warnings[len(model.Warnings)-1])
	// Output:
	// from 161 to 1.61
	// a skeleton 161 units large is not in meters: all lengths were multiplied by 0.01
}

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "gltfio")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "door.gltf")
	if err := os.WriteFile(path, []byte(door), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	model, err := gltfio.Open(assets.NewLibrary(), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.Name, model.ClipNames())
	// Output: door [open]
}

func ExampleOpenFS() {
	fsys := fstest.MapFS{"models/door.gltf": {Data: []byte(door)}} // or an embed.FS
	model, err := gltfio.OpenFS(assets.NewLibrary(), fsys, "models/door.gltf")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, node := range model.Nodes {
		fmt.Println(node.Name, node.Parent)
	}
	// Output:
	// frame -1
	// panel 0
}

func ExampleOptions_Parse() {
	options := gltfio.Options{MaxBytes: 100}
	_, err := options.Parse(assets.NewLibrary(), "door.gltf", []byte(door))
	fmt.Println(err)
	// Output: door.gltf: expected at most 100 bytes, the limit, found a file of 633
}

func ExampleError() {
	text := `{"asset": {"version": "2.0"}, "nodes": [{"children": [1]}, {"children": [0]}]}`
	_, err := gltfio.Parse(assets.NewLibrary(), "ring.gltf", []byte(text))
	fmt.Println(err)
	var e *gltfio.Error
	if errors.As(err, &e) {
		fmt.Println(e.Path)
	}
	// Output:
	// ring.gltf: nodes[0]: expected ancestors that end in a root, found a cycle
	// nodes[0]
}

func ExampleWrite() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, lib, model); err != nil {
		fmt.Println(err)
		return
	}
	again, err := gltfio.Parse(lib, "mannequin.glb", file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lib.Skeleton(again.Skeleton).Len(), "joints", again.ClipNames())
	// Output: 67 joints [idle walk run jump wave dance]
}

// An additive clip and one with root motion are written next to the clips of the model, and read
// back.
func ExampleWriteOptions() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	wave := lib.Clip(model.Clip("wave"))
	difference, err := clip.MakeAdditive(wave, wave.FirstPose())
	if err != nil {
		fmt.Println(err)
		return
	}
	options := gltfio.WriteOptions{
		Clips: []assets.ClipID{model.Clip("walk")},
		Extra: []assets.ClipID{lib.AddClip(difference)},
	}
	var file bytes.Buffer
	if err := options.Write(&file, lib, model); err != nil {
		fmt.Println(err)
		return
	}
	again, err := gltfio.Parse(lib, "mannequin.glb", file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range again.Clips {
		c := lib.Clip(id)
		fmt.Println(c.Name(), "is additive:", c.Additive())
	}
	// The forearm rotates as before.
	forearm, err := wave.Skeleton().FindJoint("right_forearm")
	if err != nil {
		fmt.Println(err)
		return
	}
	before := difference.PoseAt(0.5).Joint(forearm).Rotation
	after := lib.Clip(again.Clips[1]).PoseAt(0.5).Joint(forearm).Rotation
	fmt.Println("the same difference:", before.ApproxEqualThreshold(after, 1e-5))
	// Output:
	// walk is additive: false
	// wave is additive: true
	// the same difference: true
}
