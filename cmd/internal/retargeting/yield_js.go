package retargeting

import (
	"syscall/js"
	"time"
)

// yield lets the page draw: it has one thread, and draws only while nothing runs. It returns after the next frame, or after a
// second, as a page that is hidden draws none.
func yield() {
	drawn := make(chan struct{})
	var frame js.Func
	frame = js.FuncOf(func(js.Value, []js.Value) any {
		frame.Release()
		close(drawn)
		return nil
	})
	js.Global().Call("requestAnimationFrame", frame)
	select {
	case <-drawn:
	case <-time.After(time.Second):
	}
}
