package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets/mesh"
)

// SkinHeaviest moves each vertex of a primitive by the matrix of its first influence.
func SkinHeaviest(p *mesh.Primitive, palette []Matrix, morphs []float64) Surface {
	return transformVertices(p, morphs, func(vertex int) Matrix { return palette[p.Joints[vertex*p.Influences]] })
}

// SkinDual moves a primitive's vertices by dual quaternions with scale, in two phases: L. Kavan et
// al., "Geometric skinning with approximate dual quaternion blending", 2008, section 4. The pivot
// of the signs is the first influence.
func SkinDual(p *mesh.Primitive, palette []Matrix, morphs []float64) Surface {
	parts := make([]rigidAndScale, len(palette))
	for i := range palette {
		parts[i] = takeApart(palette[i])
	}
	return transformVertices(p, morphs, func(vertex int) Matrix {
		var sum DualQuaternion
		var scale Matrix
		pivot := parts[p.Joints[vertex*p.Influences]].rigid.Real
		for i := vertex * p.Influences; i < (vertex+1)*p.Influences; i++ {
			if p.Weights[i] == 0 {
				continue
			}
			part, w := parts[p.Joints[i]], float64(p.Weights[i])
			scale = scale.Add(part.scale.Times(w))
			if part.rigid.Real.Dot(pivot) < 0 {
				w = -w
			}
			sum.Real, sum.Dual = sum.Real.Add(part.rigid.Real.Times(w)), sum.Dual.Add(part.rigid.Dual.Times(w))
		}
		sum = sum.Unit()
		matrix := Identity()
		origin := sum.Point(Vector{})
		for c := range 3 {
			to := sum.Point(scale.column(c))
			for r := range 3 {
				matrix[r][c] = to[r] - origin[r]
				matrix[r][3] = origin[r]
			}
		}
		return matrix
	})
}

// DualQuaternion is a rotation and a translation: Real + ε·Dual with ε² = 0 (W. K. Clifford, 1873).
type DualQuaternion struct{ Real, Dual Quaternion }

// Mul returns the product, term by term.
func (d DualQuaternion) Mul(e DualQuaternion) DualQuaternion {
	return DualQuaternion{d.Real.Mul(e.Real), d.Real.Mul(e.Dual).Add(d.Dual.Mul(e.Real))}
}

// Unit divides by the norm, the dual number |Real| + ε·(Real·Dual)/|Real|.
func (d DualQuaternion) Unit() DualQuaternion {
	n := math.Sqrt(d.Real.Dot(d.Real))
	if n == 0 {
		return DualQuaternion{Real: Quaternion{0, 0, 0, 1}}
	}
	slope := d.Real.Dot(d.Dual) / n
	return DualQuaternion{d.Real.Times(1 / n), d.Dual.Times(1 / n).Add(d.Real.Times(-slope / (n * n)))}
}

// Point returns a moved point: the vector part of d·(1 + ε·p)·d̄*, where d̄* conjugates the
// quaternions and negates ε.
func (d DualQuaternion) Point(p Vector) Vector {
	conjugate := DualQuaternion{d.Real.conjugate(), d.Dual.conjugate().Times(-1)}
	q := d.Mul(DualQuaternion{Quaternion{0, 0, 0, 1}, Quaternion{p[0], p[1], p[2], 0}}).Mul(conjugate).Dual
	return Vector{q[0], q[1], q[2]}
}

// rigidAndScale is a matrix as a rigid motion after a scale: the polar decomposition.
type rigidAndScale struct {
	rigid DualQuaternion
	scale Matrix
}

// takeApart returns the polar decomposition of a matrix, with a rotation that does not mirror: of
// the opposite matrix if the matrix mirrors. It takes the square root of MᵀM by its eigenvectors.
func takeApart(m Matrix) rigidAndScale {
	linear := m
	for i := range 3 {
		linear[i][3] = 0
	}
	side := 1.0
	if m.Determinant() < 0 {
		side = -1
	}
	values, vectors := eigen(linear.Transposed().Mul(linear))
	var inverseRoot Matrix
	inverseRoot[3][3] = 1
	for k := range 3 {
		for r := range 3 {
			for c := range 3 {
				inverseRoot[r][c] += vectors[r][k] * vectors[c][k] * side / math.Sqrt(values[k])
			}
		}
	}
	rotation := linear.Mul(inverseRoot)
	q := quaternionOf(rotation)
	t := Quaternion{m[0][3] / 2, m[1][3] / 2, m[2][3] / 2, 0}
	return rigidAndScale{DualQuaternion{q, t.Mul(q)}, rotation.Transposed().Mul(linear)}
}

// eigen returns the eigenvalues of the 3x3 part of a symmetric matrix and its eigenvectors as
// columns: C. G. J. Jacobi's method (1846).
func eigen(a Matrix) (values Vector, vectors Matrix) {
	vectors = Identity()
	for range 60 {
		p, q := 0, 1
		for _, pair := range [][2]int{{0, 2}, {1, 2}} {
			if math.Abs(a[pair[0]][pair[1]]) > math.Abs(a[p][q]) {
				p, q = pair[0], pair[1]
			}
		}
		if a[p][q] == 0 {
			break
		}
		angle := math.Atan2(2*a[p][q], a[q][q]-a[p][p]) / 2
		turn := Identity()
		turn[p][p], turn[q][q], turn[p][q], turn[q][p] = math.Cos(angle), math.Cos(angle), math.Sin(angle),
			-math.Sin(angle)
		a, vectors = turn.Transposed().Mul(a).Mul(turn), vectors.Mul(turn)
	}
	return Vector{a[0][0], a[1][1], a[2][2]}, vectors
}

// quaternionOf returns the quaternion of a rotation matrix: the longest row of 4·q·qᵀ, which is
// linear in the matrix.
func quaternionOf(m Matrix) Quaternion {
	rows := [4]Quaternion{
		{1 + m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]},
		{m[0][1] + m[1][0], 1 - m[0][0] + m[1][1] - m[2][2], m[1][2] + m[2][1], m[0][2] - m[2][0]},
		{m[0][2] + m[2][0], m[1][2] + m[2][1], 1 - m[0][0] - m[1][1] + m[2][2], m[1][0] - m[0][1]},
		{m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1 + m[0][0] + m[1][1] + m[2][2]},
	}
	longest := rows[0]
	for _, row := range rows[1:] {
		if row.Dot(row) > longest.Dot(longest) {
			longest = row
		}
	}
	return longest.Unit()
}
