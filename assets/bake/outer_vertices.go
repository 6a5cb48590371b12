package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// outerVertices measures how far two poses of 8 times are apart at the outermost vertices of the
// skeleton's models ([rig.Skeleton.OuterVertices]). A joint whose model matrix is off by the matrix
// A and the vector t moves a vertex at p, which follows it by the weight w, by w·A·p + w·t. That is
// at most |w·p|·|A| + w·|t|, so that few vertices have to be moved: those whose bound is above the
// error that is known already.
type outerVertices struct {
	vertices   []outerVertex
	influences []outerInfluence
	// Scratch. By joint: the difference of the matrices of 8 times, column by column, and the
	// largest norms of A and t.
	differences []float32
	norms       [][2]float32
	factors     []float64 // by joint: the norm of A is at most this times its Frobenius norm
}

// outerVertex is a vertex with the influences from the index of the first one up to another.
type outerVertex struct{ first, end int32 }

// outerInfluence is the share of a joint in the position of a vertex.
type outerInfluence struct {
	joint    int32
	position [3]float32 // in the joint's space, times the weight
	weight   float32
	// The length of position, rounded up, and the size of the weight.
	distance, share float32
}

const (
	columnSize = 3 * kernel.Lanes       // the numbers of a column of 8 matrices
	matrixSize = kernel.BlockMatrixSize // of 8 matrices
	normSlack  = 1 + 1.0/(1<<18)        // for the rounding of norms
)

// newOuterVertices returns nil for a clip whose skeleton has no outer vertices.
func newOuterVertices(c *clip.Clip) *outerVertices {
	s := c.Skeleton()
	list := s.OuterVertices()
	if len(list) == 0 {
		return nil
	}
	o := &outerVertices{differences: make([]float32, s.Len()*matrixSize), norms: make([][2]float32, s.Len()), factors: normFactors(c)}
	for _, influences := range list {
		first := len(o.influences)
		for _, v := range influences {
			i := outerInfluence{joint: int32(v.Joint), weight: v.Weight, share: max(v.Weight, -v.Weight)}
			square := 0.0
			for c, x := range v.Position {
				i.position[c] = x * v.Weight
				square += float64(float64(i.position[c]) * float64(i.position[c]))
			}
			i.distance = float32(float64(math.Sqrt(square) * normSlack))
			o.influences = append(o.influences, i)
		}
		o.vertices = append(o.vertices, outerVertex{int32(first), int32(len(o.influences))})
	}
	return o
}

// maxDistance returns the largest distance in meters of a vertex, moved by the model matrices of 8
// times, from where others move it, or least if none is farther.
func (o *outerVertices) maxDistance(models, expected []float32, least float64) float64 {
	o.subtract(models, expected)
	largest := float64(least * least)
	bound := float32(least)
	for _, v := range o.vertices {
		influences := o.influences[v.first:v.end]
		most := float32(0)
		for i := range influences {
			n := &o.norms[influences[i].joint]
			most += float32(influences[i].distance*n[0]) + float32(influences[i].share*n[1])
		}
		if most <= bound {
			continue
		}
		if square := o.square(influences); !(square <= largest) {
			largest = square
			bound = float32(math.Sqrt(square))
		}
	}
	return math.Sqrt(largest)
}

// subtract computes the differences of the matrices and their norms.
func (o *outerVertices) subtract(models, expected []float32) {
	for joint := range o.norms {
		m, e := (*[matrixSize]float32)(models[joint*matrixSize:]), (*[matrixSize]float32)(expected[joint*matrixSize:])
		d := (*[matrixSize]float32)(o.differences[joint*matrixSize:])
		var squares, translations [kernel.Lanes]float32
		for row := range 3 {
			for column := range 4 {
				from, to := (row*4+column)*kernel.Lanes, column*columnSize+row*kernel.Lanes
				sums := &squares
				if column == 3 {
					sums = &translations
				}
				a, b, c := (*[8]float32)(m[from:]), (*[8]float32)(e[from:]), (*[8]float32)(d[to:])
				for lane := range c {
					x := a[lane] - b[lane]
					c[lane] = x
					sums[lane] += float32(x * x)
				}
			}
		}
		n := [2]float32{squares[0], translations[0]}
		for lane := 1; lane < kernel.Lanes; lane++ {
			n[0], n[1] = max(n[0], squares[lane]), max(n[1], translations[lane])
		}
		o.norms[joint] = [2]float32{
			float32(float64(math.Sqrt(float64(n[0])) * o.factors[joint])), float32(float64(math.Sqrt(float64(n[1])) * normSlack)),
		}
	}
}

// normFactors returns for each joint of a clip by how much the Frobenius norm of the difference of
// two of its matrices, without their translations, may be multiplied to be at least the norm: the
// largest factor by which it changes the length of a vector. The difference of two rotations by an
// angle has the singular values 2·sin(angle/2) twice and 0, so that the norm is the Frobenius norm
// divided by √2. That holds for joints that no clip scales and whose scale is the same along all
// axes. Rounding adds a little: the difference may be as small as 1e-5.
func normFactors(c *clip.Clip) []float64 {
	const rigid = 0.7071067811865476 * (1 + 1.0/64)
	s := c.Skeleton()
	scaled := make([]bool, s.Len())
	for _, t := range c.Tracks() {
		if t.Property == clip.Scale {
			scaled[t.Joint] = true
		}
	}
	factors := make([]float64, s.Len())
	for joint, parent := range s.Parents() {
		scale := s.Rest(joint).Scale
		factors[joint] = rigid
		if scaled[joint] || scale[0] != scale[1] || scale[0] != scale[2] || parent >= 0 && factors[parent] != rigid {
			factors[joint] = normSlack
		}
	}
	return factors
}

// square returns the largest square of the distance that the differences move a vertex.
func (o *outerVertices) square(influences []outerInfluence) float64 {
	var moved [columnSize]float32
	for i := range influences {
		v := &influences[i]
		d := o.differences[int(v.joint)*matrixSize:][:matrixSize]
		for c, x := range v.position {
			kernel.AddScaled(moved[:], d[c*columnSize:][:columnSize], x)
		}
		kernel.AddScaled(moved[:], d[3*columnSize:], v.weight)
	}
	largest := float32(0)
	for lane := range kernel.Lanes {
		x, y, z := moved[lane], moved[kernel.Lanes+lane], moved[2*kernel.Lanes+lane]
		largest = max(largest, float32(x*x)+float32(y*y)+float32(z*z))
	}
	return float64(largest)
}
