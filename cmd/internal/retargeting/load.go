//go:build !preview

package retargeting

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
)

// Open reads a file into a library. It is given, because the web page does not contain what the
// commands read files with.
type Open func(library *assets.Library, file string) (*assets.Model, error)

// Load loads a file, or the [Mannequin], into a library of its own that bakes no clips. A source of
// clips may get a skeleton of its own, a target keeps that of its model.
func Load(file string, open Open, asSource bool) (*Character, error) {
	library := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	if file == Mannequin {
		model, err = mannequin.New(library)
	} else {
		model, err = open(library, file)
	}
	if err != nil {
		return nil, err
	}
	return fromFile(file, library, model, asSource)
}

// Of returns the character of a model that was loaded from a file, as a target of clips.
func Of(file string, library *assets.Library, model *assets.Model) (*Character, error) {
	return fromFile(file, library, model, false)
}

func fromFile(file string, library *assets.Library, model *assets.Model, asSource bool) (*Character, error) {
	if file == Mannequin || strings.EqualFold(filepath.Ext(file), ".bvh") {
		return FromModel(file, library, model), nil
	}
	c := newCharacter(file, library, model)
	avatar, err := vrm.OpenHumanoid(assets.NewLibrary(assets.Exact()), file)
	switch {
	case errors.Is(err, vrm.ErrNoHumanoid):
		c.setPose()
		return c, nil
	case err != nil:
		return nil, err
	case asSource:
		c.Model, c.Skeleton, c.Clips, c.bones = avatar.Model, avatar.Skeleton, avatar.Clips, avatar.Bones
		return c, nil // its rest pose is a T pose by definition
	}
	c.bones, err = sameBones(avatar.Bones, c.Skeleton)
	return c, err
}

// sameBones returns a map of the joints with the same nodes in another skeleton of the same file.
func sameBones(bones *humanoid.Map, skeleton *rig.Skeleton) (*humanoid.Map, error) {
	out := humanoid.NewMap(skeleton)
	for _, m := range bones.Matches() {
		if joint, ok := skeleton.FromSource(bones.Skeleton().Source(m.Joint)); ok {
			if err := out.SetJoint(m.Bone, joint); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Start begins to retarget all clips of some files to a model of a library, which was loaded from
// the file name that is given, or is the [Mannequin]. [Work.Take] adds those that are ready.
func Start(files []string, open Open, to string, library *assets.Library, model *assets.Model) *Work {
	loads := make([]func() (*Character, error), len(files))
	for i, file := range files {
		loads[i] = func() (*Character, error) { return Load(file, open, true) }
	}
	return begin(library, model, func() (*Character, error) { return Of(to, library, model) }, loads)
}
