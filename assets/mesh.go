package assets

import "github.com/go-gl/mathgl/mgl32"

// Mesh is a surface in primitives, each of one material.
type Mesh struct {
	Name       string
	Primitives []Primitive
	// TargetNames names the morph targets, where the source does; all primitives have the same targets.
	TargetNames []string
	// Weights are the weights of the morph targets at rest, one for each target.
	Weights []float32
}

// Primitive is a run of triangles in separate vertex streams. Every stream that is there has one element a vertex.
type Primitive struct {
	// Source is the primitive's index in the source's mesh, of which points and lines are left out.
	Source int

	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3    // unit length; always there
	Tangents  []mgl32.Vec4    // xyz unit length, w the handedness ±1; nil where the source has none
	TexCoords [2][]mgl32.Vec2 // origin top left; nil where there are none
	Colors    []mgl32.Vec4    // linear RGBA in 0..1; nil where there are none

	// Influences is how many joints may move a vertex: 0 (a rigid mesh), 4 or 8.
	Influences int
	// Joints and Weights have Influences elements a vertex, heaviest first. Weights of a vertex sum to 1. An unused slot
	// has weight 0 and joint [NoInfluence]. Joints count the entries of the skin.
	Joints  []uint16
	Weights []float32

	// Indices are the corners, three a triangle, counter-clockwise seen from the front.
	Indices []uint32
	Targets []MorphTarget
	// Material is 0 for the default material.
	Material MaterialID
}

// NoInfluence marks a slot of [Primitive.Joints] that is not used.
const NoInfluence uint16 = 0xFFFF

// MaxInfluences is the most joints that may move one vertex.
const MaxInfluences = 8

// MorphTarget is what a morph weight of 1 adds to each vertex; a stream is nil where it adds nothing.
type MorphTarget struct {
	Positions []mgl32.Vec3
	Normals   []mgl32.Vec3
	Tangents  []mgl32.Vec3
}
