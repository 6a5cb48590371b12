package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// A mouth follows the sounds that are spoken and the eyes blink, over whatever the clips do, while
// springs move the ears of a head that is carried along.
func ExampleAnimation_Morph() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := handmade.ExampleFace(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))

	mouth := map[string]systems.Morph{}
	for _, sound := range []string{"aa", "oh"} {
		mouth[sound], err = animation.Morph(e, sound)
		must(err)
	}
	blink, err := animation.Morph(e, "blink", systems.OnPart("face"), systems.BesideClips())
	must(err)

	ears := modifier.New("ears", library.Skeleton(model.Skeleton))
	for _, side := range []string{"left", "right"} {
		ears.Spring("ears", modifier.SpringSettings{
			Joints: []string{side + " ear", side + " ear tip", side + " ear end"},
			Spring: modifier.Spring{Stiffness: 1.5, Drag: 0.2},
		})
	}
	stack, err := ears.Add(library)
	must(err)
	must(animation.Modify(e, stack))
	must(animation.Modifier(e, "ears").Fade(1, 0)) // springs need no target

	// What is spoken, by the loudness of each sound, as a program that listens finds it.
	spoken := []map[string]float32{{}, {"aa": 0.8}, {"aa": 0.2, "oh": 0.5}, {"oh": 0.1}, {}}
	transforms := generic.NewMap1[components.Transform](&world)
	const framesPerSound = 12
	for frame := range framesPerSound * len(spoken) {
		at := float32(frame) / framesPerSound
		for sound, morph := range mouth { // from one sound to the next in a straight line
			from, to := spoken[int(at)][sound], spoken[min(int(at)+1, len(spoken)-1)][sound]
			must(morph.Set(from + (to-from)*(at-float32(int(at)))))
		}
		closed := float32(frame%40-20) / 4 // the eyes are closed within 4 frames, and open again
		must(blink.Set(max(0, 1-closed*closed)))
		if frame < 24 {
			transforms.Get(e).Matrix[14] += 2.0 / 60 // forward, at 2 m/s
		}
		must(animation.Update(1.0 / 60))
		if frame%framesPerSound == framesPerSound-4 {
			end, err := animation.JointModel(e, "left ear end")
			must(err)
			fmt.Printf("aa, oh, blink %.2f: the ears point %d cm back\n", animation.Morphs(e), int(-100*end.At(2, 3)))
		}
	}
	fmt.Println(animation.SetMorph(e, "blnk", 1))
	// Output:
	// aa, oh, blink [0.53 0.00 0.00]: the ears point 16 cm back
	// aa, oh, blink [0.40 0.33 1.00]: the ears point 10 cm back
	// aa, oh, blink [0.07 0.23 0.00]: the ears point -6 cm back
	// aa, oh, blink [0.00 0.03 0.00]: the ears point 0 cm back
	// aa, oh, blink [0.00 0.00 0.00]: the ears point 0 cm back
	// model "face" has no morph target "blnk"; did you mean "blink"? It has "aa", "oh", "blink"
}
