package stage

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/internal/names"
)

// Entry describes a built-in scene.
type Entry struct {
	Name    string
	Summary string  // what it is, in part of a sentence
	Text    string  // what one sees, and what to look for
	Moment  float64 // seconds after which a picture shows it well

	make func(*assets.Library, *assets.Model) (*scene.Scene, error) // nil for scenes that Open makes in another way
}

// The built-in scenes that programs treat differently.
const (
	Show       = "show"
	Locomotion = "locomotion"
	Matching   = "matching"
	Recordings = "recordings"
	Stadium    = "stadium"
)

// Names lists the names of the built-in scenes.
var Names = sceneNames()

func sceneNames() (list []string) {
	for _, e := range Entries {
		list = append(list, e.Name)
	}
	return list
}

// Find returns the entry of a scene.
func Find(name string) (Entry, error) {
	if i := slices.Index(Names, name); i >= 0 {
		return Entries[i], nil
	}
	return Entry{}, names.NotFound(nil, "the demo", "scene", name, Names)
}

// IsFixed reports whether a scene has characters and clips of its own.
func IsFixed(name string) bool {
	e, err := Find(name)
	return err == nil && e.make != nil
}
