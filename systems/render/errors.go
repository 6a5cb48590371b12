package render

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// ErrNoContext reports that no OpenGL context of version 3.3 or later is current on the calling thread.
var ErrNoContext = errors.New("no OpenGL 3.3 context is current on this thread")

// ErrCamera reports a camera or a matrix that is not finite.
var ErrCamera = errors.New("the camera is not finite")

// ErrClosed reports a target that was closed.
var ErrClosed = errors.New("the target is closed")

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

// glError returns the errors that OpenGL recorded since the last call, or nil. The argument names the pass for the
// message.
func glError(pass string) error {
	var found []string
	var memory error
	for range 8 { // a lost context may report errors without end
		code := gl.GetError()
		if code == gl.NO_ERROR {
			break
		}
		found = append(found, errorName(code))
		if code == gl.OUT_OF_MEMORY {
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

// memoryError returns [ErrOutOfMemory] if OpenGL recorded that error since the last call. It discards other errors.
func memoryError() error {
	var err error
	for range 8 { // a lost context may report errors without end
		switch gl.GetError() {
		case gl.NO_ERROR:
			return err
		case gl.OUT_OF_MEMORY:
			err = ErrOutOfMemory
		}
	}
	return err
}

func errorName(code uint32) string {
	switch code {
	case gl.INVALID_ENUM:
		return "invalid enum"
	case gl.INVALID_VALUE:
		return "invalid value"
	case gl.INVALID_OPERATION:
		return "invalid operation"
	case gl.INVALID_FRAMEBUFFER_OPERATION:
		return "invalid framebuffer operation"
	case gl.OUT_OF_MEMORY:
		return "out of memory"
	}
	return fmt.Sprintf("error %#x", code)
}
