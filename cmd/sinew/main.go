package main

import (
	"os"

	"github.com/sinew-go/sinew/cmd/sinew/internal/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr)) }
