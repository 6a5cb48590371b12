package assets_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/generate"
)

// Between frames far apart a rotation comes out much shorter than 1, between near ones a little. Both are brought to unit length.
func TestBakedRotationsHaveUnitLength(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	s := generate.Skeleton(random, generate.Shapes()[2])
	clip := swing(t, random, s, assets.Linear, grid(0, 5, 20))
	pose := assets.NewPose(s)
	for name, options := range map[string]assets.BakeOptions{"near": {}, "far": {Tolerance: 1}} {
		baked, report := assets.Bake(clip, options)
		if baked == nil {
			t.Fatal(report)
		}
		for range 500 {
			baked.Sample(clip.Start()+random.Float64()*clip.Duration(), pose.Locals, pose.Morphs)
			for joint := range s.Len() {
				at := joint/assets.GroupJoints*assets.GroupSize + joint%assets.GroupJoints
				length := 0.0
				for r := range 4 {
					length += math.Pow(float64(pose.Locals[at+r*assets.GroupJoints]), 2)
				}
				if math.Abs(math.Sqrt(length)-1) > 2e-7 {
					t.Fatalf("%s: joint %d has a rotation of length %v", name, joint, math.Sqrt(length))
				}
			}
		}
		t.Log(report)
	}
}
