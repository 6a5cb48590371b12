package gltfio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

var errNoFileSystem = errors.New("there is no file system to open it in")

// folder is where the files lie that a glTF file names by relative paths.
type folder interface {
	// read returns the contents of a file, at most limit bytes.
	read(name string, limit int64) ([]byte, error)
}

// diskFolder is a folder on disk, beyond which nothing is read.
type diskFolder string

func (d diskFolder) read(name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, fmt.Errorf("its folder: %w", reason(err))
	}
	defer root.Close()
	return readFile(limit, func() (fs.FileInfo, error) { return root.Stat(name) }, func() (fs.File, error) { return root.Open(name) })
}

// fsFolder is a folder in a file system.
type fsFolder struct {
	fsys fs.FS
	at   string
}

func (f fsFolder) read(name string, limit int64) ([]byte, error) {
	full := path.Join(f.at, name)
	if path.IsAbs(name) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("%q leads out of the file system", name)
	}
	return readFile(limit, func() (fs.FileInfo, error) { return fs.Stat(f.fsys, full) }, func() (fs.File, error) { return f.fsys.Open(full) })
}

// readFile returns the contents of a regular file of at most limit bytes. It looks at the kind of the file before opening it,
// since opening a pipe may wait for ever.
func readFile(limit int64, stat func() (fs.FileInfo, error), open func() (fs.File, error)) ([]byte, error) {
	info, err := stat()
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", info.Name())
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that may still be read", info.Name(), info.Size(), limit)
	}
	file, err := open()
	if err != nil {
		return nil, reason(err)
	}
	defer file.Close()
	data := make([]byte, info.Size())
	if n, err := io.ReadFull(file, data); err != nil {
		return nil, fmt.Errorf("%s: only %d of %d bytes could be read: %w", info.Name(), n, info.Size(), err)
	}
	return data, nil
}

// reason takes the operation and the name out of an error of the file system; the message around it has the name.
func reason(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
