package rigid_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/assets/rig"
)

// Bodies may be written by hand: an arm of two capsules with a hinge between them. A physics engine
// gets the capsules in the sizes that the character has in the world.
func ExampleDefinition() {
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "upper", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "lower", Parent: 0, Rest: rig.IdentityTRS()},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y, z := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	hinge := rigid.Limit{Axis: x, Side: y, Center: x, CenterSide: y, Bend: 0.5}
	bodies := &rigid.Definition{Skeleton: skeleton, Front: z, Up: y, Bodies: []rigid.Body{
		{Joint: 0, B: x.Mul(0.3), Radius: 0.05, Mass: 2, Limit: hinge},
		{Joint: 1, B: x.Mul(0.25), Radius: 0.04, Mass: 1.5, Limit: hinge},
	}}
	fmt.Println(bodies.Check(), bodies.Mass(), "kg")

	world := mgl32.Scale3D(2, 2, 2)
	joint := world.Mul4(mgl32.HomogRotate3DY(0.75))
	_, end, radius, _ := bodies.Capsule(1, joint)
	beyond, _ := bodies.Beyond(1, joint, world)
	fmt.Printf("%.2f m long, %.2f m thick, %.2f beyond its limit\n", end.Len(), 2*radius, beyond)
	// Output:
	// <nil> 3.5 kg
	// 0.50 m long, 0.16 m thick, 0.25 beyond its limit
}
