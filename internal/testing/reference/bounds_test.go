package reference_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// roundoff is the largest relative error of one float32 operation.
const roundoff = 0x1p-24

// bounded is a float64 matrix with bounds on the error of its float32 counterpart. The bounds
// follow from the operations alone (N. Higham, "Accuracy and Stability of Numerical Algorithms",
// 3.5), so a float32 result beyond them is a mistake, not rounding. They bound norms: bounds on
// single numbers would double with every joint of a chain, bounds on norms grow linearly.
type bounded struct {
	matrix reference.Matrix
	linear float64 // the Frobenius norm of the difference of the upper left 3x3 parts
	offset float64 // the length of the difference of the translations
	norm   float64 // the operator norm of the 3x3 part: its largest scale factor
}

// local bounds the matrix of a local transform. The arguments bound the errors of each number of
// its translation, rotation and scale.
//
// Each number of a rotation matrix, 1 - 2(y² + z²) or 2(xy - wz), has at most four roundings of
// terms that sum to less than 4, and one for the scale: 8 units of roundoff of its column's scale.
// An error of length d in the quaternion moves the matrix by 2√2·d. Here d is twice the error of
// its numbers, plus the error of its length: 2 units of roundoff in float32.
func local(t reference.TRS, translation, rotation, scale float64) bounded {
	size := t.Scale.Length()
	b := bounded{matrix: t.Matrix(), offset: math.Sqrt(3) * translation}
	for _, s := range t.Scale {
		b.norm = max(b.norm, math.Abs(s))
	}
	b.linear = 8*roundoff*math.Sqrt(3)*size + 2*math.Sqrt2*(2*rotation+2*roundoff)*(b.norm+scale) + math.Sqrt(3)*scale
	return b
}

// mul bounds a product: the propagated errors of the factors, and five roundings of each product of
// two numbers.
func (a bounded) mul(b bounded) bounded {
	product := bounded{matrix: a.matrix.Mul(b.matrix)}
	product.norm = frobenius(product.matrix)
	sizeA, sizeB, far := frobenius(a.matrix)+a.linear, frobenius(b.matrix)+b.linear, distance(b.matrix)+b.offset
	product.linear = a.linear*b.norm + sizeA*b.linear + 5*roundoff*sizeA*sizeB
	product.offset = a.linear*distance(b.matrix) + sizeA*b.offset + a.offset +
		5*roundoff*(sizeA*far+distance(a.matrix)+a.offset)
	return product
}

// frobenius returns the root of the sum of the squares of the upper left 3x3 part.
func frobenius(m reference.Matrix) float64 {
	var sum float64
	for r := range 3 {
		for c := range 3 {
			sum += m[r][c] * m[r][c]
		}
	}
	return math.Sqrt(sum)
}

// distance returns the length of the translation.
func distance(m reference.Matrix) float64 {
	return reference.Vector{m[0][3], m[1][3], m[2][3]}.Length()
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

// palette bounds every palette matrix of a skin.
func palette(s *rig.Skin, models []bounded) []bounded {
	out := make([]bounded, s.Len())
	for i, joint := range s.Joints() {
		bind := reference.MatrixOf(rig.MatrixAt(s.InverseBinds(), i))
		out[i] = models[joint].mul(bounded{matrix: bind, norm: frobenius(bind)})
	}
	return out
}

// compare fails for a matrix that is out of bounds. It returns the largest error as a fraction of
// its bound, and as a fraction of the extent, which is the largest number.
func compare(t *testing.T, what string, got []float32, want []bounded) (ofBound, ofExtent float64) {
	t.Helper()
	var extent, worst float64
	for i, w := range want {
		difference := reference.MatrixOf(rig.MatrixAt(got, i)).Add(w.matrix.Times(-1))
		linear, offset := frobenius(difference), distance(difference)
		if !(linear <= w.linear && offset <= w.offset) {
			t.Fatalf("%s %d is off by %.3g (at most %.3g), its translation by %.3g (at most %.3g):\n%v, want\n%v",
				what, i, linear, w.linear, offset, w.offset, rig.MatrixAt(got, i), w.matrix)
		}
		ofBound = max(ofBound, linear/max(w.linear, 1e-300), offset/max(w.offset, 1e-300))
		extent = max(extent, frobenius(w.matrix)/math.Sqrt(3), distance(w.matrix))
		worst = max(worst, linear, offset)
	}
	return ofBound, worst / max(extent, 1e-300)
}
