package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Two characters of one skeleton wear different models. Matrices are computed for what they show.
func ExampleAnimation_HidePart() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	figure, err := mannequin.New(library)
	must(err)
	dressed := withJacket(library, figure)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	const frame = 1.0 / 60
	before := animation.Counters()
	report := func(what string) {
		now := animation.Counters()
		fmt.Printf("%s: %d matrices\n", what, now.Since(before).Matrices)
		before = now
	}

	// guide: outfits
	guard := mustSpawn(animation.Spawn(dressed, mgl32.Ident4())) // a body with a jacket over it
	crowd := mustSpawn(animation.Spawn(figure, mgl32.Translate3D(1, 0, 0)))
	must(animation.Update(frame))
	report("dressed")

	must(animation.HidePart(guard, "jacket"))
	must(animation.Update(frame))
	report("without the jacket")

	must(animation.ShowPart(guard, "jacket"))
	must(animation.SetModel(crowd, dressed)) // it goes on with what it does
	must(animation.Update(frame))
	report("both dressed")
	// guide: end

	// Output:
	// dressed: 149 matrices
	// without the jacket: 134 matrices
	// both dressed: 164 matrices
}

// withJacket returns a model like another one, with one more part that has a skin of its own, of the
// first 15 joints.
func withJacket(library *assets.Library, figure *assets.Model) *assets.Model {
	skeleton := library.Skeleton(figure.Skeleton)
	joints := make([]int, 15)
	for i := range joints {
		joints[i] = i
	}
	skin, err := rig.NewSkin("jacket", skeleton, joints, nil)
	must(err)
	jacket := figure.Parts[0]
	jacket.Name, jacket.Skin, jacket.Rigid = "jacket", library.AddSkin(skin), true
	dressed := &assets.Model{Name: "dressed", Skeleton: figure.Skeleton, Bounds: figure.Bounds}
	dressed.SetClips(library, figure.Clips)
	dressed.Parts = append(dressed.Parts, figure.Parts[0], jacket)
	_, err = library.AddModel(dressed)
	must(err)
	return dressed
}
