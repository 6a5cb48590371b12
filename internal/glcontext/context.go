//go:build !js

package glcontext

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// ErrNoDisplay is the error if there is no display. On Linux a virtual display (xvfb-run) is enough,
// and a hidden window needs none where EGL can draw into memory.
var ErrNoDisplay = errors.New("no display")

// Options describe the window to open.
type Options struct {
	Title         string
	Width, Height int  // screen coordinates: pixels, unless the display is scaled
	Visible       bool // a hidden window is enough for drawing to render targets
	VSync         bool // wait for the vertical blank when buffers are swapped
	// Share is an open context whose textures, buffers and programs this one shares, or nil.
	Share *Context
}

// Context is a window whose OpenGL context is current on the goroutine that opened it, or a context
// without a window.
type Context struct {
	window     *glfw.Window
	screenless *screenless // in place of a window
}

// Open opens a window with an OpenGL 3.3 core context and makes it current. It locks the goroutine
// to its thread until [Context.Close]; only that goroutine may draw. On macOS it must be the main
// goroutine.
//
// On Linux without the environment variable DISPLAY, a hidden window is a framebuffer in memory
// that EGL makes, on the first graphics device that its drivers list.
//
// The error is [ErrNoDisplay], or describes what the display does not support.
func Open(o Options) (context *Context, err error) {
	if o.Width < 1 || o.Height < 1 {
		return nil, fmt.Errorf("opening a window: expected a size of at least 1x1, found %dx%d", o.Width, o.Height)
	}
	runtime.LockOSThread()
	defer func() {
		// glfw panics if an earlier call could not reach the display.
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: DISPLAY=%q: %v", ErrNoDisplay, os.Getenv("DISPLAY"), reason)
		}
		if err != nil {
			context = nil
			runtime.UnlockOSThread()
		}
	}()
	if needsDisplay() && os.Getenv("DISPLAY") == "" {
		return openWithoutDisplay(o)
	}
	if err := glfw.Init(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	window, err := createWindow(o)
	if err != nil {
		return nil, err
	}
	window.MakeContextCurrent()
	if err := gl.Init(); err != nil {
		window.Destroy()
		return nil, fmt.Errorf("loading OpenGL: %w", err)
	}
	interval := 0
	if o.VSync {
		interval = 1
	}
	glfw.SwapInterval(interval)
	return &Context{window: window}, nil
}

func openWithoutDisplay(o Options) (*Context, error) {
	err := fmt.Errorf("%w: the environment variable DISPLAY is not set", ErrNoDisplay)
	if o.Visible {
		return nil, err
	}
	made, ok := openScreenless(o)
	if !ok {
		return nil, fmt.Errorf("%w, and EGL has no OpenGL 3.3 without one (on Debian: apt-get install libegl1)", err)
	}
	if err := gl.Init(); err != nil {
		made.close()
		return nil, fmt.Errorf("loading OpenGL: %w", err)
	}
	return &Context{screenless: made}, nil
}

// createWindow opens a window without depth, stencil and multisample buffers.
func createWindow(o Options) (*glfw.Window, error) {
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.Samples, 0)
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	if !o.Visible {
		glfw.WindowHint(glfw.Visible, glfw.False)
	}
	var share *glfw.Window
	if o.Share != nil {
		share = o.Share.window
	}
	window, err := glfw.CreateWindow(o.Width, o.Height, o.Title, nil, share)
	if err != nil {
		return nil, fmt.Errorf("opening a window with OpenGL 3.3: %w", err)
	}
	if window == nil { // glfw has logged the reason
		return nil, fmt.Errorf("%w: no window with OpenGL 3.3 on DISPLAY=%q", ErrNoDisplay, os.Getenv("DISPLAY"))
	}
	return window, nil
}

// needsDisplay reports whether windows need an X server named by DISPLAY.
func needsDisplay() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "darwin"
}

// Window returns the window, for input and size, or nil if there is none: a hidden one without a
// display.
func (c *Context) Window() *glfw.Window { return c.window }

// MakeCurrent makes the context current, after another one was. The goroutine must be the one that
// opened it.
func (c *Context) MakeCurrent() {
	if c.screenless != nil {
		c.screenless.makeCurrent()
		return
	}
	c.window.MakeContextCurrent()
}

// Size returns the size of the framebuffer in pixels.
func (c *Context) Size() (width, height int) {
	if c.screenless != nil {
		return c.screenless.width, c.screenless.height
	}
	return c.window.GetFramebufferSize()
}

// Close closes the window and unlocks the goroutine from its thread. Closing twice does nothing.
// The connection to the display stays open for the next window: Xvfb restarts when its last client
// disconnects, and rejects new ones meanwhile.
func (c *Context) Close() {
	switch {
	case c.screenless != nil:
		c.screenless.close()
	case c.window != nil:
		c.window.Destroy()
	default:
		return
	}
	c.window, c.screenless = nil, nil
	runtime.UnlockOSThread()
}
