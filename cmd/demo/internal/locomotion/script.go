package locomotion

import "math"

// Period is the duration of the script in seconds. Over one period the character turns back to its
// first heading and moves to where its place repeats, so that a recording of that length loops
// without a seam.
const Period = 10

// By so many stones of its place ([scene.EndlessStone]) the character moves over one period, along
// the x and the z axis. Their joints show feet that slide.
const stonesX, stonesZ = -6, 10

// ScriptedAction presses or releases an action at a time of the script.
type ScriptedAction struct {
	Time    float64 // seconds
	Action  Action
	Release bool
}

// script steers the character through all states until a key is pressed.
var script = []ScriptedAction{
	{Time: 0.5, Action: Faster},   // walk
	{Time: 1.538, Action: Faster}, // run
	{Time: 2.311, Action: Right},
	{Time: 3.211, Action: Right, Release: true},
	{Time: 3.9, Action: Slower}, // walk
	{Time: 4.2, Action: Jump},
	{Time: 6.2, Action: Wave},
	{Time: 7.0, Action: Left},
	{Time: 8.1, Action: Left, Release: true},
	{Time: 8.7, Action: Slower}, // stand
	{Time: 9.0, Action: Wave},
}

// timeTolerance is the difference in seconds below which two times count as equal. It exceeds the
// rounding errors.
const timeTolerance = 1e-6

// untilNextAction returns the seconds until the script's next action or its end, or +Inf if keys
// steer.
func (s *Scene) untilNextAction() float64 {
	if s.manual {
		return math.Inf(1)
	}
	if s.nextAction < len(script) {
		return script[s.nextAction].Time - s.scriptTime
	}
	return Period - s.scriptTime
}

// runScript carries out the actions that are due, and restarts the script at its end.
func (s *Scene) runScript() error {
	for !s.manual && s.untilNextAction() < timeTolerance {
		if s.nextAction == len(script) {
			s.nextAction, s.scriptTime = 0, 0
			continue
		}
		action := script[s.nextAction]
		s.nextAction++
		if action.Release {
			s.release(action.Action)
		} else if err := s.press(action.Action); err != nil {
			return err
		}
	}
	return nil
}
