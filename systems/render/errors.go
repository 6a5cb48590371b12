package render

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// ErrNoContext reports that no OpenGL context of version 3.3 or later is current on the calling
// thread, or in a browser that there is no WebGL 2 context, or that it is lost.
var ErrNoContext = errors.New("no OpenGL 3.3 or WebGL 2 context is current on this thread")

// ErrCamera reports a camera or a matrix that is not finite.
var ErrCamera = errors.New("the camera is not finite")

// ErrClosed reports a target or a renderer that was closed.
var ErrClosed = errors.New("it is closed")

// ErrOutOfMemory reports that the driver had no memory for a mesh, a texture or a frame's palettes.
var ErrOutOfMemory = errors.New("the driver is out of memory")

// ShaderError is the driver's rejection of a shader program.
type ShaderError struct {
	Program string
	Stage   string   // "vertex", "fragment" or "link"
	Sources []string // the stage's files; the log numbers the lines of file i from 1000·i+1
	Log     string   // the driver's message
}

func (e *ShaderError) Error() string {
	var files []string
	for i, name := range e.Sources {
		files = append(files, fmt.Sprintf("%s from line %d", name, i*linesPerFile+1))
	}
	return fmt.Sprintf("shader program %s: %s stage (sources %s): %s",
		e.Program, e.Stage, strings.Join(files, ", "), strings.TrimSpace(e.Log))
}

// glError returns the errors that the device recorded since the last call, or nil. The argument
// names the pass for the message.
func glError(d gpu.Device, pass string) error {
	var found []string
	var memory error
	for range 8 { // a lost context may report errors without end
		code := d.Error()
		if code == gpu.NoError {
			break
		}
		found = append(found, code.String())
		if code == gpu.OutOfMemory {
			memory = ErrOutOfMemory
		}
	}
	if found == nil {
		return nil
	}
	if memory != nil {
		return fmt.Errorf("OpenGL: %s: %s: %w", pass, strings.Join(found, ", "), memory)
	}
	return fmt.Errorf("OpenGL: %s: %s", pass, strings.Join(found, ", "))
}

// discardErrors discards the errors that the device recorded until now, which the program made.
func discardErrors(d gpu.Device) {
	for range 8 { // a lost context may report errors without end
		if d.Error() == gpu.NoError {
			return
		}
	}
}

// memoryError returns [ErrOutOfMemory] if the device recorded that error since the last call. It
// discards other errors.
func memoryError(d gpu.Device) error {
	var err error
	for range 8 { // a lost context may report errors without end
		switch d.Error() {
		case gpu.NoError:
			return err
		case gpu.OutOfMemory:
			err = ErrOutOfMemory
		}
	}
	return err
}
