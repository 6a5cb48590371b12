package main

import (
	_ "embed"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

//go:embed c/frame.c
var source []byte

const (
	characters   = 1000
	rounds       = 25
	milliseconds = 50 // of one measurement
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() (err error) {
	folder, err := os.MkdirTemp("", "plainc")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	inC, err := buildC(folder)
	if err != nil {
		return err
	}
	inGo := filepath.Join(folder, "bench.test")
	if _, err := output("go", "test", "-c", "-o", inGo, "github.com/sinew-go/sinew/bench"); err != nil {
		return err
	}
	least := map[string]*[3]float64{"C": {1: math.Inf(1), 2: math.Inf(1)}, "Go": {1: math.Inf(1), 2: math.Inf(1)}}
	for range rounds {
		for clips := 1; clips <= 2; clips++ {
			c, err := measureC(inC, characters, clips)
			if err != nil {
				return err
			}
			frame, err := measureFrame(inGo, clips)
			if err != nil {
				return err
			}
			least["C"][clips], least["Go"][clips] = min(least["C"][clips], c), min(least["Go"][clips], frame)
		}
	}
	fmt.Printf("%s, %d characters of 64 joints, one core, ns a character, least of %d runs of %d ms in turns\n\n",
		cpuid.CPU.BrandName,
		characters, rounds, milliseconds)
	fmt.Println("| clips | plain C | whole frame | times |\n|---|---:|---:|---:|")
	for clips := 1; clips <= 2; clips++ {
		c, frame := least["C"][clips], least["Go"][clips]
		fmt.Printf("| %d | %.0f | %.0f | %.2f |\n", clips, c, frame, frame/c)
	}
	return nil
}

// buildC compiles frame.c and returns the program's path.
func buildC(folder string) (string, error) {
	if !cpuid.CPU.Has(cpuid.AVX2) {
		return "", fmt.Errorf("frame.c needs AVX2, which %q does not have", cpuid.CPU.BrandName)
	}
	file, program := filepath.Join(folder, "frame.c"), filepath.Join(folder, "frame")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		return "", err
	}
	compiler := os.Getenv("CC")
	if compiler == "" {
		compiler = "cc"
	}
	_, err := output(compiler, "-O3", "-mavx2", "-ffp-contract=off", "-o", program, file, "-lm")
	return program, err
}

// measureC returns the least time of a frame in C, in ns for a character. The program checks its
// own results and fails where they are wrong.
func measureC(program string, characters, clips int) (float64, error) {
	text, err := output(program, strconv.Itoa(characters), strconv.Itoa(clips), strconv.Itoa(milliseconds))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(text), 64)
}

// measureFrame returns the same for BenchmarkFrame.
func measureFrame(program string, clips int) (float64, error) {
	pattern := fmt.Sprintf("^BenchmarkFrame$/^joints=64$/^clips=%d$/^characters=%d$/^workers=1$", clips, characters)
	text, err := output(program, "-test.run", "^$", "-test.bench", pattern, "-test.skip",
		"/////(time|scale|sampler|interval)=",
		"-test.benchtime", fmt.Sprint(milliseconds, "ms"))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(text)
	for i := 1; i < len(fields); i++ {
		if fields[i] == "least-ns/character" {
			return strconv.ParseFloat(fields[i-1], 64)
		}
	}
	return 0, fmt.Errorf("the benchmark printed no time:\n%s", text)
}

// output runs a command and returns what it prints.
func output(name string, arguments ...string) (string, error) {
	command := exec.Command(name, arguments...)
	var problems strings.Builder
	command.Stderr = &problems
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", command, err, text, problems.String())
	}
	return string(text), nil
}
