package kernel

// MaxBits is the most bits that a number of a baked clip takes: as many as float32 holds exactly.
const MaxBits = 24

// BakedSpare is how many bytes lie behind the last frame of a baked clip, so that a row may be read in one large load.
const BakedSpare = 32

// Baked is a clip in uniform frames of rows of 8 integers. A row of b bits takes b bytes: number k of it is the bits from k·b
// on, counted from the lowest bit of the first byte. A frame is the rows one after the other, in the order of Bits. Number k is
// used where it is, without moving it down to the lowest bit of its byte: it stands for
//
//	base[k] + (q << k·b%8)·step[k]
//
// There are whole rows, which are a row of a group, the same number of 8 joints, and scattered rows, whose 8 numbers each go to
// a place of their own.
type Baked struct {
	// Rest is the rest pose, and RestTargets are the rows, as indices of a local pose and multiples of 8, that stay as they
	// are there.
	Rest        []float32
	RestTargets []int32
	// Constants holds, 8 by 8, the other rows that stand still but for scattered numbers, and ConstantTargets where they go.
	Constants       []float32
	ConstantTargets []int32
	// Bits holds the width of each row, at most MaxBits: first the four rows of each of Turns, then Whole, then Scattered. A width
	// of 0 takes no room, and its numbers are their bases.
	Bits []uint8
	// Ranges holds for each row its 8 bases, then its 8 steps.
	Ranges []float32
	// Turns holds the offset of each group whose four rows of rotations are whole rows one after the other, of unit length.
	Turns []int32
	// Whole holds for each other whole row where it goes, as an index of the local pose and a multiple of 8.
	Whole []int32
	// Scattered holds for each scattered row where its 8 numbers go; where there are fewer than 8, the last is repeated. They are
	// written after whole rows, of which they may replace a number, but none of the rotations of Turns.
	Scattered []int32
	// Rotations holds the offset of each other group whose rotations are to be brought to unit length, in the end.
	Rotations []int32
	// Near says that all rotations that are brought to unit length are within [NearUnit] of it before.
	Near bool
	// Frames holds frame after frame, FrameSize bytes each, and BakedSpare bytes more.
	Frames    []byte
	FrameSize int
}

// NearUnit is how far from 1 the square of a rotation's length may be for a series of four terms to bring it to unit length, with
// less error than a float32 has.
const NearUnit = 1.0 / 64
