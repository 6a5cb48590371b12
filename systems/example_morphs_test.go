package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// A mouth follows the sounds that are spoken, and the eyes blink, over whatever the clips do.
func ExampleAnimation_Morph() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := handmade.ExampleFace(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))

	mouth := map[string]systems.Morph{}
	for _, sound := range []string{"aa", "oh"} {
		mouth[sound], err = animation.Morph(e, sound)
		must(err)
	}
	blink, err := animation.Morph(e, "blink", systems.OnPart("face"), systems.BesideClips())
	must(err)

	sounds := []struct {
		sound string
		loud  float32
	}{{"aa", 0.8}, {"oh", 0.5}, {"oh", 0}}
	for i, spoken := range sounds {
		for sound, morph := range mouth {
			weight := float32(0)
			if sound == spoken.sound {
				weight = spoken.loud
			}
			must(morph.Set(weight))
		}
		must(blink.Set(float32(i % 2)))
		must(animation.Update(1.0 / 60))
		fmt.Println(animation.Morphs(e))
	}
	fmt.Println(animation.SetMorph(e, "blnk", 1))
	// Output:
	// [0.8 0 0]
	// [0 0.5 1]
	// [0 0 0]
	// model "face" has no morph target "blnk"; did you mean "blink"? It has "aa", "oh", "blink"
}
