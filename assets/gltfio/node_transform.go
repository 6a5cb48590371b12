package gltfio

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// nodeTransform is the transform from a node's space to its parent's.
type nodeTransform struct {
	local rig.Matrix
	trs   rig.TRS // local as translation, rotation and scale
	// shear is not nil when local has shear. Then trs is only close to local, so the node cannot be
	// a joint.
	shear error
}

// unitTolerance is how far the length of a quaternion may be from 1 without a warning. Quantized
// rotations and careless exporters stay below it, and the difference cannot be seen.
const unitTolerance = 0.01

// readTransform returns the transform of a node, and a warning or "". The path of an error is the
// name of the property.
func readTransform(n *gltf.Node) (t nodeTransform, warning string, err error) {
	if n.Matrix != gltf.DefaultMatrix {
		t, err = transformOfMatrix(n.Matrix)
		return t, "", err
	}
	t.trs = rig.IdentityTRS()
	var q [4]float32
	for _, property := range []struct {
		name string
		from []float64
		to   []float32
	}{
		{"translation", n.Translation[:], t.trs.Translation[:]},
		{"scale", n.Scale[:], t.trs.Scale[:]},
		{"rotation", n.Rotation[:], q[:]},
	} {
		if err := toFloat32s(property.to, property.from); err != nil {
			return t, "", &Error{Path: property.name, Err: err}
		}
	}
	length := quaternionLength(q)
	if length == 0 {
		return t, "", errorAt("rotation", "expected a rotation, found a quaternion of length 0")
	}
	if math.Abs(length-1) > unitTolerance {
		warning = fmt.Sprintf("the quaternion has length %.4g instead of 1; it was normalized", length)
	}
	t.trs.Rotation = exact.QuatFromXYZW(exact.Normalized32(q))
	t.local = t.trs.Matrix()
	return t, warning, nil
}

// transformOfMatrix returns the transform that a node has as a column-major 4x4 matrix.
func transformOfMatrix(columns [16]float64) (t nodeTransform, err error) {
	var m mgl32.Mat4
	if err := toFloat32s(m[:], columns[:]); err != nil {
		return t, &Error{Path: "matrix", Err: err}
	}
	if !hasAffineRow(m) {
		return t, errorAt("matrix", "expected the last row 0 0 0 1, found %v", m.Row(3))
	}
	t.local = rig.MatrixFromMat4(m)
	t.trs, err = decompose(t.local)
	if errors.Is(err, rig.ErrShear) {
		t.shear = err
		t.trs, err = decompose(orthogonalize(t.local))
	}
	if err != nil {
		return t, &Error{Path: "matrix", Err: err}
	}
	return t, nil
}

// hasAffineRow reports whether the last row of a matrix is 0 0 0 1, within the float32 rounding of
// exported matrices.
func hasAffineRow(m mgl32.Mat4) bool {
	const tolerance = 1e-4
	for c, want := range [4]float32{0, 0, 0, 1} {
		if d := m[4*c+3] - want; d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// toFloat32s converts the numbers of from, and returns an error for one that float32 cannot hold.
func toFloat32s(to []float32, from []float64) error {
	for i, v := range from {
		to[i] = float32(v)
		if !exact.IsFinite(to[i]) {
			return fmt.Errorf("expected a number that float32 can hold, found %v", v)
		}
	}
	return nil
}

// quaternionLength returns the length of the quaternion x, y, z, w.
func quaternionLength(q [4]float32) float64 {
	wide := exact.Quat{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])}
	return math.Sqrt(wide.Dot(wide))
}

// decompose splits a matrix as [rig.Matrix.Decompose] does, and accepts columns of length 0 as
// well: such an axis gets scale 0 and a direction perpendicular to the other two.
func decompose(m rig.Matrix) (rig.TRS, error) {
	columns, zero := columnsOf(m), [3]bool{}
	for c, column := range columns {
		zero[c] = column == exact.Vec3{}
	}
	if zero == [3]bool{} {
		return m.Decompose()
	}
	for c := range columns {
		a, b := (c+1)%3, (c+2)%3
		switch {
		case !zero[c]:
			continue
		case columns[a] == exact.Vec3{} && columns[b] == exact.Vec3{}:
			columns[c] = exact.Vec3{}
			columns[c][c] = 1
		case columns[a] == exact.Vec3{}:
			columns[c] = perpendicular(columns[b].Normalized())
		case columns[b] == exact.Vec3{}:
			columns[c] = perpendicular(columns[a].Normalized())
		default:
			columns[c] = columns[a].Normalized().Cross(columns[b].Normalized())
		}
		if columns[c] = columns[c].Normalized(); columns[c] == (exact.Vec3{}) {
			return rig.TRS{}, rig.ErrShear // the other two are parallel
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

// orthogonalize returns the matrix without shear: the second and third columns are turned until all
// columns are perpendicular (Gram-Schmidt). The columns keep their lengths.
func orthogonalize(m rig.Matrix) rig.Matrix {
	columns := columnsOf(m)
	x := columns[0].Normalized()
	y := reject(columns[1].Normalized(), x)
	if y.Length() < 1e-6 {
		y = perpendicular(x)
	}
	y = y.Normalized()
	z := x.Cross(y)
	if z.Dot(columns[2]) < 0 {
		z = exact.Vec3{-z[0], -z[1], -z[2]}
	}
	for c, axis := range [3]exact.Vec3{x, y, z} {
		columns[c] = axis.Scale(columns[c].Length())
	}
	return withColumns(m, columns)
}

// columnsOf returns the first three columns of a matrix, without the translation.
func columnsOf(m rig.Matrix) (columns [3]exact.Vec3) {
	for c := range 3 {
		for r := range 3 {
			columns[c][r] = float64(m[4*r+c])
		}
	}
	return columns
}

// withColumns returns the matrix with its first three columns replaced.
func withColumns(m rig.Matrix, columns [3]exact.Vec3) rig.Matrix {
	for c := range 3 {
		for r := range 3 {
			m[4*r+c] = float32(columns[c][r])
		}
	}
	return m
}

// reject returns the part of v that is perpendicular to a unit vector.
func reject(v, axis exact.Vec3) exact.Vec3 {
	return v.Sub(axis.Scale(v.Dot(axis)))
}

// perpendicular returns a unit vector perpendicular to a unit vector.
func perpendicular(v exact.Vec3) exact.Vec3 {
	var axis exact.Vec3
	smallest := 0
	for i := range v {
		if math.Abs(v[i]) < math.Abs(v[smallest]) {
			smallest = i
		}
	}
	axis[smallest] = 1
	return reject(axis, v).Normalized()
}
