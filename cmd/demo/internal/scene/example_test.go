package scene_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

func ExampleNewLineup() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := scene.NewLineup(library, []*assets.Model{model}, "dance")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	if err := s.Update(1.5); err != nil {
		fmt.Println(err)
		return
	}
	name, at, duration := s.Playing()
	fmt.Printf("%s, %.1f of %.0f s\n", name, at, duration)
	// Output: dance, 1.5 of 4 s
}
