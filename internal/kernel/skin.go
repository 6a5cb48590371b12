package kernel

// AddScaled adds weight·delta to dst. Both have the same length.
//
//	dst[i] += delta[i] * weight
func AddScaled(dst, delta []float32, weight float32) {
	if rows := len(dst) / Lanes; assembly && rows > 0 {
		addScaledAsm(&dst[0], &delta[0], rows, weight)
		dst, delta = dst[rows*Lanes:], delta[rows*Lanes:]
	}
	addScaledGeneric(dst, delta, weight)
}

func addScaledGeneric(dst, delta []float32, weight float32) {
	delta = delta[:len(dst)]
	for i := range dst {
		dst[i] += float32(delta[i] * weight)
	}
}

// SkinJob holds the streams of [Skin]. Positions and normals have 3 numbers for each vertex,
// tangents 4; nil normals or tangents are not skinned. An output may be the same memory as its
// input.
type SkinJob struct {
	Positions, OutPositions []float32
	Normals, OutNormals     []float32
	Tangents, OutTangents   []float32
	// Joints are palette indices. Joints and Weights have Influences elements for each vertex, 0 to
	// 8. An element of weight 0 is left out, whatever its index. With 0 influences the palette's
	// first matrix moves every vertex. Skinning is fastest if the elements with a weight come
	// first.
	Joints     []uint16
	Weights    []float32
	Influences int
	// Palette holds one 3x4 row-major matrix for each palette index; an index beyond it selects its
	// last matrix.
	Palette []float32
	// Blended, if it is not nil, takes the place of joints, weights and palette: a matrix for each
	// vertex, as 12 rows of 8 lanes for each 8 vertices.
	Blended []float32
}

// Skin moves each vertex by linear blend skinning: by the weighted sum M of its influences'
// matrices,
//
//	M = ((w0·M0 + w1·M1) + w2·M2) + ...                         influences of weight 0 are left out
//	position = ((m00·x + m01·y) + m02·z) + m03, ...
//	normal   = v · (±1 / sqrt((v0·v0 + v1·v1) + v2·v2))         v = cofactors(M) · normal, the inverse transpose's direction,
//	                                                            with the sign of M's determinant
//	tangent  = the same of v = M · tangent, with sign +; w changes sign with M's determinant
//
// A normal or tangent for which the sum under the root is 0, infinite or NaN is copied unchanged. A
// result of -0 is written as 0. Method: N. Magnenat-Thalmann et al., "Joint-dependent local
// deformations for hand animation and object grasping", 1988.
func Skin(job *SkinJob) {
	j := *job
	switch groups := len(j.Positions) / (3 * Lanes); {
	case !assembly || groups == 0 || j.Tangents != nil && j.Normals == nil:
	case j.Blended != nil:
		moveAsm(groups, &j.Positions[0], &j.OutPositions[0], first(j.Normals), first(j.OutNormals), first(j.Tangents),
			first(j.OutTangents), &j.Blended[0])
		j.skip(groups * Lanes)
	case j.Finite():
		j.skip(skinWide(&j))
		if groups = len(j.Positions) / (3 * Lanes); groups > 0 {
			skinAsm(groups, &j.Positions[0], &j.OutPositions[0], first(j.Normals), first(j.OutNormals),
				first(j.Tangents), first(j.OutTangents),
				first(j.Joints), first(j.Weights), j.Influences, &j.Palette[0], uint32(len(j.Palette)/MatrixSize-1))
			j.skip(groups * Lanes)
		}
	}
	skinGeneric(&j)
}

// Finite reports whether all matrices are finite. If they are, an influence of weight 0 adds zeros
// to a sum, which changes only the sign of zeros, and the results have no sign of zero. If they are
// not, it could add NaN.
func (j *SkinJob) Finite() bool {
	if j.Influences == 0 {
		return true
	}
	rest := j.Palette
	if rows := len(rest) / Lanes; assembly && rows > 0 {
		if !finiteAsm(&rest[0], rows) {
			return false
		}
		rest = rest[rows*Lanes:]
	}
	for _, v := range rest {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// first returns the address of a stream's first element, or nil if it is empty.
func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// Part returns the job for n vertices from the first on, which is a multiple of 8.
func (j *SkinJob) Part(first, n int) SkinJob {
	part := *j
	part.skip(first)
	part.Positions, part.OutPositions = part.Positions[:3*n], part.OutPositions[:3*n]
	if part.Normals != nil {
		part.Normals, part.OutNormals = part.Normals[:3*n], part.OutNormals[:3*n]
	}
	if part.Tangents != nil {
		part.Tangents, part.OutTangents = part.Tangents[:4*n], part.OutTangents[:4*n]
	}
	if part.Blended == nil {
		part.Joints, part.Weights = part.Joints[:n*part.Influences], part.Weights[:n*part.Influences]
	}
	return part
}

// skip drops the first n vertices, whole groups of 8.
func (j *SkinJob) skip(n int) {
	j.Positions, j.OutPositions = j.Positions[3*n:], j.OutPositions[3*n:]
	if j.Normals != nil {
		j.Normals, j.OutNormals = j.Normals[3*n:], j.OutNormals[3*n:]
	}
	if j.Tangents != nil {
		j.Tangents, j.OutTangents = j.Tangents[4*n:], j.OutTangents[4*n:]
	}
	if j.Blended != nil {
		j.Blended = j.Blended[n/Lanes*BlockMatrixSize:]
		return
	}
	j.Joints, j.Weights = j.Joints[n*j.Influences:], j.Weights[n*j.Influences:]
}
