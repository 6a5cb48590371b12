package retargeting

import (
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
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
	Pose     *rig.Pose     // the reference pose; nil is the rest pose
	bones    *humanoid.Map // of a VRM file; nil: to be found
}

// FromModel returns the character of a model of a library. The file names it in errors; it is not
// read again, so that nothing is known of what a VRM file says of its bones.
func FromModel(file string, library *assets.Library, model *assets.Model) *Character {
	c := newCharacter(file, library, model)
	c.setPose()
	return c
}

func newCharacter(file string, library *assets.Library, model *assets.Model) *Character {
	c := &Character{File: file, Library: library, Model: model, Skeleton: library.Skeleton(model.Skeleton)}
	for _, id := range c.Model.Clips {
		c.Clips = append(c.Clips, library.Clip(id))
	}
	return c
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
