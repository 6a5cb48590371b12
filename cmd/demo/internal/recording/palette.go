package recording

import (
	"image"
	"image/color"
	"math"

	"github.com/ericpauley/go-quantize/quantize"
)

// samples is how many pixels, spread over all frames, the palette is made from.
const maxPaletteSamples = 1 << 18

// palette is the colors of a film and how to find them.
type palette struct {
	colors  []color.Color
	rgb     [][3]int32
	spread  int32   // how far ordered dithering moves a channel, up and down together
	nearest []int16 // by the upper 6 bits of red, green and blue; -1: not looked up yet
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

// vividness counts vivid pixels more than gray ones: the characters are vivid, and fill less of the picture than ground and sky.
func saturationWeight(m image.Image, x, y int) uint32 {
	c := m.(*image.RGBA).RGBAAt(x, y)
	return 8 + uint32(max(c.R, c.G, c.B)-min(c.R, c.G, c.B))
}

// mostSpread keeps the dithering of films with few colors from being seen.
const maxSpread = 16

// spacing returns the mean distance from a color to its nearest neighbor, per channel: dithering over that distance mixes
// neighbors and adds no more noise than needed.
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

// unseen is how far, squared, a color may be from the one that is shown already to be left as it is.
const maxInvisible = 3 * 3 * 3

// indices returns the color of each pixel, dithered by a fixed 8x8 pattern: unlike error diffusion it leaves still
// parts of a film still. So does keeping what was shown before, which may be nil, where the eye can tell no difference.
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

// find returns the index of the color nearest to one that need not be in range.
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

// pattern is the ordered dithering matrix of 8x8: the numbers 0 to 63, neighbors far apart (B. E. Bayer, "An optimum method
// for two-level rendition of continuous-tone pictures", 1973).
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
