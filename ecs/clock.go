package ecs

// Clock is a world resource that sets how animation time passes. It is plain data: a program may
// write it between two frames, and it can be saved with the world. The zero value stops time.
type Clock struct {
	// Scale is the number of seconds of animation per second of real time. A value that is negative
	// or not finite is 0.
	Scale float64
	// Step is the fixed length of a frame, in seconds of animation. At 0, and at a value that is
	// negative or not finite, every update is one frame of the length that the update is given.
	Step float64
	// Left is the time that has not filled a whole step yet, in seconds of animation. If Step
	// becomes shorter or 0, the next update runs it. A value that is negative or not finite is 0.
	Left float64
	// MaxSteps limits the number of steps in one update, so that a program does not have to catch
	// up after a long pause; the time beyond is added to Skipped. 0 or less is [DefaultMaxSteps],
	// and [StepLimit] is the largest value.
	MaxSteps int32
	// MaxSeconds is the longest update, in seconds of real time: a longer one is an error, and
	// changes nothing. 0, a negative value and NaN are 10; infinity allows every length.
	MaxSeconds float64
	// Skipped is the time that MaxSteps left out since the start, in seconds of animation. A value
	// that is negative or not finite is 0.
	Skipped float64
}

// Limits of an update.
const (
	// defaultMaxSeconds is the longest update, in seconds of real time, if [Clock.MaxSeconds] is 0.
	defaultMaxSeconds = 10.0
	// DefaultMaxSteps is the largest number of steps in an update if [Clock.MaxSteps] is 0.
	DefaultMaxSteps = 8
	// StepLimit is the largest number of steps in an update whatever [Clock.MaxSteps] is, so that
	// no clock, not even one from a damaged snapshot, keeps an update busy for minutes.
	StepLimit = 1024
)

// Longest returns the longest update that the clock allows, in seconds of real time; see
// [Clock.MaxSeconds].
func (c *Clock) Longest() float64 {
	if c.MaxSeconds > 0 {
		return c.MaxSeconds
	}
	return defaultMaxSeconds
}
