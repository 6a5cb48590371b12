package id

// The IDs by which components name assets. An ID is an index into its kind's table in a [assets.Library] with the generation
// of that entry above it; 0 is 'none'. An ID whose asset was removed stays invalid for good, it never names another one.
type (
	// SkeletonID names a [rig.Skeleton] in a [assets.Library].
	Skeleton uint32
	// ClipID names a [clip.Clip] in a [assets.Library].
	Clip uint32
	// SkinID names a [rig.Skin] in a [assets.Library].
	Skin uint32
	// MeshID names a [mesh.Mesh] in a [assets.Library].
	Mesh uint32
	// MaterialID names a [mesh.Material] in a [assets.Library].
	Material uint32
	// ImageID names an [mesh.Image] in a [assets.Library].
	Image uint32
	// ModelID names a [assets.Model] in a [assets.Library].
	Model uint32
	// MaskID names a [rig.Mask] in a [assets.Library].
	Mask uint32
	// BlendSpaceID names a [blendspace.Space] in a [assets.Library].
	BlendSpace uint32
	// CurveID names a [clip.Curve] in a [assets.Library].
	Curve uint32
	// GraphID names a [graph.Graph] in a [assets.Library].
	Graph uint32
)

// IndexBits is how many of an ID's low bits are the index. The bits above are the generation.
const IndexBits = 20
