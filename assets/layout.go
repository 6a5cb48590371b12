package assets

// The layout of local poses. A pose is a slice of float32 in groups of 8 joints; a group has ten rows of 8 numbers, one
// row for each number of a joint's translation, rotation and scale, so that joint j's number in row r is at
//
//	(j/GroupJoints)*GroupSize + r*GroupJoints + j%GroupJoints
//
// The places of the last group that have no joint hold the identity.
const (
	// GroupJoints is how many joints a group holds.
	GroupJoints = 8
	// GroupRows is how many rows a group has.
	GroupRows = 10
	// GroupSize is how many float32 a group takes.
	GroupSize = GroupJoints * GroupRows
)

// The rows of a group.
const (
	RowRotation    = 0 // x, y, z, w
	RowTranslation = 4 // x, y, z
	RowScale       = 7 // x, y, z
)

// PoseSize returns how many float32 the local pose of that many joints takes.
func PoseSize(joints int) int {
	return (joints + GroupJoints - 1) / GroupJoints * GroupSize
}

// JointOffset returns where joint j's number in row 0 is; the row r is r*GroupJoints further on.
func JointOffset(j int) int {
	return j/GroupJoints*GroupSize + j%GroupJoints
}

func putRows(locals []float32, j, row int, values ...float32) {
	at := JointOffset(j) + row*GroupJoints
	for i, v := range values {
		locals[at+i*GroupJoints] = v
	}
}
