package locomotion

import (
	"maps"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/names"
)

// Action is something that a key asks for.
type Action int

// The actions. Left and Right last until they are released, the others happen once.
const (
	Faster Action = iota // from standing to walking, and from walking to running
	Slower
	Left
	Right
	Jump
	Wave
	Dance       // fades in or out an additive layer with the trunk of the dance
	RunningArms // fades in or out a layer with the arms of the run, while the character walks
	SlowMotion
	ToggleInertialization // switches transitions between inertialization and crossfades
	Save                  // saves a snapshot
	Restore               // restores the snapshot
	Script                // lets the script steer again
)

// steering is the input for the state machine.
type steering struct {
	gear         int // index into gearSpeeds
	left, right  bool
	speed, turn  float32 // the present values, which approach the wanted ones
	jump         bool    // trigger in the next frame
	wave         bool
	dance        bool
	runningArms  bool
	inertialized bool
}

// gearSpeeds are the wanted speeds of each gear, in meters per second.
var gearSpeeds = [...]float32{0, walkSpeed, runSpeed}

const (
	speedRate = 4 // meters per second, per second
	turnRate  = 4 // units of the turn parameter per second
)

// advance moves speed and turn toward the wanted values.
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

// toward returns from, moved toward to by at most step.
func toward(from, to, step float32) float32 {
	if difference := to - from; float32(math.Abs(float64(difference))) > step {
		return from + float32(math.Copysign(float64(step), float64(difference)))
	}
	return to
}

// Press carries out an action. It ends the script.
func (s *Scene) Press(action Action) error {
	s.manual, s.yielded = true, false
	s.recordAction(action, 0)
	return s.press(action)
}

// Release ends an action that lasts.
func (s *Scene) Release(action Action) {
	s.recordAction(action, releaseBit)
	s.release(action)
}

func (s *Scene) release(action Action) {
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
		if s.controller.State(bodyLayer) != "jump" { // a trigger during a jump would start the next one at the landing
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
	case Script:
		s.steering = steering{speed: c.speed, turn: c.turn, inertialized: c.inertialized}
		s.manual, s.nextAction, s.scriptTime = false, 0, 0
	case SlowMotion:
		s.ToggleSlowMotion()
	}
	return nil
}

// keys maps the name of a key to its action.
var keys = map[string]Action{
	"w": Faster, "s": Slower, "a": Left, "d": Right, "space": Jump, "v": Wave, "b": Dance, "n": RunningArms,
	"t": SlowMotion, "i": ToggleInertialization, "r": Save, "backspace": Restore, "0": Script,
}

// KeyAction returns the action of a key, such as "w" or "space".
func KeyAction(name string) (Action, error) {
	action, ok := keys[name]
	if !ok {
		return 0, names.NotFound(nil, "the scene", "key", name, slices.Sorted(maps.Keys(keys)))
	}
	return action, nil
}
