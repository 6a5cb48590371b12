package pack

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
)

// openRegular opens a regular file and returns its size. It checks the kind of the file before it
// opens it, because opening a pipe may block forever, and after it, because another file may have
// been renamed over it meanwhile: the size must be that of the file that is mapped.
func openRegular(path string) (*os.File, int, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = checkFile(info)
	}
	if err != nil {
		return nil, 0, err
	}
	source, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err = source.Stat(); err == nil {
		err = checkFile(info)
	}
	if err != nil {
		return nil, 0, errors.Join(err, source.Close())
	}
	return source, int(info.Size()), nil
}

// checkFile returns an error for what is no regular file, or too large for the address space.
func checkFile(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: expected a regular file, found one of the mode %s", ErrDamaged, info.Mode())
	case info.Size() > math.MaxInt:
		return fmt.Errorf("%w: expected a file of at most %d bytes, found %d", ErrDamaged, math.MaxInt, info.Size())
	}
	return nil
}

// readFile reads a whole file.
func readFile(path string) (*file, error) {
	source, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	data := make([]byte, size)
	if n, err := io.ReadFull(source, data); err != nil {
		return nil, fmt.Errorf("expected to read %d bytes, found %d: %w", size, n, err)
	}
	return &file{data: data}, nil
}

// withoutPath removes the operation and the path from an error of the file system.
func withoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
