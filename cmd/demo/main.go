package main

import (
	"os"
	"runtime"

	"github.com/sinew-go/sinew/cmd/demo/internal/cli"
)

// macOS requires the process's first thread for windows. init runs on that thread, and LockOSThread
// keeps the main goroutine on it.
func init() { runtime.LockOSThread() }

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr))
}
