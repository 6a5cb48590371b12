// Package cli is the demo's command line.
//
//   - [Run] runs one command and returns the exit status.
//
// Results go to standard output, warnings and errors to standard error. An error is one line.
package cli
