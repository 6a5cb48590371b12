package prefilter

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// square is a square picture of all directions: the faces of an octahedron, unfolded, with +Y in
// the middle (Cigolle and others, Survey of Efficient Representations for Independent Unit Vectors,
// 2014).
type square struct {
	size   int // texels along an edge
	texels []mgl32.Vec3
}

func newSquare(size int) square { return square{size, make([]mgl32.Vec3, size*size)} }

// direction returns the unit vector at a point of the square, whose edges are at 0 and 1.
func direction(u, v float32) mgl32.Vec3 {
	d := onOctahedron(u, v)
	return d.Mul(1 / d.Len())
}

// onOctahedron returns the point of the octahedron |x|+|y|+|z| = 1 at a point of the square.
func onOctahedron(u, v float32) mgl32.Vec3 {
	x, z := 2*u-1, 2*v-1
	y := 1 - abs(x) - abs(z)
	if y < 0 {
		x, z = (1-abs(z))*sign(x), (1-abs(x))*sign(z)
	}
	return mgl32.Vec3{x, y, z}
}

// place returns the point of the square at a direction.
func place(d mgl32.Vec3) (u, v float32) {
	d = d.Mul(1 / (abs(d[0]) + abs(d[1]) + abs(d[2])))
	x, z := d[0], d[2]
	if d[1] < 0 {
		x, z = (1-abs(d[2]))*sign(d[0]), (1-abs(d[0]))*sign(d[2])
	}
	return 0.5 + 0.5*x, 0.5 + 0.5*z
}

// at returns a texel. Up to one texel beyond an edge it is the one that lies there on the sphere:
// the square's edges are folded in their middle.
func (s *square) at(x, y int) mgl32.Vec3 {
	last := s.size - 1
	if x < 0 {
		x, y = -1-x, last-y
	} else if x > last {
		x, y = 2*last+1-x, last-y
	}
	if y < 0 {
		x, y = last-x, -1-y
	} else if y > last {
		x, y = last-x, 2*last+1-y
	}
	return s.texels[y*s.size+x]
}

// sample returns the value at a point of the square, between four texels.
func (s *square) sample(u, v float32) mgl32.Vec3 {
	x, y := u*float32(s.size)-0.5, v*float32(s.size)-0.5
	left, top := floor(x), floor(y)
	right, down := x-float32(left), y-float32(top)
	var a, b, c, d mgl32.Vec3
	if left >= 0 && top >= 0 && left+1 < s.size && top+1 < s.size {
		row := s.texels[top*s.size+left:]
		a, b, c, d = row[0], row[1], row[s.size], row[s.size+1]
	} else {
		a, b, c, d = s.at(left, top), s.at(left+1, top), s.at(left, top+1), s.at(left+1, top+1)
	}
	var mean mgl32.Vec3
	for i := range mean {
		above, below := a[i]+(b[i]-a[i])*right, c[i]+(d[i]-c[i])*right
		mean[i] = above + (below-above)*down
	}
	return mean
}

// halved returns the square with half as many texels along an edge.
func (s *square) halved() square {
	half := newSquare(s.size / 2)
	for y := range half.size {
		for x := range half.size {
			sum := s.at(2*x, 2*y).Add(s.at(2*x+1, 2*y)).Add(s.at(2*x, 2*y+1)).Add(s.at(2*x+1, 2*y+1))
			half.texels[y*half.size+x] = sum.Mul(0.25)
		}
	}
	return half
}

// doubled returns the square with twice as many texels along an edge.
func (s *square) doubled() square {
	double := newSquare(2 * s.size)
	for y := range double.size {
		for x := range double.size {
			double.texels[y*double.size+x] = s.sample(
				(float32(x)+0.5)/float32(double.size), (float32(y)+0.5)/float32(double.size))
		}
	}
	return double
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

func floor(x float32) int { return int(math.Floor(float64(x))) }
