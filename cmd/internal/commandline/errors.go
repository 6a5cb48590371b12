package commandline

import (
	"strings"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

// usageError is an invalid value of a flag.
type usageError struct {
	flag string
	err  error
}

// WrongFlag returns an error for an invalid value of a flag or an argument, with which a program
// ends as with an unknown flag.
func WrongFlag(flag string, err error) error { return &usageError{flag, err} }

// Error returns the message after the name of the flag.
func (e *usageError) Error() string { return e.flag + ": " + e.err.Error() }

// Unwrap returns what is wrong with the value.
func (e *usageError) Unwrap() error { return e.err }

// WithFile returns the message with the file's name before it, unless the message contains the
// name.
func WithFile(file, message string) string {
	if file == "" || strings.Contains(message, file) {
		return message
	}
	return file + ": " + message
}

// OneLine joins the lines of a message and replaces non-printable characters: names from files may
// contain any.
func OneLine(message string) string {
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' })
	return text.Printable(strings.Join(lines, "; "))
}
