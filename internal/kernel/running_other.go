//go:build !(amd64 || arm64 || js) || noasm

package kernel

import "runtime"

// Running returns the instructions that the kernels use, which are the compiler's, and why no
// others.
func Running() (instructions, reason string) {
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" || runtime.GOOS == "js" {
		return "Go", "the program was built with the tag noasm"
	}
	return "Go", "there are no kernels for " + runtime.GOARCH
}
