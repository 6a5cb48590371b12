package rewind_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// What nobody made does nothing, and no mistake panics or is kept.
func TestMisuse(t *testing.T) {
	probe.Methods(t, (*rewind.Tape)(nil))
	probe.Methods(t, (*rewind.File)(nil))
	s := newStage(t, rewind.Options{})
	for name, options := range map[string]rewind.Options{
		"negative seconds": {Seconds: -1}, "no seconds": {Seconds: math.NaN()}, "endless": {Seconds: math.Inf(1)},
		"negative bytes": {Bytes: -1}, "negative frames": {Every: -1},
	} {
		if tape, err := rewind.New(s.session, options); err == nil || tape != nil {
			t.Errorf("%s: expected an error, found %v", name, tape)
		}
	}
	if _, err := rewind.New(nil, rewind.Options{}); !errors.Is(err, systems.ErrNil) {
		t.Errorf("no session: %v", err)
	}
	none := func() error { return s.tape.Look(1, 1, func(int) error { return nil }) }
	for name, err := range map[string]error{
		"seek": s.tape.Seek(1), "look": none(), "check": s.tape.Check(), "save": s.tape.Save(io.Discard, rewind.Contents{}),
	} {
		if !errors.Is(err, rewind.ErrFrame) {
			t.Errorf("%s an empty tape: %v", name, err)
		}
	}
	for _, seconds := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := s.tape.Run(nil, seconds); !errors.Is(err, systems.ErrDelta) {
			t.Errorf("%v s: %v", seconds, err)
		}
	}
	if _, newest := s.tape.Frames(); newest != 0 {
		t.Errorf("%d frames are kept after errors", newest)
	}
	s.run(t, 3)
	s.world.NewEntity(arche.ComponentID[unknown](&s.world)) // a component that the session does not know
	if err := s.tape.Run(nil, 1.0/60); !errors.Is(err, rollback.ErrUnregistered) {
		t.Errorf("an unknown component: %v", err)
	}
	if err := s.tape.Look(1, 2, func(int) error { return nil }); !errors.Is(err, rollback.ErrUnregistered) {
		t.Errorf("looking with an unknown component: %v", err)
	}
	stop := errors.New("stop")
	s = newStage(t, rewind.Options{})
	s.run(t, 10)
	if err := s.tape.Look(2, 8, func(int) error { return stop }); !errors.Is(err, stop) || s.tape.Now() != 10 {
		t.Errorf("a function that fails: %v, frame %d", err, s.tape.Now())
	}
	if err := s.tape.Save(io.Discard, rewind.Contents{Settings: make([]byte, 2<<20)}); !errors.Is(err, rewind.ErrFile) {
		t.Errorf("large settings: %v", err)
	}
	for name, b := range map[string][]byte{"empty": nil, "other": bytes.Repeat([]byte("SNRC"), 20)} {
		if _, err := rewind.Open(bytes.NewReader(b)); !errors.Is(err, rewind.ErrFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// unknown is a component of a program.
type unknown struct{ Number int32 }

// A tape keeps to its budget, but for the last frame.
func TestBudget(t *testing.T) {
	for _, step := range []bool{true, false} {
		const budget = 1 << 18
		s := newStage(t, rewind.Options{})
		options := rewind.Options{Seconds: 1000, Bytes: budget}
		if step {
			options.Step = func(_ []byte, seconds float64) error { return s.animation.Update(seconds) }
		}
		tape, err := rewind.New(s.session, options)
		check(t, err)
		for range 3000 {
			check(t, tape.Run(make([]byte, 100), 1.0/60))
			if n := tape.Size(); n > budget {
				t.Fatalf("step %v, frame %d: %d bytes", step, tape.Now(), n)
			}
		}
		if oldest, newest := tape.Frames(); oldest == 1 || newest-oldest < 20 {
			t.Errorf("step %v: frames %d to %d are kept", step, oldest, newest)
		}
		small, err := rewind.New(s.session, rewind.Options{Bytes: 1})
		check(t, err)
		for range 40 {
			check(t, small.Run(nil, 1.0/60))
		}
		_, newest := small.Frames()
		check(t, small.Seek(newest))
	}
}

// Frames on a tape allocate nothing, once its memory is used again.
func TestFramesOnATapeAllocateNothing(t *testing.T) {
	if probe.Race {
		t.Skip("the race detector allocates")
	}
	for _, step := range []bool{true, false} {
		s := newStage(t, rewind.Options{})
		options := rewind.Options{Seconds: 1}
		if step {
			options.Step = func(_ []byte, seconds float64) error { return s.animation.Update(seconds) }
		}
		tape, err := rewind.New(s.session, options)
		check(t, err)
		run := func() { check(t, tape.Run(nil, 1.0/60)) }
		for range 400 {
			run()
		}
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("step %v: %v allocations a frame", step, n)
		}
	}
}
