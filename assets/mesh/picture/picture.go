package picture

import (
	"image"
	"image/draw"

	"github.com/sinew-go/sinew/assets/mesh"
)

// New returns an image with the pixels of a picture, which it may share. The picture must not be
// changed afterward. Of nil it returns an image without pixels.
func New(name string, from image.Image) *mesh.Image {
	if from == nil {
		return &mesh.Image{Name: name}
	}
	pixels := toNRGBA(from)
	width, height := pixels.Rect.Dx(), pixels.Rect.Dy()
	out := &mesh.Image{Name: name, Width: width, Height: height}
	if pixels.Stride == 4*width && len(pixels.Pix) == 4*width*height {
		out.Pixels = pixels.Pix
		return out
	}
	out.Pixels = make([]byte, 0, 4*width*height)
	for y := range height {
		out.Pixels = append(out.Pixels, pixels.Pix[y*pixels.Stride:][:4*width]...)
	}
	return out
}

// toNRGBA converts a picture. An opaque one is converted to RGBA, which has the same bytes then and
// is faster.
func toNRGBA(from image.Image) *image.NRGBA {
	bounds := from.Bounds()
	switch p := from.(type) {
	case *image.NRGBA:
		return p
	case *image.RGBA:
		if p.Opaque() {
			return &image.NRGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}
		}
	case *image.YCbCr, *image.Gray, *image.CMYK:
		opaque := image.NewRGBA(bounds)
		draw.Draw(opaque, bounds, from, bounds.Min, draw.Src)
		return &image.NRGBA{Pix: opaque.Pix, Stride: opaque.Stride, Rect: opaque.Rect}
	}
	pixels := image.NewNRGBA(bounds)
	draw.Draw(pixels, bounds, from, bounds.Min, draw.Src)
	return pixels
}

// NRGBA returns an image as a picture that shares its pixels. One that is nil or that
// [mesh.Image.Check] rejects has no pixels.
func NRGBA(of *mesh.Image) *image.NRGBA {
	if of.IsEmpty() || of.Check() != nil {
		return &image.NRGBA{}
	}
	return &image.NRGBA{Pix: of.Pixels, Stride: 4 * of.Width, Rect: image.Rect(0, 0, of.Width, of.Height)}
}
