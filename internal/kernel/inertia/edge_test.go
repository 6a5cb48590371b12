package inertia

import (
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestDecaysStayInTheirMemory(t *testing.T) {
	var groups int
	pose := func(m *guarded.Memory) []float32 { return guarded.Floats(m, groups*kernel.GroupSize) }
	decay := func(m *guarded.Memory) []float32 { return guarded.Floats(m, Size(groups)) }
	each := func(run func(m *guarded.Memory)) func(*guarded.Memory) {
		return func(m *guarded.Memory) {
			for groups = 1; groups < 5; groups++ {
				run(m)
			}
		}
	}
	scalars := func(m *guarded.Memory) []float32 { return guarded.Floats(m, groups) }
	scalarDecay := func(m *guarded.Memory) []float32 { return guarded.Floats(m, groups*ScalarSize) }
	guarded.Run(t, map[string]any{
		"Begin": each(func(m *guarded.Memory) {
			Begin(pose(m), decay(m), pose(m), pose(m), pose(m), 60, 1.0/60)
		}),
		"Extrapolate": each(func(m *guarded.Memory) { Extrapolate(pose(m), decay(m), pose(m), 1.0/60) }),
		"Fit":         each(func(m *guarded.Memory) { Fit(pose(m), decay(m), pose(m), 1.0/60, 1.0/60, 0.5) }),
		"Apply":       each(func(m *guarded.Memory) { Apply(pose(m), decay(m), 0.1) }),
		"Rotations":   each(func(m *guarded.Memory) { Rotations(decay(m), groups) }),
		"Store":       each(func(m *guarded.Memory) { Store(pose(m), pose(m)) }),
		"BeginScalars": each(func(m *guarded.Memory) {
			BeginScalars(scalars(m), scalarDecay(m), scalars(m), scalars(m), scalars(m), 60, 1.0/60)
		}),
		"ExtrapolateScalars": each(func(m *guarded.Memory) {
			ExtrapolateScalars(scalars(m), scalarDecay(m), scalars(m), 1.0/60)
		}),
		"FitScalars": each(func(m *guarded.Memory) {
			FitScalars(scalars(m), scalarDecay(m), scalars(m), 1.0/60, 1.0/60, 0.5)
		}),
		"ApplyScalars": each(func(m *guarded.Memory) { ApplyScalars(scalars(m), scalarDecay(m), 0.1) }),
	})
}
