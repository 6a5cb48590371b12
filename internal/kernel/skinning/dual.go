package skinning

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// Lanes is the number of vertices, or of matrices, that are worked on together.
const Lanes = kernel.Lanes

// DualSize is the number of float32 that [Split] makes of a matrix: the rotation as a unit
// quaternion xyzw; the dual part of the dual quaternion of rotation and translation; the scale and
// shear that come before them as a 3x3 row-major matrix; 3 unused.
const DualSize = layout.DualSize

// dualRows is the number of those that are used.
const dualRows = layout.DualRows

// Len returns how many numbers [Split] makes of a palette.
func Len(palette []float32) int { return (len(palette)/kernel.MatrixSize + 1) * DualSize }

// Split writes [DualSize] numbers for each matrix of a palette of 3x4 row-major matrices. The
// rotation R is the one nearest to the matrix M, its polar factor, so that the scale S =
// transpose(R)·M is symmetric; it holds M = R·S for every M. That of a mirroring matrix is the
// polar factor of -M. A matrix that maps all of space to a line or a point, or that is not finite,
// has no rotation.
//
// After them it writes as many zeros as for a matrix, which influences of weight 0 add: dst has
// [Len] numbers.
func Split(dst, palette []float32) {
	var in [kernel.MatrixSize * Lanes]float32
	var out [dualRows * Lanes]float32
	for len(palette) >= kernel.MatrixSize {
		n := min(Lanes, len(palette)/kernel.MatrixSize)
		for l := range n {
			for e, x := range palette[l*kernel.MatrixSize:][:kernel.MatrixSize] {
				in[e*Lanes+l] = x
			}
		}
		if assembly {
			splitAsm(&out[0], &in[0])
		} else {
			splitGeneric(&out, &in)
		}
		for l := range n {
			part := dst[l*DualSize:][:DualSize]
			for e := range dualRows {
				part[e] = out[e*Lanes+l]
			}
			clear(part[dualRows:])
		}
		palette, dst = palette[n*kernel.MatrixSize:], dst[n*DualSize:]
	}
	clear(dst[:DualSize])
}

// Dual moves each vertex by dual quaternions with scale, blended in two phases. With what [Split]
// made of the palette of the job, and with weights w, quaternions q, dual parts d and scales S of a
// vertex's influences,
//
//	b = ±w0·q0 ± w1·q1 ± ...   e = ±w0·d0 ± w1·d1 ± ...   minus where (x·x' + z·z') + (y·y' + w·w') of q and q0 is below 0
//	S = w0·S0 + w1·S1 + ...
//	M = R·S with the translation t, of the dual quaternion b + e·ε brought to length 1
//
// and M takes the place of the sum in [kernel.Skin]. The first influence, which is the heaviest, is
// the pivot q0 of the signs. An influence of weight 0 is left out. An index beyond the palette
// selects its last matrix.
//
// Method: L. Kavan, S. Collins, J. Žára, C. O'Sullivan, "Geometric skinning with approximate dual
// quaternion blending", 2008.
func Dual(job *kernel.SkinJob, duals []float32) {
	n := job.Influences
	if n == 0 {
		kernel.Skin(job)
		return
	}
	var rows [chunk * dualRows]float32
	var matrices [chunk * kernel.MatrixSize]float32
	for at := 0; at < len(job.Positions)/3; at += chunk {
		part := job.Part(at, min(chunk, len(job.Positions)/3-at))
		groups := (len(part.Positions)/3 + Lanes - 1) / Lanes
		sums(rows[:groups*dualRows*Lanes], part.Joints, part.Weights, n, duals)
		join(matrices[:groups*kernel.BlockMatrixSize], rows[:])
		part.Blended = matrices[:groups*kernel.BlockMatrixSize]
		kernel.Skin(&part)
	}
}

// sums writes the sums of the influences, [dualRows] rows for each group of vertices. In the last
// group they may be fewer than [Lanes].
func sums(rows []float32, joints []uint16, weights []float32, influences int, duals []float32) {
	if groups := len(weights) / (Lanes * influences); assembly && groups > 0 {
		sumAsm(&rows[0], &joints[0], &weights[0], influences, groups, &duals[0], uint32(len(duals)/DualSize-2))
		rows, joints, weights = rows[groups*dualRows*Lanes:], joints[groups*Lanes*influences:],
			weights[groups*Lanes*influences:]
	}
	for len(weights) > 0 {
		group := (*[dualRows * Lanes]float32)(rows)
		for l := range min(Lanes, len(weights)/influences) {
			blend(group, l, joints[:influences], weights[:influences], duals)
			joints, weights = joints[influences:], weights[influences:]
		}
		rows = rows[dualRows*Lanes:]
	}
}

// join writes the matrices of sums, group by group.
func join(matrices, rows []float32) {
	if assembly && len(matrices) > 0 {
		joinAsm(&matrices[0], &rows[0], len(matrices)/kernel.BlockMatrixSize)
		return
	}
	for ; len(matrices) > 0; matrices, rows = matrices[kernel.BlockMatrixSize:], rows[dualRows*Lanes:] {
		joinGeneric((*[kernel.BlockMatrixSize]float32)(matrices), (*[dualRows * Lanes]float32)(rows))
	}
}

// blend writes the sums of a vertex's influences to a lane.
func blend(rows *[dualRows * Lanes]float32, lane int, joints []uint16, weights []float32, duals []float32) {
	last := len(duals)/DualSize - 2
	pivot := (*[DualSize]float32)(duals[min(int(joints[0]), last)*DualSize:])
	var sum [dualRows]float32
	for i, w := range weights {
		if w == 0 {
			continue
		}
		d := (*[DualSize]float32)(duals[min(int(joints[i]), last)*DualSize:])
		signed := w
		if (float32(d[0]*pivot[0])+float32(d[2]*pivot[2]))+(float32(d[1]*pivot[1])+float32(d[3]*pivot[3])) < 0 {
			signed = -w
		}
		for e := range layout.DualScale {
			sum[e] += float32(d[e] * signed)
		}
		for e := layout.DualScale; e < dualRows; e++ {
			sum[e] += float32(d[e] * w)
		}
	}
	for e, x := range sum {
		rows[e*Lanes+lane] = x
	}
}
