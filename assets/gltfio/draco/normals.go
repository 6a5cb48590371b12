//go:build cgo && (customenv || (amd64 && (linux || darwin || windows)))

package draco

import (
	"math"
	"sync"

	"github.com/qmuntal/draco-go/draco"
)

// Draco stores a normal as a point (s, t) of a square, -1 to 1, that an octahedron is unfolded to:
// x = 1 - |s| - |t|, and what is folded back where x is below 0. Version 1.4.0 of the library,
// which draco-go 0.5.0 includes, takes the absolute values of integers there (Draco 1.4.1 repaired
// it), so that x is 1 wherever |s| and |t| are below 1, and normals are up to 90 degrees off. The
// point can still be told from the result.

// maxNormalBits is the most bits of a coordinate of normals with which points are told. Encoders
// use 8 to 12.
const maxNormalBits = 14

// probe is a compressed triangle with the normal (-0.6, 0, 0.8).
const probe = "DRACO\x02\x02\x01\x00\x00\x00\x01\x03\x01\x00\x01\x02\x01\x02\x00\x09\x03\x00\x00\x01\x09\x03\x00\x01\x02\x03" +
	"\x00\x01\x01\x00\x03\x03\xad\x2a\x55\x15\x03\xa0\x7a\x81\x88\x01\x00\x00\x00\x00\x0f\x00\x00\x00\x00\x03\x01\x01\x01\x4a" +
	"\x55\x35\xff\x1f\xad\x0a\x03\xb5\x32\x83\xff\x00\x00\x00\x7f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x80\x3f\x04\x08"

// unfoldedNormals reports whether the library has the fault.
var unfoldedNormals = sync.OnceValue(func() bool {
	decoded, err := decodeMesh([]byte(probe))
	if err != nil {
		return false
	}
	normals, ok := decoded.AttrData(decoded.AttrByUniqueID(1), make([]float32, 9))
	return ok && !(normals.([]float32)[0] < -0.5)
})

// repairNormals replaces normals of a library with the fault by the right ones. Normals that were
// not stored as points of the octahedron stay as they are: they lie on no grid of points.
func repairNormals(attribute *draco.PointAttr, normals []float32) {
	if attribute.Type() != draco.GAT_NORMAL || attribute.NumComponents() != 3 || !unfoldedNormals() {
		return
	}
	points, ok := octahedralPoints(normals)
	if !ok {
		return
	}
	for i, p := range points {
		n := fold(p[0], p[1])
		copy(normals[3*i:], n[:])
	}
}

// octahedralPoints tells the points that normals of a library with the fault were computed from,
// and whether all lie on a grid of Draco: 2^bits - 2 steps from -1 to 1.
func octahedralPoints(normals []float32) (points [][2]float64, ok bool) {
	points = make([][2]float64, len(normals)/3)
	for i := range points {
		x, y, z := float64(normals[3*i]), float64(normals[3*i+1]), float64(normals[3*i+2])
		length := x // what the point was divided by
		switch {
		case x < 0 && y == 0 && z == 0: // a corner of the square
			points[i] = [2]float64{1, 1}
			continue
		case x == 0: // an edge of the square
			length = max(math.Abs(y), math.Abs(z))
		}
		if !(length > 0) || math.Abs(y) > length || math.Abs(z) > length {
			return nil, false
		}
		points[i] = [2]float64{y / length, z / length}
	}
	for bits := 2; bits <= maxNormalBits; bits++ {
		steps := float64(int(1)<<bits - 2)
		if onGrid(points, steps) {
			for i := range points {
				for k, c := range points[i] {
					points[i][k] = 2*math.Round((c+1)/2*steps)/steps - 1
				}
			}
			return points, true
		}
	}
	return nil, false
}

func onGrid(points [][2]float64, steps float64) bool {
	const rounding = 1e-6 // of float32, in a point
	for _, p := range points {
		for _, c := range p {
			at := (c + 1) / 2 * steps
			if math.Abs(at-math.Round(at)) > rounding*steps {
				return false
			}
		}
	}
	return true
}

// fold returns the normal of a point.
func fold(s, t float64) (normal [3]float32) {
	x := 1 - math.Abs(s) - math.Abs(t)
	if x < 0 {
		s, t = s-math.Copysign(-x, s), t-math.Copysign(-x, t)
	}
	length := math.Sqrt(x*x + s*s + t*t)
	for i, c := range [3]float64{x, s, t} {
		normal[i] = float32(c / length)
	}
	return normal
}
