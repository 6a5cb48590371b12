//go:build !noasm

package kernel

import (
	"os"

	"github.com/sinew-go/sinew/internal/kernel/wide"
	"golang.org/x/sys/cpu"
)

// hasWide reports whether this processor can run the kernels of package wide.
var hasWide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL

// wideLanes reports whether they are used. The environment variable SINEW_NOAVX512 turns them off.
var wideLanes = assembly && hasWide && os.Getenv("SINEW_NOAVX512") == ""

// skinWide skins the first vertices of a job by 16 at a time where the processor can, and returns
// their number.
func skinWide(j *SkinJob) int {
	groups := len(j.Positions) / (3 * 2 * Lanes)
	if !wideLanes || groups == 0 || j.Influences != 4 {
		return 0
	}
	wide.Skin(groups, &j.Positions[0], &j.OutPositions[0], first(j.Normals), first(j.OutNormals), first(j.Tangents),
		first(j.OutTangents),
		&j.Joints[0], &j.Weights[0], &j.Palette[0], uint32(len(j.Palette)/MatrixSize-1))
	return groups * 2 * Lanes
}

func paletteWide(dst *float32, offsets *[Lanes]int, model *float32, joints *int16, indices int, inverseBind *float32) {
	wide.Palette(dst, offsets, model, joints, indices, inverseBind)
}

func paletteEachWide(
	dst *float32, offsets *[Lanes]int, model *float32, joints *int16, indices int, inverseBind *float32,
	bindOffsets *[Lanes]int,
) {
	wide.PaletteEach(dst, offsets, model, joints, indices, inverseBind, bindOffsets)
}
