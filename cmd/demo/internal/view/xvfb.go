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

// errNoDisplay reports a machine on which OpenGL cannot run.
var errNoDisplay = errors.New("cannot draw without a display: DISPLAY is not set, and Xvfb, a virtual display, is " +
	"not installed (on Debian: apt-get install xvfb)")

// startDisplay starts Xvfb, an X server without a screen, and sets DISPLAY for this process until
// stop is called.
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
	server.ExtraFiles = []*os.File{writer} // becomes file descriptor 3, to which the server writes its display number
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
