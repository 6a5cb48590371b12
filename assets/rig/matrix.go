package rig

import "github.com/go-gl/mathgl/mgl32"

// MatrixSize is how many float32 a matrix takes in the flat slices of poses and palettes.
const MatrixSize = 12

// Matrix is an affine transform of column vectors: the upper three rows of a 4x4 matrix, row after row, so that element
// [4r+c] is row r, column c, and [3], [7], [11] are the translation. It is the form of every model matrix and palette
// entry, in memory and on the GPU.
type Matrix [MatrixSize]float32

// IdentityMatrix returns the matrix that changes nothing.
func IdentityMatrix() Matrix {
	return Matrix{0: 1, 5: 1, 10: 1}
}

// MatrixFromMat4 takes the upper three rows of a column-major 4x4 matrix; the last row is not looked at.
func MatrixFromMat4(m mgl32.Mat4) Matrix {
	return Matrix{
		m[0], m[4], m[8], m[12],
		m[1], m[5], m[9], m[13],
		m[2], m[6], m[10], m[14],
	}
}

// MatrixAt returns matrix i of a flat slice of matrices.
func MatrixAt(matrices []float32, i int) Matrix {
	return Matrix(matrices[i*MatrixSize : i*MatrixSize+MatrixSize])
}

// Mat4 returns the matrix in column-major 4x4 form.
func (m Matrix) Mat4() mgl32.Mat4 {
	return mgl32.Mat4{
		m[0], m[4], m[8], 0,
		m[1], m[5], m[9], 0,
		m[2], m[6], m[10], 0,
		m[3], m[7], m[11], 1,
	}
}

// Mul returns the product m·n: the transform that applies n first. The operations are those of the frame path's kernels,
// in their order.
func (m Matrix) Mul(n Matrix) Matrix {
	var p Matrix
	for r := 0; r < 12; r += 4 {
		a, b, c, d := m[r], m[r+1], m[r+2], m[r+3]
		p[r] = float32(a*n[0]) + float32(b*n[4]) + float32(c*n[8])
		p[r+1] = float32(a*n[1]) + float32(b*n[5]) + float32(c*n[9])
		p[r+2] = float32(a*n[2]) + float32(b*n[6]) + float32(c*n[10])
		p[r+3] = float32(a*n[3]) + float32(b*n[7]) + float32(c*n[11]) + d
	}
	return p
}

// Point returns the point transformed.
func (m Matrix) Point(p mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(m[0]*p[0]) + float32(m[1]*p[1]) + float32(m[2]*p[2]) + m[3],
		float32(m[4]*p[0]) + float32(m[5]*p[1]) + float32(m[6]*p[2]) + m[7],
		float32(m[8]*p[0]) + float32(m[9]*p[1]) + float32(m[10]*p[2]) + m[11],
	}
}

// Inverse returns the inverse, computed in float64, and false when there is none, or none whose numbers float32 can hold.
func (m Matrix) Inverse() (Matrix, bool) {
	var a [12]float64
	for i, v := range m {
		a[i] = float64(v)
	}
	minor := func(i, j, k, l int) float64 { return float64(a[i]*a[j]) - float64(a[k]*a[l]) }
	c00, c01, c02 := minor(5, 10, 6, 9), minor(6, 8, 4, 10), minor(4, 9, 5, 8)
	determinant := float64(a[0]*c00) + float64(a[1]*c01) + float64(a[2]*c02)
	if determinant == 0 {
		return Matrix{}, false
	}
	inverse := [12]float64{
		c00, minor(2, 9, 1, 10), minor(1, 6, 2, 5), 0,
		c01, minor(0, 10, 2, 8), minor(2, 4, 0, 6), 0,
		c02, minor(1, 8, 0, 9), minor(0, 5, 1, 4), 0,
	}
	var out Matrix
	for r := 0; r < 12; r += 4 {
		for c := range 3 {
			inverse[r+c] /= determinant
		}
		t := float64(inverse[r]*a[3]) + float64(inverse[r+1]*a[7]) + float64(inverse[r+2]*a[11])
		inverse[r+3] = -t
		for c := range 4 {
			out[r+c] = float32(inverse[r+c])
			if out[r+c]-out[r+c] != 0 {
				return Matrix{}, false
			}
		}
	}
	return out, true
}
