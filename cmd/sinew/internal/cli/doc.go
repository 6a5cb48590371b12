// Package cli is the command line of the tools.
//
//   - [Run] runs one command and returns the exit status.
package cli
