package assets

import (
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// Aliases of the types of the subpackages. With them, a program that only loads and plays
// characters imports this package alone.
type (
	// SkeletonID identifies a [Skeleton] in a [Library].
	SkeletonID = id.Skeleton
	// ClipID identifies a [Clip] in a [Library].
	ClipID = id.Clip
	// MotionID identifies a [motion.Motion] in a [Library]: a clip, a blend space or one of another
	// kind.
	MotionID = id.Motion
	// SkinID identifies a [Skin] in a [Library].
	SkinID = id.Skin
	// MeshID identifies a [mesh.Mesh] in a [Library].
	MeshID = id.Mesh
	// MaterialID identifies a [mesh.Material] in a [Library].
	MaterialID = id.Material
	// ImageID identifies an [mesh.Image] in a [Library].
	ImageID = id.Image
	// ModelID identifies a [Model] in a [Library].
	ModelID = id.Model
	// MaskID identifies a [rig.Mask] in a [Library].
	MaskID = id.Mask
	// BlendSpaceID identifies a [blendspace.Space] in a [Library].
	BlendSpaceID = id.BlendSpace
	// CurveID identifies a [clip.Curve] in a [Library].
	CurveID = id.Curve
	// GraphID identifies a [Graph] in a [Library].
	GraphID = id.Graph
	// ModifierStackID identifies a [modifier.Stack] in a [Library].
	ModifierStackID = id.ModifierStack

	// Skeleton is a [rig.Skeleton].
	Skeleton = rig.Skeleton
	// Pose is a [rig.Pose].
	Pose = rig.Pose
	// Skin is a [rig.Skin].
	Skin = rig.Skin
	// Clip is a [clip.Clip].
	Clip = clip.Clip
	// PlayMode is a [clip.PlayMode].
	PlayMode = clip.PlayMode
	// BakeOptions are [bake.Options].
	BakeOptions = bake.Options
	// Graph is a [graph.Graph].
	Graph = graph.Graph
)

// The play modes: what happens at the end of a clip. See [clip.PlayMode].
const (
	Once     = clip.Once
	Loop     = clip.Loop
	PingPong = clip.PingPong
	Hold     = clip.Hold
)

// The layer modes: how a layer is combined with the layers below it. See [clip.LayerMode].
const (
	Override = clip.Override
	Additive = clip.Additive
)

// ErrNotFound is [rig.ErrNotFound]: a name that nothing has.
var ErrNotFound = rig.ErrNotFound

// MatrixSize is the number of elements of a [rig.Matrix]: 3 rows of 4.
const MatrixSize = rig.MatrixSize
