package gltfio

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/rig"
)

// placement is where a node sits in its parent.
type placement struct {
	local rig.Matrix
	trs   rig.TRS
	// inexact says why trs is not quite local: a matrix with shear. Joints must not have one.
	inexact error
}

// unitTolerance is how far from 1 the length of a rotation may be before that is worth a warning: what quantized rotations and
// sloppy exporters leave, and no eye can see.
const unitTolerance = 0.01

// placeNode returns the node's transform. Errors name the property.
func placeNode(n *gltf.Node) (p placement, warning string, err error) {
	if n.Matrix != gltf.DefaultMatrix {
		p, err = placeMatrix(n.Matrix)
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
		if err := narrow(part.to, part.from); err != nil {
			return p, "", &Error{Path: part.name, Err: err}
		}
	}
	length := quaternionLength(q)
	if length == 0 {
		return p, "", fault("rotation", "it is the zero quaternion, which is no rotation")
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
func placeMatrix(columns [16]float64) (p placement, err error) {
	var m mgl32.Mat4
	if err := narrow(m[:], columns[:]); err != nil {
		return p, &Error{Path: "matrix", Err: err}
	}
	if !hasAffineRow(m) {
		return p, fault("matrix", "its last row is %v, not 0 0 0 1", m.Row(3))
	}
	p.local = rig.MatrixFromMat4(m)
	p.trs, err = decompose(p.local)
	if errors.Is(err, rig.ErrShear) {
		p.inexact = err
		p.trs, err = decompose(straighten(p.local))
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
func narrow(to []float32, from []float64) error {
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
