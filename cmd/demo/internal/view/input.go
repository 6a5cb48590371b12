//go:build cgo

package view

import (
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
)

// commandKeys maps keys to commands. Letters and signs are in [commandCharacters].
var commandKeys = map[glfw.Key]command{
	glfw.KeySpace: togglePause, glfw.KeyTab: nextClip, glfw.KeyHome: resetCamera,
	glfw.KeyLeft: orbitLeft, glfw.KeyRight: orbitRight, glfw.KeyUp: orbitUp, glfw.KeyDown: orbitDown,
	glfw.KeyEscape: closeOpen,
}

// commandCharacters maps typed characters to commands, so that they do not depend on the keyboard's
// layout.
var commandCharacters = map[rune]command{
	'.': stepForward, ',': stepBack, ']': scrubForward, '[': scrubBack, 'n': nextClip, 'p': previousClip,
	'f': faster, 's': slower, 'r': authoredSpeed, '0': resumeSchedule, 'u': toggleQuality, 'k': toggleSkeletons,
	'c': togglePanel, 'e': toggleTimeline, 'g': toggleTuner, 'h': toggleHelp, '?': toggleHelp,
	'+': zoomIn, '=': zoomIn, '-': zoomOut, 'q': quit,
	'1': firstClip, '2': firstClip + 1, '3': firstClip + 2, '4': firstClip + 3, '5': firstClip + 4,
	'6': firstClip + 5, '7': firstClip + 6, '8': firstClip + 7, '9': firstClip + 8,
}

// steeringKeys maps keys to steering actions, by the key's position on the keyboard: some are held.
var steeringKeys = map[glfw.Key]locomotion.Action{
	glfw.KeyW: locomotion.Faster, glfw.KeyUp: locomotion.Faster, glfw.KeyS: locomotion.Slower,
	glfw.KeyDown: locomotion.Slower,
	glfw.KeyA:    locomotion.Left, glfw.KeyLeft: locomotion.Left, glfw.KeyD: locomotion.Right,
	glfw.KeyRight: locomotion.Right,
	glfw.KeySpace: locomotion.Jump, glfw.KeyV: locomotion.Wave, glfw.KeyB: locomotion.Dance,
	glfw.KeyN: locomotion.RunningArms,
	glfw.KeyT: locomotion.SlowMotion, glfw.KeyI: locomotion.ToggleInertialization,
	glfw.KeyR: locomotion.Save, glfw.KeyBackspace: locomotion.Restore, glfw.Key0: locomotion.Script,
}

// steeringCharacters lists the typed characters that are commands while a character is steered. In
// addition, p pauses.
var steeringCharacters = []rune{'.', 'u', 'k', 'c', 'e', 'g', 'h', '?', '+', '=', '-', 'q'}

// key carries out the command or steering action of a key.
func (c *control) key(key glfw.Key, action glfw.Action) error {
	if steer, ok := steeringKeys[key]; ok && c.steered() {
		switch action {
		case glfw.Press:
			if t := c.timeline; t != nil && !t.Live() { // the past is not steered
				return nil
			}
			return c.press(steer)
		case glfw.Release:
			c.release(steer)
		}
		return nil
	}
	if command, ok := commandKeys[key]; ok && action != glfw.Release && !(c.steered() && command == nextClip) {
		return c.do(command)
	}
	return nil
}

// typed carries out the command of a typed character.
func (c *control) typed(char rune) error {
	command, ok := commandCharacters[char]
	if c.steered() {
		if char == 'p' {
			command = togglePause
		} else {
			ok = ok && slices.Contains(steeringCharacters, char)
		}
	}
	if !ok {
		return nil
	}
	return c.do(command)
}

func pollEvents() { glfw.PollEvents() }

func waitEvents() { glfw.WaitEvents() }

// listen connects the window's keys and mouse to the control.
func (w *window) listen() {
	c, window := w.control, w.context.Window()
	window.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, code int, action glfw.Action, with glfw.ModifierKey) {
		if w.workbench != nil && !w.workbench.bar.Listens() && action != glfw.Release && w.keyOfTuner(key, code, with) {
			return
		}
		w.key(key, action)
	})
	window.SetCharCallback(func(_ *glfw.Window, char rune) {
		if w.workbench != nil && w.workbench.bar.Type(char) {
			return
		}
		if char != ' ' && w.keyOfTimeline(string(char)) {
			return
		}
		w.keepError(c.typed(char))
	})
	w.listenToMouse()
}

// key gives a key to what is open: a list or field of the panel before the timeline, and that before
// the rest.
func (w *window) key(key glfw.Key, action glfw.Action) {
	if key == glfw.KeyEscape && action == glfw.Repeat { // a key that is held closes one thing
		return
	}
	if w.keyOfPanel(key, action) || action != glfw.Release && w.keyOfTimeline(timelineKeys[key]) {
		return
	}
	w.keepError(w.control.key(key, action))
}

// panelKeys names the keys that an open list of the panel, or a field that is written in, knows.
var panelKeys = map[glfw.Key]string{
	glfw.KeyEscape: "escape", glfw.KeyBackspace: "backspace", glfw.KeyDelete: "delete", glfw.KeyEnter: "enter",
	glfw.KeyKPEnter: "enter", glfw.KeyLeft: "left", glfw.KeyRight: "right", glfw.KeyHome: "home", glfw.KeyEnd: "end",
}

// keyOfPanel gives a key to an open list of the panel, or to the field that is written in: no key is
// a command then. It reports whether there is one.
func (w *window) keyOfPanel(key glfw.Key, action glfw.Action) bool {
	return w.workbench != nil && action != glfw.Release && w.workbench.bar.Key(panelKeys[key])
}

// listenToMouse connects the mouse to the panel while it is over the panel, or was when the button
// went down, and otherwise to the camera. A click on a character shows it in the panel; in a scene
// whose character can be guided, it goes where the click is.
func (w *window) listenToMouse() {
	c, window := w.control, w.context.Window()
	var x, y float64 // of the mouse, in units of the window
	moved := false   // since a button was pressed
	window.SetScrollCallback(func(_ *glfw.Window, _, clicks float64) {
		if bar, _, over := w.overPanel(x, y); over {
			bar.Wheel(clicks)
			return
		}
		if s, at, over := w.overStrip(x, y); over {
			s.Wheel(at.X, at.Y, clicks)
			return
		}
		c.wheel(clicks)
	})
	window.SetMouseButtonCallback(func(_ *glfw.Window, button glfw.MouseButton, action glfw.Action,
		_ glfw.ModifierKey,
	) {
		bar, at, over := w.overPanel(x, y)
		s, in, overStrip := w.overStrip(x, y)
		if action == glfw.Press && c.tuner != nil {
			c.tuner.Begin()
		}
		switch {
		case overStrip && !over:
			moved = true
			if button != glfw.MouseButtonLeft {
				return
			}
			if s.Release(); action == glfw.Press {
				w.keepError(s.Press(in.X, in.Y))
			}
		case action == glfw.Press:
			moved = false
			if over && button == glfw.MouseButtonLeft {
				bar.Press(at.X, at.Y)
			}
		case w.workbench == nil:
		case w.workbench.bar.Dragging() || over:
			w.workbench.bar.Release()
		case button == glfw.MouseButtonLeft && !moved:
			at := w.inPicture(x, y)
			if !c.camera.GoTo(c.scene, w.aspect, at.X, at.Y) {
				w.workbench.selectAt(at)
			}
		}
	})
	window.SetCursorPosCallback(func(_ *glfw.Window, toX, toY float64) {
		_, height := window.GetSize()
		dx, dy := (toX-x)/float64(max(height, 1)), (toY-y)/float64(max(height, 1))
		x, y = toX, toY
		moved = moved || dx != 0 || dy != 0
		bar, at, over := w.overPanel(x, y)
		w.pointer = w.inPicture(x, y)
		if w.workbench != nil {
			w.workbench.pointer = w.pointer
		}
		if over {
			bar.Move(at.X, at.Y)
			return
		}
		if s, in, over := w.overStrip(x, y); over {
			w.keepError(s.Move(in.X, in.Y))
			return
		}
		switch {
		case window.GetMouseButton(glfw.MouseButtonLeft) == glfw.Press:
			c.drag(dx, dy)
		case window.GetMouseButton(glfw.MouseButtonRight) == glfw.Press,
			window.GetMouseButton(glfw.MouseButtonMiddle) == glfw.Press:
			c.pan(dx, dy)
		}
	})
}

// keepError keeps the first error of a command. The next frame returns it.
func (w *window) keepError(err error) {
	if w.failed == nil {
		w.failed = err
	}
}
