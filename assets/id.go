package assets

// The IDs by which components name assets. An ID is an index into its kind's table in a [Library] with the generation
// of that entry above it; 0 is 'none'. An ID whose asset was removed stays invalid for good, it never names another one.
type (
	// SkeletonID names a [Skeleton] in a [Library].
	SkeletonID uint32
	// ClipID names a [Clip] in a [Library].
	ClipID uint32
	// SkinID names a [Skin] in a [Library].
	SkinID uint32
	// MeshID names a [Mesh] in a [Library].
	MeshID uint32
	// MaterialID names a [Material] in a [Library].
	MaterialID uint32
	// ImageID names an [Image] in a [Library].
	ImageID uint32
	// ModelID names a [Model] in a [Library].
	ModelID uint32
	// MaskID names a [Mask] in a [Library].
	MaskID uint32
	// BlendSpaceID names a [BlendSpace] in a [Library].
	BlendSpaceID uint32
	// CurveID names a [Curve] in a [Library].
	CurveID uint32
	// GraphID names a [Graph] in a [Library].
	GraphID uint32
)

// IndexBits is how many of an ID's low bits are the index. The bits above are the generation.
const IndexBits = 20
