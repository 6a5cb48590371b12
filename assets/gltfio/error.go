package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// jsonFault puts an error of the JSON decoder in terms of the file.
func jsonErrorAt(path string, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		if kind.Field != "" {
			path = strings.TrimPrefix(path+"."+kind.Field, ".")
		}
		return &Error{Path: path, Err: typeError{kind}}
	}
	if text, ok := strings.CutPrefix(err.Error(), "gltf: "); ok { // a rule that the document types check
		return &Error{Path: path, Err: errors.New(text)}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && path == "" {
		return &Error{Err: fmt.Errorf("JSON, byte %d: %w", syntax.Offset, err)}
	}
	return &Error{Path: path, Err: fmt.Errorf("JSON: %w", err)}
}

// typeError is the JSON decoder's error in terms of the file, without the Go types.
type typeError struct{ *json.UnmarshalTypeError }

func (e typeError) Error() string { return fmt.Sprintf("a JSON %s is not what belongs here", e.Value) }

func (e typeError) Unwrap() error { return e.UnmarshalTypeError }

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
func errorAt(path, format string, arguments ...any) error {
	return &Error{Path: path, Err: fmt.Errorf(format, arguments...)}
}

// checkIndex returns an error unless the index names one of that many things.
func checkIndex(path string, index, count int, things string) error {
	switch {
	case index < 0:
		return errorAt(path, "%d is negative", index)
	case index >= count:
		return errorAt(path, "%d is not below %d %s", index, count, things)
	}
	return nil
}

// checkOptional is [checkIndex] for an index that may be absent.
func checkOptionalIndex(path string, index *int, count int, things string) error {
	if index == nil {
		return nil
	}
	return checkIndex(path, *index, count, things)
}
