package randomassets

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestTheSameSourceMakesTheSameAssets(t *testing.T) {
	generate := func() []float32 {
		r := rand.New(rand.NewPCG(1, 2))
		shape := Shapes()[5]
		s := Skeleton(r, shape)
		c := Clip(r, s, shape, 20)
		pose := rig.NewPose(s)
		c.Sample(Time(r, c), pose)
		p := Primitive(r, 10, 4, 8, 2)
		return append(Skin(r, s, shape, 4).Palette(nil, pose.ModelMatrices(nil)), p.Weights...)
	}
	if difference := cmp.Diff(generate(), generate()); difference != "" {
		t.Error(difference)
	}
}

func TestSkeletonsHaveTheirShape(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, shape := range Shapes() {
		s := Skeleton(r, shape)
		roots, deepest, negative := 0, 0, false
		depth := make([]int, s.Len())
		for j := range s.Len() {
			if s.Parent(j) < 0 {
				roots++
			} else {
				depth[j] = depth[s.Parent(j)] + 1
			}
			deepest = max(deepest, depth[j])
			for _, v := range s.Rest(j).Scale {
				negative = negative || v < 0
			}
		}
		if s.Len() != shape.Joints || roots != shape.Roots || len(s.MorphChannels()) != shape.Morphs ||
			negative != shape.Mirrored {
			t.Errorf("%+v: %d joints, %d roots, %d channels, mirrored %v", shape, s.Len(), roots,
				len(s.MorphChannels()), negative)
		}
		if shape.Reach == 1 && deepest != shape.Joints-shape.Roots {
			t.Errorf("%+v: a chain of depth %d", shape, deepest)
		}
	}
}

func TestVertexWeightsAreSortedAndSumToOne(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, influences := range []int{4, 8} {
		p := Primitive(r, 200, 5, influences, 0)
		for v := range p.Positions {
			var sum float32
			for i := range influences {
				w := p.Weights[v*influences+i]
				sum += w
				if i > 0 && w > p.Weights[v*influences+i-1] {
					t.Fatalf("vertex %d: weights %v", v, p.Weights[v*influences:][:influences])
				}
			}
			if sum < 0.999999 || sum > 1.000001 {
				t.Fatalf("vertex %d: weights sum to %v", v, sum)
			}
		}
	}
}
