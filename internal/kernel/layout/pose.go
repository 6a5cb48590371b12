package layout

// Lanes is the number of joints in a group of a local pose, and the number of characters in a
// block.
const Lanes = 8

// The rows of a local transform.
const (
	LocalRotation    = 0
	LocalTranslation = 4
	LocalScale       = 7
	LocalRows        = 10
)

// PointRows is the number of rows of a point or a direction, and RotationRows that of a rotation
// xyzw.
const (
	PointRows    = 3
	RotationRows = 4
)

// The numbers of a 3x4 matrix, which is row-major.
const (
	MatrixColumns = 4
	MatrixRows    = 12
	// OriginColumn is the column of the translation.
	OriginColumn = 3
)

// Element returns the row of an element of a 3x4 matrix.
func Element(r, c int) int { return MatrixColumns*r + c }

// Axes3Rows is the number of rows of a 3x3 matrix, which is row-major too.
const Axes3Rows = 9
