package cli

import (
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/text"
)

// usageError is an invalid value of a flag.
type usageError struct {
	flag string
	err  error
}

func (e *usageError) Error() string { return e.flag + ": " + e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// withFile returns the message with the file's name before it, unless the message contains the
// name.
func withFile(file, message string) string {
	if file == "" || strings.Contains(message, file) {
		return message
	}
	return file + ": " + message
}

// oneLine joins the lines of a message and replaces non-printable characters: names from files may
// contain any.
func oneLine(message string) string {
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' })
	return text.Printable(strings.Join(lines, "; "))
}
