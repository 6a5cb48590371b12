package layout

// The numbers of a run of groups in sorted.Vertices.
const (
	RunGroups   = 0 // how many groups
	RunMatrices = 1 // how many matrices; 0 for one at weight 1
	RunFirst    = 2 // where the first of them is in the palette, in bytes; the others follow
)

// The numbers that skinning.Split makes of a matrix, and the rows of their sums.
const (
	DualRotation = 0 // unit quaternion
	DualPart     = 4 // dual part of the dual quaternion of rotation and translation
	DualScale    = 8 // scale and shear that come before them, a 3x3 matrix
	DualRows     = DualScale + Axes3Rows
	DualSize     = 20 // with those that are not used
)
