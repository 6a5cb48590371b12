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
	"github.com/sinew-go/sinew/cmd/internal/text"
)

type plotCommand struct {
	File  string   `arg:"" help:"A .gltf, .glb or .bvh file."`
	Out   string   `arg:"" help:"The .svg or .png file to write: translation, rotation and scale of joints, keys as dots, markers as vertical lines, and dashed the baked form."`
	Clip  string   `placeholder:"NAME" help:"Name or index of the clip. Default: the first one that has a duration."`
	Joint []string `placeholder:"NAME,..." help:"Names of joints, or patterns such as left_*. Default: the four joints that move most."`
}

// Run plots a clip into a file.
func (c *plotCommand) Run(s *commandline.Streams) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), ".")
	if format != "svg" && format != "png" {
		return commandline.WrongFlag("<out>", fmt.Errorf("expected a file that ends with .svg or .png, found %q", c.Out))
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := commandline.Load(library, c.File)
	if err != nil {
		return err
	}
	var picture bytes.Buffer // so that an error leaves no file
	if err := curves.Draw(&picture, library, model,
		curves.Options{Clip: c.Clip, Joints: c.Joint, Format: format}); err != nil {
		return errors.New(commandline.WithFile(filepath.Base(c.File), err.Error()))
	}
	if err := os.WriteFile(c.Out, picture.Bytes(), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s (%s)\n", c.Out, text.Bytes(int64(picture.Len())))
	return err
}
