package drawing

import (
	"image"
	"image/color"
	"math"
)

const (
	// samples is how many pixels of the canvas there are, across and down, for one of the picture.
	samples = 2
	// fraction is the number of parts of a pixel to which corners are rounded.
	fraction = 16
	// farthest is how far outside of the canvas a corner may be, in pixels, so that products of two
	// distances fit into 64 bits.
	farthest = 1 << 20
)

// Attributes are the numbers of a vertex that are interpolated over a triangle.
type Attributes [6]float64

// Vertex is a corner of a triangle on the canvas.
type Vertex struct {
	X, Y float64 // pixels, from the top left
	// Depth rises toward the eye. It is linear over a triangle on the canvas, as is Inverse, which is
	// 1, or with perspective 1/distance.
	Depth, Inverse float64
	Attributes     Attributes
}

// Shader returns the color of a point of a triangle in sRGB, and how much of what is farther it
// covers, 0 to 1.
type Shader func(a *Attributes) (color [3]uint8, part float64)

// Canvas is a picture with a depth for each pixel.
type Canvas struct {
	width, height int
	pixels        [][3]uint8
	depths        []float64
}

// NewCanvas returns a canvas for a picture of a size, filled with a color.
func NewCanvas(width, height int, background [3]uint8) *Canvas {
	c := &Canvas{width: width * samples, height: height * samples}
	c.pixels = make([][3]uint8, c.width*c.height)
	for i := range c.pixels {
		c.pixels[i] = background
	}
	c.depths = make([]float64, len(c.pixels))
	c.ClearDepth()
	return c
}

// Size returns the size of the canvas in its own pixels.
func (c *Canvas) Size() (width, height float64) { return float64(c.width), float64(c.height) }

// ClearDepth lets what is drawn from now on cover everything.
func (c *Canvas) ClearDepth() {
	for i := range c.depths {
		c.depths[i] = math.Inf(-1)
	}
}

// point is a corner in fractions of a pixel.
type point struct{ x, y int64 }

func (v *Vertex) round() (p point, ok bool) {
	if !(math.Abs(v.X) < farthest && math.Abs(v.Y) < farthest) { // so that NaN fails
		return point{}, false
	}
	return point{int64(math.Floor(float64(v.X*fraction) + 0.5)), int64(math.Floor(float64(v.Y*fraction) + 0.5))}, true
}

// edge returns twice the area of the triangle of an edge and a point: above 0 on its left, where y
// points down.
func edge(a, b, p point) int64 { return (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x) }

// owns returns 0 if the pixels on an edge belong to the triangle, else -1: of two triangles with a
// common edge one has them.
func owns(a, b point) int64 {
	if a.y > b.y || a.y == b.y && a.x < b.x {
		return 0
	}
	return -1
}

// Triangle draws a triangle, from either side, where nothing is nearer. Keep is whether it hides
// what is drawn later farther away. A triangle with a corner that is not finite, or far outside, is
// left out.
func (c *Canvas) Triangle(v *[3]Vertex, keep bool, shade Shader) {
	var p [3]point
	for i := range v {
		var ok bool
		if p[i], ok = v[i].round(); !ok {
			return
		}
	}
	a, b, d := 0, 1, 2
	area := edge(p[a], p[b], p[d])
	if area < 0 {
		b, d, area = d, b, -area
	}
	if area == 0 {
		return
	}
	low := point{min(p[0].x, p[1].x, p[2].x), min(p[0].y, p[1].y, p[2].y)}
	high := point{max(p[0].x, p[1].x, p[2].x), max(p[0].y, p[1].y, p[2].y)}
	fromX, toX := max(0, floor(low.x)), min(int64(c.width)-1, floor(high.x))
	fromY, toY := max(0, floor(low.y)), min(int64(c.height)-1, floor(high.y))
	ownA, ownB, ownD := owns(p[b], p[d]), owns(p[d], p[a]), owns(p[a], p[b])
	for y := fromY; y <= toY; y++ {
		for x := fromX; x <= toX; x++ {
			at := point{x*fraction + fraction/2, y*fraction + fraction/2}
			wa, wb, wd := edge(p[b], p[d], at), edge(p[d], p[a], at), edge(p[a], p[b], at)
			if wa+ownA < 0 || wb+ownB < 0 || wd+ownD < 0 {
				continue
			}
			sa, sb, sd := float64(wa)/float64(area), float64(wb)/float64(area), float64(wd)/float64(area)
			mix := func(x, y, z float64) float64 { return float64(sa*x) + float64(sb*y) + float64(sd*z) }
			i := int(y)*c.width + int(x)
			depth := mix(v[a].Depth, v[b].Depth, v[d].Depth)
			if !(depth > c.depths[i]) {
				continue
			}
			inverse := mix(v[a].Inverse, v[b].Inverse, v[d].Inverse)
			var values Attributes
			for k := range values {
				values[k] = mix(float64(v[a].Attributes[k]*v[a].Inverse), float64(v[b].Attributes[k]*v[b].Inverse),
					float64(v[d].Attributes[k]*v[d].Inverse)) / inverse
			}
			switch color, part := shade(&values); {
			case part >= 1:
				c.pixels[i] = color
			case part > 0:
				c.pixels[i] = over(color, c.pixels[i], part)
			default:
				continue
			}
			if keep {
				c.depths[i] = depth
			}
		}
	}
}

func floor(v int64) int64 {
	if v < 0 {
		return (v+1)/fraction - 1
	}
	return v / fraction
}

// Stick draws a straight stick of a color from one point to another, with a width in pixels at each
// end.
func (c *Canvas) Stick(from, to Vertex, first, last float64, color [3]uint8) {
	x, y := to.X-from.X, to.Y-from.Y
	n := math.Sqrt(float64(x*x) + float64(y*y))
	if !(n > 0) {
		return
	}
	x, y = x/n/2, y/n/2
	corner := func(v Vertex, width float64) Vertex {
		v.X, v.Y = v.X-float64(y*width), v.Y+float64(x*width)
		return v
	}
	a, b, d, e := corner(from, first), corner(from, -first), corner(to, -last), corner(to, last)
	shade := func(*Attributes) ([3]uint8, float64) { return color, 1 }
	c.Triangle(&[3]Vertex{a, b, d}, true, shade)
	c.Triangle(&[3]Vertex{a, d, e}, true, shade)
}

// Dot draws a square of a color around a point, with a width in pixels.
func (c *Canvas) Dot(at Vertex, width float64, color [3]uint8) {
	from, to := at, at
	from.X, to.X = at.X-float64(width/2), at.X+float64(width/2)
	c.Stick(from, to, width, width, color)
}

// Picture returns the picture: each of its pixels is the mean of some of the canvas.
func (c *Canvas) Picture() *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, c.width/samples, c.height/samples))
	for y := range c.height / samples {
		for x := range c.width / samples {
			at := func(dx, dy int) [3]uint8 { return c.pixels[(y*samples+dy)*c.width+x*samples+dx] }
			a, b, d, e := at(0, 0), at(1, 0), at(0, 1), at(1, 1)
			var mean [3]uint8
			for i := range mean {
				mean[i] = average(a[i], b[i], d[i], e[i])
			}
			picture.SetNRGBA(x, y, color.NRGBA{mean[0], mean[1], mean[2], 255})
		}
	}
	return picture
}
