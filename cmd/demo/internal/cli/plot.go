package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/curves"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/survey"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

type plotCommand struct {
	File  string   `arg:"" help:"A .gltf, .glb or .bvh file, or a database of motions in a .json file."`
	Out   string   `arg:"" help:"The .svg or .png file to write: translation, rotation and scale of joints, keys as dots, markers as vertical lines, and dashed the baked form. Of a database: its frames by speed and turning."`
	Clips []string `arg:"" optional:"" help:"For a database: the files with its clips."`
	Clip  string   `placeholder:"NAME" help:"Name or index of the clip. Default: the first one that has a duration."`
	Joint []string `placeholder:"NAME,..." help:"Names of joints, or patterns such as left_*. Default: the four joints that move most."`
}

// Run plots a clip into a file.
func (c *plotCommand) Run(s *commandline.Streams) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), ".")
	if format != "svg" && format != "png" {
		return commandline.WrongFlag("<out>", fmt.Errorf("expected a file that ends with .svg or .png, found %q", c.Out))
	}
	var picture bytes.Buffer // so that an error leaves no file
	draw := c.curves
	if strings.EqualFold(filepath.Ext(c.File), ".json") {
		draw = c.coverage
	} else if len(c.Clips) > 0 {
		return commandline.WrongFlag(c.Clips[0],
			fmt.Errorf("expected a database, which is a .json file, to have clips in other files; found %s", c.File))
	}
	if err := draw(&picture, format); err != nil {
		return err
	}
	if err := os.WriteFile(c.Out, picture.Bytes(), 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, "%s (%s)\n", c.Out, text.Bytes(int64(picture.Len())))
	return err
}

// curves plots the curves of a clip.
func (c *plotCommand) curves(picture *bytes.Buffer, format string) error {
	library := assets.NewLibrary(assets.Exact())
	model, err := commandline.Load(library, c.File)
	if err != nil {
		return err
	}
	if err := curves.Draw(picture, library, model,
		curves.Options{Clip: c.Clip, Joints: c.Joint, Format: format}); err != nil {
		return errors.New(commandline.WithFile(filepath.Base(c.File), err.Error()))
	}
	return nil
}

// coverage plots what a database covers.
func (c *plotCommand) coverage(picture *bytes.Buffer, format string) error {
	if c.Clip != "" || len(c.Joint) > 0 {
		return commandline.WrongFlag("--clip", fmt.Errorf("expected neither --clip nor --joint for the database %s", c.File))
	}
	if len(c.Clips) == 0 {
		return commandline.WrongFlag("<clips>",
			fmt.Errorf("expected the files with the clips of the database %s, found none", c.File))
	}
	d, _, err := survey.Open(c.File, c.Clips)
	if err != nil {
		return err
	}
	covered, err := survey.Cover(d)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(c.File), err)
	}
	return curves.DrawCoverage(picture, &covered, d.Name(), format)
}
