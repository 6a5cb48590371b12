package rig

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// MatrixSize is how many float32 a matrix takes in the flat slices of poses and palettes.
const MatrixSize = kernel.MatrixSize

// Matrix is an affine transform of column vectors: the upper three rows of a 4x4 matrix, row-major.
// Element [4r+c] is row r, column c; [3], [7] and [11] are the translation. Model matrices and
// palettes have this form in memory and on the GPU.
type Matrix [MatrixSize]float32

// IdentityMatrix returns the matrix that changes nothing.
func IdentityMatrix() Matrix {
	return Matrix{0: 1, 5: 1, 10: 1}
}

// MatrixFromMat4 returns the upper three rows of a column-major 4x4 matrix. It ignores the last
// row.
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

// Mul returns the product m·n: the transform by n, then by m. It computes the same bits as the
// kernels of the frame path.
func (m Matrix) Mul(n Matrix) Matrix {
	var p Matrix
	for r := 0; r < MatrixSize; r += 4 {
		a, b, c, d := m[r], m[r+1], m[r+2], m[r+3]
		p[r] = float32(a*n[0]) + float32(b*n[4]) + float32(c*n[8])
		p[r+1] = float32(a*n[1]) + float32(b*n[5]) + float32(c*n[9])
		p[r+2] = float32(a*n[2]) + float32(b*n[6]) + float32(c*n[10])
		p[r+3] = float32(a*n[3]) + float32(b*n[7]) + float32(c*n[11]) + d
	}
	return p
}

// Point returns the point p transformed.
func (m Matrix) Point(p mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(m[0]*p[0]) + float32(m[1]*p[1]) + float32(m[2]*p[2]) + m[3],
		float32(m[4]*p[0]) + float32(m[5]*p[1]) + float32(m[6]*p[2]) + m[7],
		float32(m[8]*p[0]) + float32(m[9]*p[1]) + float32(m[10]*p[2]) + m[11],
	}
}

// Inverse returns the inverse, computed in float64. It returns false if there is none, or if one of
// its numbers is beyond float32.
func (m Matrix) Inverse() (Matrix, bool) {
	wide := exact.ToAffine((*[MatrixSize]float32)(&m))
	inverse, ok := wide.Inverse()
	if !ok {
		return Matrix{}, false
	}
	var out Matrix
	for i, v := range inverse {
		if out[i] = float32(v); !exact.IsFinite(out[i]) {
			return Matrix{}, false
		}
	}
	return out, true
}
