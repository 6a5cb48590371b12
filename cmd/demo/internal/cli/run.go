package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/demo/internal/text"
)

// Exit statuses.
const (
	statusOK     = 0
	statusFailed = 1
	statusUsage  = 2
)

// commands are the subcommands with their flags; the first is the one that runs when none is named.
type commands struct {
	View    viewCommand    `cmd:"" default:"withargs" help:"Draw the mannequin or files, in a window or into a picture or film. Runs when no command is named."`
	Inspect inspectCommand `cmd:"" help:"List the joints, skins, meshes, materials and clips of a file, or the states and transitions of a graph."`
	Pose    poseCommand    `cmd:"" help:"Print where everything in a file is at some moments, as JSON."`
}

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// warn prints a line that is no failure.
func (s *streams) warn(file, warning string) {
	fmt.Fprintf(s.err, "demo: warning: %s\n", oneLine(withFile(file, warning)))
}

// Run runs the command that the arguments (without the program's name) ask for, and returns the exit status: 0; 1 after one
// line on stderr that says what went wrong; 2 after one line on what is wrong with the arguments.
func Run(arguments []string, stdout, stderr io.Writer) int {
	var selected commands
	helped := false
	parser, err := kong.New(&selected,
		kong.Name("demo"),
		kong.Description("Skeletal animation for Go: draws animated glTF characters, and tells what is in a file."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
	)
	if err != nil {
		fmt.Fprintf(stderr, "demo: %s\n", oneLine(err.Error()))
		return statusUsage
	}
	context, err := parser.Parse(normalizeFlags(parser.Model, arguments))
	switch {
	case helped:
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "demo: %s (demo -h tells more)\n", oneLine(err.Error()))
		return statusUsage
	}
	if err := context.Run(&streams{stdout, stderr}); err != nil {
		fmt.Fprintf(stderr, "demo: %s\n", oneLine(err.Error()))
		var usage *usageError
		if errors.As(err, &usage) {
			return statusUsage
		}
		return statusFailed
	}
	return statusOK
}

// usageError is a value of a flag that makes no sense.
type usageError struct {
	flag string
	err  error
}

func (e *usageError) Error() string { return e.flag + ": " + e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// prefixed puts the file before a message that does not begin with it.
func withFile(file, message string) string {
	if file == "" || strings.Contains(message, file) {
		return message
	}
	return file + ": " + message
}

// oneLine joins the lines of a message and hides what would move a terminal's cursor: names come from files.
func oneLine(message string) string {
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' })
	return text.Printable(strings.Join(lines, "; "))
}

// normalize makes long flags with one dash mean what they do with two, as in Go's own flag package, and ties each value to
// its flag, so that '-time -0.5,1' is no flag named 0.5. What follows a lone -- is left as it is.
func normalizeFlags(application *kong.Application, arguments []string) []string {
	takesValue := map[string]bool{}
	_ = kong.Visit(application, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			takesValue[flag.Name] = !flag.IsBool()
		}
		return next(nil)
	})
	var out []string
	for i := 0; i < len(arguments); i++ {
		argument := arguments[i]
		if argument == "--" {
			return append(out, arguments[i:]...)
		}
		name, _, joined := strings.Cut(strings.TrimLeft(argument, "-"), "=")
		if !strings.HasPrefix(argument, "-") || len(name) < 2 {
			out = append(out, argument)
			continue
		}
		argument = "--" + strings.TrimLeft(argument, "-") // an unknown one too, for the error to name it whole
		if takesValue[name] && !joined && i+1 < len(arguments) {
			i++
			argument += "=" + arguments[i]
		}
		out = append(out, argument)
	}
	return out
}

// load reads a file into the library. The error names the file.
func load(library *assets.Library, path string) (*assets.Model, error) {
	model, err := gltfio.Open(library, path)
	if err != nil {
		if text := withFile(filepath.Base(path), err.Error()); text != err.Error() {
			return nil, errors.New(text)
		}
		return nil, err
	}
	return model, nil
}
