package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/demo/internal/curves"
	"github.com/sinew-go/sinew/cmd/demo/internal/inspect"
	"github.com/sinew-go/sinew/cmd/demo/internal/text"
)

type inspectCommand struct {
	File  string `arg:"" help:"A .gltf or .glb file, or a graph of state machines in a .json file."`
	Model string `arg:"" optional:"" help:"For a graph: a .gltf or .glb file with the clips that the graph names. Without it, names are not resolved."`
	JSON  bool   `name:"json" xor:"form" help:"Print JSON instead of tables."`
	DOT   bool   `name:"dot" xor:"form" help:"Write a graph in Graphviz's DOT language instead."`

	Plot  string   `placeholder:"FILE" xor:"form" help:"Plot the curves of a clip into an .svg or .png file instead: translation, rotation and scale of joints, keys as dots, markers as vertical lines, and dashed the baked form."`
	Clip  string   `placeholder:"NAME" help:"With --plot: name or index of the clip. Default: the first one that has a duration."`
	Joint []string `placeholder:"NAME,..." help:"With --plot: names of joints, or patterns such as left_*. Default: the four joints that move most."`
}

// Run prints the summary of a model or graph.
func (c *inspectCommand) Run(s *streams) error {
	if strings.EqualFold(filepath.Ext(c.File), ".json") {
		return c.graph(s)
	}
	if c.Model != "" {
		return &usageError{
			c.Model,
			errors.New("expected one file, found a second one; only a graph, which is a .json file, takes it"),
		}
	}
	if c.DOT {
		return &usageError{
			"--dot",
			errors.New("expected a graph, which is a .json file; nothing else can be written as DOT"),
		}
	}
	if c.Plot == "" && (c.Clip != "" || len(c.Joint) > 0) {
		return &usageError{"--clip and --joint", errors.New("expected --plot too: they choose what it draws")}
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := load(library, c.File)
	if err != nil {
		return err
	}
	if c.Plot != "" {
		return c.plot(s, library, model)
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	summary := inspect.Summarize(library, model, c.File, info.Size())
	summary.Sidecar = sidecarOf(c.File)
	if !c.JSON {
		return summary.WriteText(s.out)
	}
	encoder := json.NewEncoder(s.out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(summary); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return nil
}

// sidecarOf returns the sidecar of a file, which was read with it without an error, or nil.
func sidecarOf(file string) *inspect.Sidecar {
	name := file + ".json"
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	sidecar := &inspect.Sidecar{File: filepath.Base(name)}
	switch options, err := gltfio.ReadOptions(name, data); {
	case err != nil:
		return nil
	case options.Meters:
		sidecar.Scale = "meters"
	case options.Scale != 0:
		sidecar.Scale = options.Scale
	}
	return sidecar
}

// plot plots a clip into a file.
func (c *inspectCommand) plot(s *streams, library *assets.Library, model *assets.Model) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Plot)), ".")
	if format != "svg" && format != "png" {
		return &usageError{"--plot", fmt.Errorf("expected a file that ends with .svg or .png, found %q", c.Plot)}
	}
	var picture bytes.Buffer // so that an error leaves no file
	if err := curves.Draw(&picture, library, model,
		curves.Options{Clip: c.Clip, Joints: c.Joint, Format: format}); err != nil {
		return errors.New(withFile(filepath.Base(c.File), err.Error()))
	}
	if err := os.WriteFile(c.Plot, picture.Bytes(), 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s (%s)\n", c.Plot, text.Bytes(int64(picture.Len())))
	return err
}

// graph prints a graph.
func (c *inspectCommand) graph(s *streams) error {
	graph, err := c.readGraph()
	switch {
	case err != nil:
		return errors.New(withFile(filepath.Base(c.File), err.Error()))
	case c.JSON:
		return graph.WriteJSON(s.out)
	case c.DOT:
		return inspect.WriteDOT(s.out, graph)
	}
	return inspect.WriteGraph(s.out, graph, c.File)
}

// readGraph reads the graph and, if there is a model, resolves the graph's clips in it.
func (c *inspectCommand) readGraph() (*graph.Graph, error) {
	file, err := os.Open(c.File)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	graph, err := graph.Read(file, nil)
	if err != nil || c.Model == "" {
		return graph, err
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := load(library, c.Model)
	if err != nil {
		return nil, err
	}
	if err := inspect.AddPlaceholders(library, model, graph); err != nil {
		return nil, err
	}
	return graph.Resolve(library, model)
}
