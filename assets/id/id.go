package id

// The IDs of assets in an [assets.Library]. 0 means 'none'.
type (
	// Skeleton names a [rig.Skeleton].
	Skeleton uint32
	// Motion names a [motion.Motion]: whatever a layer plays, such as a clip or a blend space.
	Motion uint32
	// Clip names a [clip.Clip]. Every clip is a motion, so an ID may be of a motion that is no
	// clip; what needs a clip treats it as a clip that is not there.
	Clip = Motion
	// Skin names a [rig.Skin].
	Skin uint32
	// Mesh names a [mesh.Mesh].
	Mesh uint32
	// Material names a [mesh.Material].
	Material uint32
	// Image names a [mesh.Image].
	Image uint32
	// Model names an [assets.Model].
	Model uint32
	// Mask names a [rig.Mask].
	Mask uint32
	// BlendSpace names a [blendspace.Space]. Every blend space is a motion.
	BlendSpace = Motion
	// Curve names a built-in curve of package clip or a [clip.Curve].
	Curve uint32
	// Graph names a [machine.Graph].
	Graph uint32
	// ModifierStack names a [modifier.Stack].
	ModifierStack uint32
)

// IndexBits is the number of low bits of an ID that hold its index. The bits above hold the
// generation.
const IndexBits = 20
