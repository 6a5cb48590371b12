package solve

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// Lanes is the number of characters that are solved together.
const Lanes = kernel.Lanes

type (
	// Matrix is a joint's model matrix in 8 lanes: 12 rows, 3x4 row-major.
	Matrix = [kernel.BlockMatrixSize]float32
	// Local is a joint's local transform in 8 lanes: 10 rows, rotation xyzw, translation xyz, scale
	// xyz.
	Local = [kernel.GroupSize]float32
)

// ChildModel writes a joint's model matrices: the parent's times the local transform, with the bits
// of [kernel.LocalToModel].
func ChildModel(model, parent *Matrix, local *Local) {
	if assembly {
		childModelAsm(&model[0], &parent[0], &local[0])
		return
	}
	childModelGeneric(model, parent, local)
}

// Quat is a rotation in 8 lanes: 4 rows, xyzw.
type Quat = [4 * Lanes]float32

// Mix writes the rotations from one to another at a weight, by normalized linear interpolation
// along the shorter arc. Where the weight is not above 0 they are the first ones, bit for bit.
func Mix(out, from, to *Quat, weight *[Lanes]float32) {
	if assembly {
		mixAsm(&out[0], &from[0], &to[0], &weight[0])
		return
	}
	mixGeneric(out, from, to, (*[1 * Lanes]float32)(weight))
}

// LimitRows are the numbers of [Limit].
type LimitRows [layout.LimitRows * Lanes]float32

// Limit keeps rotations within limits. A rotation is taken relative to the rest, and divided into a
// twist about the axis and, after it, a swing of the axis. A rotation within the limits keeps its
// bits. A cone of 0 makes the joint a hinge.
func Limit(rows *LimitRows) {
	if assembly {
		limitAsm(&rows[0])
		return
	}
	limitGeneric((*[21 * Lanes]float32)(rows))
}
