package column

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
)

// InputsSize is how many bytes a snapshot needs for the blend inputs of a pose, without the inputs:
// their number, and the level of detail. InputSize is how many it needs for each.
const (
	InputsSize = 8
	InputSize  = 28
)

// PutInputs writes the blend inputs and the level of detail of a pose and returns what remains of
// b.
func PutInputs(b []byte, inputs []motion.BlendInput, level int) []byte {
	codec.PutUint32(b, uint32(len(inputs)))
	codec.PutUint32(b[4:], uint32(level))
	b = b[InputsSize:]
	for i := range inputs {
		in := &inputs[i]
		codec.PutFloat64(b, in.Time)
		codec.PutUint32(b[8:], uint32(in.Clip))
		codec.PutUint32(b[12:], uint32(in.Mask))
		codec.PutFloat32(b[16:], in.Weight)
		codec.PutFloat32(b[20:], in.Attenuation)
		codec.PutUint32(b[24:], uint32(in.Mode)|uint32(in.Layer)<<8)
		b = b[InputSize:]
	}
	return b
}

// GetInput reads a blend input that [PutInputs] wrote.
func GetInput(b []byte) motion.BlendInput {
	return motion.BlendInput{
		Time: codec.GetFloat64(b), Clip: assets.ClipID(codec.GetUint32(b[8:])),
		Mask:   id.Mask(codec.GetUint32(b[12:])),
		Weight: codec.GetFloat32(b[16:]), Attenuation: codec.GetFloat32(b[20:]),
		Mode: clip.LayerMode(b[24]), Layer: b[25],
	}
}

// MapInputs translates the IDs of the blend inputs of a pose, which may be damaged, and returns
// what remains of b, or nil if it ends too early.
func MapInputs(b []byte, m *assetkeys.Mapper) []byte {
	if len(b) < InputsSize {
		return nil
	}
	inputs := int64(codec.GetUint32(b))
	if b = b[InputsSize:]; int64(len(b)) < inputs*InputSize {
		return nil
	}
	for ; inputs > 0; inputs-- {
		m.Map(assetkeys.Motion, b[8:])
		m.Map(assetkeys.Mask, b[12:])
		b = b[InputSize:]
	}
	return b
}

// CheckInputs checks the blend inputs of a pose and returns what remains of b.
func CheckInputs(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < InputsSize {
		return nil, codec.ErrTruncated
	}
	inputs := int64(codec.GetUint32(b))
	if b = b[InputsSize:]; int64(len(b)) < inputs*InputSize {
		return nil, codec.ErrTruncated
	}
	for ; inputs > 0; inputs-- {
		if mask := library.Mask(id.Mask(codec.GetUint32(b[12:]))); mask != nil && mask.Skeleton() != skeleton {
			return nil, codec.Damaged("mask %q of a blend input is for another skeleton than %q", mask.Name(),
				skeleton.Name())
		}
		b = b[InputSize:]
	}
	return b, nil
}
