//go:build !cgo

package main

import "log"

func main() { log.Fatal("this program draws with OpenGL: build it with CGO_ENABLED=1") }
