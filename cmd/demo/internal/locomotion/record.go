package locomotion

import "fmt"

// record is a moment that can be gone back to.
type record struct {
	animation []byte // a snapshot; empty where nothing was recorded
	steering  steering
	byHand    bool
	cue       int
	time      float64 // of the script
	steps     footsteps
}

// record keeps this moment.
func (s *Scene) record() {
	s.kept = record{
		s.Animation().AppendSnapshot(s.kept.animation[:0]), s.steering, s.byHand, s.cue, s.scriptTime, *s.steps,
	}
}

// rewind goes back to the moment that was recorded, where one was. Keys that are held stay so.
func (s *Scene) rewind() error {
	if len(s.kept.animation) == 0 {
		return nil
	}
	if err := s.Animation().Restore(s.kept.animation); err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	left, right := s.steering.left, s.steering.right
	s.steering, s.byHand, s.cue, s.scriptTime = s.kept.steering, s.kept.byHand, s.kept.cue, s.kept.time
	s.steering.left, s.steering.right = left, right
	*s.steps = s.kept.steps
	s.steps.redraw()
	return nil
}
