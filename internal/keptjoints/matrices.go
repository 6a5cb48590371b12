package keptjoints

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// in returns the rows of a pool, or nil if no character keeps matrices.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.KeptJoints).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// of returns the rows of a pool and the row of a slot, or nil if it keeps no matrices.
func of(pool *posestore.Pool, slot int) (*rows, int32) {
	if slot < 0 || slot >= pool.Len() {
		return nil, 0
	}
	row := pool.Row(slot, column.KeptJoints)
	if row < 0 {
		return nil, 0
	}
	return in(pool), row
}

// Of returns the joints whose model matrices the character in a slot keeps, ascending, and their
// matrices in the same order, 3x4 and row-major. Both are nil if it keeps none.
func Of(pool *posestore.Pool, slot int) (joints []int16, matrices []float32) {
	r, row := of(pool, slot)
	if r == nil {
		return nil, nil
	}
	return r.read(row)
}

// All returns the model matrices of the character in a slot, parents first, or nil if it does not
// keep all of them.
func All(pool *posestore.Pool, slot int) []float32 {
	joints, matrices := Of(pool, slot)
	if len(joints) < pool.Skeleton().Len() {
		return nil
	}
	return matrices
}

// Matrix returns the kept model matrix of a joint of the character in a slot, as it was posed last.
// It is nil if it is not kept, or was not posed since the character keeps it.
func Matrix(pool *posestore.Pool, slot, joint int) []float32 {
	r, row := of(pool, slot)
	if r == nil || joint < 0 || joint >= r.joints || r.At(row).set == none {
		return nil
	}
	at := r.At(row)
	set := &r.sets[at.set]
	i := int(set.index[joint])
	if i < 0 {
		return nil
	}
	matrix := set.matrices.Row(at.place)[i*rig.MatrixSize:][:rig.MatrixSize]
	if math.Float32bits(matrix[0]) == unposed {
		return nil
	}
	return matrix
}

// Store keeps the model matrices of the characters of a block, whose matrices are computed, as far
// as they ask for it.
func Store(b *posestore.Block) {
	if in(b.Pool()) == nil {
		return
	}
	for lane := range b.Lanes() {
		joints, kept := Of(b.Pool(), b.Slot(lane))
		if len(joints) == b.Pool().Skeleton().Len() {
			kernel.ExtractModel(kept, b.Model(), lane, len(joints))
			continue
		}
		for i, joint := range joints {
			kernel.ExtractModel(kept[i*rig.MatrixSize:], b.Model()[int(joint)*kernel.BlockMatrixSize:], lane, 1)
		}
	}
}

// StoreOne keeps the model matrices of the character in a slot, given all of them, as far as it
// asks for it.
func StoreOne(pool *posestore.Pool, slot int, model []float32) {
	joints, kept := Of(pool, slot)
	for i, joint := range joints {
		copy(kept[i*rig.MatrixSize:][:rig.MatrixSize], model[int(joint)*rig.MatrixSize:])
	}
}
