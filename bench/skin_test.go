package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkSkin skins the mannequin's positions and normals on the CPU, with up to 4 influences per vertex.
func BenchmarkSkin(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	library.Clip(model.Clip("walk")).Sample(0.3, pose)
	palette := library.Skin(model.Parts[0].Skin).Palette(nil, pose.ModelMatrices(nil))
	b.Run("mannequin", func(b *testing.B) {
		var out []ecs.Vertices
		vertices := 0
		for p := range model.Parts {
			for i := range library.Mesh(model.Parts[p].Mesh).Primitives {
				vertices += len(library.Mesh(model.Parts[p].Mesh).Primitives[i].Positions)
				out = append(out, ecs.Vertices{})
			}
		}
		for b.Loop() {
			n := 0
			for p := range model.Parts {
				part := &model.Parts[p]
				primitives := library.Mesh(part.Mesh).Primitives
				for i := range primitives {
					systems.SkinPrimitive(&out[n], &primitives[i], part, palette, nil)
					n++
				}
			}
		}
		perCharacter(b, 1, vertices, "vertex")
	})
}

// BenchmarkSkinKernel skins random vertices, by the number of influences that they have and use.
func BenchmarkSkinKernel(b *testing.B) {
	const vertices, joints = 4096, 64
	for _, shape := range []struct{ influences, used int }{{0, 0}, {4, 1}, {4, 2}, {4, 4}, {8, 4}, {8, 8}} {
		for _, streams := range []string{"position", "position+normal", "position+normal+tangent"} {
			b.Run(fmt.Sprintf("influences=%d/used=%d/streams=%s", shape.influences, shape.used, streams), func(b *testing.B) {
				job := skinJob(rand.New(rand.NewPCG(1, 2)), vertices, joints, shape.influences, shape.used)
				if streams == "position" {
					job.Normals = nil
				}
				if streams != "position+normal+tangent" {
					job.Tangents = nil
				}
				for b.Loop() {
					kernel.Skin(job)
				}
				perCharacter(b, 1, vertices, "vertex")
			})
		}
	}
}

// skinJob returns a job of random numbers. Each vertex uses the first influences only.
func skinJob(random *rand.Rand, vertices, joints, influences, used int) *kernel.SkinJob {
	numbers := func(n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = random.Float32()*2 - 1
		}
		return s
	}
	job := &kernel.SkinJob{
		Positions: numbers(3 * vertices), Normals: numbers(3 * vertices), Tangents: numbers(4 * vertices),
		OutPositions: numbers(3 * vertices), OutNormals: numbers(3 * vertices), OutTangents: numbers(4 * vertices),
		Influences: influences, Palette: numbers(joints * kernel.MatrixSize),
	}
	for i := range vertices * influences {
		joint, weight := mesh.NoInfluence, float32(0)
		if i%influences < used {
			joint, weight = uint16(random.IntN(joints)), 1/float32(used)
		}
		job.Joints, job.Weights = append(job.Joints, joint), append(job.Weights, weight)
	}
	return job
}

// BenchmarkMorph adds one morph target to positions.
func BenchmarkMorph(b *testing.B) {
	const vertices = 4096
	stream, delta := make([]float32, 3*vertices), make([]float32, 3*vertices)
	for i := range delta {
		delta[i] = float32(i) / vertices
	}
	for b.Loop() {
		kernel.AddScaled(stream, delta, 1e-6)
	}
	perCharacter(b, 1, vertices, "vertex")
}

// BenchmarkBounds makes the boxes around 8 mannequins.
func BenchmarkBounds(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	joints := model.JointBounds(library)
	block := make([]float32, library.Skeleton(model.Skeleton).Len()*kernel.BlockMatrixSize)
	for i := range block {
		block[i] = float32(i%7) / 8
	}
	var bounds [kernel.BoundsSize]float32
	for b.Loop() {
		kernel.EmptyBounds(&bounds)
		kernel.Bounds(&bounds, block, joints.Joints, joints.Boxes)
	}
	perCharacter(b, kernel.Lanes, len(joints.Joints), "box")
}
