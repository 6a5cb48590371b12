//go:build cgo

package view

import "github.com/go-gl/glfw/v3.3/glfw"

// keys are the commands of keys. Those of letters and signs go by what is printed on the key, in [characters].
var keys = map[glfw.Key]command{
	glfw.KeySpace: togglePause, glfw.KeyTab: nextClip, glfw.KeyHome: resetCamera,
	glfw.KeyLeft: turnLeft, glfw.KeyRight: turnRight, glfw.KeyUp: turnUp, glfw.KeyDown: turnDown,
	glfw.KeyEscape: quit,
}

// characters are the commands of typed characters, whatever the keyboard's layout.
var characters = map[rune]command{
	'.': stepOn, ',': stepBack, ']': scrubOn, '[': scrubBack, 'n': nextClip, 'p': previousClip,
	'f': faster, 's': slower, 'r': authoredSpeed, 'k': toggleSkeletons, 'h': toggleHelp, '?': toggleHelp,
	'+': nearer, '=': nearer, '-': farther, 'q': quit,
	'1': firstClip, '2': firstClip + 1, '3': firstClip + 2, '4': firstClip + 3, '5': firstClip + 4,
	'6': firstClip + 5, '7': firstClip + 6, '8': firstClip + 7, '9': firstClip + 8,
}

func pollEvents() { glfw.PollEvents() }
func waitEvents() { glfw.WaitEvents() }

// listen ties keys and mouse to the control. A command that fails ends the window's work: nothing more can be shown.
func (w *window) listen() {
	c, window := w.control, w.context.Window()
	window.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
		if what, ok := keys[key]; ok && action != glfw.Release {
			w.note(c.do(what))
		}
	})
	window.SetCharCallback(func(_ *glfw.Window, char rune) {
		if what, ok := characters[char]; ok {
			w.note(c.do(what))
		}
	})
	window.SetScrollCallback(func(_ *glfw.Window, _, y float64) { c.wheel(y) })
	var x, y float64
	window.SetCursorPosCallback(func(_ *glfw.Window, toX, toY float64) {
		_, height := window.GetSize()
		dx, dy := (toX-x)/float64(max(height, 1)), (toY-y)/float64(max(height, 1))
		x, y = toX, toY
		switch {
		case window.GetMouseButton(glfw.MouseButtonLeft) == glfw.Press:
			c.drag(dx, dy)
		case window.GetMouseButton(glfw.MouseButtonRight) == glfw.Press, window.GetMouseButton(glfw.MouseButtonMiddle) == glfw.Press:
			c.pan(dx, dy)
		}
	})
}

// note keeps the first error of a command for the next frame to return.
func (w *window) note(err error) {
	if w.failed == nil {
		w.failed = err
	}
}
