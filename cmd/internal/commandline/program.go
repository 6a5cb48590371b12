package commandline

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// Exit statuses.
const (
	statusOK     = 0
	statusFailed = 1
	statusUsage  = 2
	statusFound  = 3
)

// ErrFindings is what a command returns that has printed findings on its input. The program ends
// with the exit status 3 then, without a line on stderr.
var ErrFindings = errors.New("there are findings")

// Program is a program with commands.
type Program struct {
	Name, Description string
	// Commands is a pointer to a struct with a field for each command, as package kong reads it.
	// A command's method Run takes a pointer to [Streams].
	Commands any
	// Options are further options of package kong.
	Options []kong.Option
}

// Streams are the outputs of a command.
type Streams struct {
	Out, Err io.Writer
	program  string
}

// Warn prints a warning about a file in one line.
func (s *Streams) Warn(file, warning string) {
	fmt.Fprintf(s.Err, "%s: warning: %s\n", s.program, OneLine(WithFile(file, warning)))
}

// Run runs the command that the arguments, without the program's name, select. It returns the exit
// status: 0 for success, 1 after one line on stderr for an error, 2 after one line for invalid
// arguments, 3 for [ErrFindings].
func (p *Program) Run(arguments []string, stdout, stderr io.Writer) int {
	showedHelp := false
	parser, err := kong.New(p.Commands, append([]kong.Option{
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { showedHelp = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
	}, p.Options...)...)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", p.Name, OneLine(err.Error()))
		return statusUsage
	}
	context, err := parser.Parse(normalizeFlags(parser.Model, arguments))
	switch {
	case showedHelp:
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "%s: %s (see %[1]s -h)\n", p.Name, OneLine(err.Error()))
		return statusUsage
	}
	if err := context.Run(&Streams{stdout, stderr, p.Name}); errors.Is(err, ErrFindings) {
		return statusFound
	} else if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", p.Name, OneLine(err.Error()))
		var usage *usageError
		if errors.As(err, &usage) {
			return statusUsage
		}
		return statusFailed
	}
	return statusOK
}

// normalizeFlags rewrites long flags with one dash into flags with two, as package flag accepts
// both. It also joins each value to its flag, so that in '-time -0.5,1' the value is not taken for
// a flag. It leaves everything after a lone -- unchanged.
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
		argument = "--" + strings.TrimLeft(argument, "-") // unknown flags too, so that the error shows the whole name
		if takesValue[name] && !joined && i+1 < len(arguments) {
			i++
			argument += "=" + arguments[i]
		}
		out = append(out, argument)
	}
	return out
}
