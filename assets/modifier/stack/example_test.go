package stack_test

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
)

// What a library holds is a compiled stack. It names its goals, and writes the settings from which
// it was made.
func Example() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	added, err := modifier.New("watch", library.Skeleton(model.Skeleton)).
		LookAt("look", modifier.LookAt{Joints: []string{"head"}, Forward: mgl32.Vec3{0, 0, 1}}).
		Override("turn", modifier.Override{Joint: "hips", Rotation: true}).
		Add(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	stack := library.ModifierStack(added) // a *stack.Stack
	goal, ok := stack.Goal("turn")
	fmt.Println(stack.Name(), strings.Join(stack.Goals(), ", "), goal, ok)
	document, err := stack.MarshalJSON()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(document))
	// Output:
	// watch look, turn 1 true
	// {"name":"watch","solvers":[{"type":"lookAt","goal":"look","joints":["head"],"forward":[0,0,1]},{"type":"override","goal":"turn","joint":"hips","rotation":true}]}
}
