package recording

import (
	"image"
	"image/color"
	"math"

	"github.com/ericpauley/go-quantize/quantize"
)

// maxPaletteSamples is the number of pixels, spread over all frames, that the palette is chosen
// from.
const maxPaletteSamples = 1 << 18

// palette holds the colors of an animated GIF and finds the nearest one for a pixel.
type palette struct {
	colors  []color.Color
	rgb     [][3]int32
	spread  int32   // range of the offsets that ordered dithering adds to a channel
	nearest []int16 // index of the nearest color, by the upper 6 bits of red, green and blue; -1 if not computed yet
}

// newPalette chooses at most 255 colors for all frames by median cut.
func newPalette(frames []*image.NRGBA) *palette {
	size := frames[0].Bounds().Size()
	step := max(1, len(frames)*size.X*size.Y/maxPaletteSamples)
	var pixels []color.RGBA
	at := 0
	for _, frame := range frames {
		n := len(frame.Pix) / 4
		for ; at < n; at += step {
			p := frame.Pix[4*at:]
			pixels = append(pixels, color.RGBA{p[0], p[1], p[2], 255})
		}
		at -= n
	}
	width := min(len(pixels), 512)
	sheet := image.NewRGBA(image.Rect(0, 0, width, (len(pixels)+width-1)/width))
	for i := range len(sheet.Pix) / 4 {
		sheet.SetRGBA(i%width, i/width, pixels[min(i, len(pixels)-1)])
	}
	p := &palette{nearest: make([]int16, 1<<18)}
	for i := range p.nearest {
		p.nearest[i] = -1
	}
	cut := quantize.MedianCutQuantizer{Aggregation: quantize.Mean, Weighting: saturationWeight}
	for _, c := range cut.Quantize(make(color.Palette, 0, transparent), sheet) {
		r, g, b, _ := c.RGBA()
		p.colors = append(p.colors, color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255})
		p.rgb = append(p.rgb, [3]int32{int32(r >> 8), int32(g >> 8), int32(b >> 8)})
	}
	p.spread = p.colorSpacing()
	return p
}

// saturationWeight gives saturated pixels more weight than gray ones. Characters are saturated, but
// cover less of the image than ground and sky do.
func saturationWeight(m image.Image, x, y int) uint32 {
	c := m.(*image.RGBA).RGBAAt(x, y)
	return 8 + uint32(max(c.R, c.G, c.B)-min(c.R, c.G, c.B))
}

// maxSpread limits the dithering of palettes with few colors, where it would be visible.
const maxSpread = 16

// colorSpacing returns the mean distance of a color to its nearest neighbor in the palette, per
// channel. Dithering over this distance mixes neighboring colors with the least noise.
func (p *palette) colorSpacing() int32 {
	if len(p.rgb) < 2 {
		return 0
	}
	sum := 0.0
	for i, c := range p.rgb {
		least := int32(math.MaxInt32)
		for k, other := range p.rgb {
			if k != i {
				least = min(least, squaredDistance(c, other))
			}
		}
		sum += math.Sqrt(float64(least) / 3)
	}
	return min(int32(math.Round(sum/float64(len(p.rgb)))), maxSpread)
}

// maxInvisible is the largest squared distance between two colors that look the same.
const maxInvisible = 3 * 3 * 3

// indices returns the palette index of each pixel, dithered by a fixed 8x8 pattern. Unlike error
// diffusion, the pattern leaves the still parts of a recording still. A pixel that looks the same
// as in the frame before keeps its index; before may be nil.
func (p *palette) indices(frame *image.NRGBA, before []uint8) []uint8 {
	size := frame.Bounds().Size()
	out := make([]uint8, size.X*size.Y)
	for y := range size.Y {
		row := frame.Pix[y*frame.Stride:]
		for x := range size.X {
			c := [3]int32{int32(row[4*x]), int32(row[4*x+1]), int32(row[4*x+2])}
			i := y*size.X + x
			if i < len(before) && squaredDistance(c, p.rgb[before[i]]) <= maxInvisible {
				out[i] = before[i]
				continue
			}
			offset := (ditherMatrix[y&7][x&7]*2 - 63) * p.spread / 128
			out[i] = p.nearestColor(c[0]+offset, c[1]+offset, c[2]+offset)
		}
	}
	return out
}

// nearestColor returns the index of the color nearest to r, g, b. Channels outside 0 to 255 are
// clamped.
func (p *palette) nearestColor(r, g, b int32) uint8 {
	r, g, b = min(max(r, 0), 255), min(max(g, 0), 255), min(max(b, 0), 255)
	cell := r>>2<<12 | g>>2<<6 | b>>2
	if p.nearest[cell] < 0 {
		least := int32(math.MaxInt32)
		center := [3]int32{r&^3 + 1, g&^3 + 1, b&^3 + 1}
		for i, c := range p.rgb {
			if d := squaredDistance(c, center); d < least {
				least, p.nearest[cell] = d, int16(i)
			}
		}
	}
	return uint8(p.nearest[cell])
}

func squaredDistance(a, b [3]int32) int32 {
	r, g, blue := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return r*r + g*g + blue*blue
}

// ditherMatrix is the 8x8 matrix of ordered dithering: the numbers 0 to 63, such that neighbors
// differ much (B. E. Bayer, "An optimum method for two-level rendition of continuous-tone
// pictures", 1973).
var ditherMatrix = func() (m [8][8]int32) {
	for y := range int32(8) {
		for x := range int32(8) {
			for bit := range 3 {
				low := (x ^ y) >> bit & 1
				m[y][x] = m[y][x]<<2 | low<<1 | y>>bit&1
			}
		}
	}
	return m
}()
