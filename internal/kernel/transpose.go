package kernel

// Transpose turns the local poses of 8 characters, lane l's at locals[l*stride:] with the given number of groups, into a
// block: for each joint ten rows of 8 characters.
//
//	block[(g*8+j)*GroupSize + r*8 + l] = locals[l*stride + g*GroupSize + r*8 + j]
func Transpose(block, locals []float32, stride, groups int) {
	if avx2 && groups > 0 {
		transposeAVX2(&block[0], &locals[0], stride, groups)
		return
	}
	transposeGeneric(block, locals, stride, groups)
}

func transposeGeneric(block, locals []float32, stride, groups int) {
	for g := range groups {
		joints := (*[Lanes * GroupSize]float32)(block[g*Lanes*GroupSize:])
		for l := range Lanes {
			group := (*[GroupSize]float32)(locals[l*stride+g*GroupSize:])
			for r := range Rows {
				for j := range Lanes {
					joints[j*GroupSize+r*Lanes+l] = group[r*Lanes+j]
				}
			}
		}
	}
}

// ExtractModel writes the model matrices of one lane of a block to dst, joint after joint.
//
//	dst[j*12 + e] = model[j*96 + e*8 + lane]
func ExtractModel(dst, model []float32, lane, joints int) {
	for j := range joints {
		to := (*[MatrixSize]float32)(dst[j*MatrixSize:])
		from := (*[BlockMatrixSize]float32)(model[j*BlockMatrixSize:])
		for e := range to {
			to[e] = from[e*Lanes+lane&7]
		}
	}
}
