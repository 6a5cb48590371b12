package prefilter

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// sizes are the texels along an edge of the levels. Level i is for the perceptual roughness
// i/(len(sizes)-1): the lobe of a rougher surface is wider and needs fewer texels.
var sizes = [...]int{256, 128, 64, 32, 16, 16}

// samples are the directions in which a level's lobe is sampled.
var samples = [len(sizes)]int{1, 24, 32, 64, 128, 256}

// Width and Height are the size of a map's texels: level 0, and to its right the others below each
// other, each within an edge of one texel that continues it.
const (
	Width  = 256 + 2 + 128 + 2
	Height = 128 + 64 + 32 + 16 + 16 + 2*5
)

// origin returns the corner of a level with its edge.
func origin(level int) (x, y int) {
	if level == 0 {
		return 0, 0
	}
	for i := 1; i < level; i++ {
		y += sizes[i] + 2
	}
	return sizes[0] + 2, y
}

// Map is the light from all directions, prepared for drawing.
type Map struct {
	// Texels holds Width times Height colors in the format RGB9_E5: the levels, and a table of the
	// lobe's integral.
	Texels []uint32
	// Irradiance is the light that a matt surface of albedo 1 reflects, by spherical harmonics of
	// its normal, of which the constant factors are in the numbers: 1, y, z, x, xy, yz, 3zz-1, xz
	// and xx-yy.
	Irradiance [9]mgl32.Vec3
}

// New prepares the light whose radiance, as linear RGB, a function gives by unit direction. It asks
// for about as many directions as level 0 has texels, or, if detailed, for 16 times as many: for
// light that differs between neighbors.
func New(radiance func(mgl32.Vec3) mgl32.Vec3, detailed bool) *Map {
	side := 1 // directions along an edge of a texel
	if detailed {
		side = 4
	}
	base := newSquare(sizes[0])
	for y := range base.size {
		for x := range base.size {
			var sum mgl32.Vec3
			for i := range side * side {
				sum = sum.Add(radiance(direction(
					(float32(x)+(float32(i%side)+0.5)/float32(side))/float32(base.size),
					(float32(y)+(float32(i/side)+0.5)/float32(side))/float32(base.size))))
			}
			base.texels[y*base.size+x] = sum.Mul(1 / float32(side*side))
		}
	}
	m := &Map{Texels: make([]uint32, Width*Height), Irradiance: irradiance(&base)}
	chain := []square{base}
	for chain[len(chain)-1].size > 1 {
		chain = append(chain, chain[len(chain)-1].halved())
	}
	m.storeTable()
	m.store(0, &base)
	for level := 1; level < len(sizes); level++ {
		size := sizes[level]
		if level == 1 && !detailed {
			size /= 2 // which is most of the work
		}
		blurred := blur(chain, size, float64(level)/float64(len(sizes)-1), samples[level])
		if size < sizes[level] {
			blurred = blurred.doubled()
		}
		m.store(level, &blurred)
	}
	return m
}

// store puts a level with its edge into the texels.
func (m *Map) store(level int, s *square) {
	left, top := origin(level)
	for y := -1; y <= s.size; y++ {
		for x := -1; x <= s.size; x++ {
			m.Texels[(top+y+1)*Width+left+x+1] = encode(s.at(x, y))
		}
	}
}

// irradiance returns the product of the radiance's projection onto spherical harmonics and of that
// of the cosine, divided by pi (Ramamoorthi and Hanrahan 2001, equations 10 and 13).
func irradiance(s *square) (sums [9]mgl32.Vec3) {
	var bands [9][3]float64
	whole := 0.0
	for y := range s.size {
		for x := range s.size {
			p := onOctahedron((float32(x)+0.5)/float32(s.size), (float32(y)+0.5)/float32(s.size))
			length := float64(p.Len())
			angle := 1 / (length * length * length) // of the texel, seen from the middle, but for a factor
			whole += angle
			d := p.Mul(1 / p.Len())
			for i, basis := range harmonics(d) {
				for c, value := range s.texels[y*s.size+x] {
					bands[i][c] += angle * float64(value) * basis
				}
			}
		}
	}
	// the square of each function's factor, times the cosine's 1, 2/3 and 1/4, times the sphere
	factors := [9]float64{
		1, 2, 2, 2, 15.0 / 4, 15.0 / 4, 5.0 / 16, 15.0 / 4, 15.0 / 16,
	}
	for i := range sums {
		for c := range sums[i] {
			sums[i][c] = float32(factors[i] * bands[i][c] / whole)
		}
	}
	return sums
}

// harmonics returns the spherical harmonics up to order 2 without their constant factors.
func harmonics(d mgl32.Vec3) [9]float64 {
	x, y, z := float64(d[0]), float64(d[1]), float64(d[2])
	return [9]float64{1, y, z, x, x * y, y * z, 3*z*z - 1, x * z, x*x - y*y}
}

// encode returns a color with 9 bits for each channel and a common exponent of 5 bits, as OpenGL's
// RGB9_E5. Channels below 0 count as 0, above 65408 as 65408.
func encode(c mgl32.Vec3) uint32 {
	const largest = 65408
	peak := 0.0
	var channels [3]float64
	for i, value := range c {
		if value > 0 { // and a number
			channels[i] = min(float64(value), largest)
			peak = max(peak, channels[i])
		}
	}
	exponent := -16
	if peak > 0 {
		exponent = max(exponent, int(math.Floor(math.Log2(peak))))
	}
	scale := math.Ldexp(1, 8-exponent)
	if math.Floor(peak*scale+0.5) == 512 { // rounds up to the next exponent
		exponent++
		scale /= 2
	}
	bits := uint32(exponent+16) << 27
	for i, value := range channels {
		bits |= uint32(value*scale+0.5) << (9 * i)
	}
	return bits
}
