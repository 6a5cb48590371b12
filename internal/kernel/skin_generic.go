package kernel

import (
	"math"
	"unsafe"
)

// matrix is a 3x4 row-major matrix.
type matrix [MatrixSize]float32

func skinGeneric(job *SkinJob) {
	n := job.Influences
	blended := job.Blended
	var palette []matrix
	var m matrix
	if blended == nil {
		palette = unsafe.Slice((*matrix)(unsafe.Pointer(&job.Palette[0])), len(job.Palette)/MatrixSize)
		m = palette[0]
	}
	lane := 0
	joints, weights := job.Joints, job.Weights
	positions, outPositions := job.Positions, job.OutPositions
	normals, outNormals := job.Normals, job.OutNormals
	tangents, outTangents := job.Tangents, job.OutTangents
	for len(positions) >= 3 && len(outPositions) >= 3 {
		switch {
		case blended != nil:
			for e := range m {
				m[e] = blended[e*Lanes+lane]
			}
			if lane++; lane == Lanes {
				blended, lane = blended[BlockMatrixSize:], 0
			}
		case n > 0:
			blendMatrices(&m, joints[:n], weights[:n], palette)
			joints, weights = joints[n:], weights[n:]
		}
		x, y, z := positions[0], positions[1], positions[2]
		outPositions[0] = positive(float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z) + m[3])
		outPositions[1] = positive(float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z) + m[7])
		outPositions[2] = positive(float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z) + m[11])
		positions, outPositions = positions[3:], outPositions[3:]
		if normals == nil && tangents == nil {
			continue
		}
		c0, c1, c2 := float32(m[5]*m[10])-float32(m[6]*m[9]), float32(m[6]*m[8])-float32(m[4]*m[10]),
			float32(m[4]*m[9])-float32(m[5]*m[8])
		side := float32(1)
		if float32(m[0]*c0)+float32(m[1]*c1)+float32(m[2]*c2) < 0 {
			side = -1
		}
		if len(normals) >= 3 && len(outNormals) >= 3 {
			x, y, z := normals[0], normals[1], normals[2]
			c3, c4, c5 := float32(m[2]*m[9])-float32(m[1]*m[10]), float32(m[0]*m[10])-float32(m[2]*m[8]),
				float32(m[1]*m[8])-float32(m[0]*m[9])
			c6, c7, c8 := float32(m[1]*m[6])-float32(m[2]*m[5]), float32(m[2]*m[4])-float32(m[0]*m[6]),
				float32(m[0]*m[5])-float32(m[1]*m[4])
			a := float32(c0*x) + float32(c1*y) + float32(c2*z)
			b := float32(c3*x) + float32(c4*y) + float32(c5*z)
			c := float32(c6*x) + float32(c7*y) + float32(c8*z)
			if s, ok := toUnit(a, b, c, side); ok {
				x, y, z = positive(a*s), positive(b*s), positive(c*s)
			}
			outNormals[0], outNormals[1], outNormals[2] = x, y, z
			normals, outNormals = normals[3:], outNormals[3:]
		}
		if len(tangents) >= 4 && len(outTangents) >= 4 {
			x, y, z, w := tangents[0], tangents[1], tangents[2], tangents[3]
			a := float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z)
			b := float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z)
			c := float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z)
			if s, ok := toUnit(a, b, c, 1); ok {
				x, y, z = positive(a*s), positive(b*s), positive(c*s)
			}
			outTangents[0], outTangents[1], outTangents[2], outTangents[3] = x, y, z, w*side
			tangents, outTangents = tangents[4:], outTangents[4:]
		}
	}
}

// blendMatrices writes the weighted sum of the influences' matrices.
func blendMatrices(m *matrix, joints []uint16, weights []float32, palette []matrix) {
	var m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11 float32
	for i, w := range weights {
		if w == 0 || i >= len(joints) {
			continue
		}
		p := &palette[min(int(joints[i]), len(palette)-1)]
		m0, m1, m2, m3 = m0+float32(p[0]*w), m1+float32(p[1]*w), m2+float32(p[2]*w), m3+float32(p[3]*w)
		m4, m5, m6, m7 = m4+float32(p[4]*w), m5+float32(p[5]*w), m6+float32(p[6]*w), m7+float32(p[7]*w)
		m8, m9, m10, m11 = m8+float32(p[8]*w), m9+float32(p[9]*w), m10+float32(p[10]*w), m11+float32(p[11]*w)
	}
	// A composite literal would be put together elsewhere and copied in one piece, which waits for
	// each of its parts.
	m[0], m[1], m[2], m[3] = m0, m1, m2, m3
	m[4], m[5], m[6], m[7] = m4, m5, m6, m7
	m[8], m[9], m[10], m[11] = m8, m9, m10, m11
}

// positive returns 0 for -0, and every other number as it is.
func positive(v float32) float32 { return float32(v) + 0 }

// toUnit returns what brings the vector a b c to unit length, with a side of ±1, and false where it
// has no direction.
func toUnit(a, b, c, side float32) (float32, bool) {
	square := float32(a*a) + float32(b*b) + float32(c*c)
	return side / float32(math.Sqrt(float64(square))), square > 0 && square <= math.MaxFloat32
}
