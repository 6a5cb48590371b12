package simulation

import (
	"iter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// ModelSet is a list of models in one library.
type ModelSet struct {
	Library *assets.Library
	Models  []*assets.Model
	// Frames is how many frames of the script are played, for machines that are slow; 0 plays all
	// [Frames].
	Frames int

	baked      map[assets.ClipID]*bake.BakedClip
	controlled []controlledModel // for PlayControlled, made when first needed
	matched    []matchedModel    // for PlayMatched, made when first needed
	modified   []modifiedModel   // for PlayModified and PlayRagdolls, made when first needed
}

// frames goes through the frames that are played, from 1 on.
func (c *ModelSet) frames() iter.Seq[int] {
	last := Frames
	if c.Frames > 0 {
		last = min(c.Frames, Frames)
	}
	return func(yield func(int) bool) {
		for frame := 1; frame <= last && yield(frame); frame++ {
		}
	}
}

// BuiltIn makes the model set that needs no files: the mannequin and the [FeatureModel].
func BuiltIn() (*ModelSet, error) {
	c := &ModelSet{Library: assets.NewLibrary(assets.Exact())}
	puppet, err := FeatureModel(c.Library)
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

// Open reads models from glTF files.
func Open(paths ...string) (*ModelSet, error) {
	c := &ModelSet{Library: assets.NewLibrary(assets.Exact())}
	for _, path := range paths {
		model, err := gltfio.Options{Scale: 1}.Open(c.Library, path) // as the files are, in any unit
		if err != nil {
			return nil, err
		}
		c.Models = append(c.Models, model)
	}
	return c, nil
}
