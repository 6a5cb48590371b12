package perceptual

import (
	"fmt"
	"image"
	"image/color"
)

// Difference is the visible difference of two pictures, in units of CIELAB (ΔE*ab, CIE 1976). A
// difference of about 2 is just visible between two patches side by side; black and white differ by
// 100.
type Difference struct {
	Mean  float64     // over the whole picture
	Worst float64     // mean of the patch that differs most
	At    image.Point // the center of that patch, in pixels
}

const (
	// patchSize is the side in pixels of the squares over which differences are averaged. They
	// overlap by half.
	patchSize = 12
	// blurRadius is the radius in pixels of the box filter that is applied twice, so that edges may
	// move by fractions of a pixel.
	blurRadius = 1
)

// Compare measures the difference of two opaque sRGB pictures. It blurs both a little, so that the
// position of an edge inside a pixel hardly counts, compares them pixel by pixel, and averages over
// patches. Pictures of different sizes are an error.
func Compare(a, b image.Image) (Difference, error) {
	size := a.Bounds().Size()
	if b.Bounds().Size() != size {
		return Difference{}, fmt.Errorf("comparing pictures: sizes %v and %v differ", size, b.Bounds().Size())
	}
	if size.X == 0 || size.Y == 0 {
		return Difference{}, nil
	}
	first, second := newLabImage(a), newLabImage(b)
	for range 2 {
		first.blur(blurRadius)
		second.blur(blurRadius)
	}
	distances := make([]float64, size.X*size.Y)
	var d Difference
	for i := range distances {
		distances[i] = first.pixels[i].distance(second.pixels[i])
		d.Mean += distances[i] / float64(len(distances))
	}
	for y := 0; y < size.Y; y += patchSize / 2 {
		for x := 0; x < size.X; x += patchSize / 2 {
			box := image.Rect(x, y, x+patchSize, y+patchSize).Intersect(image.Rectangle{Max: size})
			var sum float64
			for row := box.Min.Y; row < box.Max.Y; row++ {
				for _, v := range distances[row*size.X+box.Min.X : row*size.X+box.Max.X] {
					sum += v
				}
			}
			// A patch that is cut off by the picture's edge is averaged over a whole patch.
			// Otherwise specks there would count more.
			if mean := sum / (patchSize * patchSize); mean > d.Worst {
				d.Worst, d.At = mean, box.Min.Add(box.Max).Div(2)
			}
		}
	}
	return d, nil
}

// CompareFigures returns the mean difference of two opaque sRGB pictures over the pixels that are
// not the background in at least one of them, and the number of these. It blurs as [Compare] does.
func CompareFigures(a, b image.Image, background color.NRGBA) (mean float64, pixels int, err error) {
	size := a.Bounds().Size()
	if b.Bounds().Size() != size {
		return 0, 0, fmt.Errorf("comparing pictures: sizes %v and %v differ", size, b.Bounds().Size())
	}
	first, second := newLabImage(a), newLabImage(b)
	behind := toLab(background)
	figure := make([]bool, len(first.pixels))
	for i := range figure {
		figure[i] = first.pixels[i] != behind || second.pixels[i] != behind
	}
	for range 2 {
		first.blur(blurRadius)
		second.blur(blurRadius)
	}
	for i := range figure {
		if figure[i] {
			mean += first.pixels[i].distance(second.pixels[i])
			pixels++
		}
	}
	return mean / float64(max(pixels, 1)), pixels, nil
}
