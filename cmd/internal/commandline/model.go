package commandline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/names"
)

// Load reads a file into the library: glTF, with its sidecar if there is one, or a recording in
// BVH. Without a sidecar, which may say otherwise, the lengths of glTF stay as they are, in whatever
// unit: what is drawn and printed here suits any. Those of BVH, which knows no unit, become meters
// where they are none. The error names the file.
func Load(library *assets.Library, path string) (*assets.Model, error) {
	var options gltfio.Options
	if IsRecording(path) {
		options.Meters = true
	} else if _, err := os.Stat(path + ".json"); err != nil {
		options.Scale = 1
	}
	return Open(library, path, options)
}

// Open is [Load] with options, of which those of scale and baking hold for recordings too.
func Open(library *assets.Library, path string, options gltfio.Options) (*assets.Model, error) {
	model, err := open(library, path, options)
	if err != nil {
		if text := WithFile(filepath.Base(path), err.Error()); text != err.Error() {
			return nil, errors.New(text)
		}
		return nil, err
	}
	return model, nil
}

// IsRecording reports whether a file is a recording in BVH, by its extension.
func IsRecording(path string) bool { return strings.EqualFold(filepath.Ext(path), ".bvh") }

func open(library *assets.Library, path string, options gltfio.Options) (*assets.Model, error) {
	if IsRecording(path) {
		return bvh.Options{
			Scale: options.Scale, Meters: options.Meters, RootMotion: options.RootMotion,
			Baking: assets.Baking{Exact: options.Exact, Options: options.BakeOptions, Cache: options.BakeCache},
		}.Open(library, path)
	}
	model, err := options.Open(library, path)
	extension := strings.ToLower(filepath.Ext(path))
	if advice := otherFormats[extension]; err != nil && advice != "" && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: expected glTF (.gltf, .glb, .vrm) or a recording in BVH (.bvh), found a file that ends "+
			"in %s; %s", path, extension, advice)
	}
	return model, err
}

// otherFormats says how to get glTF or BVH from files of other formats, by their extensions.
var otherFormats = map[string]string{
	".fbx":   "Blender imports it and exports glTF 2.0, and FBX2glTF converts it",
	".dae":   "assimp converts it: assimp export in.dae out.glb",
	".usd":   fromBlender,
	".usda":  fromBlender,
	".usdc":  fromBlender,
	".usdz":  fromBlender,
	".blend": "Blender exports glTF 2.0",
	".obj":   "it has no skeleton; " + fromBlender,
	".amc":   "the motion of an .asf skeleton: amc2bvh makes .bvh of the two",
	".asf":   "the skeleton of .amc motions: amc2bvh makes .bvh of the two",
	".c3d":   "it has the places of markers and no skeleton; Mokka shows it, and what solves markers exports .bvh",
}

const fromBlender = "Blender imports it and exports glTF 2.0"

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
