package randomassets

import (
	"fmt"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// Shape describes a skeleton.
type Shape struct {
	Joints int
	// Roots is the number of joints without a parent, at least 1.
	Roots int
	// Reach is the largest distance from a joint back to its parent, in joints: 1 makes chains,
	// Joints makes bushes.
	Reach int
	// Bone is the largest coordinate of a translation in meters.
	Bone float32
	// Scale is the largest scale in octaves: 0 is rigid, 1 is from half to double.
	Scale float64
	// Mirrored makes some scales negative.
	Mirrored bool
	// Morphs is the number of joints that carry a mesh with morph targets.
	Morphs int
}

// Shapes returns shapes that together cover every property, smallest first.
func Shapes() []Shape {
	return []Shape{
		{Joints: 1, Roots: 1, Reach: 1, Bone: 1},
		{Joints: 7, Roots: 7, Reach: 1, Bone: 1, Scale: 1, Mirrored: true, Morphs: 2},
		{Joints: 8, Roots: 1, Reach: 3, Bone: 0.3, Scale: 0.5, Morphs: 1},
		{Joints: 9, Roots: 2, Reach: 9, Bone: 100, Scale: 1},
		{Joints: 64, Roots: 1, Reach: 8, Bone: 0.3},
		{Joints: 100, Roots: 4, Reach: 20, Bone: 0.3, Scale: 0.3, Mirrored: true, Morphs: 5},
		{Joints: 200, Roots: 1, Reach: 1, Bone: 0.1},
		{Joints: 200, Roots: 1, Reach: 1, Bone: 0.1, Scale: 0.05, Mirrored: true},
		{Joints: 500, Roots: 3, Reach: 500, Bone: 2, Scale: 2, Mirrored: true},
	}
}

// Skeleton makes a skeleton whose joints are listed in random order.
func Skeleton(r *rand.Rand, shape Shape) *assets.Skeleton {
	order := r.Perm(shape.Joints) // the joint's index in the list
	joints := make([]rig.Joint, shape.Joints)
	for i := range shape.Joints {
		joint := rig.Joint{Name: fmt.Sprintf("joint %d", i), Parent: -1, Rest: Transform(r, shape)}
		if i >= shape.Roots {
			joint.Parent = order[i-1-r.IntN(min(i, shape.Reach))]
		}
		if i >= shape.Joints-shape.Morphs {
			for range 1 + r.IntN(4) {
				joint.Morphs = append(joint.Morphs, r.Float32())
			}
		}
		joints[order[i]] = joint
	}
	return must(rig.NewSkeleton("random", joints, nil))
}

// Transform makes a joint's local transform.
func Transform(r *rand.Rand, shape Shape) rig.TRS {
	t := rig.TRS{Rotation: Rotation(r)}
	for i := range 3 {
		t.Translation[i] = (2*r.Float32() - 1) * shape.Bone
		t.Scale[i] = scale(r, shape)
	}
	return t
}

func scale(r *rand.Rand, shape Shape) float32 {
	s := exp2((2*r.Float64() - 1) * shape.Scale)
	if shape.Mirrored && r.IntN(4) == 0 {
		s = -s
	}
	return s
}

// Rotation makes a rotation, uniformly distributed.
func Rotation(r *rand.Rand) mgl32.Quat {
	for {
		q := mgl32.Quat{W: float32(r.NormFloat64())}
		for i := range q.V {
			q.V[i] = float32(r.NormFloat64())
		}
		if q.Len() > 0.1 {
			return q.Normalize()
		}
	}
}
