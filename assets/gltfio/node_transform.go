package gltfio

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
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
func orthogonalize(m rig.Matrix) rig.Matrix {
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

// placement is where a node sits in its parent.
type nodeTransform struct {
	local rig.Matrix
	trs   rig.TRS
	// inexact says why trs is not quite local: a matrix with shear. Joints must not have one.
	shear error
}

// unitTolerance is how far from 1 the length of a rotation may be before that is worth a warning: what quantized rotations and
// sloppy exporters leave, and no eye can see.
const unitTolerance = 0.01

// placeNode returns the node's transform. Errors name the property.
func readTransform(n *gltf.Node) (p nodeTransform, warning string, err error) {
	if n.Matrix != gltf.DefaultMatrix {
		p, err = transformOfMatrix(n.Matrix)
		return p, "", err
	}
	p.trs = rig.IdentityTRS()
	var q [4]float32
	for _, part := range []struct {
		name string
		from []float64
		to   []float32
	}{
		{"translation", n.Translation[:], p.trs.Translation[:]},
		{"scale", n.Scale[:], p.trs.Scale[:]},
		{"rotation", n.Rotation[:], q[:]},
	} {
		if err := toFloat32s(part.to, part.from); err != nil {
			return p, "", &Error{Path: part.name, Err: err}
		}
	}
	length := quaternionLength(q)
	if length == 0 {
		return p, "", errorAt("rotation", "it is the zero quaternion, which is no rotation")
	}
	if math.Abs(length-1) > unitTolerance {
		warning = fmt.Sprintf("the quaternion's length was %.4g; it was made 1", length)
	}
	for i := range q {
		q[i] = float32(float64(q[i]) / length)
	}
	p.trs.Rotation = mgl32.Quat{W: q[3], V: mgl32.Vec3{q[0], q[1], q[2]}}
	p.local = p.trs.Matrix()
	return p, warning, nil
}

// placeMatrix takes a node's column-major matrix.
func transformOfMatrix(columns [16]float64) (p nodeTransform, err error) {
	var m mgl32.Mat4
	if err := toFloat32s(m[:], columns[:]); err != nil {
		return p, &Error{Path: "matrix", Err: err}
	}
	if !hasAffineRow(m) {
		return p, errorAt("matrix", "its last row is %v, not 0 0 0 1", m.Row(3))
	}
	p.local = rig.MatrixFromMat4(m)
	p.trs, err = decompose(p.local)
	if errors.Is(err, rig.ErrShear) {
		p.shear = err
		p.trs, err = decompose(orthogonalize(p.local))
	}
	if err != nil {
		return p, &Error{Path: "matrix", Err: err}
	}
	return p, nil
}

// hasAffineRow says whether the last row is 0 0 0 1, give or take what float32 rounding leaves in exported matrices.
func hasAffineRow(m mgl32.Mat4) bool {
	const tolerance = 1e-4
	for c, want := range [4]float32{0, 0, 0, 1} {
		if d := m[4*c+3] - want; d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// narrow converts to float32, and refuses what that makes infinite.
func toFloat32s(to []float32, from []float64) error {
	for i, v := range from {
		to[i] = float32(v)
		if to[i]-to[i] != 0 {
			return fmt.Errorf("%v is beyond float32", v)
		}
	}
	return nil
}

func quaternionLength(q [4]float32) float64 {
	var n float64
	for _, v := range q {
		n += float64(float64(v) * float64(v))
	}
	return math.Sqrt(n)
}
