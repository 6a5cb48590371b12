package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// advancePlayback advances a playback by a time in seconds and adds it to the layer with a weight.
func (a *characterAdvancer) advancePlayback(p *components.Playback, seconds, weight float64) {
	if p.BlendSpace != 0 {
		a.advanceBlendSpace(p, seconds, weight)
		return
	}
	clip := a.library.Clip(p.Clip)
	if clip == nil || clip.Skeleton() != a.skeleton {
		a.layer.step = playback.Step{}
		a.addClip(nil, p, weight)
		return
	}
	span := playback.Span{Start: clip.Start(), End: clip.End()}
	if to, simple := tryMove(p, span, float64(seconds*float64(p.Speed))); simple && seconds > 0 {
		a.layer.step = playback.Step{From: p.Time, To: to, Backward: p.Speed < 0}
		p.Time, p.Backward = to, false
	} else {
		movePlayback(p, span, playDistance(p.Speed, seconds), &a.layer.step)
	}
	// A clip that plays in layer 0 and neither moves the character, fades out nor fires events is just a blend input.
	if a.wantsRootMotion || a.events.layer != 0 || p.Finished || p.FadeOut > 0 || len(clip.Markers()) > 0 {
		a.addClip(clip, p, weight)
	} else if float32(weight) > 0 {
		a.inputs.add(p.Clip, p.Time, float32(weight), assets.Override)
	}
}

// advanceBlendSpace is [characterAdvancer.advancePlayback] for a playback of a blend space.
func (a *characterAdvancer) advanceBlendSpace(p *components.Playback, seconds, weight float64) {
	if space := a.library.BlendSpace(p.BlendSpace); space != nil {
		weights := space.Weights(p.X, p.Y, a.weights[:0])
		movePlayback(p, playback.Span{End: 1}, phaseDistance(space, weights, p, playDistance(p.Speed, seconds)), &a.layer.step)
		a.addBlendSpace(space, weights, p, weight)
	} else {
		a.layer.step = playback.Step{}
		a.addClip(nil, p, weight)
	}
}

// addPlayback adds a playback to the layer that already moved by the layer's step.
func (a *characterAdvancer) addPlayback(p *components.Playback, weight float64) {
	if p.BlendSpace == 0 {
		a.addClip(playableClip(a.library, a.skeleton, p.Clip), p, weight)
	} else if space := a.library.BlendSpace(p.BlendSpace); space != nil {
		a.addBlendSpace(space, space.Weights(p.X, p.Y, a.weights[:0]), p, weight)
	}
}

// addClip adds the blend input, the root motion and the events of a playback of a clip. The clip is nil where it is
// missing.
func (a *characterAdvancer) addClip(clip *assets.Clip, p *components.Playback, weight float64) {
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	a.addInput(clip, p.Clip, p, p.Time, weight)
	if clip != nil {
		if a.contributesMotion(clip, p) {
			a.addRootMotion(clip, &a.layer.step, weight)
		}
		if len(clip.Markers()) > 0 {
			a.events.addMarkers(clip, p.Clip, &a.layer.step, weight)
		}
	}
	if a.layer.step.Finished && p.Finished { // else only the leader of its sync group finished
		a.events.addFinished(p, weight)
	}
}

// addBlendSpace adds the blend inputs, the root motion and the events of a playback of a blend space. Only the clip
// with the largest weight fires its markers, because clips in step with each other have the same footfalls.
func (a *characterAdvancer) addBlendSpace(
	space *blendspace.Space, weights []blendspace.Weight, p *components.Playback, weight float64,
) {
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	step := &a.layer.step
	straight := step
	if step.PingPong {
		turnless := withoutTurns(step)
		straight = &turnless
	}
	dominant := dominantSample(weights)
	for i, sample := range weights {
		id, sampleWeight := space.Samples()[sample.Index].Clip, float64(weight*float64(sample.Weight))
		clip := playableClip(a.library, a.skeleton, id)
		a.addInput(clip, id, p, clipTime(space, sample.Index, clip, step.To), sampleWeight)
		if clip == nil {
			continue
		}
		moves, fires := a.contributesMotion(clip, p), i == dominant && len(clip.Markers()) > 0
		if !moves && !fires {
			continue
		}
		own := clipStep(space, sample.Index, clip, straight)
		if moves {
			a.addRootMotion(clip, &own, sampleWeight)
		}
		if fires && step.PingPong {
			a.events.addBlendSpaceMarkers(space, sample.Index, clip, *step, weight)
		} else if fires {
			a.events.addMarkers(clip, id, &own, weight)
		}
	}
	if step.Finished && p.Finished {
		a.events.addFinished(p, weight)
	}
}

// fadeOutAtEnd returns the weight of a playback that fades out at its end, and adds what shows in its place: the rest
// pose in layer 0, nothing in a layer above it.
func (a *characterAdvancer) fadeOutAtEnd(p *components.Playback, weight float64) float64 {
	shown := endWeight(a.library, p)
	if shown < 1 {
		a.addInput(nil, 0, p, 0, float64(weight*(1-shown)))
	}
	return float64(weight * shown)
}

// addInput adds a clip to the character's blend inputs unless its weight is not above 0. A missing clip, and one that
// does not show, become clip 0: the rest pose in layer 0, nothing in a layer above it. Above layer 0 an additive clip
// adds, whatever the mode of the layer.
func (a *characterAdvancer) addInput(clip *assets.Clip, id assets.ClipID, p *components.Playback, time, weight float64) {
	if !(float32(weight) > 0) {
		return
	}
	if clip == nil || isHidden(p) || !a.fitsLayer(clip) {
		id = 0
	}
	mode := assets.Override
	switch {
	case a.events.layer == 0:
		a.layer.motion.weight += weight
	case id == 0:
	case clip.Additive():
		mode = assets.Additive
		a.layer.added.weight += weight
	default:
		a.layer.motion.weight += weight
	}
	a.inputs.add(id, time, float32(weight), mode)
}

// fitsLayer reports whether a clip can show in the layer: one that is not additive does not in an additive layer.
func (a *characterAdvancer) fitsLayer(clip *assets.Clip) bool {
	return !a.layer.onlyAdds || clip.Additive()
}

// playableClip returns a clip if it is for the skeleton, or else nil.
func playableClip(library *assets.Library, skeleton *assets.Skeleton, id assets.ClipID) *assets.Clip {
	if clip := library.Clip(id); clip != nil && clip.Skeleton() == skeleton {
		return clip
	}
	return nil
}

// isHidden reports whether a playback has finished in the mode Once, so that it no longer shows.
func isHidden(p *components.Playback) bool { return p.Finished && p.Mode == assets.Once }

// playbackSpan returns the range of a playback's time: seconds of a clip, or the phase 0 to 1 of a blend space. It is
// empty for a missing asset.
func playbackSpan(library *assets.Library, p *components.Playback) playback.Span {
	if p.BlendSpace != 0 {
		if library.BlendSpace(p.BlendSpace) == nil {
			return playback.Span{}
		}
		return playback.Span{End: 1}
	}
	if clip := library.Clip(p.Clip); clip != nil {
		return playback.Span{Start: clip.Start(), End: clip.End()}
	}
	return playback.Span{}
}

// playDistance returns how far a playback moves in a time, in seconds of its clip and without a sign. It is 0 where the
// result would not be finite.
func playDistance(speed float32, seconds float64) float64 {
	distance := math.Abs(float64(seconds * float64(speed)))
	if distance-distance != 0 {
		return 0
	}
	return distance
}

// tryMove returns the time that a playback reaches by a signed distance, and reports whether [movePlayback] would just set it: the playback goes in
// one direction and reaches no end of its span.
func tryMove(p *components.Playback, span playback.Span, distance float64) (to float64, simple bool) {
	to, simple = span.TryMove(p.Time, distance)
	return to, simple && !p.Finished && p.Mode != assets.PingPong && (p.LoopLimit == 0 || p.LoopsDone < p.LoopLimit)
}

// movePlayback moves a playback over its span by a distance, which is not negative and in the span's unit, according to
// its mode, and brings its time into the span. It writes the step it took. A Loop or PingPong over an empty span stays
// at its start and never finishes.
func movePlayback(p *components.Playback, span playback.Span, distance float64, step *playback.Step) {
	backward := p.Speed < 0
	signed := distance
	if backward {
		signed = -distance
	}
	if to, simple := tryMove(p, span, signed); simple {
		*step = playback.Step{From: p.Time, To: to, Backward: backward}
		p.Time, p.Backward = to, false
		return
	}
	left := playback.Endless
	if p.LoopLimit > 0 {
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	switch {
	case p.Finished:
		*step = playback.Once(span, p.Time, 0, p.Backward != backward)
		p.Time = step.To
		return
	case p.Mode == assets.Loop:
		*step = playback.Loop(span, p.Time, distance, backward, left)
		p.Backward = false
	case p.Mode == assets.PingPong:
		*step = playback.PingPong(span, p.Time, distance, p.Backward != backward, left)
		p.Backward = step.EndsBackward() != backward
	default:
		*step = playback.Once(span, p.Time, distance, backward)
		p.Time, p.Finished, p.Backward = step.To, step.Finished, false
		return
	}
	p.Time, p.Finished = step.To, step.Finished
	p.LoopsDone = uint32(min(uint64(p.LoopsDone)+step.LoopsDone, math.MaxUint32))
}

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
