package components

import (
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// MorphOverride makes a character show morph weights that the program gives, for example of a mouth
// that speaks, over or beside those of its clips. The weights are in the pose store; SetMorph of
// package systems writes them.
type MorphOverride struct {
	// Weight is the part of the given weights, from 0, which shows the clips only, to 1. Other
	// values are clamped, and NaN is 0. Without given weights it has no effect.
	Weight float32
}

func morphOverrideRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[MorphOverride]{
		Size: 4, Put: putMorphOverride, Get: getMorphOverride,
	})
}

func putMorphOverride(b []byte, o *MorphOverride) []byte {
	codec.PutFloat32(b, o.Weight)
	return b[4:]
}

func getMorphOverride(b []byte, o *MorphOverride) []byte {
	o.Weight = codec.GetFloat32(b)
	return b[4:]
}
