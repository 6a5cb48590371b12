package pack

import (
	"fmt"
	"io"
	"math"
	"os"
)

// openRegular opens a regular file and returns its size. It checks the kind of the file before it
// opens it, because opening a pipe may block forever.
func openRegular(path string) (*os.File, int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() || info.Size() > math.MaxInt {
		return nil, 0, fmt.Errorf("%w: expected a regular file of at most %d bytes, found another", ErrDamaged, math.MaxInt)
	}
	source, err := os.Open(path)
	return source, int(info.Size()), err
}

// readFile reads a whole file.
func readFile(path string) (*file, error) {
	source, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	data := make([]byte, size)
	if _, err := io.ReadFull(source, data); err != nil {
		return nil, fmt.Errorf("expected to read %d bytes: %w", size, err)
	}
	return &file{data: data}, nil
}
