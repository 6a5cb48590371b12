package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/sorted"
)

// BenchmarkSkin skins the positions and normals of models on the CPU, with up to 4 influences per
// vertex: sorted by their joints, as systems.SkinVertices does it, and in the order of the mesh.
func BenchmarkSkin(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	models := map[string]*assets.Model{"mannequin": newMannequin(b, library)}
	for _, path := range []string{"woman/Woman.gltf", "cesium_man/CesiumMan.glb"} {
		if shared := os.Getenv("SINEW_SHARED"); shared != "" {
			model, err := gltfio.Open(library, filepath.Join(shared, "assets", path))
			must(err)
			models[filepath.Base(filepath.Dir(path))] = model
		}
	}
	for name, model := range models {
		var jobs []kernel.SkinJob
		var vertices []*sorted.Vertices
		count := 0
		pose := rig.NewPose(library.Skeleton(model.Skeleton))
		library.Clip(model.Clips[0]).Sample(0.3, pose)
		for _, part := range model.Parts {
			palette := library.Skin(part.Skin).Palette(nil, pose.ModelMatrices(nil))
			for _, p := range library.Mesh(part.Mesh).Primitives {
				n := len(p.Positions)
				job := kernel.SkinJob{
					OutPositions: make([]float32, 3*n), OutNormals: make([]float32, 3*n),
					Joints: p.Joints, Weights: p.Weights, Influences: p.Influences, Palette: palette,
				}
				for v := range n {
					job.Positions, job.Normals = append(job.Positions, p.Positions[v][:]...),
						append(job.Normals, p.Normals[v][:]...)
				}
				jobs, count = append(jobs, job), count+n
				vertices = append(vertices, sorted.New(&job))
			}
		}
		b.Run("model="+name+"/order=sorted", func(b *testing.B) {
			for b.Loop() {
				for i := range jobs {
					if vertices[i] == nil || !vertices[i].Skin(&jobs[i]) {
						b.Skip("sorted vertices need AVX2, and neither SINEW_NOASM nor the tag noasm")
					}
				}
			}
			perCharacter(b, 1, count, "vertex")
		})
		b.Run("model="+name+"/order=mesh", func(b *testing.B) {
			for b.Loop() {
				for i := range jobs {
					kernel.Skin(&jobs[i])
				}
			}
			perCharacter(b, 1, count, "vertex")
		})
	}
}

// BenchmarkSort sorts the mannequin's vertices.
func BenchmarkSort(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	var jobs []*kernel.SkinJob
	count := 0
	for _, part := range model.Parts {
		for _, p := range library.Mesh(part.Mesh).Primitives {
			n := 3 * len(p.Positions)
			jobs, count = append(jobs, &kernel.SkinJob{
				Positions: make([]float32, n), Normals: make([]float32, n), Joints: p.Joints, Weights: p.Weights,
				Influences: p.Influences,
			}), count+n/3
		}
	}
	for b.Loop() {
		for _, job := range jobs {
			sorted.New(job)
		}
	}
	perCharacter(b, 1, count, "vertex")
}

// BenchmarkFirstVertices is the first frame that skins a character on the CPU.
func BenchmarkFirstVertices(b *testing.B) {
	library := assets.NewLibrary(assets.Exact())
	model := newMannequin(b, library)
	c := frameCase{clips: 1, characters: 1, workers: 1}
	newCrowd(b, library, model, c).update(b, 0.01) // the library and its clips are in use
	var frame time.Duration
	least := time.Duration(math.MaxInt64)
	for b.Loop() {
		crowd := newCrowd(b, library, model, c)
		crowd.update(b, 0.01)
		must(crowd.EnableVertices(crowd.entities[0]))
		start := time.Now()
		crowd.update(b, 0.01)
		took := time.Since(start)
		frame, least = frame+took, min(least, took)
		crowd.Close()
		time.Sleep(10 * time.Millisecond) // work that the frame left to goroutines ends
	}
	b.ReportMetric(float64(frame.Nanoseconds())/float64(b.N), "ns/frame")
	b.ReportMetric(float64(least.Nanoseconds()), "ns/least")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkSkinKernel skins random vertices, by the number of influences that they have and use.
func BenchmarkSkinKernel(b *testing.B) {
	const vertices, joints = 4096, 64
	for _, shape := range []struct{ influences, used int }{{0, 0}, {4, 1}, {4, 2}, {4, 4}, {8, 4}, {8, 8}} {
		for _, streams := range []string{"position", "position+normal", "position+normal+tangent"} {
			b.Run(fmt.Sprintf("influences=%d/used=%d/streams=%s", shape.influences, shape.used, streams),
				func(b *testing.B) {
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
	for _, used := range []int{0, 1, 2, 3, 4} {
		b.Run(fmt.Sprintf("sorted/matrices=%d/streams=position+normal", used), func(b *testing.B) {
			job := skinJob(rand.New(rand.NewPCG(1, 2)), vertices, joints, 4, used)
			job.Tangents = nil
			for i := range job.Joints { // runs of 64 vertices have the same joints
				job.Joints[i] = uint16((i/4/64 + i%4) % joints)
				if used == 0 && i%4 == 0 { // one matrix, which is not blended
					job.Weights[i] = 1
				}
			}
			order := sorted.New(job)
			if order == nil {
				b.Skip("sorted vertices need AVX2, and neither SINEW_NOASM nor the tag noasm")
			}
			for b.Loop() {
				order.Skin(job)
			}
			perCharacter(b, 1, vertices, "vertex")
		})
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
