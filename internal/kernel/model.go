package kernel

// LocalToModel writes the model matrices of a block's joints to model ([BlockMatrixSize] numbers a joint), from the
// block's local transforms ([GroupSize] numbers a joint) and the joints' parents, which come before them; -1 is a root.
// For each joint and lane, with 2x = x+x, and so on:
//
//	local = | (1-(yy+zz))·sx   (xy-wz)·sy       (xz+wy)·sz       tx |   xx = x·2x  xy = x·2y  wx = w·2x  ...
//	        | (xy+wz)·sx       (1-(xx+zz))·sy   (yz-wx)·sz       ty |
//	        | (xz-wy)·sx       (yz+wx)·sy       (1-(xx+yy))·sz   tz |
//	model[r][c] = (p[r][0]·local[0][c] + p[r][1]·local[1][c]) + p[r][2]·local[2][c]   [+ p[r][3] for c = 3]
//
// where p is the parent's model matrix; a root's model matrix is its local one.
func LocalToModel(model, block []float32, parents []int16) {
	if avx2 && len(parents) > 0 {
		localToModelAVX2(&model[0], &block[0], &parents[0], len(parents))
		return
	}
	localToModelGeneric(model, block, parents)
}

func localToModelGeneric(model, block []float32, parents []int16) {
	modelsOf(model, block, parents, 0, len(parents))
}

// modelsOf writes the model matrices of joints from first on, whose local transforms are at the beginning of the block.
func modelsOf(model, block []float32, parents []int16, first, end int) {
	for j := first; j < end; j++ {
		m := (*[BlockMatrixSize]float32)(model[j*BlockMatrixSize:])
		compose(m, (*[GroupSize]float32)(block[(j-first)*GroupSize:]))
		if parent := parents[j]; parent >= 0 {
			multiply(m, (*[BlockMatrixSize]float32)(model[int(parent)*BlockMatrixSize:]))
		}
	}
}

// compose writes the local matrices of one joint in 8 lanes.
func compose(m *[BlockMatrixSize]float32, b *[GroupSize]float32) {
	for l := range Lanes {
		x, y, z, w := b[rotation+l], b[rotation+8+l], b[rotation+16+l], b[rotation+24+l]
		x2, y2, z2 := x+x, y+y, z+z
		xx, yy, zz := float32(x*x2), float32(y*y2), float32(z*z2)
		xy, xz, yz := float32(x*y2), float32(x*z2), float32(y*z2)
		wx, wy, wz := float32(w*x2), float32(w*y2), float32(w*z2)
		sx, sy, sz := b[scale+l], b[scale+8+l], b[scale+16+l]
		m[l], m[8+l], m[16+l], m[24+l] = (1-(yy+zz))*sx, (xy-wz)*sy, (xz+wy)*sz, b[translation+l]
		m[32+l], m[40+l], m[48+l], m[56+l] = (xy+wz)*sx, (1-(xx+zz))*sy, (yz-wx)*sz, b[translation+8+l]
		m[64+l], m[72+l], m[80+l], m[88+l] = (xz-wy)*sx, (yz+wx)*sy, (1-(xx+yy))*sz, b[translation+16+l]
	}
}

// multiply replaces each lane's matrix m by p·m.
func multiply(m, p *[BlockMatrixSize]float32) {
	for l := range Lanes {
		m00, m01, m02, m03 := m[l], m[8+l], m[16+l], m[24+l]
		m10, m11, m12, m13 := m[32+l], m[40+l], m[48+l], m[56+l]
		m20, m21, m22, m23 := m[64+l], m[72+l], m[80+l], m[88+l]
		for r := 0; r < BlockMatrixSize; r += 4 * Lanes {
			a, b, c, d := p[r+l], p[r+8+l], p[r+16+l], p[r+24+l]
			m[r+l] = float32(a*m00) + float32(b*m10) + float32(c*m20)
			m[r+8+l] = float32(a*m01) + float32(b*m11) + float32(c*m21)
			m[r+16+l] = float32(a*m02) + float32(b*m12) + float32(c*m22)
			m[r+24+l] = float32(a*m03) + float32(b*m13) + float32(c*m23) + d
		}
	}
}
