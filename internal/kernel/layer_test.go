package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// identities returns additive poses that change nothing.
func identities(groups int) []float32 {
	pose := make([]float32, groups*kernel.GroupSize)
	for i := range pose {
		if row := i % kernel.GroupSize / kernel.Lanes; row == 3 || row >= 7 {
			pose[i] = 1
		}
	}
	return pose
}

// randomMask returns weights from 0 to 1 for the joints of a number of groups.
func randomMask(random *rand.Rand, groups int) []float32 {
	mask := make([]float32, groups*kernel.Lanes)
	for i := range mask {
		mask[i] = min(1, max(0, 2*random.Float32()-0.5))
	}
	return mask
}

func equal(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: joint %d row %d is %v, want %v", what, i/kernel.GroupSize*kernel.Lanes+i%kernel.Lanes,
				i%kernel.GroupSize/kernel.Lanes, got[i], want[i])
		}
	}
}

// Without a mask the bits are the same as by Scale and Accumulate. A mask of 0 keeps the layers
// below.
func TestAccumulateMaskedWithoutAMaskEqualsScaleAndAccumulate(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	below, above := randomPose(random, 3), randomPose(random, 3)
	got, want := append([]float32(nil), below...), append([]float32(nil), below...)
	kernel.AccumulateMasked(got, above, nil, 0.75, 0.5)
	kernel.Scale(want, want, 0.25)
	kernel.Accumulate(want, above, 0.5)
	equal(t, "without a mask", got, want)
	kernel.AccumulateMasked(want, above, make([]float32, 3*kernel.Lanes), 0.75, 0.5)
	equal(t, "under a mask of 0", want, got)
}

// A joint of mask weight 1 is the layer's, a joint of mask weight 0 is unchanged.
func TestAccumulateMaskedSelectsJoints(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	below, above := randomPose(random, 2), randomPose(random, 2)
	mask := make([]float32, 2*kernel.Lanes)
	mask[3], mask[13] = 1, 1
	got := append([]float32(nil), below...)
	kernel.AccumulateMasked(got, above, mask, 1, 1)
	for j, m := range mask {
		want := joint(below, j)
		if m == 1 {
			want = joint(above, j)
		}
		have := joint(got, j)
		if m == 1 && have[3]*want[3] < 0 { // the same rotation
			for r := range 4 {
				want[r] = -want[r]
			}
		}
		if have != want {
			t.Errorf("joint %d is %v, want %v", j, have, want)
		}
	}
}

func TestAddingTheIdentityChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 3))
	for range 200 {
		groups := 1 + random.IntN(3)
		base := randomPose(random, groups)
		got := append([]float32(nil), base...)
		kernel.AddMasked(got, identities(groups), randomMask(random, groups), 2*random.Float32()-1)
		equal(t, "nothing added", got, base)
		kernel.Add(got, randomPose(random, groups), 0)
		equal(t, "added by 0", got, base)
	}
}

// The sign of a quaternion does not matter.
func TestAddTakesTheShorterArc(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 4))
	base, delta := randomPose(random, 2), randomPose(random, 2)
	negated := append([]float32(nil), delta...)
	for i := range negated {
		if i%kernel.GroupSize < 4*kernel.Lanes {
			negated[i] = -negated[i]
		}
	}
	got, want := append([]float32(nil), base...), append([]float32(nil), base...)
	kernel.Add(got, delta, 0.7)
	kernel.Add(want, negated, 0.7)
	equal(t, "negated", got, want)
}

// Subtracting with the same weight gives the base back, except for rounding: of the rotation, and
// of numbers that a much larger number was added to or multiplied with.
func TestSubtractIsTheInverseOfAdd(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 5))
	for range 500 {
		groups := 1 + random.IntN(3)
		base, delta, mask := randomPose(random, groups), randomPose(random, groups), randomMask(random, groups)
		for i := range delta {
			if i%kernel.GroupSize >= 7*kernel.Lanes { // no scale that a weight can bring to 0
				delta[i] = float32(math.Exp2(4*random.Float64() - 2))
			}
		}
		weight := 3*random.Float32() - 1
		if weight > 1 { // 1 - w + w·delta may be near 0, which has no inverse
			for i := range delta {
				if i%kernel.GroupSize >= 7*kernel.Lanes {
					delta[i] = 1 + random.Float32()
				}
			}
		}
		got := append([]float32(nil), base...)
		kernel.AddMasked(got, delta, mask, weight)
		kernel.AddMasked(got, delta, mask, -weight)
		for i := range got {
			bound := 1e-6
			switch row := i % kernel.GroupSize / kernel.Lanes; {
			case row >= 7:
				bound = 1e-6 * math.Abs(float64(base[i]))
			case row >= 4:
				bound = 3e-7 * (math.Abs(float64(base[i])) + 2*math.Abs(float64(delta[i])))
			}
			if !(math.Abs(float64(got[i]-base[i])) <= bound) {
				t.Fatalf("weight %v: number %d is %v, was %v", weight, i, got[i], base[i])
			}
		}
	}
}

// A scale that would be divided by 0 is unchanged, and a quaternion of length 0 does not rotate.
func TestAdditivePosesWithoutAnInverseAreIgnored(t *testing.T) {
	base := randomPose(rand.New(rand.NewPCG(8, 6)), 1)
	got := append([]float32(nil), base...)
	kernel.Add(got, make([]float32, len(base)), -1)
	equal(t, "subtracted", got, base)
	kernel.Add(got, make([]float32, len(base)), 1)
	for i := range got {
		want := base[i]
		if i >= 7*kernel.Lanes {
			want = 0
		}
		if got[i] != want {
			t.Errorf("number %d is %v, want %v", i, got[i], want)
		}
	}
}

// Rotations keep unit length, so that no normalization is needed after Add.
func TestAddKeepsUnitLength(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 7))
	pose := randomPose(random, 4)
	for i := range 8 {
		kernel.Add(pose, randomPose(random, 4), float32(i%3)-0.5)
	}
	for j := range 4 * kernel.Lanes {
		v := joint(pose, j)
		if n := v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3]; math.Abs(n-1) > 4e-6 {
			t.Errorf("joint %d: %v has the squared length %v", j, v[:4], n)
		}
	}
}
