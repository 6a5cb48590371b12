//go:build !js

package render

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
	"github.com/sinew-go/sinew/systems/render/internal/gpu/opengl"
)

// currentDevice returns the current OpenGL context, or [ErrNoContext] unless it is of version 3.3
// or later.
func currentDevice() (gpu.Device, error) {
	device, err := opengl.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoContext, err)
	}
	return device, nil
}

// shadowTexture names a texture of the program.
type shadowTexture = uint32

// nameOf returns what the program calls a texture.
func nameOf(_ gpu.Device, t gpu.Texture) shadowTexture { return uint32(t) }

// isTexture reports whether there is a texture.
func isTexture(t shadowTexture) bool { return t != 0 }

// adopt returns the device's name for a texture of the program. Before is its last answer, or 0.
func adopt(_ gpu.Device, _ gpu.Texture, t shadowTexture) gpu.Texture { return gpu.Texture(t) }

// forget gives the name of a texture of the program back.
func forget(gpu.Device, gpu.Texture) {}

// Headless makes a context without a window, for tests and tools, and returns a target of that size
// in pixels, with 4 samples per pixel. The context is current, and the goroutine locked to its
// thread. Where the environment variable DISPLAY is not set, EGL makes it on the first graphics
// device that it finds; if it finds none, the error is [ErrNoContext]. Release frees the target and
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

// State is a copy of the part of a context's state that this package changes: the bound program,
// vertex array, framebuffers, renderbuffer and buffers; 2D and buffer textures and samplers of the
// units 0 to 24, and the active unit; uniform buffers 0 to 2 and the first buffer of transform
// feedback; the capabilities of glEnable; viewport and depth range; depth, color and blend
// functions and masks; clear values; polygon mode, offset, culling and winding; line width; the
// constant attributes 2 to 4 and 13; and pixel storage.
//
// A program that draws with OpenGL itself saves the state before it calls this package and restores
// it afterward, or sets what it needs. Saving asks the driver for about 130 values. In a browser
// there is no State: a page gives the renderer a canvas of its own.
type State struct{ saved opengl.State }

// Save reads the state of the current context.
func (s *State) Save() { s.saved.Save() }

// Restore sets the state of the current context to the saved one. The objects that were bound must
// still exist. It must not be called before [State.Save].
func (s *State) Restore() { s.saved.Restore() }
