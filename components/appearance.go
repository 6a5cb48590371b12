package components

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Appearance lets a character, or a member of a crowd, look different from others with the same
// model: it changes how its [SkinnedMesh] and [Worn] are drawn, and nothing else. Poses, palettes
// and vertices on the CPU are those of the model as it is.
type Appearance struct {
	// Tint multiplies the base color, in linear RGB. The zero vector changes nothing, and neither
	// does one with a number that is negative or not finite.
	Tint mgl32.Vec3
	// Build is the breadth of the body: everything is so many times as far from the bone that moves
	// it, while the bones keep their lengths and their poses. 1 is the model as it is, and so are 0
	// and what is not between [LeastBuild] and [MostBuild].
	Build float32
}

// Limits of the Build of an [Appearance].
const (
	LeastBuild = 0.25
	MostBuild  = 4
)

func appearanceRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[Appearance]{
		Size: appearanceSize, Put: putAppearance, Get: getAppearance,
	})
}

const appearanceSize = 4 * 4

func putAppearance(b []byte, a *Appearance) []byte {
	b = codec.PutFloats(b, a.Tint[:])
	codec.PutFloat32(b, a.Build)
	return b[4:]
}

func getAppearance(b []byte, a *Appearance) []byte {
	b = codec.GetFloats(b, a.Tint[:])
	a.Build = codec.GetFloat32(b)
	return b[4:]
}
