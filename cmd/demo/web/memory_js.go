//go:build !preview

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

// memory is a file system of files in memory, in one folder. Names with other folders find the
// files by their last part, as files that are dropped lose their folders.
type memory map[string][]byte

// Open implements [fs.FS].
func (m memory) Open(name string) (fs.File, error) {
	data, ok := m[path.Base(name)]
	if !ok {
		return nil, &fs.PathError{
			Op: "open", Path: name,
			Err: fmt.Errorf("%w: drop it together with the model", fs.ErrNotExist),
		}
	}
	return newMemoryFile(path.Base(name), data), nil
}

// modelName returns the name of the only file that is a model.
func (m memory) modelName() (string, error) {
	found := ""
	for name := range m {
		switch strings.ToLower(path.Ext(name)) {
		case ".glb", ".gltf", ".vrm":
			if found != "" {
				return "", fmt.Errorf("expected one model, found %s and %s", min(found, name), max(found, name))
			}
			found = name
		}
	}
	if found == "" {
		for name := range m {
			return "", fmt.Errorf("expected a file .glb or .vrm, or a .gltf together with its other files, found %s",
				name)
		}
	}
	return found, nil
}

// memoryFile is an open file of [memory].
type memoryFile struct {
	*bytes.Reader
	name string
	size int64
}

func newMemoryFile(name string, data []byte) *memoryFile {
	return &memoryFile{bytes.NewReader(data), name, int64(len(data))}
}

func (f *memoryFile) Close() error { return nil }

func (f *memoryFile) Stat() (fs.FileInfo, error) { return memoryInfo{f.name, f.size}, nil }

// memoryInfo describes a file of [memory].
type memoryInfo struct {
	name string
	size int64
}

func (i memoryInfo) Name() string { return i.name }

func (i memoryInfo) Size() int64 { return i.size }

func (i memoryInfo) Mode() fs.FileMode { return 0o444 }

func (i memoryInfo) ModTime() time.Time { return time.Time{} }

func (i memoryInfo) IsDir() bool { return false }

func (i memoryInfo) Sys() any { return nil }
