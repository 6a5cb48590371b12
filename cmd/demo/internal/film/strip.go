package film

import (
	"image"
	"image/draw"
	"math"
)

// Strip returns the frames side by side in rows, in a sheet about as wide as it is high. All frames must have one size.
func Strip(frames []*image.NRGBA) *image.NRGBA {
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
