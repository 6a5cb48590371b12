package blendspace

// What the tests of this package call, and no program.

func (s *Space) PingPongDistance(phase float64, seconds float64, backward bool, weights []Weight) float64 {
	return s.pingPongDistance(phase, seconds, backward, weights)
}

// LoopsPerCycle returns how many times the clip of a sample plays while the phase goes from 0 to 1.
func (s *Space) LoopsPerCycle(index int) int {
	if index < 0 || index >= len(s.sync.tracks) {
		return 0
	}
	return s.sync.tracks[index].loops
}

// Phase returns the phase in [0, 1) at which the clip of a sample is at a time in seconds. It is
// the inverse of [Space.Time]. Times outside the clip are wrapped. If the clip plays several times
// in a cycle, it returns the first of the phases. For a clip without a duration it returns 0.
func (s *Space) Phase(index int, seconds float64) float64 {
	if index < 0 || index >= len(s.sync.tracks) {
		return 0
	}
	t, bounds := &s.sync.tracks[index], s.sync.bounds
	if t.secondsPerCycle == 0 {
		return 0
	}
	if seconds = t.wrap(seconds); seconds < t.times[0] {
		seconds += t.end - t.start
	}
	k := findInterval(t.times, seconds)
	p, _ := wrapPhase(interpolate(seconds, t.times[k], t.times[k+1], bounds[k], bounds[k+1]))
	return p
}

// SyncTrack returns the sync markers of a sample, or nil for a sample that follows by normalized
// time.
func (s *Space) SyncTrack(index int) syncTrack {
	if index < 0 || index >= len(s.sync.tracks) {
		return nil
	}
	return s.sync.tracks[index].markers
}
