package explain_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A clip that is played eight times as fast is found by the kind of the finding.
func Example() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	check(err)
	animation, err := systems.NewAnimation(&world, library)
	check(err)
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	check(err)
	check(animation.Player(guard).Play(model.Clip("walk")))
	check(animation.Player(guard).SetSpeed(8))
	check(animation.Update(1.0 / 60))

	if finding, ok := animation.Explain(guard).Finding("too-fast"); ok {
		fmt.Println(finding.Where)
		fmt.Println(finding.Text)
	}
	// Output:
	// layer 0
	// the times of clip "walk" end at 1.067 s, and it is played 8 times as fast: clock 1 · character 1 · layer 1 · playback 8
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
