package kernel

// PoseToModelOne writes the model matrices of one character to model, [MatrixSize] numbers for each
// joint, from its local pose and the joints' parents. scratch is memory for [BlockMatrixSize]
// numbers for each group of 8 joints. The numbers are those that [PoseToModel] computes for a lane,
// bit for bit; for a few characters this is faster than a block whose lanes are mostly empty.
//
// byDepth lists all joints, each after its parent. If neighbors in it do not depend on each other,
// the processor works on several at once.
func PoseToModelOne(model, scratch, locals []float32, parents, byDepth []int16) {
	if assembly && len(parents) > 0 {
		poseToModelOneAsm(&model[0], &scratch[0], &locals[0], &parents[0], len(parents), &byDepth[0])
		return
	}
	poseToModelOneGeneric(model, locals, parents)
}

func poseToModelOneGeneric(model, locals []float32, parents []int16) {
	for j, parent := range parents {
		m := (*[MatrixSize]float32)(model[j*MatrixSize:])
		composeOne(m, locals[j/Lanes*GroupSize+j%Lanes:])
		if parent >= 0 {
			local := *m
			multiplyOne(m, (*[MatrixSize]float32)(model[int(parent)*MatrixSize:]), &local)
		}
	}
}

// composeOne writes the local matrix of a joint, whose local transform is in every 8th number of b.
func composeOne(m *[MatrixSize]float32, b []float32) {
	_ = b[scale+16]
	x, y, z, w := b[rotation], b[rotation+8], b[rotation+16], b[rotation+24]
	x2, y2, z2 := x+x, y+y, z+z
	xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
	xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
	wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
	sx, sy, sz := b[scale], b[scale+8], b[scale+16]
	m[0], m[1], m[2], m[3] = (1-(yy+zz))*sx, (xy-wz)*sy, (xz+wy)*sz, b[translation]
	m[4], m[5], m[6], m[7] = (xy+wz)*sx, (1-(xx+zz))*sy, (yz-wx)*sz, b[translation+8]
	m[8], m[9], m[10], m[11] = (xz-wy)*sx, (yz+wx)*sy, (1-(xx+yy))*sz, b[translation+16]
}

// multiplyOne writes the product of two 3x4 matrices.
func multiplyOne(to, a, b *[MatrixSize]float32) {
	for r := 0; r < MatrixSize; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		to[r] = float32(x*b[0]) + float32(y*b[4]) + float32(z*b[8])
		to[r+1] = float32(x*b[1]) + float32(y*b[5]) + float32(z*b[9])
		to[r+2] = float32(x*b[2]) + float32(y*b[6]) + float32(z*b[10])
		to[r+3] = float32(x*b[3]) + float32(y*b[7]) + float32(z*b[11]) + w
	}
}

// PaletteOne writes the skinning matrices of one character: for each palette index of the skin the
// model matrix of its influence joint times its inverse bind matrix, with the bits of [Palette].
func PaletteOne(dst, model []float32, joints []int16, inverseBind []float32) {
	if assembly && len(joints) > 0 {
		paletteOneAsm(&dst[0], &model[0], &joints[0], len(joints), &inverseBind[0])
		return
	}
	paletteOneGeneric(dst, model, joints, inverseBind)
}

func paletteOneGeneric(dst, model []float32, joints []int16, inverseBind []float32) {
	for i, joint := range joints {
		multiplyOne((*[MatrixSize]float32)(dst[i*MatrixSize:]), (*[MatrixSize]float32)(model[int(joint)*MatrixSize:]),
			(*[MatrixSize]float32)(inverseBind[i*MatrixSize:]))
	}
}
