package bvh

import "fmt"

// Error describes what is wrong with a file, and where.
type Error struct {
	File string // as the caller named it
	Line int    // from 1; 0 for the file as a whole
	Err  error  // the reason
}

// Error returns the file, the line and the reason on one line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// errorAt returns an [*Error] at a line. Its file is set by [Options.Parse].
func errorAt(line int, format string, arguments ...any) error {
	return &Error{Line: line, Err: fmt.Errorf(format, arguments...)}
}
