package blendspace

import "math"

// Time returns where the clip of a sample is, in seconds of the clip, from its start to below its end, when the clips of the
// space are at the common phase. The phase goes from 0 to 1 and round again: 1 is 0. The time rises with the phase without a
// jump, but for the one from the clip's end to its start. A phase that is not finite counts as 0; there is no sample of another
// index, and its time is 0.
//
// By normalized time the phase is the fraction of the clip's duration. By sync markers, see [BlendSpaceBuilder.SyncByMarkers],
// every marker has its phase, the same in all clips, and between two of them a clip's time goes in proportion to the phase. A
// clip in which the markers come round twice, say, is played once while one in which they come round once is played twice, and a
// phase of 1 is when both are through.
func (s *Space) Time(index int, phase float64) float64 {
	if index < 0 || index >= len(s.sync.tracks) {
		return 0
	}
	t := &s.sync.tracks[index]
	phase, _ = wrapPhase(phase)
	return t.wrap(t.unwrappedTime(s.sync.bounds, phase))
}

// Unrolled returns the time as [BlendSpace.Time] does, but without coming back to the clip's start: it goes on beyond the end, by
// the clip's duration each time that the clip begins anew, and below the start for phases below 0. So what lies between two
// phases, such as the markers passed, can be told when rounds lie between them.
func (s *Space) UnwrappedTime(index int, phase float64) float64 {
	if index < 0 || index >= len(s.sync.tracks) {
		return 0
	}
	t := &s.sync.tracks[index]
	phase, rounds := wrapPhase(phase)
	return t.unwrappedTime(s.sync.bounds, phase) + float64(float64(rounds*float64(t.loops))*(t.end-t.start))
}

// Loops returns how often the clip of a sample is played through while the common phase goes from 0 to 1.
func (s *Space) LoopsPerCycle(index int) int {
	if index < 0 || index >= len(s.sync.tracks) {
		return 0
	}
	return s.sync.tracks[index].loops
}

// Phase returns the common phase, from 0 to below 1, at which the clip of a sample is at that many seconds, brought into the clip
// by looping: the inverse of [BlendSpace.Time]. Where the clip is played several times in a round, it is the first of these
// phases. Of a clip without duration it is 0.
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
	phase, _ := wrapPhase(interpolate(seconds, t.times[k], t.times[k+1], bounds[k], bounds[k+1]))
	return phase
}

// Duration returns how many seconds the common phase takes from 0 to 1 at these weights: the mean of the clips' durations at
// their speeds, each as often as [BlendSpace.Loops] says. A clip of no duration is a pose that is held, which takes no part in
// that; where there are only such it is 0.
func (s *Space) Duration(weights []Weight) float64 {
	sum, total := 0.0, 0.0
	for _, w := range weights {
		if w.Index < 0 || w.Index >= len(s.sync.tracks) || !(w.Weight > 0) {
			continue
		}
		if t := &s.sync.tracks[w.Index]; t.secondsPerCycle > 0 {
			sum += float64(float64(w.Weight) * t.secondsPerCycle)
			total += float64(w.Weight)
		}
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// Advance returns the phase that many seconds after a phase in [0, 1), with the rounds that were made: 2.25 is a quarter of the
// way through the third. Seconds below 0 go backward.
//
// By normalized time it goes at a constant rate, by 1 in [BlendSpace.Duration]. By sync markers each interval between two takes
// as long as it does in the clips by their weights, so that a clip that plays alone plays as authored. Where the duration is 0,
// or the seconds are not finite, the phase stays.
func (s *Space) Advance(phase, seconds float64, weights []Weight) float64 {
	duration := s.Duration(weights)
	phase, _ = wrapPhase(phase)
	if duration == 0 || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return phase
	}
	bounds := s.sync.bounds
	n := len(bounds) - 1
	if n == 1 {
		return phase + seconds/duration
	}
	rounds := math.Trunc(seconds / duration)
	seconds -= float64(rounds * duration)
	k := findInterval(bounds, phase)
	for range n + 1 { // less than a whole round, so that at most one interval is come to twice
		from, to := bounds[k], bounds[k+1]
		rate := s.intervalDuration(k, weights) / (to - from) // seconds for each unit of phase
		next := phase + seconds/rate
		switch {
		case next > to && seconds > 0:
			seconds -= float64((to - phase) * rate)
			if phase, k = to, k+1; k == n {
				phase, k, rounds = 0, 0, rounds+1
			}
		case next < from && seconds < 0:
			seconds += float64((phase - from) * rate)
			if phase, k = from, k-1; k < 0 {
				phase, k, rounds = 1, n-1, rounds-1
			}
		default:
			return next + rounds
		}
	}
	return phase + rounds
}

// lasts returns how many seconds the interval takes at the weights, of which one at least is that of a clip with a duration.
func (s *Space) intervalDuration(interval int, weights []Weight) float64 {
	sum, total := 0.0, 0.0
	for _, w := range weights {
		if w.Index < 0 || w.Index >= len(s.sync.tracks) || !(w.Weight > 0) {
			continue
		}
		if t := &s.sync.tracks[w.Index]; t.secondsPerCycle > 0 {
			sum += float64(float64(w.Weight) * ((t.times[interval+1] - t.times[interval]) / t.speed))
			total += float64(w.Weight)
		}
	}
	return sum / total
}
