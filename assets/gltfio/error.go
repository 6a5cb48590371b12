package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Error describes what is wrong with a file, and where in the file.
type Error struct {
	File string // as the caller named it
	// Path is the place in the JSON, such as animations[2].channels[5].target.node. It is empty for
	// the file as a whole.
	Path string
	Err  error // the reason
}

// Error returns the file, the path and the reason on one line.
func (e *Error) Error() string {
	if e == nil || e.Err == nil {
		return "no error"
	}
	if e.Path == "" {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.File, e.Path, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// errorAt returns an [*Error] for a path in the JSON. Its file is set by [withFile].
func errorAt(path, format string, arguments ...any) error {
	return &Error{Path: path, Err: fmt.Errorf(format, arguments...)}
}

// withFile returns the error as an [*Error] that names the file.
func withFile(name string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		return &Error{File: name, Path: e.Path, Err: e.Err}
	}
	return &Error{File: name, Err: err}
}

// jsonErrorAt returns an error of the JSON decoder as an [*Error] without the names of Go types.
func jsonErrorAt(path string, err error) error {
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		if mismatch.Field != "" {
			path = strings.TrimPrefix(path+"."+mismatch.Field, ".")
		}
		return &Error{Path: path, Err: typeError{mismatch}}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && path == "" {
		return &Error{Err: fmt.Errorf("JSON, byte %d: %w", syntax.Offset, err)}
	}
	return &Error{Path: path, Err: fmt.Errorf("JSON: %w", err)}
}

// typeError is a JSON value of the wrong type. Its message does not mention the Go type.
type typeError struct{ *json.UnmarshalTypeError }

func (e typeError) Error() string { return fmt.Sprintf("a JSON %s is not valid here", e.Value) }

func (e typeError) Unwrap() error { return e.UnmarshalTypeError }
