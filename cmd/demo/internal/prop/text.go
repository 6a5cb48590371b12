//go:build !preview

package prop

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
)

// The picture of a sign, in pixels: its height, the size of the letters, their base line, and the
// margin beside the text.
const (
	signRows   = 96
	signFont   = 62
	signBase   = 68
	signMargin = 30
)

// thickness is that of a sign's plate, in meters.
const thickness = 0.012

// The colors of a sign.
var (
	signPlate  = color.NRGBA{34, 40, 50, 255}
	signLetter = color.NRGBA{244, 240, 230, 255}
	signEdge   = color.NRGBA{238, 130, 40, 255}
)

// signFace is the font of all signs, and the lock of it: a face is not safe for use by several
// goroutines. It is no variable of [sync.OnceValues], which would link the font into programs
// without signs.
var signFace struct {
	sync.Mutex
	face font.Face
}

// loadFace returns the font. The lock is held.
func loadFace() (font.Face, error) {
	if signFace.face != nil {
		return signFace.face, nil
	}
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	options := opentype.FaceOptions{Size: signFont, DPI: 72, Hinting: font.HintingNone}
	signFace.face, err = opentype.NewFace(parsed, &options)
	return signFace.face, err
}

// AddSign adds a plate with a line of text to the library, of a height in meters and as wide as the
// text needs. The plate stands on the x axis, its middle at the origin, to be read from +Z. The
// letters are drawn into a texture, so that they are smooth at every distance. It returns the width
// too.
func AddSign(library *assets.Library, text string, height float32) (sign id.Mesh, width float32, err error) {
	pixels, err := drawSign(text)
	if err != nil {
		return 0, 0, fmt.Errorf("sign %q: %w", text, err)
	}
	width = height * float32(pixels.Rect.Dx()) / signRows
	material := mesh.DefaultMaterial()
	material.Name, material.Metallic, material.Roughness = "sign "+text, 0, 0.55
	plate := material
	c := func(of uint8) float32 { return float32(math.Pow(float64(of)/255, 2.2)) } // linear
	plate.BaseColor = mgl32.Vec4{c(signPlate.R), c(signPlate.G), c(signPlate.B), 1}
	material.BaseColorTexture = &mesh.Texture{
		Image: library.AddImage(picture.New(material.Name, pixels)), WrapU: mesh.WrapClamp,
		WrapV: mesh.WrapClamp, Transform: mgl32.Ident3(),
	}
	back := Moved(Box(mgl32.Vec3{width / 2, height / 2, thickness / 2}), mgl32.Translate3D(0, height/2, -thickness/2))
	back.Material = library.AddMaterial(&plate)
	var front mesh.Primitive
	const lift = 0.001 // meters, off the plate
	quad(&front, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{-width / 2, 0, lift}, mgl32.Vec3{width / 2, 0, lift},
		mgl32.Vec3{width / 2, height, lift}, mgl32.Vec3{-width / 2, height, lift})
	front.TexCoords[0] = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
	front.Material = library.AddMaterial(&material)
	sign, err = library.AddMesh(&mesh.Mesh{Name: material.Name, Primitives: []mesh.Primitive{back, front}})
	return sign, width, err
}

// drawSign returns the picture of a sign: letters on a plate with an edge below.
func drawSign(text string) (*image.NRGBA, error) {
	signFace.Lock()
	defer signFace.Unlock()
	face, err := loadFace()
	if err != nil {
		return nil, err
	}
	wide := font.MeasureString(face, text).Ceil() + 2*signMargin
	pixels := image.NewNRGBA(image.Rect(0, 0, wide, signRows))
	draw.Draw(pixels, pixels.Rect, image.NewUniform(signPlate), image.Point{}, draw.Src)
	const edge = 7
	draw.Draw(pixels, image.Rect(0, signRows-edge, wide, signRows), image.NewUniform(signEdge), image.Point{}, draw.Src)
	drawer := font.Drawer{Dst: pixels, Src: image.NewUniform(signLetter), Face: face, Dot: fixed.P(signMargin, signBase)}
	drawer.DrawString(text)
	return pixels, nil
}
