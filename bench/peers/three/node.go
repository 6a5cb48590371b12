package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sinew-go/sinew/bench/peers"
)

// request is the script's input.
type request struct {
	File           string      `json:"file"` // absolute
	Clips          []int       `json:"clips"`
	ComparedStarts []float64   `json:"comparedStarts"` // seconds
	ComparedFrames int         `json:"comparedFrames"`
	Starts         [][]float64 `json:"starts"` // for each number of characters, in seconds
	Budget         float64     `json:"budget"` // milliseconds per row
}

// answer is the script's output.
type answer struct {
	// Times are nanoseconds per frame, least and median, for each number of characters.
	Times    [][2]float64 `json:"times"`
	Palettes [][]float32  `json:"palettes"`
}

// budgetFactor multiplies the budget for Node, whose compiler needs time to optimize.
const budgetFactor = 3

// ask runs the script.
func ask(c peers.Case, a peers.Arguments) (*answer, error) {
	file, err := filepath.Abs(c.File)
	if err != nil {
		return nil, err
	}
	input := request{
		File: file, Clips: c.Clips, ComparedStarts: starts(c, peers.ComparedCharacters),
		ComparedFrames: peers.ComparedFrames,
		Budget:         budgetFactor * float64(a.Budget.Microseconds()) / 1000,
	}
	for _, characters := range a.Characters {
		input.Starts = append(input.Starts, starts(c, characters))
	}
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	folder, err := folder()
	if err != nil {
		return nil, err
	}
	command := exec.Command("node", "measure.mjs", string(text))
	command.Dir, command.Stderr = folder, os.Stderr
	printed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	var output answer
	if err := json.Unmarshal(printed, &output); err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	if len(output.Times) != len(a.Characters) || len(output.Palettes) != peers.ComparedCharacters {
		return nil, fmt.Errorf("node: got %d times and %d palettes", len(output.Times), len(output.Palettes))
	}
	return &output, nil
}

// errMissing reports that the script's packages are not installed.
var errMissing = errors.New("not installed: run npm ci --ignore-scripts in bench/peers/three")

// folder returns the script's folder, which is in the working directory or is the working
// directory.
func folder() (string, error) {
	for _, folder := range []string{"three", "."} {
		if _, err := os.Stat(filepath.Join(folder, "measure.mjs")); err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, "node_modules", "three", "package.json")); err != nil {
			return "", errMissing
		}
		return folder, nil
	}
	return "", fmt.Errorf("three/measure.mjs: %w", os.ErrNotExist)
}

// starts returns the first times of the characters.
func starts(c peers.Case, characters int) []float64 {
	list := make([]float64, characters)
	for i := range list {
		list[i] = c.Start(i)
	}
	return list
}
