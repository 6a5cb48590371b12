package rig_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
)

func blendSkeleton(t testing.TB, joints int) *rig.Skeleton {
	list := make([]rig.Joint, joints)
	for j := range list {
		list[j] = rig.Joint{Name: string(rune('a' + j)), Parent: j - 1, Rest: rig.IdentityTRS()}
	}
	list[0].Morphs = []float32{0.5, 0}
	s, err := rig.NewSkeleton("chain", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func blendPose(random *rand.Rand, s *rig.Skeleton) *rig.Pose {
	p := rig.NewPose(s)
	for j := range s.Len() {
		v := func() float32 { return random.Float32()*2 - 1 }
		p.SetJoint(j, rig.TRS{
			Translation: mgl32.Vec3{v(), v(), v()}, Scale: mgl32.Vec3{1 + v()/2, 1 + v()/2, 1 + v()/2},
			Rotation: mgl32.Quat{W: v() + 0.01, V: mgl32.Vec3{v(), v(), v()}}.Normalize(),
		})
	}
	for i := range p.Morphs {
		p.Morphs[i] = random.Float32()
	}
	return p
}

// near reports whether two poses are the same up to rounding, in each joint's matrix.
func near(a, b *rig.Pose) bool {
	for j := range a.Skeleton().Len() {
		m, n := a.Joint(j).Matrix(), b.Joint(j).Matrix()
		for i := range m {
			if math.Abs(float64(m[i]-n[i])) > 1e-5 {
				return false
			}
		}
	}
	for i := range a.Morphs {
		if math.Abs(float64(a.Morphs[i]-b.Morphs[i])) > 1e-5 {
			return false
		}
	}
	return true
}

// Properties of blending, over random poses.
func TestBlend(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	s := blendSkeleton(t, 11)
	mask, err := rig.NewMask("half", s).Subtree(1, "e").Joints(0.5, "d").Build()
	if err != nil {
		t.Fatal(err)
	}
	blend := func(inputs ...rig.BlendInput) *rig.Pose {
		t.Helper()
		dst := blendPose(random, s)
		if err := rig.Blend(dst, inputs...); err != nil {
			t.Fatal(err)
		}
		return dst
	}
	for range 100 {
		a, b, c := blendPose(random, s), blendPose(random, s), blendPose(random, s)
		w := 0.05 + 0.9*random.Float32()
		if got := blend(rig.Mix(a, 7)); !slices.Equal(got.Locals, a.Locals) || !slices.Equal(got.Morphs, a.Morphs) {
			t.Fatal("a single pose is not copied")
		}
		if !near(blend(), rig.NewPose(s)) || !near(blend(rig.Mix(a, 0), rig.Mix(b, 0)), rig.NewPose(s)) {
			t.Fatal("no inputs do not give the rest pose")
		}
		mean := blend(rig.Mix(a, w), rig.Mix(b, 1-w))
		if !near(mean, blend(rig.Mix(a, 5*w), rig.Mix(b, 5-5*w))) ||
			!near(mean, blend(rig.Mix(a, 1), rig.Over(b, 1-w, nil))) {
			t.Fatal("a mean, a mean of relative weights and a layer at the same weight differ")
		}
		for j := range s.Len() {
			want := a.Joint(j).Translation.Mul(w).Add(b.Joint(j).Translation.Mul(1 - w))
			if mean.Joint(j).Translation.Sub(want).Len() > 1e-5 {
				t.Fatalf("joint %d is at %v, want %v", j, mean.Joint(j).Translation, want)
			}
			if q := mean.Joint(j).Rotation; math.Abs(float64(q.Len())-1) > 1e-6 {
				t.Fatalf("a rotation has length %v", q.Len())
			}
		}
		if got := blend(rig.Mix(a, 1), rig.Over(b, 1, mask)); got.Joint(3).Translation.Sub(
			a.Joint(3).Translation.Add(b.Joint(3).Translation).Mul(0.5)).Len() > 1e-5 {
			t.Fatal("a joint with mask 0.5 is not half way")
		} else {
			for j := range 3 {
				got.SetJoint(j, b.Joint(j))
			}
			got.SetJoint(3, b.Joint(3))
			copy(got.Morphs, b.Morphs)
			if !near(got, b) {
				t.Fatal("a mask does not limit a layer to its joints")
			}
		}
		if !near(blend(rig.Mix(a, w), rig.Mix(b, 1-w), rig.Over(c, 1, nil)), c) {
			t.Fatal("a layer at full weight does not replace what is below it")
		}
		sum := blend(rig.Mix(a, 1), rig.Add(b, w, mask))
		if back := blend(rig.Mix(sum, 1), rig.Add(b, -w, mask)); !near(back, a) {
			t.Fatal("subtracting does not undo adding")
		}
		in := blendPose(random, s)
		copy(in.Locals, a.Locals)
		copy(in.Morphs, a.Morphs)
		if err := rig.Blend(in, rig.Mix(in, w), rig.Mix(b, 1-w)); err != nil || !slices.Equal(in.Locals, mean.Locals) {
			t.Fatalf("blending in place gives something else, error %v", err)
		}
	}
	a, b, dst := blendPose(random, s), blendPose(random, s), rig.NewPose(s)
	if n := testing.AllocsPerRun(20, func() {
		_ = rig.Blend(dst, rig.Mix(a, 0.4), rig.Mix(b, 0.6), rig.Over(a, 0.5, mask), rig.Add(b, 0.5, nil))
	}); n != 0 {
		t.Errorf("Blend allocates %v times", n)
	}
}

// farthestLength returns the greatest difference of the length of a joint's rotation from 1.
func farthestLength(p *rig.Pose) (farthest float64) {
	for j := range p.Skeleton().Len() {
		q := p.Joint(j).Rotation
		length := math.Sqrt(float64(q.W)*float64(q.W) + float64(q.V[0])*float64(q.V[0]) +
			float64(q.V[1])*float64(q.V[1]) + float64(q.V[2])*float64(q.V[2]))
		farthest = max(farthest, math.Abs(length-1))
	}
	return farthest
}

// A pose that is blended with others again and again, by any share, keeps rotations of length 1:
// rounding errors do not add up.
func TestBlendingAgainAndAgainKeepsRotationsOfLength1(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s := blendSkeleton(t, 11)
	for _, u := range []float32{1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.999, 0.9999999} {
		p, to := blendPose(random, s), blendPose(random, s)
		worst := 0.0
		for step := range 20_000 {
			if step%5000 == 0 {
				to = blendPose(random, s)
			}
			if err := rig.Blend(p, rig.Mix(p, 1-u), rig.Mix(to, u)); err != nil {
				t.Fatal(err)
			}
			worst = max(worst, farthestLength(p))
		}
		if !(worst < 1.5e-6) {
			t.Errorf("with a share of %v a length differs from 1 by %v", u, worst)
		}
	}
}

// The program may give rotations of other lengths; the blend's have length 1.
func TestBlendOfRotationsOfAnyLength(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	s := blendSkeleton(t, 11)
	for range 200 {
		a, b, w := blendPose(random, s), blendPose(random, s), 0.05+0.9*random.Float32()
		changed := a
		if random.IntN(2) == 0 {
			changed = b
		}
		j := random.IntN(s.Len())
		joint := changed.Joint(j)
		joint.Rotation = joint.Rotation.Scale([]float32{0, 0.3, 0.9, 0.9999, 1.0001, 1.1, 3, 1e4}[random.IntN(8)])
		changed.SetJoint(j, joint)
		got := rig.NewPose(s)
		if err := rig.Blend(got, rig.Mix(a, w), rig.Mix(b, 1-w)); err != nil {
			t.Fatal(err)
		}
		if off := farthestLength(got); !(off < 5e-7) {
			t.Fatalf("with a rotation of length %v a length differs from 1 by %v", joint.Rotation.Len(), off)
		}
	}
}

func TestBlendErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s, other := blendSkeleton(t, 11), blendSkeleton(t, 5)
	a, b := blendPose(random, s), blendPose(random, s)
	mask, err := rig.NewMask("other", other).Build()
	if err != nil {
		t.Fatal(err)
	}
	short := blendPose(random, s)
	short.Locals = short.Locals[:80]
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	dst := blendPose(random, s)
	before := slices.Clone(dst.Locals)
	for name, inputs := range map[string][]rig.BlendInput{
		"nil":                  {rig.Mix(nil, 1)},
		"empty":                {rig.Mix(a, 1), rig.Mix(&rig.Pose{}, 1)},
		"other skeleton":       {rig.Mix(rig.NewPose(other), 1)},
		"too short":            {rig.Mix(short, 1)},
		"mask":                 {rig.Mix(a, 1), rig.Over(b, 1, mask)},
		"negative":             {rig.Mix(a, -1)},
		"NaN":                  {rig.Mix(a, nan)},
		"infinite":             {rig.Mix(a, 1), rig.Add(b, inf, nil)},
		"infinite sum":         {rig.Mix(a, 3e38), rig.Mix(b, 3e38)},
		"attenuation":          {rig.Mix(a, 1), rig.Over(b, 1.5, nil)},
		"the pose to write":    {rig.Mix(a, 1), rig.Mix(nil, 1)},
		"NaN after a good one": {rig.Mix(a, 1), rig.Over(b, nan, nil)},
	} {
		if err := rig.Blend(dst, inputs...); !errors.Is(err, rig.ErrBlend) || !slices.Equal(dst.Locals, before) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := rig.Blend(nil, rig.Mix(a, 1)); !errors.Is(err, rig.ErrBlend) {
		t.Errorf("no pose to write: %v", err)
	}
	if err := rig.Blend(a, rig.Mix(b, 1), rig.Mix(a, 1)); !errors.Is(err, rig.ErrBlend) {
		t.Errorf("the second input is the pose to write: %v", err)
	}
}
