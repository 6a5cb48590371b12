// Command first is the program of the README: a character walks, and then runs. It draws nothing
// and prints how many matrices a renderer would get.
//
// Run it with
//
//	go run ./cmd/demo/examples/first
package main
