//go:build !preview

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/demo/internal/avatars"
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
		case ".glb", ".gltf", ".vrm": // animations of avatars, .vrma, are no models
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

// avatarFiles are the avatars that were opened.
type avatarFiles = *avatars.Files

// open reads the model of that name, an avatar if it is one, and all animations, which are an error
// for other models.
func (m memory) open(library *assets.Library, list avatarFiles, name string) (model *assets.Model, err error) {
	err = vrm.ErrNotVRM
	if avatars.IsAvatar(name) {
		model, err = list.Parse(name, m[name])
	}
	if errors.Is(err, vrm.ErrNotVRM) {
		model, err = gltfio.OpenFS(library, m, name)
	}
	if err != nil {
		return nil, err
	}
	return model, m.addAnimations(list)
}

// addAnimations reads all animations for avatars, in the order of their names.
func (m memory) addAnimations(list avatarFiles) error {
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(m))) { // each comes before those that are there
		if avatars.IsAnimation(name) {
			if _, err := list.ParseAnimation(name, m[name]); err != nil {
				return err
			}
		}
	}
	return nil
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
