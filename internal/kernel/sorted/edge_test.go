//go:build amd64 && !noasm

package sorted

import (
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestSkinStaysInsideTheStreams(t *testing.T) {
	if !hasAssembly {
		_, reason := kernel.Running()
		t.Skip("the assembly does not run here: ", reason)
	}
	const entries = 5
	skin := func(m *guarded.Memory) {
		for _, vertices := range []int{1, 7, 8, 9, 31, 39} {
			for used := range 5 {
				job := &kernel.SkinJob{
					Positions: make([]float32, 3*vertices), Normals: make([]float32, 3*vertices),
					Tangents:     make([]float32, 4*vertices),
					OutPositions: guarded.Floats(m, 3*vertices), OutNormals: guarded.Floats(m, 3*vertices),
					OutTangents: guarded.Floats(m, 4*vertices), Influences: 4,
					Palette: guarded.Floats(m, entries*kernel.MatrixSize),
				}
				for v := range vertices {
					for i := range 4 {
						weight := float32(0)
						if i < used {
							weight = 1
						}
						job.Joints, job.Weights = append(job.Joints, uint16(entries-1-(v+i)%entries)),
							append(job.Weights, weight)
					}
				}
				s := arrange(job, makeGroups(job))
				s.rows, s.normals = guarded.Copy(m, s.rows), guarded.Copy(m, s.normals)
				if !s.Skin(job) {
					panic("not skinned")
				}
			}
		}
	}
	guarded.Run(t, map[string]any{"New": skin, "Vertices.Skin": skin})
}
