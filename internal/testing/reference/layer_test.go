package reference_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// randomPose returns a random pose of a skeleton.
func randomPose(r *rand.Rand, s *assets.Skeleton, shape randomassets.Shape) *rig.Pose {
	p := rig.NewPose(s)
	for j := range s.Len() {
		p.SetJoint(j, randomassets.Transform(r, shape))
	}
	for i := range p.Morphs {
		p.Morphs[i] = r.Float32()
	}
	return p
}

func randomMask(t *testing.T, r *rand.Rand, s *assets.Skeleton) *rig.Mask {
	t.Helper()
	b := rig.NewMask("random", s)
	for j := range s.Len() {
		b.Joints(min(1, max(0, 2*r.Float32()-0.5)), s.JointName(j))
	}
	m, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// alike compares poses joint by joint. A rotation may have the opposite sign. The bound is for a
// number of a rotation. For translations it is multiplied by largest, the largest number in their
// computation; for scales above 1 by the scale; for morph weights by 2.
func alike(t *testing.T, what string, got, want reference.Pose, largest, bound float64) {
	t.Helper()
	for j, w := range want.Locals {
		g := got.Locals[j]
		if g.Rotation.Dot(w.Rotation) < 0 {
			w.Rotation = w.Rotation.Times(-1)
		}
		for i := range 4 {
			if !(math.Abs(g.Rotation[i]-w.Rotation[i]) <= bound) {
				t.Fatalf("%s: joint %d: rotation %v, want %v", what, j, g.Rotation, w.Rotation)
			}
		}
		for i := range 3 {
			if !(math.Abs(g.Translation[i]-w.Translation[i]) <= bound*largest) {
				t.Fatalf("%s: joint %d: translation %v, want %v", what, j, g.Translation, w.Translation)
			}
			if !(math.Abs(g.Scale[i]-w.Scale[i]) <= bound*max(1, math.Abs(w.Scale[i]))) {
				t.Fatalf("%s: joint %d: scale %v, want %v", what, j, g.Scale, w.Scale)
			}
		}
	}
	for i, w := range want.Morphs {
		if !(math.Abs(got.Morphs[i]-w) <= 2*bound) {
			t.Fatalf("%s: morph weight %d is %v, want %v", what, i, got.Morphs[i], w)
		}
	}
}

// Covers a layer of two poses under a mask, and additive poses.
func TestKernelLayersAgreeWithTheReference(t *testing.T) {
	compared := 0
	for i, shape := range randomassets.Shapes() {
		r := rand.New(rand.NewPCG(31, uint64(i)))
		for range 40 {
			s := randomassets.Skeleton(r, shape)
			base, delta := randomPose(r, s, shape), randomPose(r, s, shape)
			from := randomPose(r, s, shape)
			to := rig.NewPose(s)
			for j := range s.Len() { // near, so that rounding does not decide which arc is the shorter one
				at := from.Joint(j)
				at.Rotation.V[0] += 0.1
				at.Rotation = at.Rotation.Normalize()
				to.SetJoint(j, at)
			}
			mask := randomMask(t, r, s)
			cover, weights := r.Float64(), []float64{0.1 + r.Float64(), r.Float64()}
			want := reference.Layered(reference.PoseOf(base), []reference.Layer{{
				Poses: []reference.Pose{reference.PoseOf(from), reference.PoseOf(to)}, Weights: weights, Weight: cover,
				Mask: reference.MaskOf(mask),
			}})
			got := rig.NewPose(s)
			copy(got.Locals, base.Locals)
			// First the layer's own sum, as in the frame path for a layer of several poses.
			layer := append([]float32(nil), from.Locals...)
			sum := weights[0] + weights[1]
			kernel.Blend(layer, to.Locals, float32(weights[1]/sum), true)
			kernel.AccumulateMasked(got.Locals, layer, mask.Rows(), float32(cover), float32(cover))
			kernel.Normalize(got.Locals)
			have := reference.PoseOf(got)
			have.Morphs = want.Morphs // no kernel blends these
			for j := range s.Len() {
				if dot := base.Joint(j).Rotation.Dot(rig.JointAt(layer, j).Rotation); math.Abs(float64(dot)) < 1e-4 {
					want.Locals[j].Rotation = have.Locals[j].Rotation // rounding decides which arc is the shorter one
				}
			}
			alike(t, "covered", have, want, float64(2*shape.Bone), 1e-5)

			weight := 3*r.Float64() - 1.5
			want = reference.Add(reference.PoseOf(base), reference.PoseOf(delta), reference.MaskOf(mask), weight)
			copy(got.Locals, base.Locals)
			kernel.AddMasked(got.Locals, delta.Locals, mask.Rows(), float32(weight))
			have = reference.PoseOf(got)
			have.Morphs = want.Morphs
			for j := range s.Len() {
				if singular(delta.Joint(j), weight*float64(mask.Weight(j))) {
					want.Locals[j] = have.Locals[j]
					continue
				}
				compared++
			}
			alike(t, "added", have, want, float64(3*shape.Bone), 1e-5)
		}
	}
	if compared < 10000 {
		t.Errorf("only %d joints could be compared", compared)
	}
}

// singular reports whether a part of the difference is near 0, so that it is mostly rounding
// errors, or whether rounding decides which arc of its rotation is the shorter one.
func singular(delta rig.TRS, weight float64) bool {
	w := math.Abs(weight)
	for _, s := range delta.Scale {
		if math.Abs(1-w+w*float64(s)) < 0.1 {
			return true
		}
	}
	return math.Abs(float64(delta.Rotation.W)) < 1e-4
}

func TestSubtractIsTheInverseOfAdd(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		r := rand.New(rand.NewPCG(32, uint64(i)))
		for range 20 {
			s := randomassets.Skeleton(r, shape)
			base, delta := reference.PoseOf(randomPose(r, s, shape)), reference.PoseOf(randomPose(r, s, shape))
			mask := reference.MaskOf(randomMask(t, r, s))
			weight := 3*r.Float64() - 1
			sum := reference.Add(base, delta, mask, weight)
			alike(t, "subtracted", reference.Subtract(sum, delta, mask, weight), base, float64(shape.Bone), 1e-9)
			alike(t, "the other way round", reference.Add(reference.Subtract(base, delta, mask, weight), delta, mask,
				weight), base, float64(shape.Bone), 1e-9)
		}
	}
}

func TestAddingADifferenceToItsReferenceGivesThePose(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		r := rand.New(rand.NewPCG(33, uint64(i)))
		s := randomassets.Skeleton(r, shape)
		pose, from := reference.PoseOf(randomPose(r, s, shape)), reference.PoseOf(randomPose(r, s, shape))
		d := reference.Difference(pose, from)
		alike(t, "added", reference.Add(from, d, nil, 1), pose, float64(shape.Bone), 1e-6)
		alike(t, "subtracted", reference.Subtract(pose, d, nil, 1), from, float64(shape.Bone), 1e-6)
		alike(t, "by 0", reference.Add(from, d, nil, 0), from, float64(shape.Bone), 1e-12)
		alike(t, "nothing", reference.Add(from, reference.Neutral(s), nil, 0.7), from, float64(shape.Bone), 1e-12)
	}
}

// One joint moves along x, with expected values computed by hand.
func TestLayersOfOneJointHaveKnownTranslations(t *testing.T) {
	at := func(x float64) reference.Pose {
		return reference.Pose{Locals: []reference.TRS{{
			Translation: reference.Vector{x}, Rotation: reference.Quaternion{0, 0, 0, 1},
			Scale: reference.Vector{1, 1, 1},
		}}}
	}
	half := &reference.Mask{Joints: []float64{0.5}}
	for name, test := range map[string]struct {
		layers []reference.Layer
		want   float64
	}{
		"none": {nil, 8},
		"covered": {
			[]reference.Layer{{Poses: []reference.Pose{at(4)}, Weights: []float64{3}, Weight: 1}},
			4,
		},
		"half covered": {[]reference.Layer{{
			Poses: []reference.Pose{at(4)}, Weights: []float64{3},
			Weight: 0.5,
		}}, 6},
		"half covered, masked": {[]reference.Layer{{
			Poses: []reference.Pose{at(4)}, Weights: []float64{3}, Weight: 0.5,
			Mask: half,
		}}, 7},
		"two poses": {[]reference.Layer{{
			Poses: []reference.Pose{at(4), at(0)}, Weights: []float64{3, 1},
			Weight: 1,
		}}, 3},
		"without weight": {[]reference.Layer{{Poses: []reference.Pose{at(4)}, Weights: []float64{0}, Weight: 1}}, 8},
		"added": {[]reference.Layer{{
			Poses: []reference.Pose{at(4), at(2)}, Weights: []float64{1, 1},
			Weight: 0.5, Mask: half, Additive: true,
		}}, 9.5},
		"subtracted": {[]reference.Layer{{
			Poses: []reference.Pose{at(4)}, Weights: []float64{1}, Weight: -0.5,
			Additive: true,
		}}, 6},
		"added, then half covered": {[]reference.Layer{
			{Poses: []reference.Pose{at(4)}, Weights: []float64{1}, Weight: 1, Additive: true},
			{Poses: []reference.Pose{at(2)}, Weights: []float64{1}, Weight: 0.5},
		}, 7},
	} {
		if got := reference.Layered(at(8), test.layers).Locals[0].Translation[0]; math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: at %v, want %v", name, got, test.want)
		}
	}
}
