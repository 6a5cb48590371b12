package assets_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
)

func ExampleWithMarkers() {
	lib := assets.NewLibrary()
	id := lib.AddClip(exampleWave(exampleArm())) // as if from a file

	marked, err := assets.WithMarkers(lib.Clip(id),
		assets.Marker{Name: "whoosh", Time: 0.4, Text: "sounds/whoosh.wav", Number: 0.7},
		assets.Marker{Name: "begin", Time: 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := lib.SetClip(id, marked); err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range lib.Clip(id).Markers() {
		fmt.Printf("%d %s at %v s: %q\n", i, m.Name, m.Time, m.Text)
	}
	// Output:
	// 0 begin at 0 s: ""
	// 1 whoosh at 0.4 s: "sounds/whoosh.wav"
}

func ExampleClipBuilder_Marker() {
	_, err := assets.NewClipBuilder("wait", exampleArm()).Range(0, 2).
		Marker(assets.Marker{Name: "blink", Time: 2.5}).Build()
	fmt.Println(err)
	// Output: clip "wait": marker 0 ("blink"): its time 2.5 s is outside the clip, 0 s to 2 s
}
