package cli

import (
	"io"

	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

// commands are the subcommands with their flags.
type commands struct {
	Inspect  inspectCommand  `cmd:"" help:"List the joints, skins, meshes, materials and clips of a file, what is in a pack, or the states and transitions of a graph."`
	Pose     poseCommand     `cmd:"" help:"Print the transforms of all nodes at given times, as JSON."`
	Convert  convertCommand  `cmd:"" help:"Write a file as plain binary glTF, with the clips that are wanted."`
	Retarget retargetCommand `cmd:"" help:"Turn the clips of one character into clips of another and write them to a file."`
	Bake     bakeCommand     `cmd:"" help:"Bake the clips of files and print the size and the error of each; fill a cache, or write a pack, with graphs, databases of motions, modifier stacks and ragdolls too."`
	Replay   replayCommand   `cmd:"" help:"Play the frames that a program kept and compare each, or write a Go test that does."`
}

// Run runs the command that the arguments, without the program's name, select. It returns the exit
// status: 0 for success, 1 after one line on stderr for an error, 2 after one line for invalid
// arguments, 3 for findings of inspect --check.
func Run(arguments []string, stdout, stderr io.Writer) int {
	program := commandline.Program{
		Name:        "sinew",
		Description: "Skeletal animation for Go: prints the contents of glTF files and converts them.",
		Commands:    &commands{},
	}
	return program.Run(arguments, stdout, stderr)
}
