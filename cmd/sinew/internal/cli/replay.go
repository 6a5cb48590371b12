package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
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

// Help returns the text that -h prints below the flags' summary.
func (*replayCommand) Help() string {
	return `Plays the frames of a file and compares each with what the file says came out of it: state and poses.
At a difference the exit status is 1, with the frame and the entity that differ.

A file with inputs for a step of the program, or with components of the program, plays only in the
program. For these --test and --setup write a test that does.`
}

// Run plays the file, or writes a test that does.
func (c *replayCommand) Run(s *commandline.Streams) error {
	file, err := openFrames(c.File)
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
	for _, line := range notesOf(file) {
		fmt.Fprintln(s.Out, line)
	}
	if file.NeedsStep {
		return fmt.Errorf("%s: expected frames that play without the program, found inputs for its step: write a test with "+
			"--test and --setup", c.File)
	}
	library, err := c.load(file)
	if err != nil {
		return err
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
	tape, err := file.Play(session, rewind.Options{})
	if err != nil {
		if errors.Is(err, rollback.ErrSnapshot) && strings.Contains(err.Error(), "not registered") {
			err = fmt.Errorf("%w: such a file plays only in its program: write a test with --test and --setup", err)
		}
		return fmt.Errorf("%s: %w", c.File, err)
	}
	fmt.Fprintln(s.Out, "all frames are as they were")
	if c.MCAP != "" {
		if err := c.export(tape); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "%s holds the frames for viewers\n", c.MCAP)
	}
	if c.Frame == 0 {
		return nil
	}
	if err := tape.Seek(c.Frame); err != nil {
		return commandline.WrongFlag("--frame", err)
	}
	for _, entity := range charactersOf(&world) {
		fmt.Fprintf(s.Out, "\n%v", animation.Explain(entity))
	}
	return nil
}

// export writes an MCAP file.
func (c *replayCommand) export(tape *rewind.Tape) error {
	f, err := os.Create(c.MCAP)
	if err != nil {
		return err
	}
	return errors.Join(mcap.WriteTape(f, tape, mcap.Options{}), f.Close())
}

// openFrames reads a file of frames.
func openFrames(path string) (*rewind.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := rewind.Open(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

// notesOf returns the lines of the note of a file.
func notesOf(file *rewind.File) (lines []string) {
	for line := range strings.Lines(strings.TrimSpace(file.Note)) {
		lines = append(lines, text.Printable(strings.TrimSuffix(line, "\n")))
	}
	return lines
}

// load loads the assets of the flags, or those in the file.
func (c *replayCommand) load(file *rewind.File) (*assets.Library, error) {
	library := assets.NewLibrary()
	switch {
	case len(c.Assets) > 0:
		for _, path := range c.Assets {
			if err := loadAssets(library, path); err != nil {
				return nil, err
			}
		}
	case len(file.Assets) > 0:
		if _, err := pack.Parse(library, filepath.Base(c.File), file.Assets); err != nil {
			return nil, err
		}
	default:
		return nil, commandline.WrongFlag("--assets", fmt.Errorf("expected packs and models with the assets of the program, "+
			"since %s has none inside, found none", c.File))
	}
	return library, nil
}

// loadAssets loads a pack or a model.
func loadAssets(library *assets.Library, path string) error {
	var err error
	if isPack(path) {
		_, err = pack.Open(library, path)
	} else {
		_, err = commandline.Load(library, path)
	}
	return err
}

// isPack reports whether a file is a pack, by its extension.
func isPack(path string) bool { return strings.EqualFold(filepath.Ext(path), ".pack") }

// charactersOf returns the characters of a world, by number.
func charactersOf(world *ecs.World) (list []ecs.Entity) {
	query := generic.NewFilter1[components.Skeleton]().Query(world)
	for query.Next() {
		list = append(list, query.Entity())
	}
	slices.SortFunc(list, func(a, b arche.Entity) int { return int(a.ID()) - int(b.ID()) })
	return list
}
