package matching

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
)

// span is a range while its database is made.
type span struct {
	Range
	form.Span
	keys *clip.Clip // the clip with its keys
}

// duration returns how many seconds the range lasts.
func (s *span) duration() float64 { return s.To - s.From }

func (s *span) String() string {
	return fmt.Sprintf("range %v to %v s of clip %q", s.From, s.To, s.Played.Name())
}

// divide sets the frames of a range at so many a second.
func (s *span) divide(rate float64) {
	const tolerance = 1e-3 // of a frame: ends mostly lie on one, up to the rounding of float32
	whole := math.Floor(float64(s.duration()*rate) + tolerance)
	s.Frames = int(whole) + 1
	if s.Loop && s.Frames > 1 && math.Abs(float64(s.duration()*rate)-whole) <= tolerance {
		s.Frames-- // the last one is the first of the next round
	}
	s.FoundFrom, s.FoundTo = 0, s.Frames
	if s.Loop {
		return
	}
	skipEnd := s.SkipEnd
	switch {
	case skipEnd == 0:
		skipEnd = DefaultSkipEnd
	case skipEnd < 0:
		skipEnd = 0
	}
	last := float64((s.duration() - skipEnd) * rate)
	s.FoundFrom = int(math.Ceil(min(float64(max(s.SkipStart, 0)*rate)-tolerance, float64(s.Frames))))
	s.FoundTo = int(math.Floor(max(last+tolerance, -1))) + 1
	s.FoundTo = max(min(s.FoundTo, s.Frames), s.FoundFrom)
}
