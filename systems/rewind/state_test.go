package rewind_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sinew-go/sinew/systems/rewind"
)

// From the state right before a frame a program runs that frame as it ran, on tapes of both kinds.
func TestAppendState(t *testing.T) {
	for name, hasStep := range map[string]bool{"states": false, "inputs": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, rewind.Options{})
			options := rewind.Options{Every: 8}
			if hasStep {
				options.Step = func(_ []byte, seconds float64) error { return s.animation.Update(seconds) }
			}
			var err error
			s.tape, err = rewind.New(s.session, options)
			check(t, err)
			after := map[int][]byte{}
			for frame := 1; frame <= 20; frame++ {
				s.run(t, 1)
				after[frame], err = s.session.AppendSnapshot(nil)
				check(t, err)
			}
			for _, frame := range []int{1, 6, 9, 20} {
				before, err := s.tape.AppendState([]byte("as before"), frame)
				check(t, err)
				before, isAppended := bytes.CutPrefix(before, []byte("as before"))
				if !isAppended {
					t.Fatal("the slice was not extended")
				}
				if now, err := s.session.AppendSnapshot(nil); err != nil || !bytes.Equal(now, after[20]) {
					t.Errorf("frame %d: the world is not as before the call, %v", frame, err)
				}
				check(t, s.session.Restore(before))
				check(t, s.animation.Update(1.0/60))
				if now, err := s.session.AppendSnapshot(nil); err != nil || !bytes.Equal(now, after[frame]) {
					t.Errorf("frame %d: run from its state it ends in another one, %v", frame, err)
				}
				check(t, s.session.Restore(after[20]))
			}
			if b, err := s.tape.AppendState([]byte{1}, 21); !errors.Is(err, rewind.ErrFrame) || len(b) != 1 {
				t.Errorf("frame 21: %d bytes, %v", len(b), err)
			}
		})
	}
}
