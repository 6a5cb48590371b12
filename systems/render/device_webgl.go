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

// CanvasOptions are settings of [UseCanvas]. The zero CanvasOptions suit most pages. They exist in
// programs compiled with GOOS=js only.
type CanvasOptions struct {
	// Width and Height set the size of the canvas in pixels; 0 leaves it as it is.
	Width, Height int
	// Preserve keeps the picture after the browser has shown it, so that the page can read it at
	// any time, as with toBlob. It costs a copy of every frame, and has an effect only on a canvas
	// that has no context yet: on another one it is an error if the context does not.
	Preserve bool
}

// UseCanvas makes the WebGL 2 context of a canvas current: [New] and [NewTarget] use it from then
// on. The error is an [ErrNoContext]. [Renderer.Present] draws to the canvas. The context must
// belong to this package alone: a page that makes textures in it, as for [IntoOptions].Shadows,
// leaves its state as it was. A page may have several canvases: a renderer and its targets stay
// with the one that was current when they were made. A canvas on which UseCanvas is called again
// keeps its context, but renderers and targets of both calls must not be mixed.
//
// A browser may lose the context, as when the machine wakes up. Until it is restored nothing is
// drawn; then renderers and targets upload everything again with the next frame.
//
// UseCanvas exists in programs compiled with GOOS=js only.
func UseCanvas(canvas js.Value, options CanvasOptions) error {
	if options.Width < 0 || options.Height < 0 {
		return fmt.Errorf("render: canvas: expected a size of at least 0x0 pixels, found %dx%d", options.Width,
			options.Height)
	}
	device, err := webgl.Open(canvas, options.Preserve)
	if err != nil {
		return fmt.Errorf("render: %w: %w", ErrNoContext, err)
	}
	for name, size := range map[string]int{"width": options.Width, "height": options.Height} {
		if size > 0 {
			canvas.Set(name, size)
		}
	}
	current = device
	return nil
}

// shadowTexture is a texture of the page.
type shadowTexture = js.Value

// nameOf returns the object of a texture.
func nameOf(d gpu.Device, t gpu.Texture) shadowTexture { return webgl.Object(d, t) }

// isTexture reports whether there is a texture.
func isTexture(t shadowTexture) bool { return t.Truthy() }

// adopt returns the device's name for a texture of the page. Before is its last answer, or 0.
func adopt(d gpu.Device, before gpu.Texture, t shadowTexture) gpu.Texture {
	return webgl.Adopt(d, before, t)
}

// forget gives the name of a texture of the page back.
func forget(d gpu.Device, t gpu.Texture) { webgl.Forget(d, t) }

// currentDevice returns the context that [UseCanvas] made current, or [ErrNoContext].
func currentDevice() (gpu.Device, error) {
	if current == nil {
		return nil, fmt.Errorf("%w: call UseCanvas first", ErrNoContext)
	}
	return current, nil
}
