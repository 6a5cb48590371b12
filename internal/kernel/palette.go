package kernel

// Palette writes the skinning matrices of a block's 8 characters: lane l's at dst[offsets[l]:], one 3x4 row-major matrix for
// each of the skin's entries, from the block's model matrices, each entry's joint and its inverse bind matrix.
//
//	dst[offsets[l] + i*12 + r*4 + c] = (m[r][0]·b[0][c] + m[r][1]·b[1][c]) + m[r][2]·b[2][c]   [+ m[r][3] for c = 3]
//
// where m is the lane's model matrix of joints[i] and b is inverseBind[i].
func Palette(dst []float32, offsets *[Lanes]int, model []float32, joints []int16, inverseBind []float32) {
	if avx2 && len(joints) > 0 {
		paletteAVX2(&dst[0], offsets, &model[0], &joints[0], len(joints), &inverseBind[0])
		return
	}
	paletteGeneric(dst, offsets, model, joints, inverseBind)
}

func paletteGeneric(dst []float32, offsets *[Lanes]int, model []float32, joints []int16, inverseBind []float32) {
	for i, joint := range joints {
		m := (*[BlockMatrixSize]float32)(model[int(joint)*BlockMatrixSize:])
		b := (*[MatrixSize]float32)(inverseBind[i*MatrixSize:])
		for l := range Lanes {
			to := (*[MatrixSize]float32)(dst[offsets[l]+i*MatrixSize:])
			for r := range 3 {
				x, y, z, w := m[32*r+l], m[32*r+8+l], m[32*r+16+l], m[32*r+24+l]
				to[4*r] = float32(x*b[0]) + float32(y*b[4]) + float32(z*b[8])
				to[4*r+1] = float32(x*b[1]) + float32(y*b[5]) + float32(z*b[9])
				to[4*r+2] = float32(x*b[2]) + float32(y*b[6]) + float32(z*b[10])
				to[4*r+3] = float32(x*b[3]) + float32(y*b[7]) + float32(z*b[11]) + w
			}
		}
	}
}
