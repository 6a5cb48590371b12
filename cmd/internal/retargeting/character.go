package retargeting

import (
	"errors"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

// Mannequin stands for the built-in character in the place of a file.
const Mannequin = "mannequin"

// Character is a loaded file.
type Character struct {
	File     string
	Library  *assets.Library
	Model    *assets.Model
	Skeleton *rig.Skeleton
	Clips    []*clip.Clip
	Pose     *rig.Pose             // the reference pose; nil is the rest pose
	bones    *retarget.HumanoidMap // of a VRM file; nil: to be found
}

// Load loads a file, or the [Mannequin], into a library of its own that bakes no clips. A source of
// clips may get a skeleton of its own, a target keeps that of its model.
func Load(file string, asSource bool) (*Character, error) {
	library := assets.NewLibrary(assets.Exact())
	var model *assets.Model
	var err error
	if file == Mannequin {
		model, err = mannequin.New(library)
	} else {
		model, err = commandline.Load(library, file)
	}
	if err != nil {
		return nil, err
	}
	return newCharacter(file, library, model, asSource)
}

// Of returns the character of a model that was loaded from a file, as a target of clips.
func Of(file string, library *assets.Library, model *assets.Model) (*Character, error) {
	return newCharacter(file, library, model, false)
}

func newCharacter(file string, library *assets.Library, model *assets.Model, asSource bool) (*Character, error) {
	c := &Character{File: file, Library: library, Model: model, Skeleton: library.Skeleton(model.Skeleton)}
	for _, id := range c.Model.Clips {
		c.Clips = append(c.Clips, library.Clip(id))
	}
	if file != Mannequin && !commandline.IsRecording(file) {
		avatar, err := vrm.OpenHumanoid(assets.NewLibrary(assets.Exact()), file)
		switch {
		case err == nil && asSource:
			c.Model, c.Skeleton, c.Clips, c.bones = avatar.Model, avatar.Skeleton, avatar.Clips, avatar.Bones
			return c, nil // its rest pose is a T pose by definition
		case err == nil:
			if c.bones, err = sameBones(avatar.Bones, c.Skeleton); err != nil {
				return nil, err
			}
			return c, nil
		case !errors.Is(err, vrm.ErrNoHumanoid):
			return nil, err
		}
	}
	c.setPose()
	return c, nil
}

// setPose finds the reference pose: a T pose or an A pose among the rest pose, the bind poses and
// the clips that are named so, and else the first of the former that is symmetric.
func (c *Character) setPose() {
	candidates := []*rig.Pose{nil}
	var skins []*rig.Skin
	for _, id := range c.Model.Skins {
		if skin := c.Library.Skin(id); skin.Skeleton() == c.Skeleton {
			skins = append(skins, skin)
			candidates = append(candidates, retarget.BindPose(skin))
		}
	}
	for _, source := range c.Clips {
		name := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(source.Name()))
		if !source.Additive() && (strings.Contains(name, "tpose") || strings.Contains(name, "apose")) {
			candidates = append(candidates, source.PoseAt(source.Start()))
		}
	}
	pose, stance := retarget.StandingPose(c.Skeleton, candidates...)
	if c.Pose = pose; stance.Kind == "" || len(stance.Faults) > 0 {
		c.Pose = retarget.ReferencePose(c.Skeleton, skins...)
	}
}

// sameBones returns a map of the joints with the same nodes in another skeleton of the same file.
func sameBones(bones *retarget.HumanoidMap, skeleton *rig.Skeleton) (*retarget.HumanoidMap, error) {
	out := retarget.NewHumanoidMap(skeleton)
	for _, m := range bones.Matches() {
		if joint, ok := skeleton.FromSource(bones.Skeleton().Source(m.Joint)); ok {
			if err := out.SetJoint(m.Bone, joint); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
