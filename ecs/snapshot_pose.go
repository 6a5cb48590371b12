package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// What a snapshot holds of a slot, behind the components of its character, each part if its flag is set:
//
//   - hasModelMatrices: which model matrices are kept, and the matrices, which goals of other characters may read;
//   - hasPose: the palettes, the morph weights, and the blend inputs of the pose;
//   - hasInertiaBuffer: which of the past poses was shown; for each of them either the numbers or the blend inputs; and
//     what the buffer holds behind them;
//   - hasGivenPose: a head, the pose that the next frame shows, and, if it is another one, the pose that is shown.
const (
	poseFlags = hasPose | hasModelMatrices | hasInertiaBuffer | hasGivenPose

	inputsSize    = 8 // the number of blend inputs, and the level of detail
	inputSize     = 28
	givenHeadSize = 8         // the weight shown, and what is shown
	storedPose    = 1<<32 - 1 // in place of the number of blend inputs: the numbers of the pose follow
)

// What is shown of the given poses of a character.
const (
	shownNone = iota
	shownNext
	shownOther // it follows
)

// poseSize returns how many bytes of a slot are saved, and the flags completed by what the slot has.
func (p *Pool) poseSize(slot int, flags uint32) (_ uint32, size int) {
	state := &p.slots[slot]
	if state.detailed {
		flags |= wasDetailed
	}
	if state.modelRow >= 0 {
		flags |= hasModelMatrices
		_, matrices := p.KeptMatrices(slot)
		size += modelPoseSize + 4*len(matrices)
	}
	if flags&(hasDetail|wasDetailed) != 0 {
		flags |= hasPose
		inputs, _ := p.PosedInputs(slot)
		size += 4 + 4*p.skeleton.MorphCount() + inputsSize + inputSize*len(inputs)
		for _, id := range p.skinsOf(slot) {
			size += 8 + 4*len(p.Palette(id, slot))
		}
	}
	if state.inertiaRow >= 0 {
		flags |= hasInertiaBuffer
		size += p.inertiaBytes(state.inertiaRow)
	}
	if state.givenRow >= 0 {
		flags |= hasGivenPose
		size += givenHeadSize + 4*rig.PoseSize(p.skeleton.Len())*givenSaved(p.givenShown(slot, flags))
	}
	return flags, size
}

// givenSaved returns how many given poses are saved.
func givenSaved(shown byte) int {
	if shown == shownOther {
		return 2
	}
	return 1
}

// givenShown returns what is shown of the given poses of a slot. As with palettes, only a character with a level of
// detail may still show it in the next frame.
func (p *Pool) givenShown(slot int, flags uint32) byte {
	given := &p.givens[p.slots[slot].givenRow]
	switch {
	case flags&hasPose == 0 || given.shown < 0:
		return shownNone
	case given.shown == given.next:
		return shownNext
	}
	return shownOther
}

// putPose writes what is saved of a slot, and returns what remains of b.
func (p *Pool) putPose(b []byte, slot int, flags uint32) []byte {
	state := &p.slots[slot]
	if flags&hasModelMatrices != 0 {
		b = putModelPose(b, &p.jointSets[state.modelSet].selected)
		_, matrices := p.KeptMatrices(slot)
		b = putFloats(b, matrices)
	}
	if flags&hasPose != 0 {
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
		inputs, level := p.PosedInputs(slot)
		b = putInputs(b, inputs, level)
	}
	if flags&hasInertiaBuffer != 0 {
		b = p.putInertiaBuffer(b, state.inertiaRow)
	}
	if flags&hasGivenPose != 0 {
		given, shown := &p.givens[state.givenRow], p.givenShown(slot, flags)
		weight := given.weight
		if shown == shownNone {
			weight = 0
		}
		putFloat32(b, weight)
		putUint32(b[4:], uint32(shown))
		b = putFloats(b[givenHeadSize:], p.givenPose(state.givenRow, given.next))
		if shown == shownOther {
			b = putFloats(b, p.givenPose(state.givenRow, given.shown))
		}
	}
	return b
}

// getPose restores what is saved of a slot and returns what remains of b.
func (p *Pool) getPose(b []byte, slot int, flags uint32) []byte {
	state := &p.slots[slot]
	if flags&hasModelMatrices != 0 {
		var selected components.ModelPose
		b = getModelPose(b, &selected)
		p.keepModelMatrices(slot, &selected)
		_, matrices := p.KeptMatrices(slot)
		b = getFloats(b, matrices)
	}
	if flags&hasPose != 0 {
		skins := getUint32(b)
		b = b[4:]
		for range skins {
			id, numbers := assets.SkinID(getUint32(b)), int(getUint32(b[4:]))
			if palette := p.Palette(id, slot); palette != nil {
				getFloats(b[8:], palette)
			}
			b = b[8+4*numbers:]
		}
		b = getFloats(b, p.morphsOf(slot))
		kept := p.thaw(slot)
		n := int(getUint32(b))
		kept.level, state.frozen = uint8(getUint32(b[4:])), true
		b = b[inputsSize:]
		for range n {
			kept.list = append(kept.list, getInput(b))
			b = b[inputSize:]
		}
	}
	if flags&hasInertiaBuffer != 0 {
		b = p.getInertiaBuffer(b, state.inertiaRow)
	}
	if flags&hasGivenPose != 0 {
		given := givenState{weight: getFloat32(b), shown: -1}
		shown := byte(getUint32(b[4:]))
		b = getFloats(b[givenHeadSize:], p.givenPose(state.givenRow, 0))
		switch shown {
		case shownNext:
			given.shown = 0
		case shownOther:
			given.shown = 1
			b = getFloats(b, p.givenPose(state.givenRow, 1))
		}
		p.givens[state.givenRow] = given
	}
	return b
}

// putInputs writes the blend inputs and the level of detail of a pose and returns what remains of b.
func putInputs(b []byte, inputs []BlendInput, level int) []byte {
	putUint32(b, uint32(len(inputs)))
	putUint32(b[4:], uint32(level))
	b = b[inputsSize:]
	for i := range inputs {
		in := &inputs[i]
		putFloat64(b, in.Time)
		putUint32(b[8:], uint32(in.Clip))
		putUint32(b[12:], uint32(in.Mask))
		putFloat32(b[16:], in.Weight)
		putFloat32(b[20:], in.Attenuation)
		putUint32(b[24:], uint32(in.Mode))
		b = b[inputSize:]
	}
	return b
}

// getInput reads a blend input.
func getInput(b []byte) BlendInput {
	return BlendInput{
		Time: getFloat64(b), Clip: assets.ClipID(getUint32(b[8:])), Mask: assets.MaskID(getUint32(b[12:])),
		Weight: getFloat32(b[16:]), Attenuation: getFloat32(b[20:]), Mode: clip.LayerMode(getUint32(b[24:])),
	}
}

// checkPose returns how many bytes the pose of a record takes, or an error if it does not match the library.
func checkPose(b []byte, skeleton *assets.Skeleton, flags uint32, library *assets.Library) (size int, err error) {
	all := len(b)
	if flags&hasModelMatrices != 0 {
		if len(b) < modelPoseSize {
			return 0, errTruncated
		}
		var selected components.ModelPose
		b = getModelPose(b, &selected)
		n := 4 * rig.MatrixSize * countSelected(&selected, skeleton.Len())
		if len(b) < n {
			return 0, errTruncated
		}
		b = b[n:]
	}
	if flags&hasPose != 0 {
		if b, err = checkPosed(b, skeleton, library); err != nil {
			return 0, err
		}
	}
	if flags&hasInertiaBuffer != 0 {
		if b, err = checkInertiaBuffer(b, skeleton, library); err != nil {
			return 0, err
		}
	}
	if flags&hasGivenPose != 0 {
		if len(b) < givenHeadSize {
			return 0, errTruncated
		}
		shown := getUint32(b[4:])
		if shown > shownOther {
			return 0, damaged("a given pose is shown in the unknown way %d", shown)
		}
		n := givenHeadSize + 4*rig.PoseSize(skeleton.Len())*givenSaved(byte(shown))
		if len(b) < n {
			return 0, errTruncated
		}
		b = b[n:]
	}
	return all - len(b), nil
}

// checkPosed checks the part of a record that hasPose announces and returns what remains of b.
func checkPosed(b []byte, skeleton *assets.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < 4 {
		return nil, errTruncated
	}
	skins := getUint32(b)
	b = b[4:]
	for range skins {
		if len(b) < 8 {
			return nil, errTruncated
		}
		id, numbers := assets.SkinID(getUint32(b)), getUint32(b[4:])
		skin := library.Skin(id)
		if skin == nil || skin.Skeleton() != skeleton || int64(numbers) != int64(skin.Len()*assets.MatrixSize) {
			return nil, damaged("skin %v does not have palettes of %d numbers for skeleton %q", id, numbers, skeleton.Name())
		}
		if n := 8 + 4*skin.Len()*assets.MatrixSize; len(b) >= n {
			b = b[n:]
		} else {
			return nil, errTruncated
		}
	}
	n := 4 * skeleton.MorphCount()
	if len(b) < n {
		return nil, errTruncated
	}
	return checkInputs(b[n:], skeleton, library)
}

// checkInputs checks the blend inputs of a pose and returns what remains of b.
func checkInputs(b []byte, skeleton *assets.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < inputsSize {
		return nil, errTruncated
	}
	inputs := int64(getUint32(b))
	if b = b[inputsSize:]; int64(len(b)) < inputs*inputSize {
		return nil, errTruncated
	}
	for ; inputs > 0; inputs-- {
		if mask := library.Mask(assets.MaskID(getUint32(b[12:]))); mask != nil && mask.Skeleton() != skeleton {
			return nil, damaged("mask %q of a blend input is for another skeleton than %q", mask.Name(), skeleton.Name())
		}
		b = b[inputSize:]
	}
	return b, nil
}

func putModelPose(b []byte, m *components.ModelPose) []byte {
	for i, word := range m.Joints {
		putUint64(b[8*i:], word)
	}
	return b[modelPoseSize:]
}

func getModelPose(b []byte, m *components.ModelPose) []byte {
	for i := range m.Joints {
		m.Joints[i] = getUint64(b[8*i:])
	}
	return b[modelPoseSize:]
}

func putInertia(b []byte, n *components.Inertialization) []byte {
	for i, v := range [...]float64{n.Duration, n.Elapsed, n.Length, n.Waited, n.Gap, n.Since} {
		putFloat64(b[8*i:], v)
	}
	b[48], b[49], b[50], b[51] = flag(n.Begin, 1)|flag(n.Cut, 2)|flag(n.Late, 4), byte(n.Phase), n.History, n.Newest
	return b[inertiaSize:]
}

func getInertia(b []byte, n *components.Inertialization) []byte {
	n.Duration, n.Elapsed, n.Length = getFloat64(b), getFloat64(b[8:]), getFloat64(b[16:])
	n.Waited, n.Gap, n.Since = getFloat64(b[24:]), getFloat64(b[32:]), getFloat64(b[40:])
	n.Begin, n.Cut, n.Late = b[48]&1 != 0, b[48]&2 != 0, b[48]&4 != 0
	n.Phase, n.History, n.Newest = components.InertiaPhase(b[49]), b[50], b[51]
	return b[inertiaSize:]
}
