package cli

import (
	"errors"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
)

// load reads a file into the library. The error names the file.
func load(library *assets.Library, path string) (*assets.Model, error) {
	model, err := gltfio.Open(library, path)
	if err != nil {
		if text := prefixed(filepath.Base(path), err.Error()); text != err.Error() {
			return nil, errors.New(text)
		}
		return nil, err
	}
	return model, nil
}
