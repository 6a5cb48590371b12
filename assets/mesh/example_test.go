package mesh_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// A square on the ground, 2 m wide, in one material. An entity with a components.RigidMesh draws it.
func Example() {
	material := mesh.DefaultMaterial()
	material.Name, material.BaseColor = "grass", mgl32.Vec4{0.2, 0.5, 0.1, 1} // linear RGBA
	library := assets.NewLibrary()
	up := mgl32.Vec3{0, 1, 0}
	square := &mesh.Mesh{Name: "lawn", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}},
		Normals:   []mgl32.Vec3{up, up, up, up},
		Indices:   []uint32{0, 1, 2, 0, 2, 3}, // counterclockwise, seen from above
		Material:  library.AddMaterial(&material),
	}}}
	id, err := library.AddMesh(square)
	fmt.Println(library.Mesh(id).Name, err)

	square.Primitives[0].Indices[5] = 4
	_, err = library.AddMesh(square)
	fmt.Println(err)
	// Output:
	// lawn <nil>
	// mesh "lawn": primitive 0: index 5: expected a vertex below 4, found 4
}
