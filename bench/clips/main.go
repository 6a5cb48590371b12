package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// options are the command line.
type options struct {
	Tolerances []float64 `help:"Tolerances in millimeters for a character 1.8 m tall." default:"10,1,0.1,0.01"`
	Clips      bool      `help:"A row for each clip, not for each file."`
	Small      bool      `help:"Recordings beside ACL with bake.Options.Small."`
	Turns      int       `help:"Only recordings beside ACL: the ways to bake them take this many turns at sampling."`
	Native     string    `help:"Folder of programs for other libraries, to measure beside: see native/run." type:"existingdir"`
	Folders    []string  `arg:"" optional:"" type:"existingdir" help:"Folders with .glb, .gltf and .bvh files."`
}

func main() {
	var selected options
	kong.Parse(&selected, kong.Name("clips"),
		kong.Description("Bakes the clips of glTF files, and prints their size, error and speed."))
	if err := run(os.Stdout, selected); err != nil {
		fmt.Fprintln(os.Stderr, "clips:", err)
		os.Exit(1)
	}
}

// run prints a table for each tolerance.
func run(w io.Writer, selected options) error {
	runtime.LockOSThread() // so that the times of a run are of one core
	if selected.Turns > 0 {
		return eachFolder(w, selected)
	}
	sources, skipped, err := load(selected.Folders)
	if err != nil {
		return err
	}
	for _, tolerance := range selected.Tolerances {
		if !(tolerance > 0) {
			return fmt.Errorf("expected a tolerance above 0 mm, found %v", tolerance)
		}
	}
	if selected.Native != "" {
		return runNative(w, sources, skipped, selected)
	}
	for _, tolerance := range selected.Tolerances {
		var rows []row
		for _, s := range sources {
			measured := s.measure(tolerance / 1000)
			if !selected.Clips {
				measured = []row{sum(s.name, measured)}
			}
			rows = append(rows, measured...)
		}
		if err := printTable(w, tolerance, rows); err != nil {
			return err
		}
	}
	if err := eachFolder(w, selected); err != nil {
		return err
	}
	if err := printPublished(w); err != nil {
		return err
	}
	if len(skipped) > 0 {
		fmt.Fprintf(w, "\nNot read:\n\n")
		for _, reason := range skipped {
			fmt.Fprintf(w, "- %s\n", reason)
		}
	}
	return nil
}

// eachFolder prints the recordings of each folder.
func eachFolder(w io.Writer, selected options) error {
	for _, folder := range selected.Folders {
		if err := printRecordings(w, folder, selected); err != nil {
			return err
		}
	}
	return nil
}

// source is a file with clips, or the built-in character.
type source struct {
	name    string
	clips   []*assets.Clip
	surface *surface
}

// load reads the built-in character and all files in folders. It returns the reason for each file
// that it skips.
func load(folders []string) (sources []source, skipped []string, err error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		return nil, nil, err
	}
	sources = []source{newSource("built-in", library, model)}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			library := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			switch strings.ToLower(filepath.Ext(path)) {
			case ".glb", ".gltf":
				model, err = gltfio.Open(library, path)
			case ".bvh":
				model, err = bvh.Options{Meters: true}.Open(library, path)
			default:
				return nil
			}
			if err != nil {
				skipped = append(skipped, err.Error())
				return nil
			}
			name, err := filepath.Rel(folder, path)
			if err != nil {
				name = path
			}
			if s := newSource(name, library, model); len(s.clips) > 0 {
				sources = append(sources, s)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return sources, skipped, nil
}

// newSource returns the clips of a model that move a joint.
func newSource(name string, library *assets.Library, model *assets.Model) source {
	s := source{name: name, surface: newSurface(library, model)}
	for _, id := range model.Clips {
		if c := library.Clip(id); slices.ContainsFunc(c.Tracks(), movesJoint) {
			s.clips = append(s.clips, c)
		}
	}
	return s
}
