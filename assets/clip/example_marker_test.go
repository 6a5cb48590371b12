package clip_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleWithMarkers() {
	lib := assets.NewLibrary()
	id := lib.AddClip(handmade.ExampleWave(handmade.ExampleArm())) // as if from a file

	marked, err := clip.WithMarkers(lib.Clip(id),
		clip.Marker{Name: "whoosh", Time: 0.4, Text: "sounds/whoosh.wav", Number: 0.7},
		clip.Marker{Name: "begin", Time: 0})
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

func ExampleBuilder_Marker() {
	_, err := clip.NewBuilder("wait", handmade.ExampleArm()).Range(0, 2).
		Marker(clip.Marker{Name: "blink", Time: 2.5}).Build()
	fmt.Println(err)
	// Output: clip "wait": marker 0 ("blink"): expected a time in the clip, from 0 s to 2 s, found 2.5 s
}
