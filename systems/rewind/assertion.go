package rewind

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-go/sinew/systems"
)

// Assertion is what must be true of the frames of a tape: [Never], [Always] or [Eventually].
type Assertion struct {
	word      string
	condition Condition
	within    float64 // seconds; 0 without a limit
}

// Never asserts that a condition holds in none of the frames.
func Never(c Condition) Assertion { return Assertion{word: never, condition: c} }

// Always asserts that a condition holds in all of the frames. A frame in which the entity is no
// character fails.
func Always(c Condition) Assertion { return Assertion{word: always, condition: c} }

// Eventually asserts that a condition holds in one of the frames.
func Eventually(c Condition) Assertion { return Assertion{word: eventually, condition: c} }

const never, always, eventually = "never", "always", "eventually"

// Within limits [Eventually] to the first seconds of the frames that are kept. The others it leaves
// as they are.
func (a Assertion) Within(seconds float64) Assertion {
	a.within = seconds
	return a
}

// String returns the assertion in words.
func (a Assertion) String() string {
	text := a.word + " " + a.condition.text
	if a.word == eventually && a.within > 0 {
		text += fmt.Sprintf(" within %v s", a.within)
	}
	return text
}

// Failure is an assertion that is not true.
type Failure struct {
	Assertion string
	// Frame is the first frame that the assertion does not allow; for [Eventually] the last one in
	// which the condition could have held. Seconds is the time at its end.
	Frame   int
	Seconds float64
	// Found and Expected are values in words.
	Found, Expected string
	// File is where the frames were saved; empty without a folder in the [Options].
	File string
}

// Error implements error.
func (f *Failure) Error() string {
	text := fmt.Sprintf("frame %d, %.3f s: %s: expected %s, found %s", f.Frame, f.Seconds, f.Assertion, f.Expected,
		f.Found)
	if f.File != "" {
		text += "; the frames are in " + f.File
	}
	return text
}

// Check tests assertions on all frames that are kept, and then returns to the present, as
// [Tape.Look] does. The error joins a [Failure] for each assertion that is not true; the frames then
// are saved in the folder of the options. The other errors are those of Look, of the writing, of a
// name that is wrong, such as of a joint that a character does not have, and [systems.ErrNil] for an
// assertion without a condition.
func (t *Tape) Check(assertions ...Assertion) error {
	if t == nil {
		return errNoTape
	}
	checks := make([]checking, len(assertions))
	for i, a := range assertions {
		if a.condition.begin == nil {
			return fmt.Errorf("%w: expected assertion %d to be of a condition, found none", systems.ErrNil, i)
		}
		checks[i] = checking{Assertion: a, test: a.condition.begin(t.animation)}
	}
	oldest, newest := t.Frames()
	start := 0.0
	if s := t.find(oldest); s != nil {
		start = s.frames[0].at - s.frames[0].seconds
	}
	err := t.Look(oldest, newest, func(frame int) error {
		m := moment{animation: t.animation, frame: frame, at: t.Seconds(frame), events: t.Events()}
		m.seconds = t.find(frame).frames[frame-t.find(frame).first].seconds
		for i := range checks {
			if err := checks[i].look(&m, start, frame == newest); err != nil {
				return fmt.Errorf("%v: %w", assertions[i], err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var failures []*Failure
	for i := range checks {
		if checks[i].failure != nil {
			failures = append(failures, checks[i].failure)
		}
	}
	return t.report(failures)
}

// report saves the frames of failures, and joins them.
func (t *Tape) report(failures []*Failure) error {
	if len(failures) == 0 {
		return nil
	}
	var all []error
	var notes []string
	for _, f := range failures {
		all, notes = append(all, f), append(notes, f.Error())
	}
	if t.options.Folder == "" {
		return errors.Join(all...)
	}
	contents := t.options.Contents
	contents.Note = strings.TrimPrefix(contents.Note+"\n"+strings.Join(notes, "\n"), "\n")
	file, err := t.saveIn(t.options.Folder, contents)
	if err != nil {
		return errors.Join(append(all, fmt.Errorf("the frames could not be saved: %w", err))...)
	}
	for _, f := range failures {
		f.File = file
	}
	return errors.Join(all...)
}

// saveIn saves the frames in a file of a folder, which is made if it is missing.
func (t *Tape) saveIn(folder string, contents Contents) (name string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(folder, "failure-*.sinew")
	if err != nil {
		return "", err
	}
	if err := errors.Join(t.Save(file, contents), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// checking is an assertion while the frames pass.
type checking struct {
	Assertion
	test    func(*moment) (found, error)
	done    bool
	failure *Failure
}

// look looks at a frame. Start is the time before the first one.
func (c *checking) look(m *moment, start float64, isLast bool) error {
	if c.done {
		return nil
	}
	f, err := c.test(m)
	if err != nil {
		return err
	}
	isLate := c.within > 0 && m.at-start > c.within+timeTolerance
	var failed bool
	switch c.word {
	case never:
		failed = f.holds
	case always:
		failed = !f.holds
	default:
		c.done = f.holds && !isLate
		failed = !c.done && (isLate || isLast)
	}
	if failed {
		c.done = true
		expected := f.expected
		if c.word == never {
			expected = f.opposite
		}
		c.failure = &Failure{
			Assertion: c.String(), Frame: m.frame, Seconds: m.at, Found: f.value, Expected: expected,
		}
	}
	return nil
}

// timeTolerance is by how many seconds a sum of frames may be wrong.
const timeTolerance = 1e-9
