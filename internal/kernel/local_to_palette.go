package kernel

import (
	"runtime"
	"unsafe"
)

// LocalToModel writes the model matrices of a block's joints to model ([BlockMatrixSize] numbers
// for each joint), from the block's local transforms ([GroupSize] numbers for each joint) and the
// joints' parents. A parent comes before its children; -1 marks a root. For each joint and lane,
// with 2x = x+x, and so on:
//
//	local = | (1-(yy+zz))·sx   (xy-wz)·sy       (xz+wy)·sz       tx |   xx = x·2x  xy = x·2y  wx = w·2x  ...
//	        | (xy+wz)·sx       (1-(xx+zz))·sy   (yz-wx)·sz       ty |
//	        | (xz-wy)·sx       (yz+wx)·sy       (1-(xx+yy))·sz   tz |
//	model[r][c] = (p[r][0]·local[0][c] + p[r][1]·local[1][c]) + p[r][2]·local[2][c]   [+ p[r][3] for c = 3]
//
// where p is the parent's model matrix. The model matrix of a root is its local matrix.
func LocalToModel(model, block []float32, parents []int16) {
	LocalsToModel(model, block, parents, 0, len(parents))
}

// LocalsToModel is [LocalToModel] for the joints first to end-1. The model matrices of their
// ancestors below first must be known.
func LocalsToModel(model, block []float32, parents []int16, first, end int) {
	if first >= end {
		return
	}
	own := block[first*GroupSize:]
	if assembly {
		localToModelAsm(&model[0], &model[first*BlockMatrixSize], &own[0], &parents[first], end-first)
		return
	}
	modelMatrices(model, own, parents, first, end)
}

// modelMatrices writes the model matrices of the joints first to end-1, whose local transforms
// begin at the start of block.
func modelMatrices(model, block []float32, parents []int16, first, end int) {
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

// Palette writes the skinning matrices of a block's 8 characters, lane l's to to[l], which must not
// overlap: one 3x4 row-major matrix for each palette index of the skin, from the block's model
// matrices, the index's influence joint and its inverse bind matrix. Only lanes that nobody reads
// may share their memory. The memory must be on the heap.
//
//	to[l][i*12 + r*4 + c] = (m[r][0]·b[0][c] + m[r][1]·b[1][c]) + m[r][2]·b[2][c]   [+ m[r][3] for c = 3]
//
// where m is the lane's model matrix of joints[i] and b is inverseBind[i].
func Palette(to *[Lanes][]float32, model []float32, joints []int16, inverseBind []float32) {
	if assembly && len(joints) > 0 {
		first, offsets := placesOf(to)
		if wideLanes {
			paletteWide(first, &offsets, &model[0], &joints[0], len(joints), &inverseBind[0])
		} else {
			paletteAsm(first, &offsets, &model[0], &joints[0], len(joints), &inverseBind[0])
		}
		runtime.KeepAlive(to)
		return
	}
	paletteGeneric(to, model, joints, inverseBind)
}

// PaletteEach is [Palette] for lanes with inverse bind matrices of their own, lane l's in
// inverseBinds[l]: for characters of other bodies, whose skins have the same influence joints. It
// takes longer than Palette, but not as long as a Palette for each body. That memory must be on the
// heap too.
func PaletteEach(to *[Lanes][]float32, model []float32, joints []int16, inverseBinds *[Lanes][]float32) {
	if assembly && len(joints) > 0 {
		first, offsets := placesOf(to)
		firstBind, bindOffsets := placesOf(inverseBinds)
		if wideLanes {
			paletteEachWide(first, &offsets, &model[0], &joints[0], len(joints), firstBind, &bindOffsets)
		} else {
			paletteEachAsm(first, &offsets, &model[0], &joints[0], len(joints), firstBind, &bindOffsets)
		}
		runtime.KeepAlive(to)
		runtime.KeepAlive(inverseBinds)
		return
	}
	paletteEachGeneric(to, model, joints, inverseBinds)
}

// placesOf returns where the memory of lane 0 begins, and how many numbers after it that of each
// lane does, as assembly takes them. Memory on the heap stays where it is.
func placesOf(to *[Lanes][]float32) (first *float32, offsets [Lanes]int) {
	first = &to[0][0]
	for l := range to {
		bytes := uintptr(unsafe.Pointer(&to[l][0])) - uintptr(unsafe.Pointer(first))
		offsets[l] = int(bytes) / int(unsafe.Sizeof(*first))
	}
	return first, offsets
}

func paletteGeneric(dst *[Lanes][]float32, model []float32, joints []int16, inverseBind []float32) {
	for i, joint := range joints {
		m := (*[BlockMatrixSize]float32)(model[int(joint)*BlockMatrixSize:])
		b := (*[MatrixSize]float32)(inverseBind[i*MatrixSize:])
		for l := range Lanes {
			multiplyLane((*[MatrixSize]float32)(dst[l][i*MatrixSize:]), m, l, b)
		}
	}
}

func paletteEachGeneric(dst *[Lanes][]float32, model []float32, joints []int16, inverseBinds *[Lanes][]float32) {
	for i, joint := range joints {
		m := (*[BlockMatrixSize]float32)(model[int(joint)*BlockMatrixSize:])
		for l := range Lanes {
			b := (*[MatrixSize]float32)(inverseBinds[l][i*MatrixSize:])
			multiplyLane((*[MatrixSize]float32)(dst[l][i*MatrixSize:]), m, l, b)
		}
	}
}

// multiplyLane writes the product of one lane's matrix of a block and another matrix.
func multiplyLane(to *[MatrixSize]float32, m *[BlockMatrixSize]float32, l int, b *[MatrixSize]float32) {
	for r := range 3 {
		x, y, z, w := m[32*r+l], m[32*r+8+l], m[32*r+16+l], m[32*r+24+l]
		to[4*r] = float32(x*b[0]) + float32(y*b[4]) + float32(z*b[8])
		to[4*r+1] = float32(x*b[1]) + float32(y*b[5]) + float32(z*b[9])
		to[4*r+2] = float32(x*b[2]) + float32(y*b[6]) + float32(z*b[10])
		to[4*r+3] = float32(x*b[3]) + float32(y*b[7]) + float32(z*b[11]) + w
	}
}

// PoseToModel does what [Transpose] and [LocalToModel] do, group by group of joints. group is
// scratch memory for one transposed group: 8 times [GroupSize] numbers.
func PoseToModel(model, group, locals []float32, stride int, parents []int16) {
	PosesToModel(model, group, locals, stride, parents, 0, len(parents))
}

// PosesToModel is [PoseToModel] for the joints first to end-1, where first is a multiple of 8. The
// model matrices of their ancestors below first must be known.
func PosesToModel(model, group, locals []float32, stride int, parents []int16, first, end int) {
	if first >= end {
		return
	}
	if assembly {
		own := locals[first/Lanes*GroupSize:]
		poseToModelAsm(&model[0], &model[first*BlockMatrixSize], &group[0], &own[0], stride, &parents[first], end-first)
		return
	}
	posesToModelGeneric(model, group, locals, stride, parents, first, end)
}

func posesToModelGeneric(model, group, locals []float32, stride int, parents []int16, first, end int) {
	for ; first < end; first += Lanes {
		transposeGeneric(group, locals[first/Lanes*GroupSize:], stride, 1)
		modelMatrices(model, group, parents, first, min(first+Lanes, end))
	}
}

// PoseToPalette does what [PoseToModel] and [Palette] do, for a skin with at most one palette index
// for each joint: indices holds it for every joint, or -1. From [LargePalettes] on this is faster
// than one after the other.
func PoseToPalette(
	model, group, locals []float32, stride int, parents []int16, to *[Lanes][]float32, indices []int16,
	inverseBind []float32,
) {
	if assembly && len(parents) > 0 && len(inverseBind) > 0 {
		first, offsets := placesOf(to)
		poseToPaletteAsm(&model[0], &group[0], &locals[0], stride, &parents[0], len(parents), first, &offsets,
			&indices[0], &inverseBind[0])
		runtime.KeepAlive(to)
		return
	}
	poseToPaletteGeneric(model, group, locals, stride, parents, to, indices, inverseBind)
}

func poseToPaletteGeneric(
	model, group, locals []float32, stride int, parents []int16, to *[Lanes][]float32, indices []int16,
	inverseBind []float32,
) {
	posesToModelGeneric(model, group, locals, stride, parents, 0, len(parents))
	for joint, index := range indices[:len(parents)] {
		if index >= 0 {
			at := int(index) * MatrixSize
			var entry [Lanes][]float32
			for l := range entry {
				entry[l] = to[l][at:]
			}
			own := [1]int16{int16(joint)}
			paletteGeneric(&entry, model, own[:], inverseBind[at:])
		}
	}
}

// Transpose turns the local poses of 8 characters, lane l's at locals[l*stride:] with the given
// number of groups, into a block: ten rows of 8 characters for each joint.
//
//	block[(g*8+j)*GroupSize + r*8 + l] = locals[l*stride + g*GroupSize + r*8 + j]
func Transpose(block, locals []float32, stride, groups int) {
	if assembly && groups > 0 {
		transposeAsm(&block[0], &locals[0], stride, groups)
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

// TransposeBack undoes [Transpose] for the first rows of a group of 8 joints, whose transforms are
// at the start of block. It writes what it writes to locals a second time, to kept.
//
//	locals[l*stride + r*8 + j] = kept[l][r*8 + j] = block[j*GroupSize + r*8 + l]
func TransposeBack(locals []float32, stride int, kept *[Lanes][]float32, block []float32, rows int) {
	if assembly && rows > 0 {
		var to [Lanes]*float32
		for l := range to {
			to[l] = &kept[l][0]
		}
		transposeBackAsm(&locals[0], stride, &to, &block[0], rows)
		return
	}
	transposeBackGeneric(locals, stride, kept, block, rows)
}

func transposeBackGeneric(locals []float32, stride int, kept *[Lanes][]float32, block []float32, rows int) {
	for l := range Lanes {
		own, other := locals[l*stride:], kept[l]
		for r := range rows {
			for j := range Lanes {
				x := block[j*GroupSize+r*Lanes+l]
				own[r*Lanes+j], other[r*Lanes+j] = x, x
			}
		}
	}
}

// ExtractModel writes the model matrices of one lane of a block to dst, one joint after another.
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
