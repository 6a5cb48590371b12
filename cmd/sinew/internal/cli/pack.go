package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
)

// modelFiles returns the files that arguments name: they themselves, and the glTF files in the
// folders among them, in the order of their paths.
func modelFiles(arguments []string) ([]string, error) {
	var files []string
	for _, path := range arguments {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // what is wrong with it, opening it tells
			continue
		}
		before := len(files)
		err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			extension := strings.ToLower(filepath.Ext(name))
			if err == nil && !entry.IsDir() && (extension == ".glb" || extension == ".gltf") {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: expected files that end with .glb or .gltf, found none", path)
		}
	}
	return files, nil
}

// writePack writes the assets of a library into a file, which it replaces by renaming a complete
// one: other programs may have the old one mapped.
func writePack(path string, library *assets.Library, options pack.Options) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.incomplete")
	if err != nil {
		return err
	}
	err = errors.Join(pack.Write(file, library, options), file.Close())
	if err == nil {
		err = os.Chmod(file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), os.Remove(file.Name()))
	}
	return nil
}
