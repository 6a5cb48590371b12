package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-go/sinew/bench/peers"
)

// build compiles a program and returns its path. The tag makes raylib use X11.
func build(folder, program string) (string, error) {
	binary := filepath.Join(folder, program)
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if _, err := output(exec.Command("go", "build", "-tags", "x11", "-o", binary, "./"+program)); err != nil {
		return "", fmt.Errorf("cannot be built here: %w", err)
	}
	return binary, nil
}

// execute runs a program that measures a subject. Without a display it runs tetra3d under xvfb-run.
func execute(binary string, s subject, budget time.Duration) ([]peers.Result, error) {
	arguments := []string{binary, "--model", s.file, "--budget", budget.String()}
	for _, clip := range s.clips {
		arguments = append(arguments, "--clip", strconv.Itoa(clip))
	}
	for _, count := range characters {
		arguments = append(arguments, "--characters", strconv.Itoa(count))
	}
	if filepath.Base(binary) == "tetra3d" && runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		arguments = append([]string{"xvfb-run", "-a"}, arguments...)
	}
	limit, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	printed, err := output(exec.CommandContext(limit, arguments[0], arguments[1:]...))
	if err != nil {
		return nil, err
	}
	var results []peers.Result
	if err := json.Unmarshal(printed, &results); err != nil {
		return nil, fmt.Errorf("parsing its output: %w", err)
	}
	return results, nil
}

// output runs a command and returns its standard output. The error ends with one line of its
// standard error: the last line that contains an error, as compilers, linkers and Node write it, or
// else the first line.
func output(command *exec.Cmd) ([]byte, error) {
	var stderr bytes.Buffer
	command.Stderr = &stderr
	printed, err := command.Output()
	if err == nil {
		return printed, nil
	}
	reason := ""
	for line := range strings.Lines(stderr.String()) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case reason == "" || strings.Contains(line, "rror: ") || strings.Contains(line, "cannot find"):
			reason = line
		}
	}
	if reason == "" {
		return nil, err
	}
	return nil, fmt.Errorf("%w: %s", err, reason)
}

// machine returns the names of processor, system with its kernel, architecture and Go version.
func machine() string {
	name := runtime.GOARCH
	if file, err := os.Open("/proc/cpuinfo"); err == nil {
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	system := runtime.GOOS
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		system += " " + strings.TrimSpace(string(release))
	}
	return fmt.Sprintf("%s, %s, %s, %s", name, system, runtime.GOARCH, runtime.Version())
}
