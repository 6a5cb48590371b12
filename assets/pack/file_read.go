//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package pack

// openFile reads a file, since these systems map none here.
func openFile(path string) (*file, error) { return readFile(path) }
