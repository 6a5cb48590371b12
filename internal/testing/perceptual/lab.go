package perceptual

import (
	"image"
	"image/color"
	"math"
)

// lab is a color in CIELAB under D65.
type lab [3]float64

func (c lab) distance(d lab) float64 {
	return math.Sqrt((c[0]-d[0])*(c[0]-d[0]) + (c[1]-d[1])*(c[1]-d[1]) + (c[2]-d[2])*(c[2]-d[2]))
}

// linear holds the linear light of each 8-bit sRGB value (IEC 61966-2-1).
var linear = func() (table [256]float64) {
	for i := range table {
		v := float64(i) / 255
		if v <= 0.04045 {
			table[i] = v / 12.92
		} else {
			table[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return table
}()

// toLab converts from sRGB by way of CIE XYZ.
func toLab(c color.NRGBA) lab {
	r, g, b := linear[c.R], linear[c.G], linear[c.B]
	x := (0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047
	y := 0.2126729*r + 0.7151522*g + 0.0721750*b
	z := (0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883
	fx, fy, fz := response(x), response(y), response(z)
	return lab{116*fy - 16, 500 * (fx - fy), 200 * (fy - fz)}
}

// response is CIELAB's cube root, which is linear near 0.
func response(t float64) float64 {
	const d = 6.0 / 29
	if t > d*d*d {
		return math.Cbrt(t)
	}
	return t/(3*d*d) + 4.0/29
}

// labImage is a picture in CIELAB, row after row.
type labImage struct {
	width, height int
	pixels        []lab
}

func newLabImage(m image.Image) *labImage {
	box := m.Bounds()
	f := &labImage{box.Dx(), box.Dy(), make([]lab, 0, box.Dx()*box.Dy())}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			f.pixels = append(f.pixels, toLab(color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)))
		}
	}
	return f
}

// blur averages each pixel over a square with a side of 2·radius+1 pixels: first along rows, then
// along columns.
func (f *labImage) blur(radius int) {
	line := make([]lab, max(f.width, f.height))
	for y := range f.height {
		boxFilter(f.pixels[y*f.width:], 1, f.width, radius, line)
	}
	for x := range f.width {
		boxFilter(f.pixels[x:], f.width, f.height, radius, line)
	}
}

// boxFilter averages each of n pixels, which are stride apart, over its neighbors within the
// radius. Line is a buffer of n pixels.
func boxFilter(pixels []lab, stride, n, radius int, line []lab) {
	for i := range n {
		var sum lab
		low, high := max(i-radius, 0), min(i+radius, n-1)
		for j := low; j <= high; j++ {
			for c, v := range pixels[j*stride] {
				sum[c] += v
			}
		}
		for c := range sum {
			line[i][c] = sum[c] / float64(high-low+1)
		}
	}
	for i := range n {
		pixels[i*stride] = line[i]
	}
}
