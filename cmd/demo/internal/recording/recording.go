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

// transparent is the palette's last entry: 'as in the frame before'.
const transparent = 255

// EncodeGIF writes the frames as a film that loops without end, at that many frames a second, to the hundredths of a second that
// the format counts in. All frames must have the size of the first. The palette is made for all frames together, so that still things keep their colors; a pixel that
// does not change from one frame to the next is left out, which makes the film small.
func EncodeGIF(w io.Writer, frames []*image.NRGBA, fps float64) error {
	if len(frames) == 0 || !(fps > 0) {
		return fmt.Errorf("%d frames at %v a second make no film", len(frames), fps)
	}
	size := frames[0].Bounds().Size()
	colors := newPalette(frames)
	palette := append(color.Palette{}, colors.colors...)
	for len(palette) < transparent {
		palette = append(palette, color.RGBA{A: 255})
	}
	palette = append(palette, color.RGBA{})
	film := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	var before []uint8
	for i, frame := range frames {
		if frame.Bounds().Size() != size {
			return fmt.Errorf("frame %d measures %v, the first %v", i, frame.Bounds().Size(), size)
		}
		indices := colors.indices(frame, before)
		picture := changed(indices, before, size, palette)
		film.Image = append(film.Image, picture)
		film.Delay = append(film.Delay, startHundredths(i+1, fps)-startHundredths(i, fps))
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		before = indices
	}
	if err := gif.EncodeAll(w, &film); err != nil {
		return fmt.Errorf("writing the film: %w", err)
	}
	return nil
}

// hundredths returns when a frame begins. Differences of it round so that the film as a whole keeps its pace.
func startHundredths(frame int, fps float64) int { return int(math.Round(float64(frame) * 100 / fps)) }

// changed returns the smallest rectangle that holds every pixel whose index differs from the one before, with the pixels
// that do not differ transparent. The first frame, for which there are none before, comes whole.
func changed(indices, before []uint8, size image.Point, palette color.Palette) *image.Paletted {
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
	if box.Empty() { // a frame must have a pixel
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

// Strip returns the frames side by side in rows, in a sheet about as wide as it is high. All frames must have one size.
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
