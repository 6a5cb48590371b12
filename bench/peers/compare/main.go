package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"
)

// flags are the command's flags.
type flags struct {
	Model  string        `help:"glTF file to measure instead of Fox and CesiumMan." type:"existingfile"`
	Clip   []int         `help:"Index of an animation of the model; a second one to blend."`
	Shared string        `help:"Folder that contains assets/." env:"SINEW_SHARED" default:"../../../shared"`
	Out    string        `help:"Folder for table and chart." default:"../../out"`
	Budget time.Duration `help:"Time for each row and number of characters." default:"400ms"`
}

// subject is a model and its clips to measure.
type subject struct {
	name  string
	file  string
	clips []int
}

// programs are the folders of the programs, in the order of the table.
var programs = []string{"sinew", "textbook", "g3n", "tetra3d", "raylib", "three"}

// characters are the numbers of characters to measure.
var characters = []int{1, 100, 1000}

func main() {
	var f flags
	kong.Parse(&f, kong.Description("Measures Sinew and its peers. Run it in the folder of the peers' module."))
	subjects, err := f.subjects()
	if err != nil {
		fmt.Fprintf(os.Stderr, "nothing to measure: %v\nSelect a file by --model FILE --clip N, or set SINEW_SHARED "+
			"to the folder that contains assets/.\n", err)
		return
	}
	if err := run(f, subjects); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// subjects returns the models to measure. The error reports a file that does not exist.
func (f flags) subjects() ([]subject, error) {
	if f.Model != "" {
		if len(f.Clip) == 0 {
			f.Clip = []int{0}
		}
		return []subject{{filepath.Base(f.Model), f.Model, f.Clip}}, nil
	}
	subjects := []subject{
		{"Fox", filepath.Join(f.Shared, "assets", "fox", "Fox.glb"), []int{1, 2}}, // walk and run
		{"CesiumMan", filepath.Join(f.Shared, "assets", "cesium_man", "CesiumMan.glb"), []int{0}},
	}
	for _, s := range subjects {
		if _, err := os.Stat(s.file); err != nil {
			return nil, err
		}
	}
	return subjects, nil
}

// run builds and runs all programs, and writes the table and the chart.
func run(f flags, subjects []subject) error {
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // best effort: it is a temporary folder
	report := report{machine: machine(), date: time.Now(), failures: map[string]error{}}
	for _, program := range programs {
		binary, err := build(folder, program)
		if err != nil {
			report.failures[program] = err
			continue
		}
		for _, s := range subjects {
			results, err := execute(binary, s, f.Budget)
			if err != nil {
				report.failures[program+" on "+s.name] = err
				continue
			}
			report.add(s, results)
		}
	}
	if len(report.rows) == 0 {
		return fmt.Errorf("no peer could be measured: %v", report.failures)
	}
	if err := os.MkdirAll(f.Out, 0o755); err != nil {
		return err
	}
	table := report.markdown()
	fmt.Print(table)
	if err := os.WriteFile(filepath.Join(f.Out, "peers.md"), []byte(table), 0o644); err != nil {
		return err
	}
	return report.draw(filepath.Join(f.Out, "peers.svg"))
}
