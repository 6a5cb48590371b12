package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// someRotations returns a pose with random rotations of length 1, rounded to float32. Some are near
// those of another pose or the opposite of them, or at a right angle to them.
func someRotations(random *rand.Rand, groups int, other []float32) []float32 {
	pose := make([]float32, groups*GroupSize)
	for i := 0; i < len(pose); i += GroupSize {
		for l := range Lanes {
			var q [4]float64
			for r := range q {
				q[r] = random.NormFloat64()
				if kind := random.IntN(4); other != nil && kind < 2 {
					near := math.Pow(10, -6*random.Float64())
					q[r] = float64(1-2*kind)*float64(other[i+r*Lanes+l]) + near*q[r]
				}
			}
			if other != nil && random.IntN(8) == 0 {
				q = [4]float64{
					-float64(other[i+Lanes+l]), float64(other[i+l]), -float64(other[i+3*Lanes+l]),
					float64(other[i+2*Lanes+l]),
				}
			}
			n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
			for r := range q {
				pose[i+r*Lanes+l] = float32(q[r] / n)
			}
		}
	}
	return pose
}

// someShare returns a number from 0 to 1.
func someShare(random *rand.Rand) float32 {
	switch random.IntN(5) {
	case 0:
		return []float32{0, 1, 0.5}[random.IntN(3)]
	case 1:
		return float32(math.Pow(10, -8*random.Float64()))
	case 2:
		return 1 - float32(math.Pow(10, -8*random.Float64()))
	}
	return random.Float32()
}

// Blending rotations of length 1 gives the normalized sum of float64 but for rounding, and a length
// of 1.
func TestNlerpOfUnitRotationsAgreesWithFloat64(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 11))
	worst, longest := 0.0, 0.0
	for range 5000 {
		from := someRotations(random, 2, nil)
		to, u := someRotations(random, 2, from), someShare(random)
		got := append([]float32(nil), from...)
		NlerpRotations(got, to, []int32{0, GroupSize}, u, true)
		for i := range 2 * Lanes {
			at := i/Lanes*GroupSize + i%Lanes
			dot := 0.0
			for r := range 4 {
				dot += float64(from[at+r*Lanes]) * float64(to[at+r*Lanes])
			}
			if math.Abs(dot) < 1e-6 {
				continue // rounding decides which arc is the shorter one
			}
			var want [4]float64
			n := 0.0
			for r := range want {
				want[r] = float64(from[at+r*Lanes])*(1-float64(u)) + math.Copysign(float64(u),
					dot)*float64(to[at+r*Lanes])
				n += want[r] * want[r]
			}
			square := 0.0
			for r := range want {
				q := float64(got[at+r*Lanes])
				worst = max(worst, math.Abs(q-want[r]/math.Sqrt(n)))
				square += q * q
			}
			longest = max(longest, math.Abs(math.Sqrt(square)-1))
		}
	}
	t.Logf("the greatest error of a component is %.2g, of a length %.2g", worst, longest)
	if !(worst < 2.5e-7 && longest < 3e-7) {
		t.Errorf("the greatest error of a component is %v, of a length %v", worst, longest)
	}
}

// The result is not farther from length 1 than the rotations, even if those are not quite of length
// 1.
func TestNlerpOfUnitRotationsKeepsLengths(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 12))
	for range 3000 {
		from := someRotations(random, 1, nil)
		to, u := someRotations(random, 1, from), someShare(random)
		off := math.Pow(10, -2-4*random.Float64())
		farthest := [Lanes]float64{}
		for _, pose := range [][]float32{from, to} {
			for l := range Lanes {
				length := float32(1 + off*(2*random.Float64()-1))
				for r := range 4 {
					pose[l+r*Lanes] *= length
				}
				farthest[l] = max(farthest[l], math.Abs(squareOf(pose, l)-1))
			}
		}
		NlerpRotations(from, to, []int32{0}, u, true)
		for l := range Lanes {
			if is := math.Abs(squareOf(from, l) - 1); !(is <= farthest[l]+6e-7) {
				t.Fatalf("with u = %v the squared length is off by %v, those of the rotations by %v at most", u, is,
					farthest[l])
			}
		}
	}
}

// squareOf returns the squared length of the rotation in a lane of the first group of a pose.
func squareOf(pose []float32, lane int) (square float64) {
	for r := range 4 {
		square += float64(pose[lane+r*Lanes]) * float64(pose[lane+r*Lanes])
	}
	return square
}

// The factor is 1 divided by the length of the sum but for rounding, and exactly 1 for equal
// rotations.
func TestInverseLength(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 13))
	worst := 0.0
	for i := range 200_000 {
		u, dot := someShare(random), random.Float32()
		if i%2 == 0 {
			u = 0.5 // the length varies most
		}
		least, slope := squaredLength(u)
		c := 2 * float64(u) * float64(1-u)
		want := 1 / math.Sqrt(1-c*(1-float64(dot)))
		worst = max(worst, math.Abs(float64(inverseLength(least, float32(slope*dot)))/want-1))
		if got := inverseLength(least, slope); got != 1 {
			t.Fatalf("the factor of equal rotations is %v for u = %v", got, u)
		}
	}
	t.Logf("the greatest relative error is %.3g", worst)
	if !(worst < 2e-7) {
		t.Errorf("the greatest relative error is %v", worst)
	}
}

// The constants follow from the two quadratics of least error.
func TestConstantsOfTheInverseLength(t *testing.T) {
	seed, e := inverseRoot(0.5, 1)
	rest, left := inverseRoot((1-e)*(1-e), (1+e)*(1+e))
	if !(e > 0.0031 && e < 0.0033 && left < 2.1e-8) {
		t.Errorf("the errors of the quadratics are %v and %v", e, left)
	}
	// With m = scale·square, p is s·seed(square), and factor·p is rest(square·seed²)·seed, where
	// both leading coefficients are 1.
	s := math.Pow(rest[2]/seed[2], 1.0/6)
	scale := math.Sqrt(s * seed[2])
	minimum := func(a, b float64) (center, least float64) { return -a / 2, b - a*a/4 } // of x² + ax + b
	center, least := minimum(s*seed[1]/scale, s*seed[0])
	factor, atLeast := minimum(rest[1]/(scale*s*s*s), rest[0]/s)
	for name, c := range map[string][2]float64{
		"lengthScale": {lengthScale, scale}, "seedCenter": {seedCenter, center}, "seedLeast": {seedLeast, least},
		"factorCenter": {factorCenter, factor}, "factorLeast": {factorLeast, atLeast},
	} {
		if !(math.Abs(c[0]/c[1]-1) < 4e-7) {
			t.Errorf("%s is %v, want %v", name, c[0], c[1])
		}
	}
}

// inverseRoot returns the quadratic c0 + c1·x + c2·x² whose greatest relative error as 1/sqrt(x) is
// least from one number to another, and that error. It is found by Remez' exchange algorithm: the
// error is the same, with alternating signs, at four points.
func inverseRoot(low, high float64) (c [3]float64, e float64) {
	var points [4]float64
	for i := range points {
		points[i] = (low+high)/2 - (high-low)/2*math.Cos(math.Pi*float64(i)/3)
	}
	for range 10 {
		var rows [4][5]float64
		for i, x := range points {
			root := math.Sqrt(x)
			rows[i] = [5]float64{root, root * x, root * x * x, float64(1 - i%2*2), 1}
		}
		solved := solve(rows)
		c, e = [3]float64(solved[:3]), math.Abs(solved[3])
		// The new points are where the error is greatest between its changes of sign.
		const steps = 1 << 14
		at, last := 0, 0.0
		for i := range steps + 1 {
			x := low + (high-low)*float64(i)/steps
			is := (c[0]+c[1]*x+c[2]*x*x)*math.Sqrt(x) - 1
			if is*last < 0 && at < 3 {
				at, last = at+1, 0
			}
			if math.Abs(is) >= math.Abs(last) {
				points[at], last = x, is
			}
		}
	}
	return c, e
}

// solve solves four linear equations, whose right sides are the last numbers of their rows.
func solve(rows [4][5]float64) (x [4]float64) {
	for i := range rows {
		for k := i + 1; k < len(rows); k++ {
			if math.Abs(rows[k][i]) > math.Abs(rows[i][i]) {
				rows[i], rows[k] = rows[k], rows[i]
			}
		}
		for k := range rows {
			if by := rows[k][i] / rows[i][i]; k != i {
				for j := range rows[k] {
					rows[k][j] -= by * rows[i][j]
				}
			}
		}
	}
	for i := range x {
		x[i] = rows[i][4] / rows[i][i]
	}
	return x
}
