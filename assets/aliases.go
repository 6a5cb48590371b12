package assets

import (
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// Aliases of the types of the subpackages. With them, a program that only loads and plays characters imports this
// package alone.
type (
	// SkeletonID identifies a [Skeleton] in a [Library].
	SkeletonID = id.Skeleton
	// ClipID identifies a [Clip] in a [Library].
	ClipID = id.Clip
	// MotionID identifies a [motion.Motion] in a [Library]: a clip, a blend space or one of another kind.
	MotionID = id.Motion
	// SkinID identifies a [Skin] in a [Library].
	SkinID = id.Skin
	// MeshID identifies a [Mesh] in a [Library].
	MeshID = id.Mesh
	// MaterialID identifies a [Material] in a [Library].
	MaterialID = id.Material
	// ImageID identifies an [Image] in a [Library].
	ImageID = id.Image
	// ModelID identifies a [Model] in a [Library].
	ModelID = id.Model
	// MaskID identifies a [Mask] in a [Library].
	MaskID = id.Mask
	// BlendSpaceID identifies a [BlendSpace] in a [Library].
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
	// Mask is a [rig.Mask].
	Mask = rig.Mask
	// Skin is a [rig.Skin].
	Skin = rig.Skin
	// Clip is a [clip.Clip].
	Clip = clip.Clip
	// PlayMode is a [clip.PlayMode].
	PlayMode = clip.PlayMode
	// LayerMode is a [clip.LayerMode].
	LayerMode = clip.LayerMode
	// BakedClip is a [bake.BakedClip].
	BakedClip = bake.BakedClip
	// BakeOptions are [bake.Options].
	BakeOptions = bake.Options
	// BakeReport is a [bake.Report].
	BakeReport = bake.Report
	// BlendSpace is a [blendspace.Space].
	BlendSpace = blendspace.Space
	// Graph is a [graph.Graph].
	Graph = graph.Graph
	// Mesh is a [mesh.Mesh].
	Mesh = mesh.Mesh
	// Material is a [mesh.Material].
	Material = mesh.Material
	// Image is a [mesh.Image].
	Image = mesh.Image
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
