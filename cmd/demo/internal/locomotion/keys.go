package locomotion

import "fmt"

// keys are the names of keys, one for each action.
var keys = map[string]Action{
	"w": Faster, "s": Slower, "a": Left, "d": Right, "space": Jump, "v": Wave, "b": Groove, "n": Runner,
	"t": SlowMotion, "i": Inertia, "r": Record, "backspace": Rewind,
}

// KeyAction returns what the key of a name, such as "w" or "space", asks for.
func KeyAction(name string) (Action, error) {
	action, ok := keys[name]
	if !ok {
		return 0, fmt.Errorf("no key %q steers", name)
	}
	return action, nil
}
