package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// phaseDistance returns how far the phase of a blend space moves while its clips play for a number of seconds. Neither
// is negative.
func phaseDistance(space *assets.BlendSpace, weights []blendspace.Weight, p *components.Playback, seconds float64) float64 {
	if !(p.Time >= 0 && p.Time <= 1) {
		return seconds / space.Duration(weights)
	}
	if (p.Speed < 0) != (p.Mode == assets.PingPong && p.Backward) {
		seconds = -seconds
	}
	from := p.Time
	if from == 1 {
		from = 0 // the same moment of the loop
	}
	distance := math.Abs(space.Advance(from, seconds, weights) - from)
	if p.Mode == assets.PingPong {
		if room := distanceToTurn(p.Time, seconds < 0); distance >= room && !hasEvenPace(space) {
			return room + distanceBeyondTurn(space, weights, p.Time, seconds)
		}
	}
	return distance
}

// distanceToTurn returns how far a phase is from the end of the motion that a ping-pong moves to.
func distanceToTurn(phase float64, backward bool) float64 {
	if backward {
		return phase
	}
	return 1 - phase
}

// distanceBeyondTurn returns how far the phase of a ping-pong moves after its first turn, while its clips play for a
// number of seconds from a phase; negative seconds play backward. Time before the turn passes at the pace of the way
// there, and time after it at the pace of the way back.
func distanceBeyondTurn(space *assets.BlendSpace, weights []blendspace.Weight, phase, seconds float64) float64 {
	duration := space.Duration(weights)
	if !(duration > 0) {
		return 0
	}
	backward := seconds < 0
	before := secondsBefore(space, weights, phase)
	if !backward {
		before = duration - before
	}
	left := max(0, math.Abs(seconds)-before)
	rest := math.Mod(left, duration)
	legs := math.Floor((left-rest)/duration + 0.5)
	if backward != (math.Mod(legs, 2) == 1) { // the last leg leads from phase 0 up, otherwise from phase 1 down
		return legs + space.Advance(0, rest, weights)
	}
	return legs - space.Advance(0, -rest, weights)
}

// secondsBefore returns how many seconds the clips play from phase 0 to a phase.
func secondsBefore(space *assets.BlendSpace, weights []blendspace.Weight, phase float64) float64 {
	sum, total := 0.0, 0.0
	for _, w := range weights {
		start := space.UnwrappedTime(w.Index, 0)
		if !(w.Weight > 0) || !(space.UnwrappedTime(w.Index, 1) > start) {
			continue
		}
		seconds := (space.UnwrappedTime(w.Index, phase) - start) / space.Samples()[w.Index].Speed
		sum += float64(float64(w.Weight) * seconds)
		total += float64(w.Weight)
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// hasEvenPace reports whether the phase advances at a constant rate, because there is one interval between sync markers.
func hasEvenPace(space *assets.BlendSpace) bool {
	for i := range space.Samples() {
		if len(space.SyncTrack(i)) > 1 {
			return false
		}
	}
	return true
}

// clipTime returns the time in seconds of a clip of a blend space at a phase. At phase 1 it is the end of a clip that
// starts at phase 0.
func clipTime(space *assets.BlendSpace, index int, clip *assets.Clip, phase float64) float64 {
	time := space.Time(index, phase)
	if phase >= 1 && clip != nil && time == clip.Start() {
		return clip.End()
	}
	return time
}

// clipStep converts a step of the phase, which must not turn, to a step of one clip of a blend space. The clip may
// start at any phase and play several times while the phase runs from 0 to 1.
func clipStep(space *assets.BlendSpace, index int, clip *assets.Clip, step playback.Step) playback.Step {
	if !(clip.Duration() > 0) {
		return playback.Step{From: clip.Start(), To: clip.Start(), Backward: step.Backward}
	}
	if step.Finished && step.LoopsDone > 0 && step.From == step.To { // it was at the end already
		time := clipTime(space, index, clip, step.To)
		own := playback.Step{From: time, To: time, Backward: step.Backward}
		if step.Backward && time == clip.Start() || !step.Backward && time == clip.End() {
			own.LoopsDone, own.Finished = 1, true
		}
		return own
	}
	from, before := wrapIntoClip(clip, space.UnwrappedTime(index, step.From), step.Backward)
	to, after := wrapIntoClip(clip, space.UnwrappedTime(index, step.To), step.Backward)
	wraps := step.LoopsDone
	if step.Finished && wraps > 0 {
		wraps-- // the last loop ends without a wrap
	}
	loops := int64(min(wraps, 1<<40))*int64(space.LoopsPerCycle(index)) + after - before
	return playback.Step{From: from, To: to, LoopsDone: uint64(max(loops, 0)), Backward: step.Backward}
}

// wrapIntoClip wraps a time in seconds, which may lie beyond the clip, into the clip. It returns the wrapped time and
// the number of loops before it in the direction of play. A time at an end belongs to the next loop.
func wrapIntoClip(clip *assets.Clip, seconds float64, backward bool) (time float64, loops int64) {
	normalized := (seconds - clip.Start()) / clip.Duration()
	whole := math.Floor(normalized + 0.5)
	if math.Abs(normalized-whole) > 1e-12 { // otherwise it is an end, apart from rounding
		whole = math.Floor(normalized)
		time = seconds - float64(whole*clip.Duration())
		if backward {
			return time, -int64(whole)
		}
		return time, int64(whole)
	}
	if backward {
		return clip.End(), 1 - int64(whole)
	}
	return clip.Start(), int64(whole)
}

// withoutTurns returns a step that leads from the start of a ping-pong step straight to its end. Other steps it returns
// unchanged.
func withoutTurns(step playback.Step) playback.Step {
	if !step.PingPong {
		return step
	}
	return playback.Step{From: step.From, To: step.To, Backward: step.To < step.From}
}

// dominantSample returns the position in weights of the largest weight, the first of equal ones.
func dominantSample(weights []blendspace.Weight) int {
	dominant := 0
	for i := range weights {
		if weights[i].Weight > weights[dominant].Weight {
			dominant = i
		}
	}
	return dominant
}
