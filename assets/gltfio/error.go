package gltfio

import "fmt"

// Error says what is wrong with a file, and where in it.
type Error struct {
	File string // as the caller named it
	// Path is the place in the file's JSON, such as animations[2].channels[5].target.node; empty for the file as a whole.
	Path string
	Err  error // the reason
}

// Error returns the file, the place and the reason on one line.
func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.File, e.Path, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// fault returns an [*Error] for a place in the JSON, whose file [Options.load] fills in.
func fault(path, format string, arguments ...any) error {
	return &Error{Path: path, Err: fmt.Errorf(format, arguments...)}
}

// checkIndex returns an error unless the index names one of that many things.
func checkIndex(path string, index, count int, things string) error {
	switch {
	case index < 0:
		return fault(path, "%d is negative", index)
	case index >= count:
		return fault(path, "%d is not below %d %s", index, count, things)
	}
	return nil
}

// checkOptional is [checkIndex] for an index that may be absent.
func checkOptional(path string, index *int, count int, things string) error {
	if index == nil {
		return nil
	}
	return checkIndex(path, *index, count, things)
}
