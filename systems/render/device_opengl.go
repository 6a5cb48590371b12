//go:build !js

package render

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
	"github.com/sinew-go/sinew/systems/render/internal/gpu/opengl"
)

// currentDevice returns the current OpenGL context, or [ErrNoContext] unless it is of version 3.3 or later.
func currentDevice() (gpu.Device, error) {
	device, err := opengl.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoContext, err)
	}
	return device, nil
}

// Headless returns a target of that size in pixels, with 4 samples per pixel, on a machine where no window is wanted, for
// tests and tools: in a context of its own, which it makes current and locks to the goroutine's thread. It needs a
// display, which may be a virtual one such as Xvfb; without one the error is [ErrNoContext]. Release frees the target and
// the context, and must come after the renderer's Close.
func Headless(width, height int) (target *Target, release func(), err error) {
	context, err := glcontext.Open(glcontext.Options{Title: "headless", Width: 1, Height: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("render: %w: %w", ErrNoContext, err)
	}
	if target, err = NewTarget(width, height, 4); err != nil {
		context.Close()
		return nil, nil, err
	}
	return target, func() {
		target.Close()
		context.Close()
	}, nil
}
