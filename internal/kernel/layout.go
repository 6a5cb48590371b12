package kernel

const (
	// Lanes is how many joints a group and how many characters a block holds.
	Lanes = 8
	// Rows is how many numbers a joint's local transform has: rotation 0..3, translation 4..6, scale 7..9.
	Rows = 10
	// GroupSize is how many float32 a group of 8 joints takes, and a joint of a block of 8 characters.
	GroupSize = Rows * Lanes
	// MatrixSize is how many float32 a 3x4 row-major matrix takes.
	MatrixSize = 12
	// BlockMatrixSize is how many float32 one joint's model matrices take in a block: number e of lane l is at e*Lanes + l.
	BlockMatrixSize = MatrixSize * Lanes
)

const (
	rotation    = 0 * Lanes
	translation = 4 * Lanes
	scale       = 7 * Lanes
)
