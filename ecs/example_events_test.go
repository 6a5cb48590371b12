package ecs_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// footsteps is a system that reads events.
type footsteps struct {
	events  *ecs.Events
	library *assets.Library
	reader  ecs.EventReader
}

func (f *footsteps) run() {
	events, missed := f.events.Read(&f.reader)
	if missed > 0 {
		fmt.Println(missed, "events missed")
	}
	for i := range events {
		if marker, ok := events[i].ClipMarker(f.library); ok {
			fmt.Printf("%s: %s\n", marker.Name, marker.Text)
		}
	}
}

func ExampleEvents() {
	library := assets.NewLibrary()
	skeleton, err := rig.NewSkeleton("man", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	must(err)
	walk, err := clip.NewBuilder("walk", skeleton).Range(0, 1).
		Marker(clip.Marker{Name: "left foot", Time: 0, Text: "step.wav"}).
		Marker(clip.Marker{Name: "right foot", Time: 0.5, Text: "step.wav"}).Add(library)
	must(err)

	events := &ecs.Events{}
	sounds := footsteps{events: events, library: library}
	for marker := range library.Clip(walk).Markers() { // as the systems of an animation do
		events.Append(ecs.Event{Kind: ecs.MarkerPassed, Clip: walk, Marker: int32(marker)})
		sounds.run()
	}
	// Output:
	// left foot: step.wav
	// right foot: step.wav
}
