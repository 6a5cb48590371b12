package glcontext

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// ErrNoDisplay says that there is no screen to open a window on, not even for a hidden one. On Linux a virtual one will
// do: xvfb-run.
var ErrNoDisplay = errors.New("there is no display")

// Options say what window to open.
type Options struct {
	Title         string
	Width, Height int  // screen coordinates, which are pixels where the display does not scale
	Visible       bool // a hidden window is enough for drawing to targets
	VSync         bool // wait for the screen when buffers are swapped
}

// Context is a window whose OpenGL context is current on the goroutine that opened it.
type Context struct {
	window *glfw.Window
}

// Open opens a window with an OpenGL 3.3 core context and makes it current. It locks the goroutine to its thread until
// [Context.Close]; all drawing belongs on that goroutine. macOS wants it to be the main one.
//
// The error is [ErrNoDisplay], or tells what the display cannot do.
func Open(o Options) (context *Context, err error) {
	if o.Width < 1 || o.Height < 1 {
		return nil, fmt.Errorf("a window of %dx%d pixels cannot be opened", o.Width, o.Height)
	}
	if needsDisplay() && os.Getenv("DISPLAY") == "" {
		return nil, fmt.Errorf("%w: the environment variable DISPLAY is not set", ErrNoDisplay)
	}
	runtime.LockOSThread()
	defer func() {
		// glfw panics, rather than fails, where it could not reach the display before.
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: DISPLAY=%q: %v", ErrNoDisplay, os.Getenv("DISPLAY"), reason)
		}
		if err != nil {
			context = nil
			runtime.UnlockOSThread()
		}
	}()
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
	return &Context{window}, nil
}

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
	window, err := glfw.CreateWindow(o.Width, o.Height, o.Title, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("opening a window with OpenGL 3.3: %w", err)
	}
	if window == nil { // the system refused; glfw has logged what it said
		return nil, fmt.Errorf("%w: DISPLAY=%q opens no window with OpenGL 3.3", ErrNoDisplay, os.Getenv("DISPLAY"))
	}
	return window, nil
}

// needsDisplay says whether windows go to an X server named by DISPLAY.
func needsDisplay() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "darwin"
}

// Window returns the window, for its input and its size.
func (c *Context) Window() *glfw.Window { return c.window }

// Size returns the size of what is drawn, in pixels.
func (c *Context) Size() (width, height int) { return c.window.GetFramebufferSize() }

// Close closes the window and unties the goroutine from its thread. Closing twice does nothing. The connection to the display
// stays, for the next window: Xvfb restarts when its last client leaves, and refuses new ones meanwhile.
func (c *Context) Close() {
	if c.window == nil {
		return
	}
	c.window.Destroy()
	c.window = nil
	runtime.UnlockOSThread()
}
