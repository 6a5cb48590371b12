package solvers

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// TargetLimits limits the direction of a ray and its speed.
type TargetLimits struct {
	Rows  [(layout.TargetBefore - layout.TargetFront) * Lanes]float32 // from [layout.TargetFront] on
	Speed float32
}

// stateSize is that of the direction of the ray in the frame before.
func (t *TargetLimits) stateSize() int {
	if t.Speed > 0 {
		return layout.PointRows
	}
	return 0
}

// apply returns the targets within the limits, for the ray in w.aim. The frame is the joint above
// the chain.
func (t *TargetLimits) apply(w *Work, weights *[Lanes]float32, state int, frame *solve.Matrix,
	target *solve.Point,
) *solve.Point {
	rows := &w.target
	*row3(rows[:], layout.TargetPoint) = *target
	copy(rows[layout.TargetEye*Lanes:layout.TargetFront*Lanes], w.aim.ray[layout.RayEye*Lanes:])
	copy(rows[layout.TargetFront*Lanes:], t.Rows[:])
	for l, weight := range weights {
		rows[layout.TargetStep*Lanes+l] = 2
		before := [3]float32{}
		if weight > 0 && t.hasState(w, l, state) {
			before = [3]float32(w.State[l][state:])
			if angle := float64(t.Speed) * float64(w.Delta[l]); angle < math.Pi/2 {
				rows[layout.TargetStep*Lanes+l] = float32(exact.Sin(max(angle, 0)))
			}
		}
		PutVec(rows[:], layout.TargetBefore, l, before)
	}
	solve.LimitTarget(rows, frame)
	for l, weight := range weights {
		if weight > 0 && t.hasState(w, l, state) {
			for i := range 3 {
				w.State[l][state+i] = rows[(layout.TargetBeforeOut+i)*Lanes+l]
			}
		}
	}
	return row3(rows[:], layout.TargetOut)
}

func (t *TargetLimits) hasState(w *Work, lane, state int) bool {
	return t.Speed > 0 && len(w.State[lane]) >= state+t.stateSize()
}
