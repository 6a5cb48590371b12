//go:build js

package render

import (
	"fmt"
	"syscall/js"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
	"github.com/sinew-go/sinew/systems/render/internal/gpu/webgl"
)

// current is the context that [UseCanvas] made current, or nil.
var current gpu.Device

// UseCanvas makes the WebGL 2 context of a canvas current: [New] and [NewTarget] use it from then
// on. The error is an [ErrNoContext]. [Renderer.Present] draws to the canvas, whose width and
// height are in pixels. The context must belong to this package alone. A canvas on which UseCanvas
// is called again keeps its context, but renderers and targets of both calls must not be mixed.
//
// A browser may lose the context, as when the machine wakes up. Until it is restored nothing is
// drawn; then renderers and targets upload everything again with the next frame.
//
// UseCanvas exists in programs compiled with GOOS=js only.
func UseCanvas(canvas js.Value) error {
	device, err := webgl.Open(canvas)
	if err != nil {
		return fmt.Errorf("render: %w: %w", ErrNoContext, err)
	}
	current = device
	return nil
}

// currentDevice returns the context that [UseCanvas] made current, or [ErrNoContext].
func currentDevice() (gpu.Device, error) {
	if current == nil {
		return nil, fmt.Errorf("%w: call UseCanvas first", ErrNoContext)
	}
	return current, nil
}
