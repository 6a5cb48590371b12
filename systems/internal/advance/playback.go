package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// advancePlayback advances a playback by a time in seconds and adds it to the layer with a weight.
func (a *Advancer) advancePlayback(p *components.Playback, seconds, weight float64) {
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
	if a.wantsRootMotion || a.Events.layer != 0 || p.Finished || p.FadeOut > 0 || len(clip.Markers()) > 0 {
		a.addClip(clip, p, weight)
	} else if float32(weight) > 0 {
		a.Inputs.add(p.Clip, p.Time, float32(weight), assets.Override)
	}
}

// advanceBlendSpace is [Advancer.advancePlayback] for a playback of a blend space.
func (a *Advancer) advanceBlendSpace(p *components.Playback, seconds, weight float64) {
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
func (a *Advancer) addPlayback(p *components.Playback, weight float64) {
	if p.BlendSpace == 0 {
		a.addClip(playableClip(a.library, a.skeleton, p.Clip), p, weight)
	} else if space := a.library.BlendSpace(p.BlendSpace); space != nil {
		a.addBlendSpace(space, space.Weights(p.X, p.Y, a.weights[:0]), p, weight)
	}
}

// addClip adds the blend input, the root motion and the events of a playback of a clip. The clip is nil where it is
// missing.
func (a *Advancer) addClip(clip *assets.Clip, p *components.Playback, weight float64) {
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	a.addInput(clip, p.Clip, p, p.Time, weight)
	if clip != nil {
		if a.contributesMotion(clip, p) {
			a.addRootMotion(clip, &a.layer.step, weight)
		}
		if len(clip.Markers()) > 0 {
			a.Events.addMarkers(clip, p.Clip, &a.layer.step, weight)
		}
	}
	if a.layer.step.Finished && p.Finished { // else only the leader of its sync group finished
		a.Events.addFinished(p, weight)
	}
}

// addBlendSpace adds the blend inputs, the root motion and the events of a playback of a blend space. Only the clip
// with the largest weight fires its markers, because clips in step with each other have the same footfalls.
func (a *Advancer) addBlendSpace(
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
			a.Events.addBlendSpaceMarkers(space, sample.Index, clip, *step, weight)
		} else if fires {
			a.Events.addMarkers(clip, id, &own, weight)
		}
	}
	if step.Finished && p.Finished {
		a.Events.addFinished(p, weight)
	}
}

// fadeOutAtEnd returns the weight of a playback that fades out at its end, and adds what shows in its place: the rest
// pose in layer 0, nothing in a layer above it.
func (a *Advancer) fadeOutAtEnd(p *components.Playback, weight float64) float64 {
	shown := EndWeight(a.library, p)
	if shown < 1 {
		a.addInput(nil, 0, p, 0, float64(weight*(1-shown)))
	}
	return float64(weight * shown)
}

// addInput adds a clip to the character's blend inputs unless its weight is not above 0. A missing clip, and one that
// does not show, become clip 0: the rest pose in layer 0, nothing in a layer above it. Above layer 0 an additive clip
// adds, whatever the mode of the layer.
func (a *Advancer) addInput(clip *assets.Clip, id assets.ClipID, p *components.Playback, time, weight float64) {
	if !(float32(weight) > 0) {
		return
	}
	if clip == nil || isHidden(p) || !a.fitsLayer(clip) {
		id = 0
	}
	mode := assets.Override
	switch {
	case a.Events.layer == 0:
		a.layer.motion.weight += weight
	case id == 0:
	case clip.Additive():
		mode = assets.Additive
		a.layer.added.weight += weight
	default:
		a.layer.motion.weight += weight
	}
	a.Inputs.add(id, time, float32(weight), mode)
}

// fitsLayer reports whether a clip can show in the layer: one that is not additive does not in an additive layer.
func (a *Advancer) fitsLayer(clip *assets.Clip) bool {
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

// Span returns the range of a playback's time: seconds of a clip, or the phase 0 to 1 of a blend space. It is
// empty for a missing asset.
func Span(library *assets.Library, p *components.Playback) playback.Span {
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

// playbackDuration returns the seconds that one loop of a playback takes at speed 1, or 0 for nil.
func playbackDuration(library *assets.Library, p *components.Playback) float64 {
	if p == nil {
		return 0
	}
	if space := library.BlendSpace(p.BlendSpace); space != nil {
		var weights [blendspace.MaxWeights]blendspace.Weight
		return space.Duration(space.Weights(p.X, p.Y, weights[:0]))
	}
	span := Span(library, p)
	return span.Duration()
}

// NormalizedTime returns the completed loops plus the fraction of the current one, or -Inf when nothing plays.
func NormalizedTime(library *assets.Library, p *components.Playback) float64 {
	if p == nil {
		return math.Inf(-1)
	}
	span := Span(library, p)
	duration := span.Duration()
	if !(duration > 0) {
		return math.Inf(-1)
	}
	fraction := (p.Time - span.Start) / duration
	if (p.Speed < 0) != p.Backward {
		fraction = 1 - fraction
	}
	if p.Finished && p.LoopsDone > 0 {
		return float64(p.LoopsDone)
	}
	return float64(p.LoopsDone) + fraction
}

// EndWeight returns the weight, from 0 to 1, with which a playback shows when it fades out at its end: the remaining
// time divided by [components.Playback.FadeOut]. It is 1 in all modes but Once, and when the speed is 0.
func EndWeight(library *assets.Library, p *components.Playback) float64 {
	if p.Mode != assets.Once || !(p.FadeOut > 0) || p.Finished {
		return 1
	}
	span := Span(library, p)
	remaining := span.End - p.Time
	if (p.Speed < 0) != p.Backward {
		remaining = p.Time - span.Start
	}
	if p.BlendSpace != 0 {
		remaining = float64(remaining * playbackDuration(library, p))
	}
	window := math.Abs(float64(p.FadeOut * float64(p.Speed))) // in seconds of the clip
	if remaining < window {
		return max(0, remaining/window)
	}
	return 1
}

// FromStart returns the playback p with another clip or blend space, at its start (at its end, if the speed is
// negative).
func FromStart(library *assets.Library, p components.Playback, clip assets.ClipID, space assets.BlendSpaceID) components.Playback {
	p.Clip, p.BlendSpace = clip, space
	p.Finished, p.Backward, p.LoopsDone, p.Time = false, false, 0, 0
	span := Span(library, &p)
	p.Time = span.Start
	if p.Speed < 0 {
		p.Time = span.End
	}
	return p
}
