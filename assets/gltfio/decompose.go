package gltfio

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
)

// decompose takes a matrix apart as [rig.Matrix.Decompose] does, and also matrices that flatten space along their own axes:
// an axis of length 0 gets a scale of 0 and the direction that is at right angles to the others.
func decompose(m rig.Matrix) (rig.TRS, error) {
	columns, zero := columnsOf(m), [3]bool{}
	for c, column := range columns {
		zero[c] = column == [3]float64{}
	}
	if zero == [3]bool{} {
		return m.Decompose()
	}
	for c := range columns {
		a, b := (c+1)%3, (c+2)%3
		switch {
		case !zero[c]:
			continue
		case columns[a] == [3]float64{} && columns[b] == [3]float64{}:
			columns[c] = [3]float64{}
			columns[c][c] = 1
		case columns[a] == [3]float64{}:
			columns[c] = perpendicular(unit(columns[b]))
		case columns[b] == [3]float64{}:
			columns[c] = perpendicular(unit(columns[a]))
		default:
			columns[c] = cross(unit(columns[a]), unit(columns[b]))
		}
		if columns[c] = unit(columns[c]); columns[c] == [3]float64{} {
			return rig.TRS{}, rig.ErrShear // the others are parallel
		}
	}
	t, err := withColumns(m, columns).Decompose()
	for c := range zero {
		if zero[c] {
			t.Scale[c] = 0
		}
	}
	return t, err
}

// straighten returns the matrix with its second and third column turned to right angles with those before (Gram-Schmidt), at
// their lengths.
func straighten(m rig.Matrix) rig.Matrix {
	columns := columnsOf(m)
	x := unit(columns[0])
	y := reject(unit(columns[1]), x)
	if length(y) < 1e-6 {
		y = perpendicular(x)
	}
	y = unit(y)
	z := cross(x, y)
	if dot(z, columns[2]) < 0 {
		z = [3]float64{-z[0], -z[1], -z[2]}
	}
	axes := [3][3]float64{x, y, z}
	for c := range columns {
		n := length(columns[c])
		for r := range 3 {
			columns[c][r] = float64(axes[c][r] * n)
		}
	}
	return withColumns(m, columns)
}

func columnsOf(m rig.Matrix) (columns [3][3]float64) {
	for c := range 3 {
		for r := range 3 {
			columns[c][r] = float64(m[4*r+c])
		}
	}
	return columns
}

func withColumns(m rig.Matrix, columns [3][3]float64) rig.Matrix {
	for c := range 3 {
		for r := range 3 {
			m[4*r+c] = float32(columns[c][r])
		}
	}
	return m
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

func length(v [3]float64) float64 { return math.Sqrt(dot(v, v)) }

// unit returns the vector at length 1, and the zero vector as it is.
func unit(v [3]float64) [3]float64 {
	n := length(v)
	if n == 0 {
		return v
	}
	return [3]float64{v[0] / n, v[1] / n, v[2] / n}
}

// reject returns what of v is at right angles to the unit vector axis.
func reject(v, axis [3]float64) [3]float64 {
	d := dot(v, axis)
	for i := range v {
		v[i] -= float64(d * axis[i])
	}
	return v
}

// perpendicular returns a vector at right angles to a unit vector.
func perpendicular(v [3]float64) [3]float64 {
	var axis [3]float64
	smallest := 0
	for i := range v {
		if math.Abs(v[i]) < math.Abs(v[smallest]) {
			smallest = i
		}
	}
	axis[smallest] = 1
	return unit(reject(axis, v))
}
