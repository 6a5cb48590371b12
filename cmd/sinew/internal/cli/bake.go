package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/internal/exact"
)

type bakeCommand struct {
	Files     []string `arg:"" help:"glTF files, .gltf or .glb."`
	Cache     string   `placeholder:"FOLDER" help:"Write the baked clips into this folder, from which a program reads them (assets.Baking)."`
	Tolerance float64  `default:"0.1" placeholder:"MM" help:"Largest error in millimeters on a character of 1.8 m."`
	JSON      bool     `name:"json" help:"Print JSON instead of a table."`
}

// bakedClip is a row of the output. Errors are in meters of the file.
type bakedClip struct {
	File      string  `json:"file"`
	Clip      string  `json:"clip"`
	KeyBytes  int     `json:"keyBytes"`
	Bytes     int     `json:"bytes,omitempty"`
	Frames    int     `json:"frames,omitempty"`
	MaxError  float64 `json:"maxError,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
	Cached    bool    `json:"cached,omitempty"`
	Exact     string  `json:"exact,omitempty"` // why it is not baked
}

// Run bakes the clips of the files.
func (c *bakeCommand) Run(s *commandline.Streams) error {
	if !(c.Tolerance > 0) || !exact.IsFinite(c.Tolerance) {
		return commandline.WrongFlag("--tolerance", fmt.Errorf("expected millimeters above 0, found %v", c.Tolerance))
	}
	options := gltfio.Options{BakeCache: c.Cache, BakeOptions: bake.Options{Tolerance: c.Tolerance / 1000}}
	rows := []bakedClip{}
	for _, file := range c.Files {
		library := assets.NewLibrary()
		model, err := options.Open(library, file)
		if err != nil {
			return errors.New(commandline.WithFile(filepath.Base(file), err.Error()))
		}
		for _, id := range model.Clips {
			report := library.BakeReport(id)
			row := bakedClip{
				File: file, Clip: library.Clip(id).Name(), KeyBytes: library.Clip(id).Bytes(), Exact: report.Reason,
			}
			if !report.Exact {
				row.Bytes, row.Frames, row.Cached = report.Bytes, report.Frames, report.Cached
				row.MaxError, row.Tolerance = report.MaxError, report.Tolerance
			}
			if report.CacheError != nil {
				s.Warn(file, fmt.Sprintf("clip %q: %v", row.Clip, report.CacheError))
			}
			rows = append(rows, row)
		}
	}
	if c.JSON {
		encoder := json.NewEncoder(s.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(rows)
	}
	cells := make([][]string, 0, len(rows))
	for _, row := range rows {
		cell := []string{filepath.Base(row.File), row.Clip, text.Bytes(int64(row.KeyBytes))}
		if row.Exact != "" {
			cell = append(cell, "", "", "", "exact: "+row.Exact)
		} else {
			cell = append(cell, text.Bytes(int64(row.Bytes)), fmt.Sprint(row.Frames),
				fmt.Sprintf("%.0f %%", 100*row.MaxError/row.Tolerance), map[bool]string{true: "from the cache"}[row.Cached])
		}
		cells = append(cells, cell)
	}
	return text.Table(s.Out, []string{"file", "clip", "keys", "baked", "frames", "error, of tolerance", ""}, cells)
}
