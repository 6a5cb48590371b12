package mixer

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/playback"
)

// Kind is what blend spaces are called: [motion.Description.Kind].
const Kind = "blend space"

var (
	_ motion.Mover     = (*Space)(nil)
	_ motion.Rebuilder = (*Space)(nil)
	_ motion.Renamer   = (*Space)(nil)
)

// Describe implements [motion.Motion]: the time is the common phase of the clips, 0 to 1.
func (s *Space) Describe() motion.Description {
	s = s.orNone()
	d := motion.Description{
		Name: s.name, Kind: Kind, Skeleton: s.skeleton, Additive: s.additive, Span: motion.Span{End: 1}, Dimensions: 2,
	}
	if s.method == Linear {
		d.Dimensions = 1
	}
	for i := range s.samples {
		d.Parts = append(d.Parts, motion.Part{Clip: s.samples[i].Clip, X: s.samples[i].X, Y: s.samples[i].Y})
	}
	return d
}

// Duration implements [motion.Motion]: see [Space.CycleDuration].
func (s *Space) Duration(x, y float32) float64 {
	var weights [MaxWeights]Weight
	return s.CycleDuration(s.Weights(x, y, weights[:0]))
}

// Distance implements [motion.Mover]. It leaves the weights of the samples in the frame.
func (s *Space) Distance(f *motion.Frame, seconds float64) float64 {
	if s == nil || f == nil || len(s.samples) == 0 {
		return 0
	}
	weights := s.Weights(f.X, f.Y, f.Weights[:0])
	f.Weights = weights
	from := f.Step.From
	switch {
	case !(from >= 0 && from <= 1):
		return seconds / s.CycleDuration(weights)
	case f.Step.PingPong:
		return s.pingPongDistance(from, seconds, f.Step.Backward, weights)
	case f.Step.Backward:
		seconds = -seconds
	}
	if from == 1 {
		from = 0 // the same moment of the loop
	}
	return math.Abs(s.Advance(from, seconds, weights) - from)
}

// Mix implements [motion.Motion]. Only the clip with the largest weight fires its markers, because
// clips in step with each other have the same footfalls.
func (s *Space) Mix(f *motion.Frame) {
	if s == nil || f == nil || len(s.samples) == 0 {
		return
	}
	weights := f.Weights
	if len(weights) == 0 {
		weights = s.Weights(f.X, f.Y, weights)
		f.Weights = weights
	}
	to := f.Step.To
	phase, _ := form.WrapPhase(to)
	straight := &f.Step
	if f.Step.PingPong {
		straight = &motion.Step{From: f.Step.From, To: f.Step.To, Backward: f.Step.To < f.Step.From}
	}
	dominant := -1 // not known yet
	for i := range weights {
		w := &weights[i]
		track := &s.phase.Tracks[w.Index]
		time := track.Wrap(track.UnwrappedTime(s.phase.Bounds, phase))
		input := f.Add(s.samples[w.Index].Clip, track.OrEnd(time, to), w.Weight)
		if track.HasMarkers && dominant < 0 {
			dominant = dominantSample(weights)
		}
		fires := i == dominant && track.HasMarkers
		if fires || f.WantsSteps && track.HasRootMotion {
			input.Step = s.clipStep(w.Index, straight)
		}
		switch {
		case !fires:
		case f.Step.PingPong:
			s.fireLegs(f, w.Index)
		default:
			s.stayAtEnd(w.Index, &f.Step, &input.Step)
			f.Fire()
		}
	}
}

// stayAtEnd changes the step of a sample's clip for a phase that was moved to one of its ends, from
// where it has not gone on: the clip stays at its end, too, whose markers the next step fires.
func (s *Space) stayAtEnd(index int, step, own *motion.Step) {
	if step.LoopsDone > 0 || step.Finished || own.LoopsDone == 0 || step.To != 0 && step.To != 1 {
		return
	}
	track, end := &s.phase.Tracks[index], s.clipTime(index, step.To)
	if step.Backward && end == track.Start || !step.Backward && end == track.End {
		own.To = end
		own.LoopsDone--
	}
}

// dominantSample returns the position in weights of the largest weight, the first of equal ones.
func dominantSample(weights []Weight) int {
	dominant := 0
	for i := range weights {
		if weights[i].Weight > weights[dominant].Weight {
			dominant = i
		}
	}
	return dominant
}

// maxTurns is how many turns of a ping-pong fire the markers of a clip in one frame at most, if the
// clip does not start at phase 0. Markers of further turns are counted as dropped.
const maxTurns = 64

// fireLegs fires the markers of a sample's clip while the phase turns around at its ends.
func (s *Space) fireLegs(f *motion.Frame, index int) {
	track := &s.phase.Tracks[index]
	if track.Loops == 1 && s.UnwrappedTime(index, 0) == track.Start { // it turns where the phase does
		own := f.Step
		own.From, own.To = s.clipTime(index, own.From), s.clipTime(index, own.To)
		f.FireStep(own)
		return
	}
	legs := playback.Legs(f.Step)
	for k := range min(legs, maxTurns+1) {
		leg := playback.Leg(f.Step, k, f.Span)
		f.FireStep(s.clipStep(index, &leg))
	}
	if legs > maxTurns+1 {
		playback.LegsFrom(f.Step, maxTurns+1, f.Span, func(leg motion.Step, times uint64) {
			f.Drop(s.clipStep(index, &leg), times)
		})
	}
}

// Rebuild implements [motion.Rebuilder]: it builds the space again from the clips that now have its
// IDs in a library. The errors are those of the builder.
func (s *Space) Rebuild(clips motion.Clips) (motion.Motion, error) {
	if s = s.orNone(); s == none {
		return nil, errNoSpace
	}
	space, err := s.source.Build(clips)
	if err != nil {
		return nil, err
	}
	return space, nil
}

// WithClips implements [motion.Renamer]: it returns the same space for a library in which the same
// clips have other IDs.
func (s *Space) WithClips(renamed func(id.Clip) id.Clip) motion.Motion {
	if s = s.orNone(); s == none || renamed == nil {
		return nil
	}
	copied := *s
	copied.samples, copied.source = slices.Clone(s.samples), s.source.WithClips(renamed)
	for i := range copied.samples {
		copied.samples[i].Clip = renamed(copied.samples[i].Clip)
	}
	return &copied
}
