//go:build !cgo

package view

import "io"

// Available returns why this build cannot draw.
func Available() error { return errNoCgo }

// Run cannot draw in this build, and says why.
func Run(Scene, Options, io.Writer, io.Writer) error { return errNoCgo }
