package kernel

import "math"

// Morph adds weight·delta to every number of a stream.
//
//	dst[i] += delta[i] * weight
func Morph(dst, delta []float32, weight float32) {
	delta = delta[:len(dst)]
	for i := range dst {
		dst[i] += float32(delta[i] * weight)
	}
}

// SkinJob names the streams of [Skin]. Positions and normals have 3 numbers a vertex, tangents 4; without normals or
// tangents (nil) these are not skinned. In and out may be the same memory.
type SkinJob struct {
	Positions, OutPositions []float32
	Normals, OutNormals     []float32
	Tangents, OutTangents   []float32
	// Joints and Weights have Influences elements a vertex, heaviest first; the first weight of 0 ends a vertex's list. With
	// no Influences every vertex is moved by the palette's first matrix.
	Joints     []uint16
	Weights    []float32
	Influences int
	// Palette holds one 3x4 row-major matrix for each joint that vertices name.
	Palette []float32
}

// Skin moves vertices by linear blend skinning: each by the weighted sum M of its influences' matrices,
//
//	M = ((w0·M0 + w1·M1) + w2·M2) + ...
//	position = M · position
//	normal   = ± cofactor(M) · normal at unit length, with the sign of M's determinant: the inverse transpose's direction
//	tangent  = M · tangent at unit length; w changes sign with M's determinant
//
// A normal or tangent that M collapses is left as it is. Method: N. Magnenat-Thalmann et al., "Joint-dependent local
// deformations for hand animation and object grasping", 1988.
func Skin(job *SkinJob) {
	n := job.Influences
	m := [MatrixSize]float32(job.Palette)
	for v := range len(job.Positions) / 3 {
		if n > 0 {
			blendMatrices(&m, job.Joints[v*n:v*n+n], job.Weights[v*n:v*n+n], job.Palette)
		}
		in, out := (*[3]float32)(job.Positions[3*v:]), (*[3]float32)(job.OutPositions[3*v:])
		x, y, z := in[0], in[1], in[2]
		out[0] = float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z) + m[3]
		out[1] = float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z) + m[7]
		out[2] = float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z) + m[11]
		if job.Normals == nil && job.Tangents == nil {
			continue
		}
		c := cofactors(&m)
		mirrored := float32(m[0]*c[0])+float32(m[1]*c[1])+float32(m[2]*c[2]) < 0
		if job.Normals != nil {
			in, out := (*[3]float32)(job.Normals[3*v:]), (*[3]float32)(job.OutNormals[3*v:])
			turned := turn((*[3]float32)(c[0:3]), (*[3]float32)(c[3:6]), (*[3]float32)(c[6:9]), in)
			if mirrored {
				turned = [3]float32{-turned[0], -turned[1], -turned[2]}
			}
			*out = unit(turned, *in)
		}
		if job.Tangents != nil {
			in, out := (*[4]float32)(job.Tangents[4*v:]), (*[4]float32)(job.OutTangents[4*v:])
			direction, w := [3]float32(in[:3]), in[3]
			direction = unit(turn((*[3]float32)(m[0:3]), (*[3]float32)(m[4:7]), (*[3]float32)(m[8:11]), &direction), direction)
			if mirrored {
				w = -w
			}
			*out = [4]float32{direction[0], direction[1], direction[2], w}
		}
	}
}

// blendMatrices writes the weighted sum of the influences' matrices.
func blendMatrices(m *[MatrixSize]float32, joints []uint16, weights, palette []float32) {
	w := weights[0]
	p := (*[MatrixSize]float32)(palette[int(joints[0])*MatrixSize:])
	m0, m1, m2, m3 := p[0]*w, p[1]*w, p[2]*w, p[3]*w
	m4, m5, m6, m7 := p[4]*w, p[5]*w, p[6]*w, p[7]*w
	m8, m9, m10, m11 := p[8]*w, p[9]*w, p[10]*w, p[11]*w
	for i := 1; i < len(joints) && weights[i] != 0; i++ {
		w = weights[i]
		p = (*[MatrixSize]float32)(palette[int(joints[i])*MatrixSize:])
		m0, m1, m2, m3 = m0+float32(p[0]*w), m1+float32(p[1]*w), m2+float32(p[2]*w), m3+float32(p[3]*w)
		m4, m5, m6, m7 = m4+float32(p[4]*w), m5+float32(p[5]*w), m6+float32(p[6]*w), m7+float32(p[7]*w)
		m8, m9, m10, m11 = m8+float32(p[8]*w), m9+float32(p[9]*w), m10+float32(p[10]*w), m11+float32(p[11]*w)
	}
	*m = [MatrixSize]float32{m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11}
}

// cofactors returns the cofactor matrix of the upper 3x3, row-major.
func cofactors(m *[MatrixSize]float32) [9]float32 {
	return [9]float32{
		float32(m[5]*m[10]) - float32(m[6]*m[9]), float32(m[6]*m[8]) - float32(m[4]*m[10]), float32(m[4]*m[9]) - float32(m[5]*m[8]),
		float32(m[2]*m[9]) - float32(m[1]*m[10]), float32(m[0]*m[10]) - float32(m[2]*m[8]), float32(m[1]*m[8]) - float32(m[0]*m[9]),
		float32(m[1]*m[6]) - float32(m[2]*m[5]), float32(m[2]*m[4]) - float32(m[0]*m[6]), float32(m[0]*m[5]) - float32(m[1]*m[4]),
	}
}

// turn multiplies the matrix of the three rows with v.
func turn(r0, r1, r2 *[3]float32, v *[3]float32) [3]float32 {
	return [3]float32{
		float32(r0[0]*v[0]) + float32(r0[1]*v[1]) + float32(r0[2]*v[2]),
		float32(r1[0]*v[0]) + float32(r1[1]*v[1]) + float32(r1[2]*v[2]),
		float32(r2[0]*v[0]) + float32(r2[1]*v[1]) + float32(r2[2]*v[2]),
	}
}

// unit returns v at unit length, or the fallback where v has no direction.
func unit(v, fallback [3]float32) [3]float32 {
	n := float32(math.Sqrt(float64(float32(v[0]*v[0]) + float32(v[1]*v[1]) + float32(v[2]*v[2]))))
	if n == 0 || n-n != 0 {
		return fallback
	}
	return [3]float32{v[0] / n, v[1] / n, v[2] / n}
}
