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
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

// input is the files that a pack is made of.
type input struct {
	models    []string // glTF files and recordings
	documents []string // JSON files that arguments name
	found     []string // JSON files in folders, which may be anything
}

// isModelFile reports whether a file is a glTF file, by its extension.
func isModelFile(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	return extension == ".glb" || extension == ".gltf"
}

// isDocument reports whether a file is JSON, by its extension.
func isDocument(path string) bool { return strings.EqualFold(filepath.Ext(path), ".json") }

// inputOf returns the files that arguments name: they themselves, and the files in the folders among
// them, in the order of their paths. Sidecars are left out, which are read with their files.
func inputOf(arguments []string) (*input, error) {
	in := &input{}
	for _, path := range arguments {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() { // what is wrong with it, opening it tells
			if isDocument(path) {
				in.documents = append(in.documents, path)
			} else {
				in.models = append(in.models, path)
			}
			continue
		}
		before := len(in.models) + len(in.found)
		err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || entry.IsDir():
			case isModelFile(name) || commandline.IsRecording(name):
				in.models = append(in.models, name)
			case isDocument(name) && !isModelFile(strings.TrimSuffix(name, filepath.Ext(name))):
				in.found = append(in.found, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(in.models)+len(in.found) == before {
			return nil, fmt.Errorf("%s: expected files that end with .glb, .gltf, .bvh or .json, found none", path)
		}
	}
	if len(in.models) == 0 {
		return nil, fmt.Errorf("%s: expected a file that ends with .glb, .gltf or .bvh, found none",
			strings.Join(arguments, ", "))
	}
	return in, nil
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
