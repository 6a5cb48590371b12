package locomotion

import (
	"fmt"
	"math"
)

// Action is what a key asks for.
type Action int

// The actions. Left and Right go on until they are released, the others happen once.
const (
	Faster Action = iota // from standing to walking to running
	Slower
	Left
	Right
	Jump
	Wave
	Dance       // the trunk dances on top of whatever the character does
	RunningArms // the arms are those of a runner while it walks
	SlowMotion
	ToggleInertialization // changes between states by inertialization instead of crossfades, or back
	Save                  // keeps a snapshot of this moment
	Restore               // goes back to it
)

// steering is what the character is asked for, and how fast that comes.
type steering struct {
	gear         int // of gears
	left, right  bool
	speed, turn  float32 // as they are now
	jump         bool    // with the next frame
	wave         bool
	dance        bool
	runningArms  bool
	inertialized bool
}

// gears are speeds in meters a second.
var gearSpeeds = [...]float32{0, walkSpeed, runSpeed}

const (
	speedRate = 4 // meters a second in a second
	turnRate  = 4 // of the whole turn in a second
)

// advance lets speed and turn go to where they are wanted.
func (s *steering) advance(seconds float64) {
	want := float32(0)
	if s.left {
		want++
	}
	if s.right {
		want--
	}
	s.speed = toward(s.speed, gearSpeeds[s.gear], float32(seconds*speedRate))
	s.turn = toward(s.turn, want, float32(seconds*turnRate))
}

// toward returns what lies at most a step from one value to another.
func toward(from, to, step float32) float32 {
	if way := to - from; float32(math.Abs(float64(way))) > step {
		return from + float32(math.Copysign(float64(step), float64(way)))
	}
	return to
}

// Press carries out an action, or begins one that goes on. The script no longer steers.
func (s *Scene) Press(action Action) error {
	s.manual = true
	return s.press(action)
}

// Release ends an action that goes on.
func (s *Scene) Release(action Action) {
	switch action {
	case Left:
		s.steering.left = false
	case Right:
		s.steering.right = false
	}
}

func (s *Scene) press(action Action) error {
	c := &s.steering
	switch action {
	case Faster:
		c.gear = min(c.gear+1, len(gearSpeeds)-1)
	case Slower:
		c.gear = max(c.gear-1, 0)
	case Left:
		c.left = true
	case Right:
		c.right = true
	case Jump:
		if s.controller.State(bodyLayer) != "jump" { // where it would be kept for the landing
			c.jump = true
		}
	case Wave:
		c.wave = !c.wave
	case Dance:
		c.dance = !c.dance
	case RunningArms:
		c.runningArms = !c.runningArms
	case ToggleInertialization:
		c.inertialized = !c.inertialized
	case Save:
		s.save()
	case Restore:
		return s.restore()
	case SlowMotion:
		if clock := s.Animation().Clock(); clock.Scale == 1 {
			clock.Scale = slowMotion
		} else {
			clock.Scale = 1
		}
	}
	return nil
}

// slowMotion is how fast time goes then.
const slowMotion = 0.25

// keys are the names of keys, one for each action.
var keys = map[string]Action{
	"w": Faster, "s": Slower, "a": Left, "d": Right, "space": Jump, "v": Wave, "b": Dance, "n": RunningArms,
	"t": SlowMotion, "i": ToggleInertialization, "r": Save, "backspace": Restore,
}

// KeyAction returns what the key of a name, such as "w" or "space", asks for.
func KeyAction(name string) (Action, error) {
	action, ok := keys[name]
	if !ok {
		return 0, fmt.Errorf("no key %q steers", name)
	}
	return action, nil
}
