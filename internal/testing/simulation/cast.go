package simulation

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// Cast is the models that take part, all in one library.
type Cast struct {
	Library *assets.Library
	Models  []*assets.Model

	baked map[assets.ClipID]*assets.BakedClip
	parts []repertoire // for [Cast.Control]
}

// BuiltIn makes the cast that needs no files: the mannequin and the [Puppet].
func BuiltIn() (*Cast, error) {
	c := &Cast{Library: assets.NewLibrary()}
	puppet, err := Puppet(c.Library)
	if err != nil {
		return nil, err
	}
	figure, err := mannequin.New(c.Library)
	if err != nil {
		return nil, err
	}
	c.Models = []*assets.Model{figure, puppet}
	return c, nil
}

// Open reads the cast from glTF files.
func Open(paths ...string) (*Cast, error) {
	c := &Cast{Library: assets.NewLibrary()}
	for _, path := range paths {
		model, err := gltfio.Open(c.Library, path)
		if err != nil {
			return nil, err
		}
		c.Models = append(c.Models, model)
	}
	return c, nil
}

// Assets hashes what the models are made of. The error names the first number that is not finite.
func (c *Cast) Assets() ([]Stage, error) {
	var stages []Stage
	for _, model := range c.Models {
		for _, part := range []struct {
			name string
			add  func(*digest, *assets.Library, *assets.Model)
		}{
			{"skeleton and skins", addSkeleton},
			{"parts and nodes", addParts},
			{"meshes", addMeshes},
			{"materials and pictures", addMaterials},
			{"clips", addClips},
			{"poses of single clips", addPoses},
		} {
			d := newDigest(part.name)
			part.add(d, c.Library, model)
			if d.err != nil {
				return nil, fmt.Errorf("%s: %w", model.Name, d.err)
			}
			stages = append(stages, d.stage(model.Name+": "))
		}
	}
	return stages, nil
}
