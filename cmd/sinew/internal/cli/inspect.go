package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/sinew/internal/check"
	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
)

type inspectCommand struct {
	File  string `arg:"" help:"A .gltf, .glb or .bvh file, or a graph of state machines in a .json file."`
	Model string `arg:"" optional:"" help:"For a graph: a .gltf or .glb file with the clips that the graph names. Without it, names are not resolved."`
	JSON  bool   `name:"json" xor:"form" help:"Print JSON instead of tables."`
	Check bool   `name:"check" help:"Print what is wrong with a model, with a cure for each finding, instead of its contents; the exit status is 3 if there are findings."`
	DOT   bool   `name:"dot" xor:"form" help:"Write a graph in Graphviz's DOT language instead."`
}

// Run prints the summary of a model or graph.
func (c *inspectCommand) Run(s *commandline.Streams) error {
	if c.Check && (c.DOT || strings.EqualFold(filepath.Ext(c.File), ".json")) {
		return commandline.WrongFlag("--check", errors.New("expected a model; a graph is checked whenever it is read"))
	}
	if strings.EqualFold(filepath.Ext(c.File), ".json") {
		return c.graph(s)
	}
	if c.Model != "" {
		return commandline.WrongFlag(
			c.Model,
			fmt.Errorf("expected one file, found %s and a second one; only a graph, which is a .json file, takes it", c.File),
		)
	}
	if c.DOT {
		return commandline.WrongFlag(
			"--dot",
			errors.New("expected a graph, which is a .json file; nothing else can be written as DOT"),
		)
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := commandline.Load(library, c.File)
	if err != nil {
		return err
	}
	if c.Check {
		return c.check(s, library, model)
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	summary := inspect.Summarize(library, model, c.File, info.Size())
	summary.Sidecar = sidecarOf(c.File)
	if !c.JSON {
		return summary.WriteText(s.Out)
	}
	return c.writeJSON(s, summary)
}

func (c *inspectCommand) writeJSON(s *commandline.Streams, value any) error {
	encoder := json.NewEncoder(s.Out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return nil
}

// check prints the findings on a model.
func (c *inspectCommand) check(s *commandline.Streams, library *assets.Library, model *assets.Model) error {
	report := check.Model(library, model, c.File)
	write := func() error { return report.WriteText(s.Out) }
	if c.JSON {
		write = func() error { return c.writeJSON(s, report) }
	}
	if err := write(); err != nil {
		return err
	}
	if len(report.Findings) > 0 {
		return commandline.ErrFindings
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

// graph prints a graph.
func (c *inspectCommand) graph(s *commandline.Streams) error {
	graph, err := c.readGraph()
	switch {
	case err != nil:
		return errors.New(commandline.WithFile(filepath.Base(c.File), err.Error()))
	case c.JSON:
		return graph.WriteJSON(s.Out)
	case c.DOT:
		return inspect.WriteDOT(s.Out, graph)
	}
	return inspect.WriteGraph(s.Out, graph, c.File)
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
	model, err := commandline.Load(library, c.Model)
	if err != nil {
		return nil, err
	}
	if err := inspect.AddPlaceholders(library, model, graph); err != nil {
		return nil, err
	}
	return graph.Resolve(library, model)
}
