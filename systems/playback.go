package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// spanOf returns the time over which a playback's motion goes; that of one that is not there is none.
func spanOf(library *assets.Library, p *components.Playback) playback.Span {
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

// move moves a playback on over its motion's span by a way in the span's unit, which is not negative, and brings its time into
// it. It writes what step that was. A loop or ping-pong through a clip of no duration stays at its start without end.
func move(p *components.Playback, over playback.Span, way float64, step *playback.Step) {
	backward := p.Speed < 0
	if to, plain := over.TryMove(p.Time, way, backward); plain && !p.Finished && p.Mode != assets.PingPong && (p.LoopLimit == 0 || p.LoopsDone < p.LoopLimit) {
		*step = playback.Step{From: p.Time, To: to, Backward: backward}
		p.Time = to
		return
	}
	left := playback.Endless
	if p.LoopLimit > 0 {
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	switch {
	case p.Finished:
		*step = playback.Once(over, p.Time, 0, backward)
		p.Time = step.To
		return
	case p.Mode == assets.Loop:
		*step = playback.Loop(over, p.Time, way, backward, left)
	case p.Mode == assets.PingPong:
		*step = playback.PingPong(over, p.Time, way, p.Backward != backward, left)
		p.Backward = step.EndsBackward() != backward
	default:
		*step = playback.Once(over, p.Time, way, backward)
		p.Time, p.Finished = step.To, step.Finished
		return
	}
	p.Time, p.Finished = step.To, step.Finished
	p.LoopsDone = uint32(min(uint64(p.LoopsDone)+step.LoopsDone, math.MaxUint32))
}

// wayOf returns the way that a speed makes in so many seconds; a speed that is not finite stands still.
func wayOf(speed float32, seconds float64) float64 {
	way := math.Abs(float64(seconds * float64(speed)))
	if way-way != 0 {
		return 0
	}
	return way
}
