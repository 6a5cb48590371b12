//go:build cgo

package view

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// errNoDisplay says what to do on a machine without a screen.
var errNoDisplay = errors.New("there is no display to draw with: DISPLAY is not set, and there is no Xvfb to stand in for one (Debian: apt-get install xvfb)")

// startDisplay starts an X server that shows nothing, for OpenGL to draw with, and makes it this process's display until stop.
func startDisplay() (stop func(), err error) {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, errNoDisplay
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("virtual display: %w", err)
	}
	defer reader.Close()
	server := exec.Command(path, "-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{writer} // becomes descriptor 3; the server writes the number that it chose there
	err = server.Start()
	writer.Close()
	if err != nil {
		return nil, fmt.Errorf("virtual display: %w", err)
	}
	end := func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	number := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(reader).ReadString('\n')
		number <- strings.TrimSpace(line)
	}()
	select {
	case n := <-number:
		if n != "" {
			if err := os.Setenv("DISPLAY", ":"+n); err != nil {
				end()
				return nil, fmt.Errorf("virtual display: %w", err)
			}
			return func() {
				_ = os.Unsetenv("DISPLAY")
				end()
			}, nil
		}
	case <-time.After(20 * time.Second):
	}
	end()
	return nil, fmt.Errorf("virtual display: %s did not start", path)
}
