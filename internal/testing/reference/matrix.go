package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
)

// Matrix is a 4x4 matrix in row-major order; its fourth column is the translation.
type Matrix [4][4]float64

// Identity returns the identity matrix.
func Identity() Matrix { return Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}} }

// MatrixOf converts an asset's 3x4 matrix and appends the last row 0, 0, 0, 1.
func MatrixOf(m rig.Matrix) Matrix {
	out := Identity()
	for r := range 3 {
		for c := range 4 {
			out[r][c] = float64(m[4*r+c])
		}
	}
	return out
}

// Mul returns the product m·n.
func (m Matrix) Mul(n Matrix) Matrix {
	var p Matrix
	for r := range 4 {
		for c := range 4 {
			for k := range 4 {
				p[r][c] += m[r][k] * n[k][c]
			}
		}
	}
	return p
}

// Add returns m + n.
func (m Matrix) Add(n Matrix) Matrix {
	for r := range 4 {
		for c := range 4 {
			m[r][c] += n[r][c]
		}
	}
	return m
}

// Times returns s·m.
func (m Matrix) Times(s float64) Matrix {
	for r := range 4 {
		for c := range 4 {
			m[r][c] *= s
		}
	}
	return m
}

// Transposed returns the transpose of m.
func (m Matrix) Transposed() Matrix {
	var t Matrix
	for r := range 4 {
		for c := range 4 {
			t[c][r] = m[r][c]
		}
	}
	return t
}

// Point returns m·(p, 1): the point p transformed.
func (m Matrix) Point(p Vector) Vector {
	return m.Direction(p).Add(Vector{m[0][3], m[1][3], m[2][3]})
}

// Direction returns m·(d, 0): the direction d transformed, without the translation.
func (m Matrix) Direction(d Vector) Vector {
	var v Vector
	for r := range 3 {
		v[r] = m[r][0]*d[0] + m[r][1]*d[1] + m[r][2]*d[2]
	}
	return v
}

// Determinant returns the determinant of the upper left 3x3 part. It is negative if the matrix
// mirrors.
func (m Matrix) Determinant() float64 {
	x, y, z := m.column(0), m.column(1), m.column(2)
	c := x.Cross(y)
	return c[0]*z[0] + c[1]*z[1] + c[2]*z[2]
}

func (m Matrix) column(c int) Vector { return Vector{m[0][c], m[1][c], m[2][c]} }

// Inverse returns the inverse, by Gauss-Jordan elimination with partial pivoting, and reports
// whether there is one.
func (m Matrix) Inverse() (Matrix, bool) {
	inverse := Identity()
	for c := range 4 {
		pivot := c
		for r := c + 1; r < 4; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[pivot][c]) {
				pivot = r
			}
		}
		if m[pivot][c] == 0 {
			return Matrix{}, false
		}
		m[c], m[pivot] = m[pivot], m[c]
		inverse[c], inverse[pivot] = inverse[pivot], inverse[c]
		scale := m[c][c]
		for k := range 4 {
			m[c][k] /= scale
			inverse[c][k] /= scale
		}
		for r := range 4 {
			if r == c {
				continue
			}
			factor := m[r][c]
			for k := range 4 {
				m[r][k] -= factor * m[c][k]
				inverse[r][k] -= factor * inverse[c][k]
			}
		}
	}
	return inverse, true
}

// TRS is a local transform. It scales first, then rotates, then translates.
type TRS struct {
	Translation Vector
	Rotation    Quaternion
	Scale       Vector
}

// TRSOf converts an asset's transform.
func TRSOf(t rig.TRS) TRS {
	v := t.Rotation.V
	return TRS{
		Translation: vectorOf(t.Translation),
		Rotation:    Quaternion{float64(v[0]), float64(v[1]), float64(v[2]), float64(t.Rotation.W)},
		Scale:       vectorOf(t.Scale),
	}
}

// Matrix returns translation · rotation · scale. The columns of the rotation matrix are the rotated
// axes.
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
