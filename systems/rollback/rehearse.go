package rollback

import (
	"fmt"
	"unsafe"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems"
)

func eventPointer(e *ecs.Event) unsafe.Pointer { return unsafe.Pointer(e) }

// Rehearse runs a frame several times from the same state and returns a [Difference] if a run has
// another result than the first one: something that decides about the frame is not in the snapshot,
// or the frame is not deterministic. It is what a game with rollback calls in place of its step
// while it is tested. The world then is as after one run.
//
// Step runs one frame of the whole game, with [systems.Animation.Update]. It must read the same
// input in every run, so that input is collected before. Times is how often the frame runs, at
// least 2; fewer are an error. After that it runs once in a fresh world, whose queries find the
// sets of components in another order, and once more in the session's world: a [Difference] of the
// fresh world names the system whose result depends on that order. For the time of that run the
// session's [ecs.World] gets other contents, with the same component types, resources, registered
// filters and listener, so that step finds everything where it is.
//
// The whole state is compared: entities and their numbers, registered components and resources,
// poses joint by joint, events. The other errors come from step, [Session.AppendSnapshot] and
// [Session.Restore]. After an error the world is as the last run left it, or as before the frame.
func (s *Session) Rehearse(times int, step func() error) error {
	switch {
	case s == nil:
		return errNoSession
	case step == nil:
		return fmt.Errorf("%w: expected a step that runs a frame, found nil", systems.ErrNil)
	case times < 2:
		return fmt.Errorf("expected a frame to run at least 2 times, to compare them, found %d", times)
	}
	memory := residency.Of(s.animation.Library())
	memory.Settle()
	memory.Pause() // a clip that arrives between two runs would make them differ
	defer memory.Resume()
	var err error
	if s.rehearsal, err = s.AppendSnapshot(s.rehearsal[:0]); err != nil {
		return err
	}
	if err := s.image.take(s, false); err != nil {
		return err
	}
	if err := s.Restore(s.rehearsal); err != nil {
		return err
	}
	if err := s.again.take(s, false); err != nil {
		return err
	}
	if d := s.compare(&s.image, &s.again); d != nil {
		d.Cause, d.again = lostState, "restored"
		return d
	}
	store := s.animation.Store()
	for i := range times {
		frame := store.Frame()
		if i > 0 {
			if err := s.Restore(s.rehearsal); err != nil {
				return err
			}
			frame = store.Frame()
		}
		if err := step(); err != nil {
			return err
		}
		m := &s.again
		if i == 0 {
			m = &s.image
		}
		if err := m.take(s, store.Frame() != frame); err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		if d := s.compare(&s.image, &s.again); d != nil {
			return d
		}
	}
	return s.rehearseOpposite(step)
}

// rehearseOpposite runs a step that was rehearsed in a fresh world, and then once more in the
// present one.
func (s *Session) rehearseOpposite(step func() error) error {
	store := s.animation.Store()
	var d *Difference
	var frame uint32
	err := s.runOpposite(s.rehearsal, func() error {
		frame = store.Frame()
		return step()
	}, func() error {
		err := s.again.take(s, store.Frame() != frame)
		if err == nil {
			d = s.compare(&s.image, &s.again)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case d == nil:
		return step()
	}
	culprit, system, err := s.findOrder(s.rehearsal, step)
	if err != nil {
		return err
	}
	d.System, d.Cause, d.again = system, culprit+" "+otherOrder, "in a fresh world"
	return d
}
