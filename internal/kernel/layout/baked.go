package layout

// The offsets of the fields of kernel.Baked in bytes, where a pointer has 8 bytes. The assembly for
// amd64 takes them from the compiler.
const (
	BakedRest             = 0
	BakedRestTargets      = 24
	BakedConstants        = 48
	BakedConstantTargets  = 72
	BakedBits             = 96
	BakedRanges           = 120
	BakedRotationGroups   = 144
	BakedWhole            = 168
	BakedScattered        = 192
	BakedDerived          = 216
	BakedNormalizedGroups = 240
	BakedNearUnit         = 264

	// SliceLength is where the length of a slice is.
	SliceLength = 8
)

// The offsets of the fields of a kernel.DerivedRow in bytes, and its size.
const (
	DerivedShuffle = 0
	DerivedBase    = 32
	DerivedStep    = 64
	DerivedTargets = 96
	DerivedSize    = 128
)

// The offsets of the fields of a row layout of package kernel in bytes, and the binary logarithm of
// its size.
const (
	ShapeShuffle = 0
	ShapeMask    = 32
	ShapeHalf    = 64
	ShapeScale   = 160
	ShapeBits    = 8
)

// NarrowBits is the largest width of the integers of a row that fits into 16 bytes.
const NarrowBits = 16

// The numbers of a group of keys for slerp.
const (
	// KeyLanes is the number of joints whose rotation keys are interpolated together.
	KeyLanes = 4
	// ArcAngles and ArcSines are the numbers of the arcs of a group.
	ArcAngles = 0
	ArcSines  = KeyLanes
	ArcSize   = 2 * KeyLanes
)
