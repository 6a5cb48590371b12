package cli

import (
	"fmt"
	"go/doc/comment"
	"io"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

// commands are the subcommands with their flags.
type commands struct {
	View   viewCommand   `cmd:"" default:"withargs" help:"Draw the mannequin or files, in a window or into a GIF or PNG file. The default command."`
	Replay replayCommand `cmd:"" help:"Show the frames that a program kept, or a recording of the scene locomotion, and compare each with what was kept."`
	Plot   plotCommand   `cmd:"" help:"Plot the curves of a clip into an .svg or .png file."`
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

// Run runs the command that the arguments, without the program's name, select. It returns the exit
// status: 0 for success, 1 after one line on stderr for an error, 2 after one line for invalid
// arguments.
func Run(arguments []string, stdout, stderr io.Writer) int {
	program := commandline.Program{
		Name: "demo",
		Description: "Skeletal animation for Go: draws animated glTF characters. The command sinew lists what is in files " +
			"and converts them.",
		Commands: &commands{},
		Options: []kong.Option{
			kong.Vars{"scenes": strings.Join(stage.Names, ",")},
			kong.Help(printHelp),
		},
	}
	return program.Run(arguments, stdout, stderr)
}
