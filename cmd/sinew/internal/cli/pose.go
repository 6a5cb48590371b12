package cli

import (
	"encoding/json"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/sinew/internal/pose"
)

type poseCommand struct {
	File    string  `arg:"" help:"A .gltf, .glb or .bvh file."`
	Anim    *string `placeholder:"I" help:"Index of the animation in the file, from 0, or its name. Default: the rest pose."`
	Time    string  `default:"0" placeholder:"T,T,..." help:"Times in seconds, one sample each."`
	Mode    string  `default:"clamp" enum:"clamp,loop" help:"Before the animation's start and after its end, hold the nearest pose (clamp) or repeat the animation (loop)."`
	Sampler string  `default:"exact" enum:"exact,baked" help:"Sample the authored keys (exact) or the baked clip (baked)."`
	Verts   string  `placeholder:"N:P:V,..." help:"Vertices to print: index of the node, of the primitive in its mesh, and of the vertex in accessor order."`
}

// Help returns the text that -h prints after the summary, before the flags.
func (*poseCommand) Help() string {
	return `Prints one JSON object: nodes (node, name, parent), skins (skin, joints) and samples. A sample has
t, mode, local (translation, rotation x y z w and scale of each node), model (each node's
column-major matrix in model space), palette (for each skin, a matrix per joint: model matrix times
inverse bind matrix), morph (weights by node) and verts (in the order of --verts, in model space).
All indices are the file's own.`
}

// Run prints the poses.
func (c *poseCommand) Run(s *commandline.Streams) error {
	query := pose.Query{Animation: pose.RestPose, Loop: c.Mode == "loop"}
	var err error
	if query.Times, err = pose.ParseTimes(c.Time); err != nil {
		return commandline.WrongFlag("--time", err)
	}
	if c.Verts != "" {
		if query.Vertices, err = pose.ParseVertices(c.Verts); err != nil {
			return commandline.WrongFlag("--verts", err)
		}
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := commandline.Load(library, c.File)
	if err != nil {
		return err
	}
	if c.Anim != nil {
		if query.Animation, err = commandline.FindClip(model, *c.Anim); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	if c.Sampler == "baked" && query.Animation != pose.RestPose {
		var report bake.Report
		query.Baked, report = bake.Bake(library.Clip(model.Clips[query.Animation]), bake.Options{})
		if report.Exact {
			s.Warn(c.File, report.String())
		}
	}
	document, err := pose.Evaluate(library, model, query)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	for _, warning := range model.Warnings {
		s.Warn(c.File, warning)
	}
	return json.NewEncoder(s.Out).Encode(document)
}
