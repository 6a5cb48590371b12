package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// phaseWay returns how far the phase of a blend space moves while a way of so many seconds is made, which is not negative. Around the turn of a
// ping-pong it is that of a loop.
func phaseWay(space *assets.BlendSpace, shares []blendspace.Weight, p *components.Playback, way float64) float64 {
	if !(p.Time >= 0 && p.Time <= 1) {
		return way / space.Duration(shares)
	}
	if (p.Speed < 0) != (p.Mode == assets.PingPong && p.Backward) {
		way = -way
	}
	from := p.Time
	if from == 1 {
		from = 0 // the same moment of the loop
	}
	return math.Abs(space.Advance(from, way, shares) - from)
}

// phaseTime returns the time of a clip of a blend space at a phase. At 1 it is the end of a clip that starts at 0.
func phaseTime(space *assets.BlendSpace, index int, clip *assets.Clip, phase float64) float64 {
	time := space.Time(index, phase)
	if phase >= 1 && clip != nil && time == clip.Start() {
		return clip.End()
	}
	return time
}

// clipStep returns how a clip of a blend space moves while the phase moves by a step that does not turn. The phase may begin anywhere in the clip
// and go through it several times.
func clipStep(space *assets.BlendSpace, index int, clip *assets.Clip, step playback.Step) playback.Step {
	if !(clip.Duration() > 0) {
		return playback.Step{From: clip.Start(), To: clip.Start(), Backward: step.Backward}
	}
	if step.Finished && step.LoopsDone > 0 && step.From == step.To { // it was at the end already
		time := phaseTime(space, index, clip, step.To)
		own := playback.Step{From: time, To: time, Backward: step.Backward}
		if step.Backward && time == clip.Start() || !step.Backward && time == clip.End() {
			own.LoopsDone, own.Finished = 1, true
		}
		return own
	}
	from, before := unroll(clip, space.UnwrappedTime(index, step.From), step.Backward)
	to, after := unroll(clip, space.UnwrappedTime(index, step.To), step.Backward)
	rounds := step.LoopsDone
	if step.Finished && rounds > 0 {
		rounds-- // where it finishes it does not begin anew
	}
	passes := int64(min(rounds, 1<<40))*int64(space.LoopsPerCycle(index)) + after - before
	return playback.Step{From: from, To: to, LoopsDone: uint64(max(passes, 0)), Backward: step.Backward}
}

// unroll brings seconds that go on beyond a clip into it, and returns how many times it was run through before, in the direction of play. At the ends it
// is where the next run begins.
func unroll(clip *assets.Clip, seconds float64, backward bool) (time float64, runs int64) {
	part := (seconds - clip.Start()) / clip.Duration()
	whole := math.Floor(part + 0.5)
	if math.Abs(part-whole) > 1e-12 { // nearer it is an end but for rounding
		whole = math.Floor(part)
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

// netStep returns the step without turns that leads to the same place as one of a ping-pong.
func netStep(step playback.Step) playback.Step {
	if !step.PingPong {
		return step
	}
	return playback.Step{From: step.From, To: step.To, Backward: step.To < step.From}
}

// maxLegs is how many turns of a ping-pong through a blend space fire events in a frame, where its phase does not begin with the clip.
const maxLegs = 64

// fireSpace fires the markers that a clip of a blend space passes.
func (a *advancer) fireSpace(space *assets.BlendSpace, index int, clip *assets.Clip, step playback.Step, weight float64) {
	id := space.Samples()[index].Clip
	switch {
	case len(clip.Markers()) == 0:
		return
	case !step.PingPong:
		a.fire(clip, id, clipStep(space, index, clip, step), weight)
		return
	case space.LoopsPerCycle(index) == 1 && space.UnwrappedTime(index, 0) == clip.Start():
		step.From, step.To = phaseTime(space, index, clip, step.From), phaseTime(space, index, clip, step.To)
		a.fire(clip, id, step, weight)
		return
	}
	leg := playback.Step{From: step.From, Backward: step.Backward}
	for k := range min(step.LoopsDone, maxLegs) + 1 {
		switch {
		case k < step.LoopsDone && leg.Backward:
			leg.To = 0
		case k < step.LoopsDone:
			leg.To = 1
		case step.Finished:
			return
		default:
			leg.To = step.To
		}
		a.fire(clip, id, clipStep(space, index, clip, leg), weight)
		leg.From, leg.Backward = leg.To, !leg.Backward
	}
}
