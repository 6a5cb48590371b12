package main

import (
	"os"
	"runtime"

	"github.com/sinew-go/sinew/cmd/demo/internal/cli"
)

// Windows belong to the process's first thread on macOS, and the main goroutine stays on the one that init runs on.
func init() { runtime.LockOSThread() }

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr))
}
