package assets_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleLibrary() {
	library := assets.NewLibrary()
	id := library.AddSkeleton(handmade.ExampleArm())
	fmt.Println(library.Skeleton(id).Name())
	library.RemoveSkeleton(id)
	fmt.Println(library.Skeleton(id) == nil)
	// Output:
	// arm
	// true
}

func ExampleLibrary_AddModel() {
	library := assets.NewLibrary()
	skeleton := handmade.ExampleArm()
	model := &assets.Model{Name: "arm", Skeleton: library.AddSkeleton(skeleton)}
	model.SetClips(library, []id.Clip{library.AddClip(handmade.ExampleWave(skeleton))})
	if _, err := library.AddModel(model); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.ClipNames(), library.Clip(model.Clip("wave")).Duration(), "s")
	library.RemoveModel(model.ID)
	fmt.Println(library.Count() == assets.Count{})
	// Output:
	// [wave] 1 s
	// true
}

func ExampleLibrary_AddMesh() {
	library := assets.NewLibrary()
	_, err := library.AddMesh(&mesh.Mesh{Name: "rag", Primitives: []mesh.Primitive{{Indices: []uint32{0, 1, 2}}}})
	fmt.Println(err)
	// Output: mesh "rag": primitive 0: index 0: expected a vertex below 0, found 0
}
