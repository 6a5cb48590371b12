package kernel

import "github.com/sinew-go/sinew/internal/kernel/layout"

const (
	// Lanes is the number of joints in a group of a local pose, and the number of characters in a
	// block.
	Lanes = layout.Lanes
	// Rows is the number of float32 in a joint's local transform; [layout.LocalRotation] and those
	// after it are in it.
	Rows = layout.LocalRows
	// GroupSize is the number of float32 in a group of 8 joints, and in one joint of a block of 8
	// characters.
	GroupSize = Rows * Lanes
	// MatrixSize is the number of float32 in a 3x4 row-major matrix.
	MatrixSize = layout.MatrixRows
	// BlockMatrixSize is the number of float32 in one joint's model matrices in a block: element e
	// of lane l is at e*Lanes + l.
	BlockMatrixSize = MatrixSize * Lanes
)

const (
	rotation    = layout.LocalRotation * Lanes
	translation = layout.LocalTranslation * Lanes
	scale       = layout.LocalScale * Lanes
)

// The first row of each part of a joint's local transform in a group.
const (
	RowRotation    = 0 // x, y, z, w
	RowTranslation = 4 // x, y, z, meters
	RowScale       = 7 // x, y, z
)

// JointOffset returns the index of joint j's number in row 0 of a local pose. Its number in row r
// is r*[Lanes] after that.
func JointOffset(j int) int { return j/Lanes*GroupSize + j%Lanes }

// GroupCount returns how many groups the local pose of a number of joints has.
func GroupCount(joints int) int { return (joints + Lanes - 1) / Lanes }

// PoseSize returns how many float32 the local pose of a number of joints takes.
func PoseSize(joints int) int { return GroupCount(joints) * GroupSize }
