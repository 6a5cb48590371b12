package recording

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math"
)

// transparent is the last index of the palette. It marks a pixel that did not change since the
// frame before.
const transparent = 255

// EncodeGIF writes the frames as an animated GIF that loops without end, at fps frames per second.
// The format stores delays in hundredths of a second; delays are rounded such that the rounding
// errors do not add up. All frames must have the size of the first one. One palette serves all
// frames, so that pixels that do not change keep their color. Such pixels are left out of a frame,
// which makes the file small.
func EncodeGIF(w io.Writer, frames []*image.NRGBA, fps float64) error {
	if len(frames) == 0 || !(fps > 0) {
		return fmt.Errorf(
			"animated GIF: expected at least one frame and a rate above 0, found %d frames at %v per second",
			len(frames), fps)
	}
	size := frames[0].Bounds().Size()
	colors := newPalette(frames)
	palette := append(color.Palette{}, colors.colors...)
	for len(palette) < transparent {
		palette = append(palette, color.RGBA{A: 255})
	}
	palette = append(palette, color.RGBA{})
	animation := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	var before []uint8
	for i, frame := range frames {
		if frame.Bounds().Size() != size {
			return fmt.Errorf("animated GIF: frame %d has size %v, want %v as the first frame", i,
				frame.Bounds().Size(), size)
		}
		indices := colors.indices(frame, before)
		picture := changedPixels(indices, before, size, palette)
		animation.Image = append(animation.Image, picture)
		animation.Delay = append(animation.Delay, startHundredths(i+1, fps)-startHundredths(i, fps))
		animation.Disposal = append(animation.Disposal, gif.DisposalNone)
		before = indices
	}
	if err := gif.EncodeAll(w, &animation); err != nil {
		return fmt.Errorf("animated GIF: %w", err)
	}
	return nil
}

// startHundredths returns when a frame begins, in hundredths of a second from the first frame on.
func startHundredths(frame int, fps float64) int { return int(math.Round(float64(frame) * 100 / fps)) }

// changedPixels returns the smallest rectangle that holds every pixel whose index differs from the
// one before. Pixels in it that do not differ are transparent. Without a frame before it returns
// the whole frame.
func changedPixels(indices, before []uint8, size image.Point, palette color.Palette) *image.Paletted {
	whole := image.Rectangle{Max: size}
	if before == nil {
		return &image.Paletted{Pix: indices, Stride: size.X, Rect: whole, Palette: palette}
	}
	box := image.Rectangle{Min: size}
	for y := range size.Y {
		for x := range size.X {
			if i := y*size.X + x; indices[i] != before[i] {
				box.Min.X, box.Min.Y = min(box.Min.X, x), min(box.Min.Y, y)
				box.Max.X, box.Max.Y = max(box.Max.X, x+1), max(box.Max.Y, y+1)
			}
		}
	}
	if box.Empty() { // GIF has no empty frames
		box = image.Rect(0, 0, 1, 1)
	}
	picture := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := y*size.X + x
			index := indices[i]
			if index == before[i] {
				index = transparent
			}
			picture.Pix[picture.PixOffset(x, y)] = index
		}
	}
	return picture
}

// ContactSheet returns the frames side by side in rows, in an image that is about as wide as high.
// All frames must have the same size.
func ContactSheet(frames []*image.NRGBA) *image.NRGBA {
	if len(frames) == 0 {
		return image.NewNRGBA(image.Rectangle{})
	}
	size := frames[0].Bounds().Size()
	columns := int(math.Round(math.Sqrt(float64(len(frames)) * float64(size.Y) / float64(size.X))))
	columns = min(max(columns, 1), len(frames))
	rows := (len(frames) + columns - 1) / columns
	sheet := image.NewNRGBA(image.Rect(0, 0, columns*size.X, rows*size.Y))
	for i, frame := range frames {
		corner := image.Pt(i%columns*size.X, i/columns*size.Y)
		draw.Draw(sheet, image.Rectangle{Min: corner, Max: corner.Add(size)}, frame, frame.Bounds().Min, draw.Src)
	}
	return sheet
}
