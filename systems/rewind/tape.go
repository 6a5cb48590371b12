package rewind

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Tape keeps the last frames of a world. [New] makes one. The methods of a nil Tape return
// [systems.ErrNil] or nothing.
type Tape struct {
	session   *rollback.Session
	animation *systems.Animation
	options   Options

	segments []*segment // in the order of time
	free     *segment   // whose memory the next one takes over
	newest   int        // the number of the last frame, kept or not
	now      int        // the frame that the world shows
	begins   bool       // the next frame begins a segment
	elapsed  float64    // seconds, at the end of the newest frame
	isAgain  bool       // frames run again
	poses    bool       // frames that run again pose every character, because the program asked for the pose of one

	events  ecs.EventReader // at the beginning of the frame that the world shows
	before  []byte          // the state before the newest frame, if each is kept
	state   []byte          // reused memory
	present []byte
}

// New returns an empty tape for the world of a session, which must know all components and
// resources of the program ([rollback.Register]). The error is of an option that is not possible,
// or [systems.ErrNil] for a nil session.
func New(session *rollback.Session, options Options) (*Tape, error) {
	if session == nil {
		return nil, fmt.Errorf("%w: expected a session for the tape, found nil", systems.ErrNil)
	}
	if err := options.complete(); err != nil {
		return nil, err
	}
	return &Tape{session: session, animation: session.Animation(), options: options, begins: true}, nil
}

// Session returns the session of the tape.
func (t *Tape) Session() *rollback.Session {
	if t == nil {
		return nil
	}
	return t.session
}

// Frames returns the numbers of the oldest and the newest frame that are kept. Both are 0 before
// the first.
func (t *Tape) Frames() (oldest, newest int) {
	if t == nil || len(t.segments) == 0 {
		return 0, 0
	}
	return t.segments[0].first, t.newest
}

// Now returns the number of the frame that the world shows: the newest one, unless [Tape.Seek] went
// to another.
func (t *Tape) Now() int {
	if t == nil {
		return 0
	}
	return t.now
}

// Seconds returns the time at the end of a frame: the sum of the seconds of all frames since the
// first. It is 0 for a frame that is not kept.
func (t *Tape) Seconds(frame int) float64 {
	if s := t.find(frame); s != nil {
		return s.frames[frame-s.first].at
	}
	return 0
}

// Size returns how much memory the tape uses.
func (t *Tape) Size() (size int) {
	if t == nil {
		return 0
	}
	for _, s := range t.segments {
		size += s.size()
	}
	if t.free != nil {
		size += t.free.size()
	}
	return size + cap(t.before) + cap(t.state) + cap(t.present)
}

// Run keeps the next frame and runs it, with the step of the options or else with
// [systems.Animation.Update]. The errors are those of [Tape.Keep] and of the step.
func (t *Tape) Run(input []byte, seconds float64) error {
	if err := t.Keep(input, seconds); err != nil {
		return err
	}
	return t.step(input, seconds)
}

// Keep keeps the frame that the program is about to run itself: with this input, which is copied,
// and by one call of [systems.Animation.Update] with these seconds. With a step in the options the
// program must run the same as the step does; without one the call of Update must follow at once.
// If the world shows an earlier frame than the newest, Keep first drops all frames after it. While
// the tape runs frames again, it does nothing.
//
// The errors are [systems.ErrDelta] and those of [rollback.Session.AppendSnapshot]. The frame is
// not kept then, though the program may run it.
func (t *Tape) Keep(input []byte, seconds float64) error {
	switch {
	case t == nil:
		return errNoTape
	case t.isAgain:
		return nil
	case !(seconds >= 0) || seconds-seconds != 0:
		return fmt.Errorf("%w, found %v s", systems.ErrDelta, seconds)
	}
	t.dropAfter(t.now)
	if err := t.keep(input, seconds); err != nil {
		t.begins = true
		return err
	}
	t.events = t.animation.Events().Reader()
	t.forget()
	return nil
}

// Seek makes the world show a frame as it was, with poses and events. What the program has changed
// since the last frame is lost. The errors are [ErrFrame], those of [rollback.Session.Restore], and
// those of the step; after one of the step the world is somewhere between.
func (t *Tape) Seek(frame int) error {
	if t == nil {
		return errNoTape
	}
	if t.find(frame) == nil {
		return t.notKept(frame)
	}
	if err := t.again(frame); err != nil {
		return err
	}
	t.now, t.begins = frame, true
	return nil
}

// AppendState appends the state right before a frame to dst, for [rollback.Session.Restore], and returns
// the extended slice. A program that runs the frame itself from there goes on as it did. A tape with a
// step runs the frames before it again for this, as [Tape.Look] does, unless the state was kept. The
// errors are those of Look; dst is returned unchanged then.
func (t *Tape) AppendState(dst []byte, frame int) ([]byte, error) {
	s := t.find(frame)
	switch {
	case t == nil:
		return dst, errNoTape
	case s == nil:
		return dst, t.notKept(frame)
	case s.first == frame || t.options.Step == nil:
		return append(dst, s.appendState(nil, frame)...), nil
	}
	out := dst
	err := t.Look(frame-1, frame-1, func(int) (err error) {
		out, err = t.session.AppendSnapshot(dst)
		return err
	})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// Look calls f with the numbers of some frames, in order, while the world shows each as it was, and
// then returns to the present. F must change nothing in the world.
//
// Of the present the state is as before. So are poses and events, unless the program has changed
// the world since the last frame: poses are undefined before the next frame then.
//
// The errors are [ErrFrame] and those of f and the step, which end the frames early.
func (t *Tape) Look(from, to int, f func(frame int) error) error {
	switch {
	case t == nil:
		return errNoTape
	case f == nil:
		return fmt.Errorf("%w: expected a function that looks at frames, found nil", systems.ErrNil)
	case t.find(from) == nil:
		return t.notKept(from)
	case t.find(to) == nil:
		return t.notKept(to)
	case from == t.now && to == t.now:
		return f(from)
	}
	var err error
	if t.present, err = t.session.AppendSnapshot(t.present[:0]); err != nil {
		return err
	}
	events := t.events
	for frame := from; frame <= to && err == nil; frame++ {
		if s := t.find(frame); frame == from || t.options.Step == nil || s.first == frame {
			err = t.again(frame)
		} else {
			err = t.stepAgain(s, frame)
		}
		if err == nil {
			err = f(frame)
		}
	}
	return errors.Join(err, t.comeBack(events))
}

// comeBack makes the world as it was in t.present.
func (t *Tape) comeBack(events ecs.EventReader) error {
	err := t.again(t.now)
	t.events = events
	if err == nil {
		if t.state, err = t.session.AppendSnapshot(t.state[:0]); err == nil && bytes.Equal(t.state, t.present) {
			return nil
		}
	}
	return errors.Join(err, t.session.Restore(t.present))
}

// notKept returns the error for a frame that is not kept.
func (t *Tape) notKept(frame int) error {
	oldest, newest := t.Frames()
	if newest == 0 {
		return fmt.Errorf("%w: expected a frame after Run or Keep, found none, asked for %d", ErrFrame, frame)
	}
	return fmt.Errorf("%w: expected a frame from %d to %d, found %d", ErrFrame, oldest, newest, frame)
}

// again makes the world show a frame that is kept. On the way there it leaves out poses that no later frame needs,
// unless the program asks for one of them: then it begins again, with all poses, and so from then on.
func (t *Tape) again(frame int) error {
	err := t.runTo(frame)
	if !t.poses && t.store().TakeMissed() {
		t.poses = true
		err = t.runTo(frame)
	}
	return err
}

// store returns the pose store with the methods of package posestore.
func (t *Tape) store() *posestore.Store { return (*posestore.Store)(t.animation.Store()) }

// runTo runs the frames from the state that is kept to one.
func (t *Tape) runTo(frame int) error {
	s := t.find(frame)
	from := frame
	if t.options.Step != nil {
		from = s.first
	}
	t.state = s.appendState(t.state[:0], from)
	if err := t.session.Restore(t.state); err != nil {
		return err
	}
	defer t.store().SetUnposed(false)
	for ; from <= frame; from++ {
		t.store().SetUnposed(from < frame && !t.poses)
		if err := t.stepAgain(s, from); err != nil {
			return err
		}
	}
	return nil
}

// stepAgain runs a frame of a segment again.
func (t *Tape) stepAgain(s *segment, frame int) error {
	t.isAgain = true
	defer func() { t.isAgain = false }()
	t.events = t.animation.Events().Reader()
	f := &s.frames[frame-s.first]
	return t.step(s.data[f.input:f.patch:f.patch], f.seconds)
}

// step runs a frame.
func (t *Tape) step(input []byte, seconds float64) error {
	if t.options.Step != nil {
		return t.options.Step(input, seconds)
	}
	return t.animation.Update(seconds)
}
