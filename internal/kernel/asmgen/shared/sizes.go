package shared

import "github.com/sinew-go/sinew/internal/kernel/layout"

// Sizes in bytes.
const (
	Row         = 4 * layout.Lanes
	HalfRow     = Row / 2 // a register of arm64
	GroupSize   = layout.LocalRows * Row
	MatrixSize  = layout.MatrixRows * 4
	BlockMatrix = layout.MatrixRows * Row
	DualSize    = layout.DualSize * 4
)

// Lanes is [layout.Lanes].
const Lanes = layout.Lanes

// NearestStep is after how many numbers the kernels of package nearest compare sums with a limit.
const NearestStep = 8
