package kernel

// PoseToModel is [Transpose] and [LocalToModel] in one, group by group of joints. The group is room for one transposed group, 8 times
// [GroupSize] numbers.
func PoseToModel(model, group, locals []float32, stride int, parents []int16) {
	if avx2 && len(parents) > 0 {
		poseToModelAVX2(&model[0], &group[0], &locals[0], stride, &parents[0], len(parents))
		return
	}
	poseToModelGeneric(model, group, locals, stride, parents)
}

func poseToModelGeneric(model, group, locals []float32, stride int, parents []int16) {
	for first := 0; first < len(parents); first += Lanes {
		transposeGeneric(group, locals[first/Lanes*GroupSize:], stride, 1)
		modelsOf(model, group, parents, first, min(first+Lanes, len(parents)))
	}
}

// PoseToPalette is [PoseToModel] and [Palette] in one, for a skin that has one entry at most for each joint: entries holds it for every
// joint, or -1. In a crowd whose palettes go beyond the caches it is quicker than one after the other, since there is
// arithmetic to do while they are written.
func PoseToPalette(
	model, group, locals []float32, stride int, parents []int16, dst []float32, offsets *[Lanes]int, entries []int16, inverseBind []float32,
) {
	if avx2 && len(parents) > 0 && len(inverseBind) > 0 {
		poseToPaletteAVX2(&model[0], &group[0], &locals[0], stride, &parents[0], len(parents), &dst[0], offsets, &entries[0], &inverseBind[0])
		return
	}
	poseToPaletteGeneric(model, group, locals, stride, parents, dst, offsets, entries, inverseBind)
}

func poseToPaletteGeneric(
	model, group, locals []float32, stride int, parents []int16, dst []float32, offsets *[Lanes]int, entries []int16, inverseBind []float32,
) {
	poseToModelGeneric(model, group, locals, stride, parents)
	for joint, entry := range entries[:len(parents)] {
		if entry >= 0 {
			at := int(entry) * MatrixSize
			own := [1]int16{int16(joint)}
			paletteGeneric(dst[at:], offsets, model, own[:], inverseBind[at:])
		}
	}
}
