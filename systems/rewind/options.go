package rewind

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/systems"
)

// Options say how much a [Tape] keeps, and how it runs a frame.
type Options struct {
	// Seconds is how far back the tape reaches at least, as far as Bytes allow; 0 is 10.
	Seconds float64
	// Bytes is how much memory the tape uses at most; 0 is 64 MiB. The frames since the last whole
	// state are kept even if they need more.
	Bytes int
	// Every is the number of frames from one whole state to the next; 0 is 12. With more of them a
	// tape takes less memory, and going back takes longer.
	Every int
	// Step runs a frame of the whole program, with one [systems.Animation.Update]. It must do the
	// same whenever it gets the same input in the same state. Without it a frame is only the update,
	// and the tape keeps the state before every frame.
	Step func(input []byte, seconds float64) error
	// Folder is where [Tape.Check] saves the frames of a failure, such as "testdata"; without it,
	// nowhere. Contents are what the files have besides the frames; the failures follow the note.
	Folder   string
	Contents Contents
}

// The defaults of [Options].
const (
	defaultSeconds = 10
	defaultBytes   = 64 << 20
	defaultEvery   = 12
)

// Errors of this package.
var (
	// ErrFrame means that a frame is not kept.
	ErrFrame = errors.New("the frame is not kept")
	// ErrFile means that bytes are no file of [Tape.Save], are damaged or of another version.
	ErrFile = errors.New("bad file of frames")
	// ErrName means that an assertion names what no asset of the library has.
	ErrName = errors.New("the library has no such name")
)

// errNoTape is the error of a tape that New did not make.
var errNoTape = fmt.Errorf("%w: expected a tape from New, found nil", systems.ErrNil)

// complete checks the options and sets those that are 0.
func (o *Options) complete() error {
	switch {
	case !(o.Seconds >= 0) || math.IsInf(o.Seconds, 0):
		return fmt.Errorf("expected a tape of 0 seconds or more, found %v", o.Seconds)
	case o.Bytes < 0:
		return fmt.Errorf("expected a tape of 0 bytes or more, found %d", o.Bytes)
	case o.Every < 0:
		return fmt.Errorf("expected 0 frames or more from state to state, found %d", o.Every)
	}
	if o.Seconds == 0 {
		o.Seconds = defaultSeconds
	}
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	if o.Every == 0 {
		o.Every = defaultEvery
	}
	return nil
}
