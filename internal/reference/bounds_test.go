package reference_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/reference"
)

// roundoff is the most by which one float32 operation errs, relative to its result.
const roundoff = 0x1p-24

// bounded is a matrix in float64 with the most by which its float32 counterpart may differ, number by number. The bounds
// follow from the operations alone (running error analysis: N. Higham, "Accuracy and Stability of Numerical Algorithms",
// 3.3), so a float32 result beyond them is not rounding but a mistake.
type bounded struct {
	matrix reference.Matrix
	bound  reference.Matrix
}

// local bounds the matrix of a local transform whose numbers are off by at most the given amounts.
//
// Each number of a rotation matrix, 1 - 2(y² + z²) or 2(xy - wz), is made by at most four roundings of terms that sum to
// less than 4; one more for the scale: below 8 units of roundoff. A quaternion rounded to float32 has a length that is off by up
// to 2 units, which moves a number by 8 at most; a quaternion off by e moves it by less than 8e.
func local(t reference.TRS, translation, rotation, scale float64) bounded {
	b := bounded{matrix: t.Matrix()}
	for c := range 3 {
		for r := range 3 {
			b.bound[r][c] = math.Abs(t.Scale[c])*(16*roundoff+8*rotation) + scale
		}
		b.bound[c][3] = translation
	}
	return b
}

// mul bounds a product: what the factors' errors grow to, and at most five roundings of each of the summands.
func (a bounded) mul(b bounded) bounded {
	product := bounded{matrix: a.matrix.Mul(b.matrix)}
	for r := range 3 {
		for c := range 4 {
			for k := range 4 {
				x, y := math.Abs(a.matrix[r][k]), math.Abs(b.matrix[k][c])
				dx, dy := a.bound[r][k], b.bound[k][c]
				product.bound[r][c] += x*dy + dx*y + dx*dy + 5*roundoff*(x+dx)*(y+dy)
			}
		}
	}
	return product
}

// models bounds every joint's model matrix.
func models(s *assets.Skeleton, locals []bounded) []bounded {
	out := make([]bounded, s.Len())
	for j := range out {
		out[j] = locals[j]
		if parent := s.Parent(j); parent >= 0 {
			out[j] = out[parent].mul(locals[j])
		}
	}
	return out
}

// palette bounds every entry of a skin.
func palette(s *assets.Skin, models []bounded) []bounded {
	out := make([]bounded, s.Len())
	for i, joint := range s.Joints() {
		out[i] = models[joint].mul(bounded{matrix: reference.MatrixOf(assets.MatrixAt(s.InverseBinds(), i))})
	}
	return out
}

// compare fails for every matrix of which a number is out of bounds, and returns the largest error as a fraction of its
// bound and as a fraction of the largest number there is.
func compare(t *testing.T, what string, got []float32, want []bounded) (ofBound, ofExtent float64) {
	t.Helper()
	var extent, worst float64
	for i, w := range want {
		m := reference.MatrixOf(assets.MatrixAt(got, i))
		for r := range 3 {
			for c := range 4 {
				off := math.Abs(m[r][c] - w.matrix[r][c])
				if !(off <= w.bound[r][c]) {
					t.Fatalf("%s %d: row %d column %d is %v, want %v ± %.3g", what, i, r, c, m[r][c], w.matrix[r][c], w.bound[r][c])
				}
				if off > 0 {
					ofBound = max(ofBound, off/w.bound[r][c])
				}
				extent, worst = max(extent, math.Abs(w.matrix[r][c])), max(worst, off)
			}
		}
	}
	return ofBound, worst / max(extent, 1e-300)
}
