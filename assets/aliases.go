package assets

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// Aliases of what most programs name that load and play characters. With them, such a program
// imports no subpackage.
type (
	// SkeletonID identifies a [Skeleton] in a [Library].
	SkeletonID = id.Skeleton
	// ClipID identifies a [Clip] in a [Library].
	ClipID = id.Clip
	// SkinID identifies a [rig.Skin] in a [Library].
	SkinID = id.Skin
	// ModelID identifies a [Model] in a [Library].
	ModelID = id.Model
	// GraphID identifies a [machine.Graph] in a [Library].
	GraphID = id.Graph

	// Skeleton is a [rig.Skeleton].
	Skeleton = rig.Skeleton
	// Clip is a [clip.Clip].
	Clip = clip.Clip
	// PlayMode is a [clip.PlayMode].
	PlayMode = clip.PlayMode
)

// The play modes: what happens at the end of a clip. See [clip.PlayMode].
const (
	Once     = clip.Once
	Loop     = clip.Loop
	PingPong = clip.PingPong
	Hold     = clip.Hold
)

// MatrixSize is the number of elements of a [rig.Matrix]: 3 rows of 4.
const MatrixSize = rig.MatrixSize
