package search

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
)

var (
	_ motion.Mover     = (*Database)(nil)
	_ motion.Rebuilder = (*Database)(nil)
	_ motion.Renamer   = (*Database)(nil)
)

// Describe implements [motion.Motion]: the time is in seconds, over all ranges one after the other
// with a frame between two of them.
func (d *Database) Describe() motion.Description {
	description := motion.Description{
		Name: d.name, Kind: "database", Skeleton: d.skeleton, Span: motion.Span{End: d.end}, Seconds: d.end,
	}
	known := map[id.Clip]bool{}
	for i := range d.spans {
		if of := d.spans[i].Clip; !known[of] {
			known[of] = true
			description.Parts = append(description.Parts, motion.Part{Clip: of})
		}
	}
	return description
}

// Duration implements [motion.Motion].
func (d *Database) Duration(_, _ float32) float64 { return d.end }

// Distance implements [motion.Mover]: the time moves steadily in a range and stops at its end, from
// where a search leads on. In one that loops it goes on from the start, if the playback loops too:
// then it moves over the whole span to get there, which counts as a loop of the playback.
func (d *Database) Distance(f *motion.Frame, seconds float64) float64 {
	from := f.Step.From
	s := &d.spans[d.spanOf(from)]
	duration, at := s.duration(), s.time(from)-s.From
	if f.Step.Backward {
		at = duration - at
	}
	ahead := at + seconds // from the end where it came in
	rounds := 0.0
	if ahead >= duration {
		switch {
		case !s.Loop || f.Step.PingPong:
			ahead = duration
		default:
			rest := math.Mod(ahead, duration)
			rounds = math.Floor((ahead-rest)/duration + 0.5)
			ahead = rest
		}
	}
	to := s.Start + ahead
	way := to - from
	if f.Step.Backward {
		way = from - (s.Start + (duration - ahead))
	}
	return max(0, float64(rounds*d.end)+way)
}

// Mix implements [motion.Motion]: the clip of the range at its time. A step from one range to
// another one moves nothing and fires no markers.
func (d *Database) Mix(f *motion.Frame) {
	from, to := d.spanOf(f.Step.From), d.spanOf(f.Step.To)
	s := &d.spans[to]
	input := f.Add(s.Clip, s.time(f.Step.To), 1)
	step := motion.Step{From: input.Time, To: input.Time, Backward: f.Step.Backward}
	if from == to {
		step.From = s.time(f.Step.From)
		switch {
		case s.Loop && !f.Step.PingPong:
			step.LoopsDone = f.Step.LoopsDone
		default:
			step.Backward = step.To < step.From
			// The markers at the end of a clip fire when it is reached.
			if end := s.Played.End(); step.To != step.From && step.To == end && !step.Backward ||
				step.To != step.From && step.To == s.Played.Start() && step.Backward {
				step.LoopsDone, step.Finished = 1, true
			}
		}
	}
	input.Step = step
	if len(s.Played.Markers()) > 0 {
		f.Fire()
	}
}

// Rebuild implements [motion.Rebuilder]: it builds the database again from the clips that now have
// its IDs in a library. Only the frames of those that changed are measured. The errors are like in
// Builder.Build of package matching.
func (d *Database) Rebuild(clips motion.Clips) (motion.Motion, error) {
	if d.origin == nil {
		return nil, errEmpty
	}
	built, err := d.origin.Rebuild(clips)
	if err != nil {
		return nil, err
	}
	return built, nil
}

// WithClips implements [motion.Renamer]: it returns the same database for a library in which the
// same clips have other IDs.
func (d *Database) WithClips(renamed func(id.Clip) id.Clip) motion.Motion {
	copied := *d
	copied.spans = slices.Clone(d.spans)
	for i := range copied.spans {
		copied.spans[i].Clip = renamed(copied.spans[i].Clip)
	}
	if d.origin != nil {
		copied.origin = d.origin.WithClips(renamed)
	}
	return &copied
}
