package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/demo/internal/inspect"
)

type inspectCommand struct {
	File  string `arg:"" help:"A .gltf or .glb file, or a graph of state machines in a .json file."`
	Model string `arg:"" optional:"" help:"For a graph: a .gltf or .glb file with the clips that the graph names. Without it, names are not resolved."`
	JSON  bool   `name:"json" xor:"form" help:"Print JSON instead of tables."`
	DOT   bool   `name:"dot" xor:"form" help:"Write a graph in Graphviz's DOT language instead."`
}

// Run prints the summary of a model or graph.
func (c *inspectCommand) Run(s *streams) error {
	if strings.EqualFold(filepath.Ext(c.File), ".json") {
		return c.graph(s)
	}
	if c.Model != "" {
		return &usageError{c.Model, errors.New("a second file is allowed only after a graph, which is a .json file")}
	}
	if c.DOT {
		return &usageError{"--dot", errors.New("only a graph, which is a .json file, can be written as DOT")}
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := load(library, c.File)
	if err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	summary := inspect.Summarize(library, model, c.File, info.Size())
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
func (c *inspectCommand) readGraph() (*assets.Graph, error) {
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
