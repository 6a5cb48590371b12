package render

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// ErrNoContext says that no OpenGL context of version 3.3 or later is current on the calling thread.
var ErrNoContext = errors.New("no OpenGL 3.3 context is current on this thread")

// ShaderError is what the driver says against a shader program.
type ShaderError struct {
	Program string
	Stage   string   // "vertex", "fragment" or "link"
	Sources []string // the files that the stage is made of; lines of file i are numbered from 1000·i+1 on in the log
	Log     string   // as the driver wrote it
}

func (e *ShaderError) Error() string {
	var files []string
	for i, name := range e.Sources {
		files = append(files, fmt.Sprintf("%s from line %d", name, i*linesPerFile+1))
	}
	return fmt.Sprintf("shader program %s: %s stage (sources %s): %s",
		e.Program, e.Stage, strings.Join(files, ", "), strings.TrimSpace(e.Log))
}

// glError returns the errors that OpenGL has recorded since the last call, naming what was going on, or nil.
func glError(doing string) error {
	var found []string
	for range 8 { // a lost context may report without end
		code := gl.GetError()
		if code == gl.NO_ERROR {
			break
		}
		found = append(found, errorName(code))
	}
	if found == nil {
		return nil
	}
	return fmt.Errorf("OpenGL: %s: %s", doing, strings.Join(found, ", "))
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
