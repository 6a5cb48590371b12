package gltfio

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"
)

var errNoFileSystem = errors.New("the file system is nil")

// folder is where the other files of a glTF file are. The file refers to them by relative paths.
type folder interface {
	// read returns the contents of a file. A file of more than limit bytes is an error. It calls progress, unless that is
	// nil, with the bytes that were read and the size.
	read(name string, limit int64, progress func(done, total int)) ([]byte, error)
}

// diskFolder is a folder on disk. Nothing outside it can be read.
type diskFolder string

func (d diskFolder) read(name string, limit int64, progress func(done, total int)) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, fmt.Errorf("opening the folder: %w", withoutFileName(err))
	}
	defer root.Close()
	return readFile(limit, progress, func() (fs.FileInfo, error) { return root.Stat(name) }, func() (fs.File, error) { return root.Open(name) })
}

// fsFolder is a folder in a file system. All of the file system can be read.
type fsFolder struct {
	fsys   fs.FS
	folder string
}

func (f fsFolder) read(name string, limit int64, progress func(done, total int)) ([]byte, error) {
	full := path.Join(f.folder, name)
	if path.IsAbs(name) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("the path %q leads out of the file system", name)
	}
	return readFile(limit, progress, func() (fs.FileInfo, error) { return fs.Stat(f.fsys, full) }, func() (fs.File, error) { return f.fsys.Open(full) })
}

// readSize is the number of bytes between two reports of progress.
const readSize = 1 << 20

// readFile returns the contents of a regular file of at most limit bytes. It checks the kind of the file before opening
// it, because opening a pipe may block forever.
func readFile(limit int64, progress func(done, total int), stat func() (fs.FileInfo, error), open func() (fs.File, error)) ([]byte, error) {
	info, err := stat()
	if err != nil {
		return nil, withoutFileName(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", info.Name())
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d left of the limit", info.Name(), info.Size(), limit)
	}
	file, err := open()
	if err != nil {
		return nil, withoutFileName(err)
	}
	defer file.Close()
	data := make([]byte, info.Size())
	for done := 0; done < len(data); {
		n, err := io.ReadFull(file, data[done:min(done+readSize, len(data))])
		if done += n; err != nil {
			return nil, fmt.Errorf("%s: only %d of %d bytes could be read: %w", info.Name(), done, info.Size(), err)
		}
		if progress != nil {
			progress(done, len(data))
		}
	}
	return data, nil
}

// withoutFileName removes the operation and the file name from an error of the file system. The caller's message names
// the file.
func withoutFileName(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// readURI returns the bytes of a data URI, or of the file with a relative, percent-encoded path.
func (l *loader) readURI(uri string) ([]byte, error) {
	if len(uri) >= 5 && strings.EqualFold(uri[:5], "data:") {
		return decodeDataURI(uri[5:])
	}
	name, err := fileName(uri)
	if err != nil {
		return nil, err
	}
	if l.folder == nil {
		return nil, fmt.Errorf("%q is another file, which cannot be read when parsing from memory", name)
	}
	data, err := l.folder.read(name, l.options.maxBytes()-l.bytesRead, l.options.progressOf(StageReading))
	if err != nil {
		return nil, fmt.Errorf("%q: %w", shorten(name), err)
	}
	l.bytesRead += int64(len(data))
	l.memory.allow(len(data))
	return data, nil
}

// fileName returns the relative path in a URI.
func fileName(uri string) (string, error) {
	if scheme, _, ok := strings.Cut(uri, ":"); ok && !strings.ContainsAny(scheme, "/?#%") {
		return "", fmt.Errorf("%q has a scheme; only data URIs and relative paths are supported", shorten(uri))
	}
	name, err := url.PathUnescape(uri)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q: %w", shorten(uri), err)
	case name == "" || strings.HasPrefix(name, "/") || strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%q is not a relative path", shorten(uri))
	}
	return name, nil
}

// decodeDataURI returns the bytes of a data URI (RFC 2397), which is passed without its leading "data:".
func decodeDataURI(uri string) ([]byte, error) {
	header, payload, ok := strings.Cut(uri, ",")
	if !ok {
		return nil, errors.New("the data URI has no comma before its data")
	}
	if !strings.HasSuffix(strings.ToLower(header), ";base64") {
		text, err := url.PathUnescape(payload)
		if err != nil {
			return nil, fmt.Errorf("the data URI: %w", err)
		}
		return []byte(text), nil
	}
	if strings.Contains(payload, "%") {
		text, err := url.PathUnescape(payload)
		if err != nil {
			return nil, fmt.Errorf("the data URI: %w", err)
		}
		payload = text
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(payload, "=\r\n"))
	if err != nil {
		return nil, fmt.Errorf("the data URI: %w", err)
	}
	return data, nil
}

// shorten limits the length of a text from the file, for messages.
func shorten(text string) string {
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}
