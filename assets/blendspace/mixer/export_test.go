package mixer

import "github.com/sinew-go/sinew/assets/blendspace/internal/form"

// What the tests of this package call, and no program.

func (s *Space) PingPongDistance(phase float64, seconds float64, backward bool, weights []Weight) float64 {
	return s.pingPongDistance(phase, seconds, backward, weights)
}

// LoopsPerCycle returns how many times the clip of a sample plays while the phase goes from 0 to 1.
func (s *Space) LoopsPerCycle(index int) int {
	if index < 0 || index >= len(s.phase.Tracks) {
		return 0
	}
	return s.phase.Tracks[index].Loops
}

// Phase returns the phase in [0, 1) at which the clip of a sample is at a time in seconds. It is
// the inverse of [Space.Time]. Times outside the clip are wrapped. If the clip plays several times
// in a cycle, it returns the first of the phases. For a clip without a duration it returns 0.
func (s *Space) Phase(index int, seconds float64) float64 {
	if index < 0 || index >= len(s.phase.Tracks) {
		return 0
	}
	t, bounds := &s.phase.Tracks[index], s.phase.Bounds
	if t.SecondsPerCycle == 0 {
		return 0
	}
	if seconds = t.Wrap(seconds); seconds < t.Times[0] {
		seconds += t.End - t.Start
	}
	k := form.FindInterval(t.Times, seconds)
	p, _ := form.WrapPhase(form.Interpolate(seconds, t.Times[k], t.Times[k+1], bounds[k], bounds[k+1]))
	return p
}
