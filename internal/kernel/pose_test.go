package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// randomPose returns a local pose of a number of groups. Rotations have unit length; other numbers
// have many magnitudes.
func randomPose(random *rand.Rand, groups int) []float32 {
	pose := make([]float32, groups*kernel.GroupSize)
	for i := range pose {
		pose[i] = (random.Float32()*2 - 1) * float32(math.Pow(10, random.Float64()*4-2))
	}
	for g := range groups {
		for j := range kernel.Lanes {
			at := g*kernel.GroupSize + j
			var n float64
			for r := range 4 {
				n += float64(pose[at+8*r]) * float64(pose[at+8*r])
			}
			for r := range 4 {
				pose[at+8*r] = float32(float64(pose[at+8*r]) / math.Sqrt(n))
			}
		}
	}
	return pose
}

// joint returns the ten numbers of a joint of a local pose.
func joint(pose []float32, j int) (v [kernel.Rows]float64) {
	at := j/kernel.Lanes*kernel.GroupSize + j%kernel.Lanes
	for r := range v {
		v[r] = float64(pose[at+r*kernel.Lanes])
	}
	return v
}

// Blending joint by joint in float64 gives the same numbers, except for float32 rounding.
func TestBlendingAgreesWithTheEquations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		groups := 1 + random.IntN(9)
		count := 2 + random.IntN(4)
		weights, poses, sum := make([]float32, count), make([][]float32, count), float32(0)
		for i := range poses {
			poses[i], weights[i] = randomPose(random, groups), random.Float32()+0.01
			sum += weights[i]
		}
		dst := make([]float32, groups*kernel.GroupSize)
		for i := range poses {
			weights[i] /= sum
			if i == 0 {
				kernel.Scale(dst, poses[0], weights[0])
			} else {
				kernel.Accumulate(dst, poses[i], weights[i])
			}
		}
		kernel.Normalize(dst)
		for j := range groups * kernel.Lanes {
			var want [kernel.Rows]float64
			scale, ambiguous := 1.0, false
			var size float64 // the sum of the magnitudes in the rotation's sum, which its error is relative to
			for i, pose := range poses {
				v, w, dot := joint(pose, j), float64(weights[i]), 0.0
				for r := range 4 {
					dot += v[r] * want[r]
				}
				sign := 1.0
				if dot < 0 {
					sign = -1
				}
				if math.Abs(dot) < 1e-6 && i > 0 {
					ambiguous = true // nearly orthogonal: rounding decides the sign
				}
				for r := range v {
					if r < 4 {
						want[r] += sign * w * v[r]
					} else {
						want[r] += w * v[r]
						scale = math.Max(scale, math.Abs(v[r]))
					}
				}
			}
			for r := range 4 {
				size += want[r] * want[r]
			}
			if size = math.Sqrt(size); ambiguous {
				continue
			}
			got := joint(dst, j)
			for r := range got {
				expected, bound := want[r], 1e-6*scale
				if r < 4 {
					expected, bound = want[r]/size, 1e-6/size
				}
				if math.Abs(got[r]-expected) > bound {
					t.Fatalf("joint %d row %d: %v, want %v ± %v", j, r, got[r], expected, bound)
				}
			}
		}
	}
}

func TestNormalizeGivesTheIdentityForAZeroRotation(t *testing.T) {
	pose := randomPose(rand.New(rand.NewPCG(3, 3)), 1)
	for r := range 4 {
		pose[8*r+5] = 0
	}
	kernel.Normalize(pose)
	if got := joint(pose, 5); got[0] != 0 || got[1] != 0 || got[2] != 0 || got[3] != 1 {
		t.Errorf("rotation %v, want the identity", got[:4])
	}
}

// A quaternion and its negative are the same rotation, so they must blend to the same result.
func TestAccumulateTakesTheShorterArc(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	a, b := randomPose(random, 3), randomPose(random, 3)
	negated := append([]float32(nil), b...)
	for g := range 3 {
		for i := range 4 * kernel.Lanes {
			negated[g*kernel.GroupSize+i] = -negated[g*kernel.GroupSize+i]
		}
	}
	blend := func(b []float32) []float32 {
		dst := make([]float32, len(a))
		kernel.Scale(dst, a, 0.25)
		kernel.Accumulate(dst, b, 0.75)
		kernel.Normalize(dst)
		return dst
	}
	x, y := blend(b), blend(negated)
	for i := range x {
		if x[i] != y[i] {
			t.Fatalf("number %d: %v and %v", i, x[i], y[i])
		}
	}
}

// The only difference may be the rounding of the normalization.
func TestWeightsOneAndZeroGiveTheFirstPose(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 4))
	a, b := randomPose(random, 2), randomPose(random, 2)
	dst := make([]float32, len(a))
	kernel.Scale(dst, a, 1)
	kernel.Accumulate(dst, b, 0)
	kernel.Normalize(dst)
	for i := range dst {
		if math.Abs(float64(dst[i]-a[i])) > 1.2e-7*math.Max(1, math.Abs(float64(a[i]))) {
			t.Fatalf("number %d: %v, want %v", i, dst[i], a[i])
		}
	}
}
