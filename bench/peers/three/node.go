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

// request is what the script is told.
type request struct {
	File           string      `json:"file"` // absolute
	Clips          []int       `json:"clips"`
	ComparedStarts []float64   `json:"comparedStarts"` // seconds
	ComparedFrames int         `json:"comparedFrames"`
	Starts         [][]float64 `json:"starts"` // for each number of characters, in seconds
	Budget         float64     `json:"budget"` // milliseconds a row
}

// answer is what the script prints.
type answer struct {
	Times    []float64   `json:"times"` // nanoseconds a frame, for each number of characters
	Palettes [][]float32 `json:"palettes"`
}

// slower is how many times the budget Node gets, whose compiler takes a while to know the code.
const slower = 3

// ask runs the script.
func ask(c peers.Case, a peers.Arguments) (*answer, error) {
	file, err := filepath.Abs(c.File)
	if err != nil {
		return nil, err
	}
	question := request{
		File: file, Clips: c.Clips, ComparedStarts: starts(c, peers.ComparedCharacters), ComparedFrames: peers.ComparedFrames,
		Budget: slower * float64(a.Budget.Microseconds()) / 1000,
	}
	for _, characters := range a.Characters {
		question.Starts = append(question.Starts, starts(c, characters))
	}
	text, err := json.Marshal(question)
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
	var made answer
	if err := json.Unmarshal(printed, &made); err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	if len(made.Times) != len(a.Characters) || len(made.Palettes) != peers.ComparedCharacters {
		return nil, fmt.Errorf("node: %d times and %d palettes", len(made.Times), len(made.Palettes))
	}
	return &made, nil
}

// errMissing says that the script's packages are not there.
var errMissing = errors.New("not installed: run npm ci in bench/peers/three")

// folder returns the folder of the script: beside the working directory, or that itself.
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
	return "", fmt.Errorf("no three/measure.mjs: %w", os.ErrNotExist)
}

// starts returns where characters are in their clips at first.
func starts(c peers.Case, characters int) []float64 {
	list := make([]float64, characters)
	for i := range list {
		list[i] = c.Start(i)
	}
	return list
}
