package kernel

import "math"

// VertexSize is the number of coordinates of a joint's virtual vertices: x, y, z of one along each
// axis.
const VertexSize = 9

// Vertices writes the virtual vertices of joints in the 8 poses of a block, given the joints' model
// matrices: for each joint one vertex along each of its axes, at the axis's offset, in the joint's
// own space. The 9 coordinates of a joint have 8 lanes each.
func Vertices(dst, model []float32, offsets [][3]float32) {
	if len(offsets) == 0 {
		return
	}
	if assembly {
		_, _ = dst[len(offsets)*VertexSize*Lanes-1], model[len(offsets)*BlockMatrixSize-1]
		verticesAsm(&dst[0], &model[0], &offsets[0][0], len(offsets))
		return
	}
	verticesGeneric(dst, model, offsets)
}

func verticesGeneric(dst, model []float32, offsets [][3]float32) {
	for joint, offset := range offsets {
		m := (*[BlockMatrixSize]float32)(model[joint*BlockMatrixSize:])
		v := (*[VertexSize * Lanes]float32)(dst[joint*VertexSize*Lanes:])
		for axis, o := range offset {
			for row := range 3 {
				for l := range Lanes {
					v[(axis*3+row)*Lanes+l] = float32(m[(row*4+axis)*Lanes+l]*o) + m[(row*4+3)*Lanes+l]
				}
			}
		}
	}
}

// VertexDistances raises the number of each lane to the largest squared distance of a vertex in
// that lane from its expected position, in the layout of [Vertices]. A lane becomes NaN if one of
// its distances is.
func VertexDistances(squares *[Lanes]float32, model []float32, offsets [][3]float32, expected []float32) {
	if len(offsets) == 0 {
		return
	}
	if assembly {
		_, _ = expected[len(offsets)*VertexSize*Lanes-1], model[len(offsets)*BlockMatrixSize-1]
		vertexDistancesAsm(&squares[0], &model[0], &offsets[0][0], &expected[0], len(offsets))
		return
	}
	vertexDistancesGeneric(squares, model, offsets, expected)
}

func vertexDistancesGeneric(squares *[Lanes]float32, model []float32, offsets [][3]float32, expected []float32) {
	for joint, offset := range offsets {
		m := (*[BlockMatrixSize]float32)(model[joint*BlockMatrixSize:])
		v := (*[VertexSize * Lanes]float32)(expected[joint*VertexSize*Lanes:])
		for axis, o := range offset {
			a, w := m[axis*Lanes:], v[axis*3*Lanes:]
			for l := range Lanes {
				x := float32(a[l]*o) + m[24+l] - w[l]
				y := float32(a[32+l]*o) + m[56+l] - w[8+l]
				z := float32(a[64+l]*o) + m[88+l] - w[16+l]
				d := float32(x*x) + float32(y*y) + float32(z*z)
				if d > squares[l] || math.IsNaN(float64(d)) {
					squares[l] = d
				}
			}
		}
	}
}
