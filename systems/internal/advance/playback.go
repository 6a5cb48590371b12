package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// advancePlayback advances a playback by a time in seconds and adds it to the layer with a weight.
func (a *Advancer) advancePlayback(p *components.Playback, seconds, weight float64) {
	m := a.played(p)
	if m == nil {
		a.addMissing(p, weight)
		return
	}
	step := &a.frame.Step
	if m.Single == 0 {
		a.beginFrame(m, p)
		backward := p.Speed < 0
		if p.Mode == assets.PingPong {
			backward = backward != p.Backward
		}
		*step = motion.Step{From: p.Time, Backward: backward, PingPong: p.Mode == assets.PingPong}
		movePlayback(p, &m.Span, m.Distance(&a.frame, playDistance(p.Speed, seconds)), step)
		a.addMotion(m, p, weight)
		return
	}
	if to, simple := tryMove(p, &m.Span, float64(seconds*float64(p.Speed))); simple && seconds > 0 {
		*step = motion.Step{From: p.Time, To: to, Backward: p.Speed < 0}
		p.Time, p.Backward = to, false
	} else {
		movePlayback(p, &m.Span, playDistance(p.Speed, seconds), step)
	}
	// A clip that plays in layer 0 and neither moves the character, fades out nor fires events is
	// just a blend input.
	if a.wantsRootMotion || a.Events.layer != 0 || p.Finished || p.FadeOut > 0 || !m.IsPlain {
		a.addSingle(m, p, weight)
	} else if float32(weight) > 0 {
		a.Inputs.add(m.Single, p.Time, float32(weight), clip.Override)
	}
}

// addPlayback adds a playback to the layer that already moved by the frame's step.
func (a *Advancer) addPlayback(p *components.Playback, weight float64) {
	switch m := a.played(p); {
	case m == nil:
		a.addMissing(p, weight)
	case m.Single != 0:
		a.addSingle(m, p, weight)
	default:
		a.beginFrame(m, p)
		a.addMotion(m, p, weight)
	}
}

// played returns the motion of a playback, or nil if it shows none: if there is none for the
// skeleton of the character, or if a clip of it is not in memory.
func (a *Advancer) played(p *components.Playback) *motion.Asset {
	m := a.motion(p.Motion)
	if a.memory != nil || p.Held {
		return a.hold(p, m)
	}
	return m
}

// hold returns the motion of a playback, or nil if a clip of it is not in memory. Then the playback
// is held, and the clip asked for.
func (a *Advancer) hold(p *components.Playback, m *motion.Asset) *motion.Asset {
	isHeld := m != nil && a.isAway(p.Motion)
	if isHeld != p.Held {
		p.Held = isHeld
		kind := PlaybackReleased
		if isHeld {
			kind = PlaybackHeld
		}
		if m != nil {
			a.Events.addHeld(kind, p)
		}
	}
	if isHeld {
		return nil
	}
	return m
}

// isAway notes that a motion is played, and reports whether a clip of it is not in memory.
func (a *Advancer) isAway(id id.Motion) bool { return !a.memory.Use(id) }

// motion returns a motion for the skeleton of the character, or nil.
func (a *Advancer) motion(id id.Motion) *motion.Asset {
	if m := a.library.Motion(id); m != nil && m.Skeleton == a.skeleton {
		return m
	}
	return nil
}

// beginFrame prepares for a playback of a motion.
func (a *Advancer) beginFrame(m *motion.Asset, p *components.Playback) {
	a.frame.Begin(m, p.X, p.Y)
	a.frame.WantsSteps = a.wantsRootMotion
}

// addMissing adds a playback without a motion, which does not move: the rest pose shows in layer 0,
// nothing in a layer above it.
func (a *Advancer) addMissing(p *components.Playback, weight float64) {
	a.frame.Step = motion.Step{}
	if p.Held { // those that follow it stand still where it does
		a.frame.Step = playback.Once(Span(a.library, p), p.Time, 0, movesBackward(p))
	}
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	a.addInput(nil, 0, p, p.Time, weight)
}

// addSingle is [Advancer.addMotion] for a motion that shows a single clip: at the time of the
// playback, which moves as the playback does.
func (a *Advancer) addSingle(m *motion.Asset, p *components.Playback, weight float64) {
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	clip, step := m, &a.frame.Step
	if m.Single != p.Motion {
		clip = a.clip(m.Single) // of another motion, which may outlive the clip
	}
	a.addInput(clip, m.Single, p, step.To, weight)
	if clip != nil {
		if a.wantsRootMotion {
			a.addRootMotion(clip, p, step, weight)
		}
		if !clip.IsPlain {
			a.Events.addMarkers(clip.Clip, m.Single, p.Motion, step, weight)
		}
	}
	if step.Finished && p.Finished { // else only the leader of its sync group finished
		a.Events.addFinished(p, weight)
	}
}

// addMotion adds the blend inputs, the root motion and the events of a playback that moved by the
// frame's step.
func (a *Advancer) addMotion(m *motion.Asset, p *components.Playback, weight float64) {
	if p.FadeOut > 0 {
		weight = a.fadeOutAtEnd(p, weight)
	}
	m.Motion.Mix(&a.frame)
	for i := range a.frame.Inputs {
		input := &a.frame.Inputs[i]
		clip, inputWeight := a.clip(input.Clip), float64(weight*float64(input.Weight))
		a.addInput(clip, input.Clip, p, input.Time, inputWeight)
		if a.wantsRootMotion && clip != nil {
			a.addRootMotion(clip, p, &input.Step, inputWeight)
		}
	}
	for i := range a.frame.Fired {
		fired := &a.frame.Fired[i]
		id := a.frame.Inputs[fired.Input].Clip
		if clip := a.clip(id); clip != nil {
			a.Events.addFired(clip.Clip, id, p.Motion, fired, weight)
		}
	}
	if a.frame.Step.Finished && p.Finished { // else only the leader of its sync group finished
		a.Events.addFinished(p, weight)
	}
}

// clip returns a clip for the skeleton of the character, as the motion that is just this clip, or
// nil. What a frame mostly asks of it is in the motion, so that the clip itself need not be read.
func (a *Advancer) clip(id assets.ClipID) *motion.Asset {
	if m := a.motion(id); m != nil && m.Single == id {
		return m
	}
	return nil
}

// fadeOutAtEnd returns the weight of a playback that fades out at its end, and adds what shows in
// its place: the rest pose in layer 0, nothing in a layer above it.
func (a *Advancer) fadeOutAtEnd(p *components.Playback, weight float64) float64 {
	shown := EndWeight(a.library, p)
	if a.endWeight != nil && p.Mode == assets.Once {
		shown = *a.endWeight
	}
	if shown < 1 {
		a.addInput(nil, 0, p, 0, float64(weight*(1-shown)))
	}
	return float64(weight * shown)
}

// addInput adds a clip to the character's blend inputs unless its weight is not above 0. A missing
// clip, and one that does not show, become clip 0: the rest pose in layer 0, nothing in a layer
// above it. Above layer 0 an additive clip adds, whatever the mode of the layer.
func (a *Advancer) addInput(played *motion.Asset, id assets.ClipID, p *components.Playback, time, weight float64) {
	if !(float32(weight) > 0) {
		return
	}
	if played == nil || isHidden(p) || !a.fitsLayer(played) {
		id = 0
	}
	mode := clip.Override
	switch {
	case a.Events.layer == 0:
		a.layer.motion.weight += weight
	case id == 0:
	case played.Additive:
		mode = clip.Additive
		a.layer.added.weight += weight
	default:
		a.layer.motion.weight += weight
	}
	a.Inputs.add(id, time, float32(weight), mode)
}

// fitsLayer reports whether a clip can show in the layer: one that is not additive does not in an
// additive layer.
func (a *Advancer) fitsLayer(clip *motion.Asset) bool {
	return !a.layer.onlyAdds || clip.Additive
}

// isHidden reports whether a playback has finished in the mode Once, so that it no longer shows.
func isHidden(p *components.Playback) bool { return p.Finished && p.Mode == assets.Once }

// playDistance returns how far a playback moves in a time, in seconds of its clip and without a
// sign. It is 0 where the result would not be finite.
func playDistance(speed float32, seconds float64) float64 {
	distance := math.Abs(float64(seconds * float64(speed)))
	if distance-distance != 0 {
		return 0
	}
	return distance
}

// tryMove returns the time that a playback reaches by a signed distance, and reports whether
// [movePlayback] would just set it: the playback goes in one direction and reaches no end of its
// span.
func tryMove(p *components.Playback, span *motion.Span, distance float64) (to float64, simple bool) {
	to, simple = playback.TryMove(span, p.Time, distance)
	return to, simple && !p.Finished && p.Mode != assets.PingPong && (p.LoopLimit == 0 || p.LoopsDone < p.LoopLimit)
}

// movePlayback moves a playback over its span by a distance, which is not negative and in the
// span's unit, according to its mode, and brings its time into the span. It writes the step it
// took. A Loop or PingPong over an empty span stays at its start and never finishes.
func movePlayback(p *components.Playback, span *motion.Span, distance float64, step *motion.Step) {
	backward := p.Speed < 0
	signed := distance
	if backward {
		signed = -distance
	}
	if to, simple := tryMove(p, span, signed); simple {
		*step = motion.Step{From: p.Time, To: to, Backward: backward}
		p.Time, p.Backward = to, false
		return
	}
	left := playback.Endless
	if p.LoopLimit > 0 {
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	switch {
	case p.Finished:
		*step = playback.Once(*span, p.Time, 0, p.Backward != backward)
		p.Time = step.To
		return
	case p.Mode == assets.Loop:
		*step = playback.Loop(*span, p.Time, distance, backward, left)
		p.Backward = false
	case p.Mode == assets.PingPong:
		*step = playback.PingPong(*span, p.Time, distance, p.Backward != backward, left)
		p.Backward = step.EndsBackward() != backward
	default:
		*step = playback.Once(*span, p.Time, distance, backward)
		p.Time, p.Finished, p.Backward = step.To, step.Finished, false
		return
	}
	p.Time, p.Finished = step.To, step.Finished
	p.LoopsDone = uint32(min(uint64(p.LoopsDone)+step.LoopsDone, math.MaxUint32))
}

// Span returns the range of a playback's time: see [motion.Description.Span]. It is empty for a
// missing motion.
func Span(library *assets.Library, p *components.Playback) motion.Span {
	if m := library.Motion(p.Motion); m != nil {
		return m.Span
	}
	return motion.Span{}
}

// duration returns the seconds that one loop of a playback takes at speed 1, or 0 for nil.
func duration(library *assets.Library, p *components.Playback) float64 {
	if p == nil {
		return 0
	}
	if m := library.Motion(p.Motion); m != nil {
		return m.Motion.Duration(p.X, p.Y)
	}
	return 0
}

// NormalizedTime returns the completed loops plus the fraction of the current one, or -Inf when
// nothing plays.
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

// EndWeight returns the weight, from 0 to 1, with which a playback shows when it fades out at its
// end: the remaining time divided by [components.Playback.FadeOut]. It is 1 in all modes but Once,
// and when the speed is 0.
func EndWeight(library *assets.Library, p *components.Playback) float64 {
	if p.Mode != assets.Once || !(p.FadeOut > 0) || p.Finished {
		return 1
	}
	span := Span(library, p)
	remaining := span.End - p.Time
	if (p.Speed < 0) != p.Backward {
		remaining = p.Time - span.Start
	}
	if m := library.Motion(p.Motion); m != nil && m.Single == 0 {
		if span := m.Span.Duration(); span > 0 {
			remaining = float64(remaining*m.Motion.Duration(p.X, p.Y)) / span
		}
	}
	window := math.Abs(float64(p.FadeOut * float64(p.Speed))) // in seconds of the clip
	if remaining < window {
		return max(0, remaining/window)
	}
	return 1
}

// FromStart returns the playback p with another motion, at its start (at its end, if the speed is
// negative).
func FromStart(library *assets.Library, p components.Playback, id id.Motion) components.Playback {
	p.Motion = id
	p.Finished, p.Backward, p.Held, p.LoopsDone, p.Time = false, false, false, 0, 0
	span := Span(library, &p)
	p.Time = span.Start
	if p.Speed < 0 {
		p.Time = span.End
	}
	return p
}

// SetPlayMode sets the mode and the loop limit of a playback that begins in the place of another:
// what its clip says, and otherwise those of the other one, unless these are what that one's clip
// said. One that begins the same motion anew keeps them.
func SetPlayMode(library *assets.Library, old components.Playback, next *components.Playback) {
	if old.Motion == next.Motion {
		return
	}
	if mode, loopLimit, ok := library.Clip(next.Motion).PlayMode(); ok {
		next.Mode, next.LoopLimit = mode, loopLimit
		return
	}
	if mode, loopLimit, ok := library.Clip(old.Motion).PlayMode(); ok && old.Mode == mode && old.LoopLimit == loopLimit {
		next.Mode, next.LoopLimit = assets.Loop, 0
	}
}
