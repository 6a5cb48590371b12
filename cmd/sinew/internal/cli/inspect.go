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
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/replay"
	"github.com/sinew-go/sinew/cmd/internal/survey"
	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
	"github.com/sinew-go/sinew/internal/findings"
)

type inspectCommand struct {
	File    string   `arg:"" help:"A .gltf, .glb or .bvh file, a .pack file, or in a .json file a graph of state machines or a database of motions."`
	Models  []string `arg:"" optional:"" help:"Files with the clips that a graph or a database names: for a graph one, without which names are not resolved; for a database all of them."`
	JSON    bool     `name:"json" xor:"form" help:"Print JSON instead of tables."`
	Check   bool     `name:"check" help:"Print what is wrong with a model, with a cure for each finding, instead of its contents; the exit status is 3 if there are findings."`
	DOT     bool     `name:"dot" xor:"form" help:"Write a graph in Graphviz's DOT language instead."`
	Session string   `placeholder:"FILE" help:"For a database: the numbers of the frames that played in a session, between white space, as matching.Session and the demo's scene matching write them. What never played is listed."`
}

// Run prints the summary of a model, a pack, a graph or a database.
func (c *inspectCommand) Run(s *commandline.Streams) error {
	isDocument := strings.EqualFold(filepath.Ext(c.File), ".json")
	if c.Check && (c.DOT || isDocument) {
		return commandline.WrongFlag("--check", errors.New("expected a model; a document is checked whenever it is read"))
	}
	if isDocument && isDatabase(c.File) {
		return c.database(s)
	}
	if replay.IsPack(c.File) {
		return c.pack(s)
	}
	if c.Session != "" {
		return commandline.WrongFlag("--session",
			fmt.Errorf("expected a database, which is a .json file with features; found %s", c.File))
	}
	if isDocument {
		return c.graph(s)
	}
	if len(c.Models) > 0 {
		return commandline.WrongFlag(
			c.Models[0],
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
	report := inspect.Report{File: c.File, Findings: findings.Of(library, model)}
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

// isDatabase reports whether a .json file is a database of motions, and not a graph.
func isDatabase(path string) bool {
	data, err := os.ReadFile(path)
	var members struct{ Features json.RawMessage }
	return err == nil && json.Unmarshal(data, &members) == nil && members.Features != nil
}

// database prints a database.
func (c *inspectCommand) database(s *commandline.Streams) error {
	for flag, given := range map[string]bool{"--json": c.JSON, "--dot": c.DOT} {
		if given {
			return commandline.WrongFlag(flag, fmt.Errorf("expected a model or a graph, found the database %s", c.File))
		}
	}
	if len(c.Models) == 0 {
		return commandline.WrongFlag("<models>",
			fmt.Errorf("expected the files with the clips of the database %s, found none", c.File))
	}
	d, library, err := survey.Open(c.File, c.Models)
	if err != nil {
		return err
	}
	var session *matching.Session
	if c.Session != "" {
		if session, err = survey.ReadSession(c.Session, d); err != nil {
			return err
		}
	}
	if err := inspect.WriteDatabase(s.Out, d, library, filepath.Base(c.File), session); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(c.File), err)
	}
	return nil
}

// pack prints what a pack holds.
func (c *inspectCommand) pack(s *commandline.Streams) error {
	for flag, given := range map[string]bool{
		"--json": c.JSON, "--dot": c.DOT, "--check": c.Check, "--session": c.Session != "", "<models>": len(c.Models) > 0,
	} {
		if given {
			return commandline.WrongFlag(flag, fmt.Errorf("expected another file, found the pack %s", c.File))
		}
	}
	library := assets.NewLibrary()
	packed, err := pack.Open(library, c.File)
	if err != nil {
		return err
	}
	return inspect.WritePack(s.Out, packed, library, c.File)
}

// graph prints a graph.
func (c *inspectCommand) graph(s *commandline.Streams) error {
	if len(c.Models) > 1 {
		return commandline.WrongFlag(c.Models[1],
			fmt.Errorf("expected one file with the clips of the graph %s, found %d", c.File, len(c.Models)))
	}
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
	if err != nil || len(c.Models) == 0 {
		return graph, err
	}
	library := assets.NewLibrary(assets.Exact())
	model, err := commandline.Load(library, c.Models[0])
	if err != nil {
		return nil, err
	}
	if err := inspect.AddPlaceholders(library, model, graph); err != nil {
		return nil, err
	}
	return graph.Resolve(library, model)
}
