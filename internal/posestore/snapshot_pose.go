package posestore

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// What a snapshot holds of a slot, after the components of its character, each part if its flag is
// set:
//
//   - hasPose: the palettes, the morph weights, and the blend inputs of the pose;
//   - the rows of the slot in the columns.

// poseSize returns what is saved of a slot, and how many bytes it takes. isDetailed tells that the
// character has a level of detail.
func (p *Pool) poseSize(slot int, isDetailed bool, library *assets.Library) (flags slotFlags, size int) {
	state := &p.slots[slot]
	if state.detailed {
		flags |= wasDetailed
	}
	if isDetailed || state.detailed {
		flags |= hasPose
		inputs, _ := p.PosedInputs(slot)
		size += 4 + 4*p.skeleton.MorphCount() + column.InputsSize + column.InputSize*len(inputs)
		for _, set := range state.outfit.sets {
			if set.isIn(library) {
				size += 8 + 4*set.stride()
			}
		}
	}
	return flags, size
}

// putPose writes what is saved of a slot, and returns what remains of b.
func (p *Pool) putPose(b []byte, slot int, flags slotFlags, library *assets.Library) []byte {
	if flags&hasPose != 0 {
		count := b // of the skins
		skins := uint32(0)
		b = b[4:]
		for i, set := range p.slots[slot].outfit.sets {
			if !set.isIn(library) { // the next frame drops it
				continue
			}
			skins++
			codec.PutUint32(b, uint32(set.id))
			codec.PutUint32(b[4:], uint32(set.stride()))
			b = codec.PutFloats(b[8:], set.row(p.rowsOf(slot)[i]))
		}
		codec.PutUint32(count, skins)
		b = codec.PutFloats(b, p.morphsOf(slot))
		inputs, level := p.PosedInputs(slot)
		b = column.PutInputs(b, inputs, level)
	}
	return b
}

// getPose restores what is saved of a slot and returns what remains of b. A character whose pose is
// not saved counts as not posed yet: it gets the morph weights of the rest pose.
func (p *Pool) getPose(b []byte, slot int, flags slotFlags, library *assets.Library) []byte {
	if flags&hasPose == 0 {
		copy(p.morphsOf(slot), p.skeleton.RestMorphs())
		return b
	}
	skins := codec.GetUint32(b)
	b = b[4:]
	p.restoreOutfit(slot, b, skins, library)
	for range skins {
		id, numbers := assets.SkinID(codec.GetUint32(b)), int(codec.GetUint32(b[4:]))
		if palette := p.Palette(id, slot); palette != nil {
			codec.GetFloats(b[8:], palette)
		}
		b = b[8+4*numbers:]
	}
	b = codec.GetFloats(b, p.morphsOf(slot))
	kept := p.thaw(slot)
	n := int(codec.GetUint32(b))
	kept.level, p.slots[slot].frozen = uint8(codec.GetUint32(b[4:])), true
	b = b[column.InputsSize:]
	for range n {
		kept.list = append(kept.list, column.GetInput(b))
		b = b[column.InputSize:]
	}
	return b
}

// restoreModel sets the model with which the character in a slot was drawn in the last frame, or 0.
// What it shows is found out in the next frame, or was saved.
func (p *Pool) restoreModel(slot int, id assets.ModelID, library *assets.Library) {
	state := &p.slots[slot]
	if state.model == id {
		return
	}
	if model := library.Model(id); model == nil || !p.skeleton.Equal(library.Skeleton(model.Skeleton)) {
		id = 0
	}
	p.wear(slot, &p.outfits.none)
	state.model, state.restored = id, true
}

// restoreOutfit makes the character in a slot show the skins whose palettes are in b. In the next
// frame, a character that is to show others is posed, as if the world had never stopped.
func (p *Pool) restoreOutfit(slot int, b []byte, skins uint32, library *assets.Library) {
	state := &p.slots[slot]
	p.shown = p.shown[:0]
	for range skins {
		id := assets.SkinID(codec.GetUint32(b))
		b = b[8+4*int(codec.GetUint32(b[4:])):]
		if skin := library.Skin(id); skin == nil || !p.skeleton.Equal(skin.Skeleton()) {
			continue
		} else if set := p.set(id, skin); !slices.Contains(p.shown, set) {
			p.shown = append(p.shown, set)
		}
	}
	if slices.Equal(p.shown, state.outfit.sets) {
		return
	}
	p.wear(slot, p.outfits.find(p.shown))
	state.restored = true
}

// mapPose translates the IDs of the part of a record that hasPose announces, which may be damaged.
func mapPose(b []byte, skeleton *assets.Skeleton, m *assetkeys.Mapper) {
	if len(b) < 4 {
		return
	}
	skins := codec.GetUint32(b)
	b = b[4:]
	for range skins {
		if len(b) < 8 {
			return
		}
		m.Map(assetkeys.Skin, b)
		n := 8 + 4*int64(codec.GetUint32(b[4:]))
		if int64(len(b)) < n {
			return
		}
		b = b[n:]
	}
	if n := 4 * skeleton.MorphCount(); len(b) >= n {
		column.MapInputs(b[n:], m)
	}
}

// checkPose checks the part of a record that hasPose announces against the library and returns what
// remains of b.
func checkPose(b []byte, skeleton *assets.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < 4 {
		return nil, codec.ErrTruncated
	}
	skins := codec.GetUint32(b)
	b = b[4:]
	for range skins {
		if len(b) < 8 {
			return nil, codec.ErrTruncated
		}
		id, numbers := assets.SkinID(codec.GetUint32(b)), codec.GetUint32(b[4:])
		skin := library.Skin(id)
		if skin == nil || !skeleton.Equal(skin.Skeleton()) || int64(numbers) != int64(skin.Len()*assets.MatrixSize) {
			return nil, codec.Damaged("%v does not have palettes of %d numbers for skeleton %q", id, numbers,
				skeleton.Name())
		}
		if n := 8 + 4*skin.Len()*assets.MatrixSize; len(b) >= n {
			b = b[n:]
		} else {
			return nil, codec.ErrTruncated
		}
	}
	n := 4 * skeleton.MorphCount()
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return column.CheckInputs(b[n:], skeleton, library)
}
