package kernel

// Morph adds weight·delta to every number of a stream.
//
//	dst[i] += delta[i] * weight
func AddScaled(dst, delta []float32, weight float32) {
	if rows := len(dst) / Lanes; avx2 && rows > 0 {
		addScaledAVX2(&dst[0], &delta[0], rows, weight)
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

// SkinJob names the streams of [Skin]. Positions and normals have 3 numbers a vertex, tangents 4; without normals or
// tangents (nil) these are not skinned. In and out may be the same memory.
type SkinJob struct {
	Positions, OutPositions []float32
	Normals, OutNormals     []float32
	Tangents, OutTangents   []float32
	// Joints and Weights have Influences elements a vertex, 0 to 8 of them. An element of weight 0 is left out, whichever joint
	// it names. With no Influences every vertex is moved by the palette's first matrix. It is quickest with the elements that
	// are used in front.
	Joints     []uint16
	Weights    []float32
	Influences int
	// Palette holds one 3x4 row-major matrix for each joint that vertices name; joints beyond it are taken to name its last.
	Palette []float32
}

// Skin moves vertices by linear blend skinning: each by the weighted sum M of its influences' matrices,
//
//	M = ((w0·M0 + w1·M1) + w2·M2) + ...                         without those of weight 0
//	position = ((m00·x + m01·y) + m02·z) + m03, ...
//	normal   = v · (±1 / sqrt((v0·v0 + v1·v1) + v2·v2))         v = cofactors(M) · normal, the inverse transpose's direction,
//	                                                            with the sign of M's determinant
//	tangent  = the same of v = M · tangent, with sign +; w changes sign with M's determinant
//
// A normal or tangent that M collapses is left as it is: one for which the sum under the root is 0, infinite or NaN. A result
// of -0 is written as 0. Method: N. Magnenat-Thalmann et al., "Joint-dependent local deformations for hand animation and
// object grasping", 1988.
func Skin(job *SkinJob) {
	j := *job
	if groups := len(j.Positions) / (3 * Lanes); avx2 && groups > 0 && (j.Tangents == nil || j.Normals != nil) && j.finite() {
		skinAVX2(groups, &j.Positions[0], &j.OutPositions[0], first(j.Normals), first(j.OutNormals), first(j.Tangents), first(j.OutTangents),
			first(j.Joints), first(j.Weights), j.Influences, &j.Palette[0], uint32(len(j.Palette)/MatrixSize-1))
		j.skip(groups * Lanes)
	}
	skinGeneric(&j)
}

// finite says whether the matrices are finite. If so, then a weight of 0 adds zeros to a weighted sum, which changes nothing
// but the sign of its zeros; these are lost in the results. Otherwise it might add NaN.
func (j *SkinJob) finite() bool {
	if j.Influences == 0 {
		return true
	}
	rest := j.Palette
	if rows := len(rest) / Lanes; rows > 0 {
		if !finiteAVX2(&rest[0], rows) {
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

// first returns where a stream begins, nil for an empty one.
func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// skip drops the first n vertices.
func (j *SkinJob) skip(n int) {
	j.Positions, j.OutPositions = j.Positions[3*n:], j.OutPositions[3*n:]
	if j.Normals != nil {
		j.Normals, j.OutNormals = j.Normals[3*n:], j.OutNormals[3*n:]
	}
	if j.Tangents != nil {
		j.Tangents, j.OutTangents = j.Tangents[4*n:], j.OutTangents[4*n:]
	}
	j.Joints, j.Weights = j.Joints[n*j.Influences:], j.Weights[n*j.Influences:]
}
