package bodies

import (
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// local is the local transform of a joint.
type local struct {
	rotation           exact.Quat
	translation, scale exact.Vec3
}

// offset returns the index of a joint's number in row 0 of a local pose.
func offset(joint int) int { return joint/kernel.Lanes*kernel.GroupSize + joint%kernel.Lanes }

// readLocal returns the local transform of a joint of a local pose.
func readLocal(locals []float32, joint int) (l local) {
	from := locals[offset(joint):]
	for i := range l.rotation {
		l.rotation[i] = float64(from[i*kernel.Lanes])
	}
	for i := range l.translation {
		l.translation[i] = float64(from[(4+i)*kernel.Lanes])
		l.scale[i] = float64(from[(7+i)*kernel.Lanes])
	}
	return l
}

// matrix returns the transform as a matrix.
func (l *local) matrix() (m exact.Affine) {
	x, y, z, w := l.rotation[0], l.rotation[1], l.rotation[2], l.rotation[3]
	xx, yy, zz := float64(2*x*x), float64(2*y*y), float64(2*z*z)
	xy, xz, yz := float64(2*x*y), float64(2*x*z), float64(2*y*z)
	wx, wy, wz := float64(2*w*x), float64(2*w*y), float64(2*w*z)
	s, t := l.scale, l.translation
	return exact.Affine{
		(1 - (yy + zz)) * s[0], (xy - wz) * s[1], (xz + wy) * s[2], t[0],
		(xy + wz) * s[0], (1 - (xx + zz)) * s[1], (yz - wx) * s[2], t[1],
		(xz - wy) * s[0], (yz + wx) * s[1], (1 - (xx + yy)) * s[2], t[2],
	}
}

// store writes the transform to a local pose and to a body, and reports whether it did: not if a number is beyond float32.
func (l *local) store(locals []float32, body *Body) bool {
	rotation, translation, scale := l.rotation.Float32(), l.translation.Float32(), l.scale.Float32()
	numbers := [kernel.Rows]float32{
		rotation[0], rotation[1], rotation[2], rotation[3],
		translation[0], translation[1], translation[2], scale[0], scale[1], scale[2],
	}
	for _, v := range numbers {
		if !exact.IsFinite(v) {
			return false
		}
	}
	body.Local, body.IsPosed = numbers, true
	body.Show(locals)
	return true
}

// Show writes the local transform that the body gave its joint to a local pose, if it gave one.
func (b *Body) Show(locals []float32) {
	if !b.IsPosed {
		return
	}
	to := locals[offset(int(b.Joint)):]
	for i, v := range b.Local {
		to[i*kernel.Lanes] = v
	}
}

// Rebase changes the local transform of a root joint of a local pose, so that it is at the same place when the character's
// transform changes: m is the inverse of the new transform · the old one.
func Rebase(locals []float32, joint int, m *exact.Affine) {
	l := readLocal(locals, joint)
	matrix := l.matrix()
	matrix = m.Mul(&matrix)
	for c, s := range l.scale {
		for r := range 3 {
			matrix[4*r+c] /= s
		}
	}
	translation, rotation, _, ok := Split(&matrix)
	if !ok {
		return
	}
	if rotation.Dot(l.rotation) < 0 { // keep the sign, which velocities are measured by
		rotation = exact.Quat{-rotation[0], -rotation[1], -rotation[2], -rotation[3]}
	}
	l.rotation, l.translation = rotation, translation
	var body Body
	body.Joint = int32(joint)
	l.store(locals, &body)
}
