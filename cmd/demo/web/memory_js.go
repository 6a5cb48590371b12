//go:build !preview

package main

import (
	"bytes"
	"io/fs"
	"time"
)

// memoryFile is an open file of [memory].
type memoryFile struct {
	*bytes.Reader
	name string
	size int64
}

func newMemoryFile(name string, data []byte) *memoryFile {
	return &memoryFile{bytes.NewReader(data), name, int64(len(data))}
}

func (f *memoryFile) Close() error               { return nil }
func (f *memoryFile) Stat() (fs.FileInfo, error) { return memoryInfo{f.name, f.size}, nil }

// memoryInfo describes a file of [memory].
type memoryInfo struct {
	name string
	size int64
}

func (i memoryInfo) Name() string       { return i.name }
func (i memoryInfo) Size() int64        { return i.size }
func (i memoryInfo) Mode() fs.FileMode  { return 0o444 }
func (i memoryInfo) ModTime() time.Time { return time.Time{} }
func (i memoryInfo) IsDir() bool        { return false }
func (i memoryInfo) Sys() any           { return nil }
