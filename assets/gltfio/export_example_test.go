package gltfio_test

import (
	"bytes"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func ExampleWrite() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, lib, model); err != nil {
		fmt.Println(err)
		return
	}
	again, err := gltfio.Parse(lib, "mannequin.glb", file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lib.Skeleton(again.Skeleton).Len(), "joints", again.ClipNames())
	// Output: 67 joints [idle walk run jump wave dance]
}
