//go:build !noasm

package kernel

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/samebits"
)

func init() {
	eachWidth = func(do func()) {
		defer func(was bool) { wideLanes = was }(wideLanes)
		for _, wideLanes = range []bool{false, hasWide} {
			do()
		}
	}
}

// Every number of used influences has code of its own, and the first and the last group of vertices
// are special.
func TestWideSkin(t *testing.T) {
	if !hasWide {
		t.Skip("the assembly does not run here: the processor lacks AVX-512")
	}
	job := SkinJob{Influences: 4, Palette: make([]float32, 3*MatrixSize)}
	for i := range job.Palette {
		job.Palette[i] = float32(i%7) - 2.5
	}
	for v := range 99 {
		for i := range 4 {
			w := float32(0)
			if i <= v/25 {
				w = 1 / float32(1+v/25)
			}
			job.Joints, job.Weights = append(job.Joints, uint16(v+i)%4), append(job.Weights, w)
		}
		job.Positions, job.Normals = append(job.Positions, float32(v), 1, -2),
			append(job.Normals, 0.6, float32(v%3)-1, 0.8)
		job.Tangents = append(job.Tangents, 1, 0.5, float32(v%5), -1)
	}
	for vertices := range 100 {
		for streams := range 3 {
			part := job
			part.Positions, part.OutPositions = job.Positions[:3*vertices], make([]float32, 3*vertices)
			part.Joints, part.Weights = job.Joints[:4*vertices], job.Weights[:4*vertices]
			part.Normals, part.Tangents = nil, nil
			if streams > 0 {
				part.Normals, part.OutNormals = job.Normals[:3*vertices], make([]float32, 3*vertices)
			}
			if streams > 1 {
				part.Tangents, part.OutTangents = job.Tangents[:4*vertices], make([]float32, 4*vertices)
			}
			want := part.copied(false)
			skinGeneric(want)
			eachWidth(func() {
				got := part.copied(false)
				withAssembly(func() { Skin(got) })
				samebits.Require(t, "positions", got.OutPositions, want.OutPositions)
				samebits.Require(t, "normals", got.OutNormals, want.OutNormals)
				samebits.Require(t, "tangents", got.OutTangents, want.OutTangents)
			})
		}
	}
}
