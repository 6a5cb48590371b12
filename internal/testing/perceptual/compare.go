package perceptual

import (
	"fmt"
	"image"
)

// Difference says how unlike two pictures are, in units of CIELAB (ΔE*ab, CIE 1976): about 2 can just be seen when
// two patches lie side by side, black and white are 100 apart.
type Difference struct {
	Mean  float64     // over the whole picture
	Worst float64     // of the patch that differs most
	At    image.Point // the middle of that patch, in pixels
}

const (
	// patch is the side in pixels of the squares over which differences are averaged. They overlap by half.
	patch = 12
	// blur is the radius in pixels of the box, applied twice, that takes edges' fractions of a pixel out of the comparison.
	blur = 1
)

// Compare measures the difference of two opaque sRGB pictures. Their colors are blurred a little, so that where in a pixel an
// edge runs hardly counts, then compared pixel by pixel and averaged over patches. Pictures of different sizes are an error.
func Compare(a, b image.Image) (Difference, error) {
	size := a.Bounds().Size()
	if b.Bounds().Size() != size {
		return Difference{}, fmt.Errorf("comparing pictures: %v pixels and %v are not the same size", size, b.Bounds().Size())
	}
	if size.X == 0 || size.Y == 0 {
		return Difference{}, nil
	}
	first, second := newLabImage(a), newLabImage(b)
	for range 2 {
		first.blur(blur)
		second.blur(blur)
	}
	distances := make([]float64, size.X*size.Y)
	var d Difference
	for i := range distances {
		distances[i] = first.pixels[i].distance(second.pixels[i])
		d.Mean += distances[i] / float64(len(distances))
	}
	for y := 0; y < size.Y; y += patch / 2 {
		for x := 0; x < size.X; x += patch / 2 {
			box := image.Rect(x, y, x+patch, y+patch).Intersect(image.Rectangle{Max: size})
			var sum float64
			for row := box.Min.Y; row < box.Max.Y; row++ {
				for _, v := range distances[row*size.X+box.Min.X : row*size.X+box.Max.X] {
					sum += v
				}
			}
			// A patch cut off by the picture's edge weighs as much as a whole one, or specks there would count for more.
			if mean := sum / (patch * patch); mean > d.Worst {
				d.Worst, d.At = mean, box.Min.Add(box.Max).Div(2)
			}
		}
	}
	return d, nil
}
