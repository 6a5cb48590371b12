package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/replay"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/mcap"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

type replayCommand struct {
	File    string   `arg:"" help:"File that a program wrote with package rewind."`
	Assets  []string `placeholder:"FILE" help:"Packs and models with the assets of the program, for a file without any."`
	Frame   int      `placeholder:"N" help:"Print why each character looked as it did in frame N, from 1 on."`
	MCAP    string   `name:"mcap" placeholder:"FILE" help:"Write joints, events and findings of each frame into a file that Foxglove and Rerun open."`
	Test    string   `placeholder:"FILE" help:"Write a Go test that plays the file and compares each frame with it."`
	Package string   `placeholder:"NAME" help:"Package of the test. Default: that of the folder, with _test."`
	Setup   string   `placeholder:"PATH.FUNCTION" help:"Function that the test gets its session and step from: func(*rewind.File) (*rollback.Session, func(input []byte, seconds float64) error, error)."`
}

// Help returns the text that -h prints after the summary, before the flags.
func (*replayCommand) Help() string {
	return `Plays the frames of a file and compares each with what the file says came out of it: state and poses.
At a difference the exit status is 1, with the frame and the entity that differ, and --mcap and --frame have the
frames up to it. The command demo replay shows the frames in a timeline.

A file with inputs for a step of the program, or with components of the program, plays only in the
program. For these --test and --setup write a test that does.`
}

// Run plays the file, or writes a test that does.
func (c *replayCommand) Run(s *commandline.Streams) error {
	file, err := replay.Open(c.File)
	if err != nil {
		return err
	}
	if c.Test != "" {
		return c.writeTest(s, file)
	}
	for _, flag := range []struct{ name, value string }{{"--package", c.Package}, {"--setup", c.Setup}} {
		if flag.value != "" {
			return commandline.WrongFlag(flag.name, fmt.Errorf("expected --test with %s, found none", flag.name))
		}
	}
	fmt.Fprintf(s.Out, "%s: frames: %d, %.3f s\n", c.File, file.Frames, file.Seconds)
	for _, line := range replay.Notes(file) {
		fmt.Fprintln(s.Out, line)
	}
	library := assets.NewLibrary()
	if !file.NeedsStep { // Play tells of a file that does
		if err := replay.Load(library, c.File, file, c.Assets); err != nil {
			return err
		}
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		return err
	}
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	if err != nil {
		return err
	}
	tape, difference, err := replay.Play(session, c.File, file, rewind.Options{})
	if err != nil {
		return err
	}
	if difference == nil {
		fmt.Fprintln(s.Out, "all frames are as they were")
	}
	if c.MCAP != "" {
		if err := c.export(tape); err != nil {
			return err
		}
		first, last := tape.Frames()
		fmt.Fprintf(s.Out, "%s holds frames %d to %d for viewers\n", c.MCAP, first, last)
	}
	if c.Frame != 0 {
		if err := tape.Seek(c.Frame); err != nil {
			return errors.Join(difference, commandline.WrongFlag("--frame", err))
		}
		for _, entity := range charactersOf(&world) {
			fmt.Fprintf(s.Out, "\n%v", animation.Explain(entity))
		}
	}
	return difference
}

// export writes an MCAP file.
func (c *replayCommand) export(tape *rewind.Tape) error {
	f, err := os.Create(c.MCAP)
	if err != nil {
		return err
	}
	return errors.Join(mcap.WriteTape(f, tape, mcap.Options{}), f.Close())
}

// charactersOf returns the characters of a world, by number.
func charactersOf(world *ecs.World) (list []ecs.Entity) {
	query := generic.NewFilter1[components.Skeleton]().Query(world)
	for query.Next() {
		list = append(list, query.Entity())
	}
	slices.SortFunc(list, func(a, b arche.Entity) int { return int(a.ID()) - int(b.ID()) })
	return list
}
