package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// IsAtEnd reports whether a playback has nothing left to play in its direction.
func IsAtEnd(library *assets.Library, p *components.Playback) bool {
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		return p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit
	}
	span := Span(library, p)
	if p.Speed < 0 {
		return p.Time <= span.Start
	}
	return p.Time >= span.End
}

// SetTime moves a playback to a time, from which it continues. A playback that reached its loop
// limit returns to its last loop.
func SetTime(p *components.Playback, time float64) {
	p.Time, p.Finished = time, false
	if p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
		p.LoopsDone = p.LoopLimit - 1
	}
}

// seekStep returns the step from the current time of a playback to another time.
func seekStep(span motion.Span, p *components.Playback, seconds float64) motion.Step {
	from := playback.Once(span, p.Time, 0, false).From
	distance, backward := math.Abs(seconds-from), seconds < from
	switch {
	case p.Mode == assets.Loop && !(seconds >= span.Start && seconds <= span.End):
		return playback.Loop(span, from, distance, backward, playback.Endless)
	case p.Mode == assets.PingPong && !(seconds >= span.Start && seconds <= span.End):
		return playback.PingPong(span, from, distance, backward, playback.Endless)
	}
	return motion.Step{From: from, To: playback.Once(span, seconds, 0, false).From, Backward: backward}
}

// SeekFiring adds the events of the markers between the time of a playback in a layer and another
// time, and returns the time that it reaches. The playback only turns around; [SetTime] moves it.
// The fades of the layer can be nil.
func SeekFiring(
	library *assets.Library, skeleton *assets.Skeleton, sought *components.Playback, fades *components.BlendState,
	seconds float64, layer uint8, layerWeight float32, events *Events,
) (to float64) {
	step := seekStep(Span(library, sought), sought, seconds)
	weight := 1.0
	if fades != nil && fades.Count > 0 {
		weight = FadeProgress(library, fades)
	}
	weight *= EndWeight(library, sought)
	events.layer, events.layerWeight = layer, layerWeight
	if m := library.Motion(sought.Motion); m != nil && m.Skeleton == skeleton {
		frame := motion.Frame{Step: step}
		frame.Begin(m, sought.X, sought.Y)
		m.Motion.Mix(&frame)
		for i := range frame.Fired {
			id := frame.Inputs[frame.Fired[i].Input].Clip
			if clip := library.Clip(id); clip != nil && clip.Skeleton() == skeleton {
				events.addFired(clip, id, sought.Motion, &frame.Fired[i], weight)
			}
		}
	}
	if step.EndsBackward() != step.Backward {
		sought.Backward = !sought.Backward
	}
	return step.To
}
