package ecs

import "github.com/sinew-go/sinew/assets"

// measure adds to a record's flags what the slot has, and to its size what of that is written.
func (p *Pool) measure(slot int, flags uint32, size int) (uint32, int) {
	if p.places[slot].detailed {
		flags |= isDetailed
	}
	if p.places[slot].row >= 0 {
		flags |= isKept
	}
	if flags&(hasDetail|isDetailed) != 0 {
		flags |= isPosed
		size += 4 + 4*p.skeleton.MorphCount()
		for _, id := range p.skinsOf(slot) {
			size += 8 + 4*len(p.Palette(id, slot))
		}
		if flags&isKept != 0 {
			size += 4 * p.skeleton.Len() * assets.MatrixSize
		}
	}
	if p.places[slot].inertia >= 0 {
		flags |= hasRow
		size += 4 * p.inertiaSize()
	}
	return flags, size
}

// skinsOf returns the skins of the model that the character in a slot is drawn with.
func (p *Pool) skinsOf(slot int) []assets.SkinID {
	if use := p.places[slot].mesh; use >= 0 {
		return p.uses[use].skins
	}
	return nil
}

func (p *Pool) morphsOf(slot int) []float32 {
	n := p.skeleton.MorphCount()
	return p.morphs[slot*n:][:n]
}

func (p *Pool) putPose(b []byte, slot int, flags uint32) {
	if flags&isPosed != 0 {
		skins := p.skinsOf(slot)
		putUint32(b, uint32(len(skins)))
		b = b[4:]
		for _, id := range skins {
			palette := p.Palette(id, slot)
			putUint32(b, uint32(id))
			putUint32(b[4:], uint32(len(palette)))
			b = putFloats(b[8:], palette)
		}
		b = putFloats(b, p.morphsOf(slot))
		if flags&isKept != 0 {
			b = putFloats(b, p.ModelMatrices(slot))
		}
	}
	if flags&hasRow != 0 {
		putFloats(b, p.Inertia(slot))
	}
}

// takePose reads what lies in a slot, which has been given rows for it, and returns what is behind.
func (p *Pool) takePose(b []byte, slot int, flags uint32) []byte {
	if flags&isPosed != 0 {
		skins := takeUint32(b)
		b = b[4:]
		for range skins {
			id, numbers := assets.SkinID(takeUint32(b)), int(takeUint32(b[4:]))
			if palette := p.Palette(id, slot); palette != nil {
				takeFloats(b[8:], palette)
			}
			b = b[8+4*numbers:]
		}
		b = takeFloats(b, p.morphsOf(slot))
		if flags&isKept != 0 {
			b = takeFloats(b, p.ModelMatrices(slot))
		}
	}
	if flags&hasRow != 0 {
		b = takeFloats(b, p.Inertia(slot))
	}
	return b
}

// poseSize returns how many bytes the pose and the row in a record take, or why they cannot be right.
func poseSize(b []byte, skeleton *assets.Skeleton, flags uint32, library *assets.Library) (int, error) {
	size := 0
	if flags&isPosed != 0 {
		if len(b) < 4 {
			return 0, errCut
		}
		skins := takeUint32(b)
		size = 4
		for range skins {
			if len(b)-size < 8 {
				return 0, errCut
			}
			id, numbers := assets.SkinID(takeUint32(b[size:])), takeUint32(b[size+4:])
			skin := library.Skin(id)
			if skin == nil || skin.Skeleton() != skeleton || int64(numbers) != int64(skin.Len()*assets.MatrixSize) {
				return 0, damaged("a palette of %d numbers is for skin %v, which is not one of the skeleton with as many", numbers, id)
			}
			size += 8 + 4*skin.Len()*assets.MatrixSize
		}
		size += 4 * skeleton.MorphCount()
		if flags&isKept != 0 {
			size += 4 * skeleton.Len() * assets.MatrixSize
		}
	}
	if flags&hasRow != 0 {
		size += 4 * (&Pool{skeleton: skeleton}).inertiaSize()
	}
	return size, nil
}
