//go:build !cgo

package view

import (
	"errors"
	"io"
)

var errNoCgo = errors.New("this demo was built without cgo, which drawing with OpenGL needs; rebuild it with CGO_ENABLED=1, or use inspect and pose")

// Available returns why this build cannot draw.
func Available() error { return errNoCgo }

// Run cannot draw in this build, and says why.
func Run(Scene, Options, io.Writer, io.Writer) error { return errNoCgo }
