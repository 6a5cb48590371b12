package commandline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/names"
)

// Load reads a glTF file into the library, with its sidecar if there is one. Without one, which may
// say otherwise, its lengths stay as they are, in whatever unit: what is drawn and printed here
// suits any. The error names the file.
func Load(library *assets.Library, path string) (*assets.Model, error) {
	var options gltfio.Options
	if _, err := os.Stat(path + ".json"); err != nil {
		options.Scale = 1
	}
	model, err := options.Open(library, path)
	if err != nil {
		if text := WithFile(filepath.Base(path), err.Error()); text != err.Error() {
			return nil, errors.New(text)
		}
		return nil, err
	}
	return model, nil
}

// FindClip returns the index of the clip with that index or name.
func FindClip(model *assets.Model, text string) (int, error) {
	if i, err := strconv.Atoi(text); err == nil {
		if i < 0 || i >= len(model.Clips) {
			return 0, fmt.Errorf("expected the index of one of %d animations, found %d", len(model.Clips), i)
		}
		return i, nil
	}
	for i, name := range model.ClipNames() {
		if name == text {
			return i, nil
		}
	}
	return 0, names.NotFound(nil, "the file", "animation", text, model.ClipNames())
}
