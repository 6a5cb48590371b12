package gltfio

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

var errNoFileSystem = errors.New("expected a file system, found nil")

// folder is where the other files of a glTF file are. The file refers to them by relative paths.
type folder interface {
	// read returns the contents of a file. A file of more than limit bytes is an error. It calls
	// progress, unless that is nil, with the bytes that were read and the size.
	read(name string, limit int64, progress func(done, total int)) ([]byte, error)
	// has reports whether there is a file of that name in the folder itself.
	has(name string) (bool, error)
}

// diskFolder is a folder on disk. Nothing outside it can be read.
type diskFolder string

func (d diskFolder) read(name string, limit int64, progress func(done, total int)) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, fmt.Errorf("opening the folder: %w", withoutFileName(err))
	}
	defer root.Close()
	return readFile(limit, progress, func() (fs.FileInfo, error) { return root.Stat(name) },
		func() (fs.File, error) { return root.Open(name) })
}

// has asks for the file alone, since the folder itself may not be readable.
func (d diskFolder) has(name string) (bool, error) {
	return exists(os.Lstat(filepath.Join(string(d), name)))
}

// exists reports whether a file was found. That there is none is no error.
func exists(_ fs.FileInfo, err error) (bool, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, withoutFileName(err)
}

// fsFolder is a folder in a file system. All of the file system can be read.
type fsFolder struct {
	fsys   fs.FS
	folder string
}

func (f fsFolder) read(name string, limit int64, progress func(done, total int)) ([]byte, error) {
	full := path.Join(f.folder, name)
	if path.IsAbs(name) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("expected a path inside the file system, found %q", name)
	}
	return readFile(limit, progress, func() (fs.FileInfo, error) { return fs.Stat(f.fsys, full) },
		func() (fs.File, error) { return f.fsys.Open(full) })
}

func (f fsFolder) has(name string) (bool, error) {
	return exists(fs.Stat(f.fsys, path.Join(f.folder, name)))
}

// readSize is the number of bytes between two reports of progress.
const readSize = 1 << 20

// readFile returns the contents of a regular file of at most limit bytes. It checks the kind of the
// file before opening it, because opening a pipe may block forever.
func readFile(limit int64, progress func(done, total int),
	stat func() (fs.FileInfo, error), open func() (fs.File, error),
) ([]byte, error) {
	info, err := stat()
	if err != nil {
		return nil, withoutFileName(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("expected a regular file, found %s", info.Name())
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: expected at most the %d bytes left of the limit, found %d", info.Name(), limit,
			info.Size())
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
			return nil, fmt.Errorf("%s: expected to read %d bytes, found %d: %w", info.Name(), info.Size(), done,
				err)
		}
		if progress != nil {
			progress(done, len(data))
		}
	}
	return data, nil
}

// withoutFileName removes the operation and the file name from an error of the file system. The
// caller's message names the file.
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
		return nil, fmt.Errorf("expected all data in the file when parsing from memory, found a reference to %q", name)
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
		return "", fmt.Errorf("expected a data URI or a relative path, found %q with a scheme", shorten(uri))
	}
	name, err := url.PathUnescape(uri)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q: %w", shorten(uri), err)
	case name == "" || strings.HasPrefix(name, "/") || strings.ContainsRune(name, 0):
		return "", fmt.Errorf("expected a relative path, found %q", shorten(uri))
	}
	return name, nil
}

// decodeDataURI returns the bytes of a data URI (RFC 2397), which is passed without its leading
// "data:".
func decodeDataURI(uri string) ([]byte, error) {
	header, payload, ok := strings.Cut(uri, ",")
	if !ok {
		return nil, errors.New("expected a comma before the data of the data URI, found none")
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

const (
	glbMagic           = "glTF"
	glbHeaderSize      = 12
	glbChunkHeaderSize = 8
	glbChunkJSON       = "JSON"
	glbChunkBIN        = "BIN\x00"
)

// container holds the JSON and the binary chunk of a file.
type container struct {
	json     []byte
	binary   []byte // the BIN chunk; nil if there is none
	isGLB    bool
	warnings []string
}

// openContainer finds the JSON and the binary chunk of a .gltf or .glb file (glTF 2.0 chapter 4).
// The first bytes, not the name, decide which of the two it is.
func openContainer(data []byte) (container, error) {
	if !bytes.HasPrefix(data, []byte(glbMagic)) {
		text := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // a byte order mark
		if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' {
			return container{},
				fmt.Errorf(
					"expected a glTF file, which begins with a JSON object or the GLB magic %q, found neither",
					glbMagic)
		}
		return container{json: text}, nil
	}
	if len(data) < glbHeaderSize {
		return container{}, fmt.Errorf("GLB: expected a header of %d bytes, found the end of the file after %d",
			glbHeaderSize, len(data))
	}
	if version := binary.LittleEndian.Uint32(data[4:]); version != 2 {
		return container{}, fmt.Errorf("GLB: expected the version 2, found %d", version)
	}
	c := container{isGLB: true}
	length := uint64(binary.LittleEndian.Uint32(data[8:]))
	if size := uint64(len(data)); length > size {
		return container{}, fmt.Errorf("GLB: expected the %d bytes that the header gives, found %d", length, size)
	} else if length < size {
		c.warn("the file is %d bytes longer than the length in its header; they were ignored", size-length)
	}
	if length < glbHeaderSize+glbChunkHeaderSize {
		return container{}, fmt.Errorf(
			"GLB: expected a length in the header that holds a JSON chunk, found %d bytes", length)
	}
	return c, c.readChunks(data[glbHeaderSize:length])
}

func (c *container) warn(format string, arguments ...any) {
	c.warnings = append(c.warnings, "GLB: "+fmt.Sprintf(format, arguments...))
}

// readChunks reads the chunks: first JSON, then optionally BIN. Chunks of other kinds may follow
// and are ignored.
func (c *container) readChunks(remaining []byte) error {
	for i := 0; len(remaining) > 0; i++ {
		if len(remaining) < glbChunkHeaderSize {
			if i == 0 {
				return fmt.Errorf("GLB: expected the header of chunk 0, found the end of the file inside it")
			}
			c.warn("%d bytes after the last chunk were ignored", len(remaining))
			return nil
		}
		length, kind := uint64(binary.LittleEndian.Uint32(remaining)), string(remaining[4:8])
		remaining = remaining[glbChunkHeaderSize:]
		if length > uint64(len(remaining)) {
			return fmt.Errorf("GLB: chunk %d: expected at most the %d bytes left, found a length of %d", i,
				len(remaining), length)
		}
		payload := remaining[:length]
		remaining = remaining[min((length+3)&^3, uint64(len(remaining))):]
		switch {
		case i == 0 && kind != glbChunkJSON:
			return fmt.Errorf("GLB: expected the first chunk to be %q, found %q", glbChunkJSON, kind)
		case i == 0:
			c.json = bytes.TrimRight(payload, "\x00")
			if len(c.json) < len(payload) {
				c.warn("the JSON chunk is padded with zeros instead of spaces")
			}
		case i == 1 && kind == glbChunkBIN:
			c.binary = payload
		case kind == glbChunkJSON || kind == glbChunkBIN:
			return fmt.Errorf(
				"GLB: chunk %d: expected one JSON chunk, first, and at most one BIN chunk, second, found a "+
					"%q chunk", i, kind)
		}
	}
	return nil
}
