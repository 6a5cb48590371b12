package isosurface_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/internal/exact"
)

// A dumbbell: the mirror image of the ball is part of the field.
func Example() {
	ball := isosurface.NewCone(exact.Vec3{0.2, 0, 0}, 0.1, exact.Vec3{0.2, 0, 0}, 0.1)
	bar := isosurface.NewCone(exact.Vec3{0, 0, 0}, 0.03, exact.Vec3{0.2, 0, 0}, 0.03)
	bar.Blend = 0.02
	group := &isosurface.Group{Name: "dumbbell", Solids: []*isosurface.Solid{ball, bar}}
	field := isosurface.NewField([]*isosurface.Group{group}, nil)
	surface, err := isosurface.Mesh(field)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("distance from the middle of the left ball: %.3f m\n", field.Distance(exact.Vec3{-0.2, 0, 0}))
	fmt.Println("Euler characteristic:", len(surface.Points)-len(surface.Edges())+len(surface.Triangles))
	// Output:
	// distance from the middle of the left ball: -0.100 m
	// Euler characteristic: 2
}
