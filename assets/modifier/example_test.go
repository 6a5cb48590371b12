package modifier_test

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
)

// A stack for the built-in character: feet that stand on the ground, and then a head that looks.
// Each solver works toward goals, by whose names a program sets what to look at.
func Example() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	foot := func(side string) modifier.Foot {
		return modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe",
			Bend: mgl32.Vec3{0, 0, 1},
		}
	}
	stack, err := modifier.New("walker", library.Skeleton(model.Skeleton)).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{foot("left"), foot("right")}}).
		LookAt("look", modifier.LookAt{
			Joints: []string{"spine_4", "neck_2", "head"}, Shares: []float32{0.25, 0.5, 1},
			Forward: mgl32.Vec3{0, 0, 1},
		}).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(stack.Goals(), ", "))
	// Output: feet, feet.left_foot, feet.right_foot, look
}

// A stack is read from JSON, for which there is a schema. A wrong name is an error that says where
// it is and which names are near.
func ExampleRead() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, joint := range []string{"head", "haed"} {
		stack, err := modifier.Read(strings.NewReader(`{"name": "watch", "solvers": [
			{"type": "lookAt", "goal": "look", "joints": ["`+joint+`"], "forward": [0, 0, 1]}
		]}`), library.Skeleton(model.Skeleton))
		if err != nil {
			text, _, _ := strings.Cut(err.Error(), " It has")
			fmt.Println(text)
			continue
		}
		fmt.Println(stack.Name(), stack.Goals())
	}
	// Output:
	// watch [look]
	// modifier stack "watch": line 2, column 4: solvers[0]: look at "look": joint: skeleton "mannequin" has no joint "haed"; did you mean "head"?
}
