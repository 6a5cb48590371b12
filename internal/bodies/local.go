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

// store writes the transform to a local pose and to a body, and reports whether it did: not if a
// number is beyond float32.
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

// Rebase changes the local transforms of the joints of bodies that hang on no other body in a local
// pose, so that they are at the same places when the character's transform changes: m is the
// inverse of the new transform · the old one, and size the factor by which it scales.
func Rebase(locals []float32, parents []int16, list []Body, m *exact.Affine, size float64) {
	for i := range list {
		if hangs(parents, list, i) {
			continue
		}
		joint := int(list[i].Joint)
		l := readLocal(locals, joint)
		above := exact.IdentityAffine
		for j := parents[joint]; j >= 0; j = parents[j] {
			parent := readLocal(locals, int(j))
			matrix := parent.matrix()
			above = matrix.Mul(&above)
		}
		inverse, ok := above.Inverse()
		if !ok {
			continue
		}
		matrix := l.matrix()
		matrix = above.Mul(&matrix)
		matrix = m.Mul(&matrix)
		matrix = inverse.Mul(&matrix)
		for c, s := range l.scale {
			for r := range 3 {
				matrix[4*r+c] /= s
			}
		}
		if translation, rotation, _, ok := Split(&matrix); ok {
			l.rotation, l.translation, l.scale = rotation, translation, l.scale.Scale(size)
			l.store(locals, &Body{Joint: int32(joint)})
		}
	}
}

// hangs reports whether a body hangs on another one.
func hangs(parents []int16, list []Body, i int) bool {
	for j := parents[list[i].Joint]; j >= 0; j = parents[j] {
		for k := range list[:i] {
			if list[k].Joint == int32(j) {
				return true
			}
		}
	}
	return false
}
