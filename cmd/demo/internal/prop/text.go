package prop

import (
	"image"
	"image/color"

	"github.com/go-gl/mathgl/mgl32"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/sinew-go/sinew/assets/mesh"
)

// bold is how much wider than the font's the strokes are, in pixels of the font.
const bold = 0.6

// Text returns a line of letters of that height, standing on the x axis, its middle at the origin,
// to be read from +Z. Letters outside of ASCII become boxes.
func Text(text string, height float32) mesh.Primitive {
	face := basicfont.Face7x13
	pixel := height / float32(face.Height)
	var out mesh.Primitive
	left := -pixel * float32(face.Advance*len([]rune(text))) / 2
	column := 0
	for _, letter := range text {
		where, mask, from, _, _ := face.Glyph(fixed.P(column, face.Ascent), letter)
		eachRun(where, mask, from, func(x, end, y int) {
			low, high := pixel*float32(face.Height-y-1), pixel*float32(face.Height-y)
			near, far := left+pixel*float32(x), left+pixel*(float32(end)+bold)
			quad(&out, mgl32.Vec3{0, 0, 1}, mgl32.Vec3{near, low, 0}, mgl32.Vec3{far, low, 0}, mgl32.Vec3{far, high, 0},
				mgl32.Vec3{near, high, 0})
		})
		column += face.Advance
	}
	return out
}

// eachRun calls do for each run of inked pixels in a row of a glyph: from column x to before column
// end.
func eachRun(where image.Rectangle, mask image.Image, from image.Point, do func(x, end, y int)) {
	inked := func(x, y int) bool {
		alpha := color.AlphaModel.Convert(mask.At(x-where.Min.X+from.X, y-where.Min.Y+from.Y)).(color.Alpha)
		return x < where.Max.X && alpha.A > 127
	}
	for y := where.Min.Y; y < where.Max.Y; y++ {
		for x := where.Min.X; x < where.Max.X; x++ {
			if !inked(x, y) {
				continue
			}
			end := x + 1
			for inked(end, y) {
				end++
			}
			do(x, end, y)
			x = end
		}
	}
}
