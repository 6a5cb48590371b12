package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
)

type convertCommand struct {
	In         string   `arg:"" help:"A .gltf, .glb or .bvh file."`
	Out        string   `arg:"" help:"The .glb file to write. An existing file is replaced."`
	Clip       []string `placeholder:"I,I,..." help:"Write only these animations: indices in the file, from 0, or names. Default: all."`
	NoClips    bool     `xor:"which" help:"Write no animations."`
	Additive   []string `placeholder:"I,I,..." help:"Write additive clips of these animations too: their differences from their first pose, under the name with \" additive\"."`
	RootMotion []string `placeholder:"I,I,..." help:"Take the motion of the whole character out of these animations. Other programs see the animations as they were."`
	Meters     bool     `xor:"units" help:"Write it in meters: find the unit of the file from the size of its skeleton."`
	Scale      *float64 `xor:"units" placeholder:"X" help:"Multiply all lengths, such as by 0.01 for a file in centimeters."`
	Scene      *int     `placeholder:"I" help:"The scene whose meshes are written. Default: the file's default scene."`
}

// Help returns the text that -h prints after the summary, before the flags.
func (*convertCommand) Help() string {
	return `Reads a file, with its compressed buffers and WebP images, and writes it as plain glTF 2.0: numbers
as float32 and images as PNG. What glTF has no place for, such as additive clips and root motion, is
in the extras of the animations, from which inspect and view restore it.`
}

// Run converts the file.
func (c *convertCommand) Run(s *commandline.Streams) error {
	if !strings.EqualFold(filepath.Ext(c.Out), ".glb") {
		return commandline.WrongFlag(
			"<out>",
			fmt.Errorf("expected a file that ends with .glb, found %q; only binary glTF is written", c.Out),
		)
	}
	if c.NoClips && len(c.Clip) > 0 {
		return commandline.WrongFlag("--no-clips", errors.New("expected --no-clips or --clip, found both"))
	}
	options := gltfio.Options{Scene: c.Scene, Meters: c.Meters}
	if c.Scale != nil {
		if options.Scale = *c.Scale; !(options.Scale > 0) {
			return commandline.WrongFlag("--scale", fmt.Errorf("expected a scale above 0, found %v", *c.Scale))
		}
	}
	library := assets.NewLibrary()
	model, err := commandline.Open(library, c.In, options)
	if err != nil {
		return err
	}
	for _, warning := range model.Warnings {
		s.Warn(c.In, warning)
	}
	written, err := c.writeOptions(library, model)
	if err != nil {
		return fmt.Errorf("%s: %w", c.In, err)
	}
	if err := written.Save(c.Out, library, model); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s, %s, %s\n", c.Out, text.Count(library.Skeleton(model.Skeleton).Len(), "joint"),
		text.Count(len(model.Parts), "part"), text.Count(len(written.Clips)+len(written.Extra), "clip"))
	return err
}

// writeOptions returns the clips to write.
func (c *convertCommand) writeOptions(library *assets.Library, model *assets.Model) (gltfio.WriteOptions, error) {
	chosen := slices.Clone(model.Clips)
	if c.NoClips || len(c.Clip) > 0 {
		chosen = []assets.ClipID{}
	}
	for _, name := range c.Clip {
		i, err := commandline.FindClip(model, name)
		if err != nil {
			return gltfio.WriteOptions{}, err
		}
		if !slices.Contains(chosen, model.Clips[i]) {
			chosen = append(chosen, model.Clips[i])
		}
	}
	options := gltfio.WriteOptions{Clips: chosen}
	for _, name := range c.Additive {
		i, err := commandline.FindClip(model, name)
		if err != nil {
			return options, err
		}
		source := library.Clip(model.Clips[i])
		difference, err := clip.MakeAdditive(source, source.FirstPose())
		if err != nil {
			return options, err
		}
		renamed, err := clip.NewBuilder(source.Name()+" additive", source.Skeleton()).Copy(difference).Build()
		if err != nil {
			return options, err
		}
		options.Extra = append(options.Extra, library.AddClip(renamed))
	}
	for _, name := range c.RootMotion {
		i, err := commandline.FindClip(model, name)
		if err != nil {
			return options, err
		}
		at := slices.Index(options.Clips, model.Clips[i])
		if at < 0 {
			return options, fmt.Errorf("--root-motion: expected an animation that is written, found %q, which the other "+
				"flags leave out", name)
		}
		moving, err := clip.ExtractRootMotion(library.Clip(model.Clips[i]), clip.RootMotionOptions{})
		if err != nil {
			return options, err
		}
		options.Clips[at] = library.AddClip(moving)
	}
	return options, nil
}
