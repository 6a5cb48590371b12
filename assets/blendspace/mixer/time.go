package mixer

import (
	"math"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/exact"
)

// Time returns the time of a sample's clip at a phase of the space, in seconds, from the clip's
// start to before its end. The phase wraps: 1 is the same as 0. The time increases continuously
// with the phase, except for the jump from the clip's end to its start. A phase that is not finite
// counts as 0. The time for an index without a sample is 0.
//
// By normalized time, the phase is the fraction of the clip's duration. By sync markers, see
// package blendspace, every marker has a phase, which is the same in all clips, and between
// two markers a clip's time is proportional to the phase.
func (s *Space) Time(index int, phase float64) float64 {
	if s == nil || index < 0 || index >= len(s.phase.Tracks) {
		return 0
	}
	return s.phase.Tracks[index].Time(s.phase.Bounds, phase)
}

// UnwrappedTime returns the time like [Space.Time], but without wrapping: beyond the clip's end it
// continues, by the clip's duration for every loop, and for negative phases it is before the clip's
// start. So the difference of two unwrapped times is the time that was played between two phases,
// for example to find the markers that were passed.
func (s *Space) UnwrappedTime(index int, phase float64) float64 {
	if s == nil || index < 0 || index >= len(s.phase.Tracks) {
		return 0
	}
	t := &s.phase.Tracks[index]
	phase, cycles := form.WrapPhase(phase)
	time := t.UnwrappedTime(s.phase.Bounds, phase)
	if cycles == 0 {
		return time
	}
	return time + float64(float64(cycles*float64(t.Loops))*(t.End-t.Start))
}

// CycleDuration returns how many seconds the phase takes from 0 to 1 with these weights: the
// weighted mean of the clips' durations at their speeds, each multiplied by how often the clip
// plays in a cycle. Clips without a duration are held poses and do not count; if there are no
// others it returns 0.
func (s *Space) CycleDuration(weights []Weight) float64 {
	if s == nil {
		return 0
	}
	sum, total := 0.0, 0.0
	for _, w := range weights {
		if w.Index < 0 || w.Index >= len(s.phase.Tracks) || !(w.Weight > 0) {
			continue
		}
		if t := &s.phase.Tracks[w.Index]; t.SecondsPerCycle > 0 {
			sum += float64(float64(w.Weight) * t.SecondsPerCycle)
			total += float64(w.Weight)
		}
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// Advance returns the phase some seconds after a phase in [0, 1), plus the cycles that were
// completed: 2.25 is a quarter of the third cycle. Negative seconds go backward.
//
// By normalized time the phase advances at a constant rate, by 1 in [Space.CycleDuration]. By sync
// markers, each interval between markers takes as long as in the clips, averaged by their weights,
// so that a clip that plays alone plays as authored. If the duration is 0 or the seconds are not
// finite, the phase does not change.
func (s *Space) Advance(phase, seconds float64, weights []Weight) float64 {
	duration := s.CycleDuration(weights)
	phase, _ = form.WrapPhase(phase)
	if duration == 0 || !exact.IsFinite(seconds) {
		return phase
	}
	bounds := s.phase.Bounds
	n := len(bounds) - 1
	if n == 1 {
		return phase + seconds/duration
	}
	cycles := math.Trunc(seconds / duration)
	seconds -= float64(cycles * duration)
	k := form.FindInterval(bounds, phase)
	for range n + 1 { // less than a cycle remains, so that at most one interval is entered twice
		from, to := bounds[k], bounds[k+1]
		rate := s.intervalDuration(k, weights) / (to - from) // seconds per unit of phase
		next := phase + seconds/rate
		switch {
		case next > to && seconds > 0:
			seconds -= float64((to - phase) * rate)
			if phase, k = to, k+1; k == n {
				phase, k, cycles = 0, 0, cycles+1
			}
		case next < from && seconds < 0:
			seconds += float64((phase - from) * rate)
			if phase, k = from, k-1; k < 0 {
				phase, k, cycles = 1, n-1, cycles-1
			}
		default:
			return next + cycles
		}
	}
	return phase + cycles
}

// pingPongDistance returns how far the phase moves in a number of seconds when it turns around at 0
// and 1, instead of continuing from the other end. Each way counts as 1, so that 2.25 is there,
// back and a quarter there again, for a phase that begins at 0. The phase, 0 to 1, moves toward 0
// first if backward.
//
// After a turn it moves through the intervals between sync markers from which it came, in the
// opposite order. By normalized time the distance is the same as of [Space.Advance]. It is 0 if the
// duration is 0, or if the seconds are not positive and finite.
func (s *Space) pingPongDistance(phase, seconds float64, backward bool, weights []Weight) float64 {
	duration := s.CycleDuration(weights)
	if duration == 0 || !(seconds > 0) || math.IsInf(seconds, 0) {
		return 0
	}
	if !(phase > 0) {
		phase = 0
	}
	phase = min(phase, 1)
	if toTurn := s.secondsToEnd(phase, backward, weights); len(s.phase.Bounds) > 2 && !(seconds < toTurn) {
		beforeTurn := 1 - phase
		if backward {
			beforeTurn = phase
		}
		rest := seconds - toTurn
		ways := math.Floor(rest / duration)
		rest = max(0, rest-float64(ways*duration))
		forward := backward != (math.Mod(ways, 2) == 1)
		return beforeTurn + ways + s.advanceWithin(forward, rest, weights)
	}
	if phase == 1 {
		phase = 0 // the same moment for Advance
	}
	if backward {
		seconds = -seconds
	}
	return math.Abs(s.Advance(phase, seconds, weights) - phase)
}

// secondsToEnd returns how many seconds the phase takes to 1 or, if backward, to 0.
func (s *Space) secondsToEnd(phase float64, backward bool, weights []Weight) float64 {
	bounds, seconds := s.phase.Bounds, 0.0
	for k := range len(bounds) - 1 {
		from, to := max(bounds[k], phase), bounds[k+1]
		if backward {
			from, to = bounds[k], min(bounds[k+1], phase)
		}
		if to > from {
			seconds += float64((to - from) / (bounds[k+1] - bounds[k]) * s.intervalDuration(k, weights))
		}
	}
	return seconds
}

// advanceWithin returns how far the phase moves in a number of seconds, less than a cycle, from 0
// forward or from 1 backward.
func (s *Space) advanceWithin(forward bool, seconds float64, weights []Weight) float64 {
	if !forward {
		seconds = -seconds
	}
	return min(1, math.Abs(s.Advance(0, seconds, weights)))
}

// intervalDuration returns how many seconds an interval takes with these weights. At least one of
// the weighted clips must have a duration.
func (s *Space) intervalDuration(interval int, weights []Weight) float64 {
	sum, total := 0.0, 0.0
	for _, w := range weights {
		if w.Index < 0 || w.Index >= len(s.phase.Tracks) || !(w.Weight > 0) {
			continue
		}
		if t := &s.phase.Tracks[w.Index]; t.SecondsPerCycle > 0 {
			sum += float64(float64(w.Weight) * ((t.Times[interval+1] - t.Times[interval]) / t.Speed))
			total += float64(w.Weight)
		}
	}
	return sum / total
}

// clipTime returns the time in seconds of a sample's clip at a phase.
func (s *Space) clipTime(index int, phase float64) float64 {
	track := &s.phase.Tracks[index]
	return track.OrEnd(track.Time(s.phase.Bounds, phase), phase)
}

// clipStep converts a step of the phase, which must not turn, to a step of a sample's clip. The
// clip may start at any phase and play several times while the phase runs from 0 to 1.
func (s *Space) clipStep(index int, step *motion.Step) motion.Step {
	track := &s.phase.Tracks[index]
	if !(track.End-track.Start > 0) {
		return motion.Step{From: track.Start, To: track.Start, Backward: step.Backward}
	}
	if step.Finished && step.LoopsDone > 0 && step.From == step.To { // it was at the end already
		time := s.clipTime(index, step.To)
		own := motion.Step{From: time, To: time, Backward: step.Backward}
		if step.Backward && time == track.Start || !step.Backward && time == track.End {
			own.LoopsDone, own.Finished = 1, true
		}
		return own
	}
	from, before := track.WrapWithLoops(s.UnwrappedTime(index, step.From), step.Backward)
	to, after := track.WrapWithLoops(s.UnwrappedTime(index, step.To), step.Backward)
	wraps := step.LoopsDone
	if step.Finished && wraps > 0 {
		wraps-- // the last loop ends without a wrap
	}
	loops := int64(min(wraps, 1<<40))*int64(track.Loops) + after - before
	return motion.Step{From: from, To: to, LoopsDone: uint64(max(loops, 0)), Backward: step.Backward}
}
