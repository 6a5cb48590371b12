package kernel

// MaxBits is the most bits that a number of a baked clip takes: as many as float32 holds exactly.
const MaxBits = 24

// BakedSpare is how many bytes lie behind the last frame of a baked clip, so that a row may be read in one large load.
const BakedSpare = 32

// Baked is a clip in uniform frames of rows of 8 integers. A row of b bits takes b bytes: number k of it is the bits from k·b
// on, counted from the lowest bit of the first byte, and stands for
//
//	base[k] + q·step[k]
//
// There are whole rows, which are a row of a group, the same number of 8 joints, and scattered rows, whose 8 numbers each go to
// a place of their own. Both lie in a frame, and in Ranges, run after run.
type Baked struct {
	// Rest is the rest pose, and RestTargets are the rows, as indices of a local pose and multiples of 8, that stay as they
	// are there.
	Rest        []float32
	RestTargets []int32
	// Constants holds, 8 by 8, the other rows that stand still but for scattered numbers, and ConstantTargets where they go.
	Constants       []float32
	ConstantTargets []int32
	// Runs are the rows that move. They are written in this order, so that a scattered number may replace one of a whole row
	// before it.
	Runs []BakedRun
	// Ranges holds for each row its 8 bases, then its 8 steps.
	Ranges []float32
	// Whole holds for each whole row where it goes, as an index of the local pose and a multiple of 8.
	Whole []int32
	// Scattered holds for each scattered row where its 8 numbers go; where there are fewer than 8, the last is repeated.
	Scattered []int32
	// Rotations holds the offset of each group whose rotations are to be brought to unit length.
	Rotations []int32
	// Frames holds frame after frame, FrameSize bytes each, and BakedSpare bytes more.
	Frames    []byte
	FrameSize int
}

// BakedRun is a run of rows of one width, whole or scattered.
type BakedRun struct {
	Bits      int32 // 1 to MaxBits
	Rows      int32
	Scattered bool
}
