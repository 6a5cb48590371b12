package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// phaseDistance returns how far the phase of a blend space moves while its clips play for a number of seconds. Neither
// is negative.
func phaseDistance(space *blendspace.Space, weights []blendspace.Weight, p *components.Playback, seconds float64) float64 {
	if !(p.Time >= 0 && p.Time <= 1) {
		return seconds / space.Duration(weights)
	}
	if p.Mode == assets.PingPong {
		return space.PingPongDistance(p.Time, seconds, (p.Speed < 0) != p.Backward, weights)
	}
	if p.Speed < 0 {
		seconds = -seconds
	}
	from := p.Time
	if from == 1 {
		from = 0 // the same moment of the loop
	}
	return math.Abs(space.Advance(from, seconds, weights) - from)
}

// clipTime returns the time in seconds of a clip of a blend space at a phase. At phase 1 it is the end of a clip that
// starts at phase 0.
func clipTime(space *blendspace.Space, index int, clip *assets.Clip, phase float64) float64 {
	time := space.Time(index, phase)
	if phase >= 1 && clip != nil && time == clip.Start() {
		return clip.End()
	}
	return time
}

// clipStep converts a step of the phase, which must not turn, to a step of one clip of a blend space. The clip may
// start at any phase and play several times while the phase runs from 0 to 1.
func clipStep(space *blendspace.Space, index int, clip *assets.Clip, step *playback.Step) playback.Step {
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

// withoutTurns returns a step that leads from the start of a ping-pong step straight to its end.
func withoutTurns(step *playback.Step) playback.Step {
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
