package ragdoll_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Bodies are proposed from the mesh, corrected by hand, and stored as JSON.
func ExamplePropose() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)

	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	must(err)
	fmt.Printf("%d bodies of %.0f kg\n", len(bodies.Bodies), bodies.Mass())

	knee, _ := bodies.Find("left_shin")
	fmt.Printf("%s hangs on %s and bends by %.0f degrees to either side\n",
		bodies.Name(knee), bodies.Name(bodies.Parent(knee)), bodies.Bodies[knee].Limit.Bend*57.3)
	bodies.Bodies[knee].Limit.Bend = 0.3 // a stiff knee
	bodies.Bodies[knee].Radius = -1
	fmt.Println(bodies.Check())

	bodies.Bodies[knee].Radius = 0.05
	text, err := ragdoll.JSON(bodies)
	must(err)
	again, err := ragdoll.Read(text, bodies.Skeleton)
	must(err)
	fmt.Println("read again:", again.Bodies[knee] == bodies.Bodies[knee])
	// Output:
	// 18 bodies of 75 kg
	// left_shin hangs on left_thigh and bends by 68 degrees to either side
	// the body is not possible: body 13 at joint "left_shin": expected a positive radius, found -1
	// read again: true
}
