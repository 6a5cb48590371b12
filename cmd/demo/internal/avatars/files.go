package avatars

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/vrm"
)

// Files are the avatars that were read into a library, by their models.
type Files struct {
	library *assets.Library
	list    []*vrm.Avatar
}

// NewFiles returns an empty list of the avatars of a library.
func NewFiles(library *assets.Library) *Files { return &Files{library: library} }

// Len returns the number of avatars.
func (f *Files) Len() int { return len(f.list) }

// IsAvatar reports whether a file is one of an avatar, by its extension.
func IsAvatar(path string) bool { return strings.EqualFold(filepath.Ext(path), ".vrm") }

// IsAnimation reports whether a file is an animation for avatars, by its extension.
func IsAnimation(path string) bool { return strings.EqualFold(filepath.Ext(path), ".vrma") }

// Open reads a file of an avatar, and returns its model. The error wraps [vrm.ErrNotVRM] for a file
// that has none, and names the file.
func (f *Files) Open(path string) (*assets.Model, error) { return f.add(vrm.Open(f.library, path)) }

// Parse is like [Files.Open] for the bytes of a file that contains its buffers and images.
func (f *Files) Parse(name string, data []byte) (*assets.Model, error) {
	return f.add(vrm.Parse(f.library, name, data))
}

func (f *Files) add(a *vrm.Avatar, err error) (*assets.Model, error) {
	if err != nil {
		return nil, err
	}
	f.list = append(f.list, a)
	a.Model.Warnings = append(slices.Clone(a.Model.Warnings), a.Warnings...)
	return a.Model, nil
}

// OpenAnimation reads an animation for all avatars, before whose own clips its clips come then. It
// returns warnings, one line each.
func (f *Files) OpenAnimation(path string) (warnings []string, err error) {
	return f.addClips(path, func(a *vrm.Avatar) ([]assets.ClipID, []string, error) {
		return a.OpenAnimation(f.library, path)
	})
}

// ParseAnimation is like [Files.OpenAnimation] for the bytes of a file that contains its buffers.
func (f *Files) ParseAnimation(name string, data []byte) (warnings []string, err error) {
	return f.addClips(name, func(a *vrm.Avatar) ([]assets.ClipID, []string, error) {
		return a.ParseAnimation(f.library, name, data)
	})
}

func (f *Files) addClips(path string,
	read func(*vrm.Avatar) ([]assets.ClipID, []string, error),
) (warnings []string, err error) {
	if len(f.list) == 0 {
		return nil, fmt.Errorf("%s: expected an avatar, a file .vrm, that plays the animation, found none", path)
	}
	for _, a := range f.list {
		ids, notes, err := read(a)
		if err != nil {
			return nil, err
		}
		for _, note := range notes {
			if !slices.Contains(warnings, note) {
				warnings = append(warnings, note)
			}
		}
		a.Model.SetClips(f.library, append(ids, a.Model.Clips...))
	}
	return warnings, nil
}

// of returns the avatar of a model, or nil.
func (f *Files) of(model *assets.Model) *vrm.Avatar {
	for _, a := range f.list {
		if a.Model == model {
			return a
		}
	}
	return nil
}
