package picture_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
)

// A texture that the program draws itself.
func ExampleNew() {
	stripes := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	stripes.Set(0, 0, color.White)
	stripes.Set(1, 0, color.Black)
	lib := assets.NewLibrary()
	material := mesh.DefaultMaterial()
	material.BaseColorTexture = &mesh.Texture{Image: lib.AddImage(picture.New("stripes", stripes)), Nearest: true}
	added := lib.Image(material.BaseColorTexture.Image)
	fmt.Println(added.Width, added.Height, len(added.Pixels))
	// Output: 2 1 8
}
