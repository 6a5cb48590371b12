package locomotion

import "math"

// Period is how many seconds the script takes before it begins anew. In all it turns the character to where it looked at the beginning, and
// leads it over the ground by whole steps of [Grid] both ways, so that a film of that length has no seam.
const Period = 10

// Grid is the distance in meters between lines of the ground; every fifth is stronger.
const Grid = 0.5

// Cue is an action of a script.
type ScriptedAction struct {
	Time    float64 // seconds
	Action  Action
	Release bool
}

// Script steers the character as long as nobody else does: through every state and back.
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

// moment is how far apart, in seconds, two times are that count as one: more than rounding makes of it.
const timeTolerance = 1e-6

// nextCue returns the seconds until the script goes on, infinity where it does not steer.
func (s *Scene) untilNextAction() float64 {
	if s.manual {
		return math.Inf(1)
	}
	if s.nextAction < len(script) {
		return script[s.nextAction].Time - s.scriptTime
	}
	return Period - s.scriptTime
}

// follow carries out what the script asks for now.
func (s *Scene) runScript() error {
	for !s.manual && s.untilNextAction() < timeTolerance {
		if s.nextAction == len(script) {
			s.nextAction, s.scriptTime = 0, 0
			continue
		}
		cue := script[s.nextAction]
		s.nextAction++
		if cue.Release {
			s.Release(cue.Action)
		} else if err := s.press(cue.Action); err != nil {
			return err
		}
	}
	return nil
}
