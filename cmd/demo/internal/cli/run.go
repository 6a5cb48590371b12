package cli

import (
	"errors"
	"fmt"
	"go/doc/comment"
	"io"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// Exit statuses.
const (
	statusOK     = 0
	statusFailed = 1
	statusUsage  = 2
)

// commands are the subcommands with their flags.
type commands struct {
	View     viewCommand     `cmd:"" default:"withargs" help:"Draw the mannequin or files, in a window or into a GIF or PNG file. The default command."`
	Replay   replayCommand   `cmd:"" help:"Play a recording of the scene locomotion and compare each frame with it."`
	Inspect  inspectCommand  `cmd:"" help:"List the joints, skins, meshes, materials and clips of a file, or the states and transitions of a graph."`
	Pose     poseCommand     `cmd:"" help:"Print the transforms of all nodes at given times, as JSON."`
	Convert  convertCommand  `cmd:"" help:"Write a file as plain binary glTF, with the clips that are wanted."`
	Retarget retargetCommand `cmd:"" help:"Turn the clips of one character into clips of another and write them to a file."`
}

// printHelp prints the help of the selected command or, for view with a scene, what one sees in the
// scene.
func printHelp(options kong.HelpOptions, context *kong.Context) error {
	for _, step := range context.Path {
		if flag := step.Flag; flag != nil && flag.Name == "scene" {
			entry, err := stage.Find(fmt.Sprint(context.FlagValue(flag)))
			if err != nil {
				return err
			}
			wrapped := (&comment.Printer{TextWidth: options.WrapUpperBound}).Text(new(comment.Parser).Parse(entry.Text))
			_, err = fmt.Fprintf(context.Stdout, "%s: %s\n\n%s", entry.Name, entry.Summary, wrapped)
			return err
		}
	}
	return kong.DefaultHelpPrinter(options, context)
}

// streams are the outputs of a command.
type streams struct {
	out, err io.Writer
}

// warn prints a warning in one line.
func (s *streams) warn(file, warning string) {
	fmt.Fprintf(s.err, "demo: warning: %s\n", oneLine(withFile(file, warning)))
}

// Run runs the command that the arguments, without the program's name, select. It returns the exit
// status: 0 for success, 1 after one line on stderr for an error, 2 after one line for invalid
// arguments.
func Run(arguments []string, stdout, stderr io.Writer) int {
	var selected commands
	showedHelp := false
	parser, err := kong.New(&selected,
		kong.Name("demo"),
		kong.Description("Skeletal animation for Go: draws animated glTF characters, prints the contents of files "+
			"and converts them."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { showedHelp = true }),
		kong.Vars{"scenes": strings.Join(stage.Names, ",")},
		kong.Help(printHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
	)
	if err != nil {
		fmt.Fprintf(stderr, "demo: %s\n", oneLine(err.Error()))
		return statusUsage
	}
	context, err := parser.Parse(normalizeFlags(parser.Model, arguments))
	switch {
	case showedHelp:
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "demo: %s (see demo -h)\n", oneLine(err.Error()))
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
