package gltfio

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// lengthTolerance is how far from 1 a vector's squared length may be and still count as 1: float32 rounding.
const lengthTolerance = 1e-5

// unitNormals returns the normals at unit length: the same slice if they have it, a copy otherwise. Those of length 0, which are
// counted, become +Y.
func unitNormals(source []mgl32.Vec3) (normals []mgl32.Vec3, zeros int) {
	normals = source
	copied := false
	for i, n := range source {
		v := widen(n)
		square := dot(v, v)
		if math.Abs(square-1) <= lengthTolerance {
			continue
		}
		if !copied {
			normals, copied = slices.Clone(source), true
		}
		if square == 0 {
			zeros++
			v = [3]float64{0, 1, 0}
		}
		normals[i] = shrink(unit(v))
	}
	return normals, zeros
}

// unitTangents returns the tangents at unit length and with a handedness of 1 or -1: the same slice if they have that, a copy
// otherwise. Those of length 0, which become +X, and those of another handedness, of which the sign is kept, are counted.
func unitTangents(source []mgl32.Vec4) (tangents []mgl32.Vec4, odd int) {
	tangents = source
	copied := false
	for i, t := range source {
		v := widen(t.Vec3())
		square := dot(v, v)
		handed := t[3] == 1 || t[3] == -1
		if math.Abs(square-1) <= lengthTolerance && handed {
			continue
		}
		if !copied {
			tangents, copied = slices.Clone(source), true
		}
		if square == 0 || !handed {
			odd++
		}
		if square == 0 {
			v = [3]float64{1, 0, 0}
		}
		w := float32(1)
		if t[3] < 0 {
			w = -1
		}
		tangents[i] = shrink(unit(v)).Vec4(w)
	}
	return tangents, odd
}
