package playback

import "github.com/sinew-go/sinew/assets/motion"

// Span is the range of a playback's time.
type Span = motion.Span

// Step is how the time of a playback moves in a frame.
type Step = motion.Step

// TryMove returns the time that follows another one by a number of seconds, negative ones if the
// playback moves backward, and reports whether the move is simple: it begins in the span, ends
// between the ends of the span, and the times differ. [Once] and [Loop] then end at the same time,
// provided that a loop is left. It is the fast way for most frames.
func TryMove(s *Span, from, change float64) (to float64, simple bool) {
	to = from + change
	return to, from >= s.Start && from <= s.End && to > s.Start && to < s.End && to != from
}
