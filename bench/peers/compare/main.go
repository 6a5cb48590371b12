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
	Budget time.Duration `help:"Time for each row and number of characters, over all rounds." default:"1s"`
	Rounds int           `help:"How often the libraries take turns." default:"5"`
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
	if f.Rounds < 1 {
		fmt.Fprintf(os.Stderr, "expected at least 1 round, found %d\n", f.Rounds)
		os.Exit(1)
	}
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
	if f.Model == "" {
		made, err := makeSubject(folder)
		if err != nil {
			return err
		}
		subjects = append(subjects, made)
	}
	report := report{machine: machine(), date: time.Now(), rounds: f.Rounds, failures: map[string]error{}}
	binaries := map[string]string{}
	for _, program := range programs {
		if binaries[program], err = build(folder, program); err != nil {
			report.failures[program] = err
		}
	}
	// The libraries take turns, since a shared machine's speed changes within minutes.
	for range f.Rounds {
		for _, s := range subjects {
			for _, program := range programs {
				name := program + " on " + s.name
				if report.failures[program] != nil || report.failures[name] != nil {
					continue
				}
				results, err := execute(binaries[program], s, f.Budget/time.Duration(f.Rounds))
				if err != nil {
					report.failures[name] = err
					continue
				}
				report.add(s, results)
			}
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
