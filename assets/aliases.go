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

// The names of other packages that programs which only play characters need, so that they import this one alone.
type (
	// SkeletonID names a [Skeleton] in a [Library].
	SkeletonID = id.Skeleton
	// ClipID names a [Clip] in a [Library].
	ClipID = id.Clip
	// SkinID names a [Skin] in a [Library].
	SkinID = id.Skin
	// MeshID names a [Mesh] in a [Library].
	MeshID = id.Mesh
	// MaterialID names a [Material] in a [Library].
	MaterialID = id.Material
	// ImageID names an [Image] in a [Library].
	ImageID = id.Image
	// ModelID names a [Model] in a [Library].
	ModelID = id.Model
	// MaskID names a [Mask] in a [Library].
	MaskID = id.Mask
	// BlendSpaceID names a [BlendSpace] in a [Library].
	BlendSpaceID = id.BlendSpace
	// CurveID names a [clip.Curve] in a [Library].
	CurveID = id.Curve
	// GraphID names a [Graph] in a [Library].
	GraphID = id.Graph

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

// What a clip does at its end: see [clip.PlayMode].
const (
	Once     = clip.Once
	Loop     = clip.Loop
	PingPong = clip.PingPong
	Hold     = clip.Hold
)

// How a layer joins what lies below it: see [clip.LayerMode].
const (
	Override = clip.Override
	Additive = clip.Additive
)

// MatrixSize is how many numbers a [rig.Matrix] has.
const MatrixSize = rig.MatrixSize
