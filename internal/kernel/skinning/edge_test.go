package skinning

import (
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestSkinningStaysInItsMemory(t *testing.T) {
	const vertices, entries, influences = 3*Lanes + 5, 5, 4
	job := func(m *guarded.Memory) *kernel.SkinJob {
		j := &kernel.SkinJob{
			Positions: guarded.Floats(m, 3*vertices), OutPositions: guarded.Floats(m, 3*vertices),
			Normals: guarded.Floats(m, 3*vertices), OutNormals: guarded.Floats(m, 3*vertices),
			Tangents: guarded.Floats(m, 4*vertices), OutTangents: guarded.Floats(m, 4*vertices),
			Joints: guarded.Zeros[uint16](m, influences*vertices), Weights: guarded.Floats(m, influences*vertices),
			Influences: influences, Palette: guarded.Floats(m, entries*kernel.MatrixSize),
		}
		for i := range j.Joints {
			j.Joints[i] = uint16(m.Random.IntN(entries))
		}
		return j
	}
	guarded.Run(t, map[string]any{
		"Len": func(m *guarded.Memory) { Len(guarded.Floats(m, kernel.MatrixSize)) },
		"Split": func(m *guarded.Memory) {
			for n := 1; n < 2*Lanes; n++ {
				palette := guarded.Floats(m, n*kernel.MatrixSize)
				Split(guarded.Zeros[float32](m, Len(palette)), palette)
			}
		},
		"Dual": func(m *guarded.Memory) {
			j := job(m)
			duals := guarded.Zeros[float32](m, Len(j.Palette))
			Split(duals, j.Palette)
			Dual(j, duals)
		},
		"Rigid": func(m *guarded.Memory) { Rigid(job(m)) },
	})
}
