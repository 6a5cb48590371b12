package reference

import "github.com/sinew-go/sinew/assets/rig"

// TRS is a local transform: scale first, then rotation, then translation.
type TRS struct {
	Translation Vector
	Rotation    Quaternion
	Scale       Vector
}

// TRSOf widens an asset's transform.
func TRSOf(t rig.TRS) TRS {
	v := t.Rotation.V
	return TRS{
		Translation: vectorOf(t.Translation),
		Rotation:    Quaternion{float64(v[0]), float64(v[1]), float64(v[2]), float64(t.Rotation.W)},
		Scale:       vectorOf(t.Scale),
	}
}

// Matrix returns translation · rotation · scale. The rotation's columns are the rotated axes.
func (t TRS) Matrix() Matrix {
	translation, rotation, scale := Identity(), Identity(), Identity()
	q := t.Rotation.Unit()
	for c := range 3 {
		var axis Vector
		axis[c] = 1
		axis = q.Rotate(axis)
		for r := range 3 {
			rotation[r][c] = axis[r]
		}
		translation[c][3] = t.Translation[c]
		scale[c][c] = t.Scale[c]
	}
	return translation.Mul(rotation).Mul(scale)
}
