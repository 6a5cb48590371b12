//go:build !cgo

package view

import (
	"errors"
	"io"
)

var errNoCgo = errors.New("this demo was built without cgo, which drawing with OpenGL needs; rebuild it with " +
	"CGO_ENABLED=1, or use inspect and pose")

// Available returns the reason why this build cannot draw.
func Available() error { return errNoCgo }

// Run returns the reason why this build cannot draw.
func Run(Input, Options, io.Writer, io.Writer) error { return errNoCgo }
