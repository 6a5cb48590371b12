package retargeting

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
)

// Names says which joints are which; it is the content of a map file.
type Names struct {
	From   map[string]string `json:"from"`   // bones of the source's humanoid, and their joints
	To     map[string]string `json:"to"`     // the same of the target
	Joints map[string]string `json:"joints"` // joints of the source, and of the target
}

// Relation is how two characters are related.
type Relation struct {
	Retargeter *retarget.Retargeter
	// From and To are the bones of both; nil if they are related joint by joint.
	From, To *humanoid.Map
}

// Relate relates the skeletons of a source of clips and a target. The error wraps
// [humanoid.ErrNotHumanoid] for two that have too little in common.
func Relate(from, to *Character, names Names) (Relation, error) {
	var r Relation
	var err error
	if len(names.Joints) == 0 || len(names.From)+len(names.To) > 0 {
		if r.From, err = bonesOf(from, names.From); err != nil {
			return r, err
		}
		if r.To, err = bonesOf(to, names.To); err != nil {
			return r, err
		}
		if r.From == nil || r.To == nil { // no humanoids: by the names of their joints, if at all
			r.From, r.To = nil, nil
		}
	}
	r.Retargeter, err = retarget.New(from.Skeleton, to.Skeleton, retarget.Options{
		From: r.From, To: r.To, FromPose: from.Pose, ToPose: to.Pose, Joints: names.Joints,
	})
	if errors.Is(err, humanoid.ErrNotHumanoid) {
		return r, fmt.Errorf("%s, %s: %w", from.File, to.File, err)
	}
	return r, err
}

// bonesOf finds the bones of a character and corrects them, first by what its sidecar says.
// Without corrections it returns nil for one that is no humanoid.
func bonesOf(c *Character, names map[string]string) (*humanoid.Map, error) {
	found, err := c.bones, error(nil)
	if found == nil {
		if found, err = humanoid.FindInPose(c.Skeleton, c.Pose); found == nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
	}
	said := c.Model.Bones // in the sidecar
	for _, bone := range slices.Sorted(maps.Keys(said)) {
		if err := found.Set(bone, said[bone]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
	}
	for bone, joint := range names {
		if err := found.Set(bone, joint); err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
	}
	if errors.Is(err, humanoid.ErrNotHumanoid) && len(names)+len(said) == 0 {
		return nil, nil
	}
	return found, nil
}
