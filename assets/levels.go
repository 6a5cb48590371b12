package assets

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
)

// skeletonLevels holds the masks of a skeleton's levels of detail, from level 1 on.
type skeletonLevels struct {
	id    SkeletonID
	masks []*rig.Mask
}

// maxLevels is the largest number of levels of detail of a skeleton, not counting level 0, full
// detail.
const maxLevels = 255

// SetLevels sets the levels of detail of a skeleton. At level n, the joints with a weight above 0
// in masks[n-1] move, and the others keep the rest pose's local transform. Level 0 moves all
// joints; levels beyond the last are like the last. Without masks the skeleton has no levels.
//
// The baked forms of the skeleton's clips, present and future, get a reduced form for each level,
// which takes memory for the rows that still move. A row holds 8 neighboring joints and is left out
// if none of them moves, so masks by subtree, such as all but fingers and face, save the most.
//
// SetLevels returns an error, and changes nothing, if there is no skeleton with that ID, or a mask
// is nil or for another skeleton. It must not run at the same time as a frame.
func (l *Library) SetLevels(id SkeletonID, masks ...*rig.Mask) error {
	if l == nil {
		return errNoLibrary
	}
	skeleton := assetOf(&l.skeletons, id)
	if skeleton == nil {
		return fmt.Errorf("set levels of detail: %s", l.Describe(id))
	}
	if len(masks) > maxLevels {
		return fmt.Errorf("skeleton %q: expected at most %d levels of detail, found %d", skeleton.Name(), maxLevels,
			len(masks))
	}
	for i, mask := range masks {
		if mask == nil {
			return fmt.Errorf("skeleton %q: level %d: expected a mask, found nil", skeleton.Name(), i+1)
		}
		if mask.Skeleton() != skeleton {
			return fmt.Errorf("skeleton %q: level %d: mask %q is %s", skeleton.Name(), i+1, mask.Name(),
				otherSkeleton(mask.Skeleton(), skeleton))
		}
	}
	l.endEdition()
	l.changes++
	i := int(tableIndex(id))
	for len(l.levels) <= i {
		l.levels = append(l.levels, skeletonLevels{})
	}
	l.levels[i] = skeletonLevels{id, append([]*rig.Mask(nil), masks...)}
	table := l.bakedTable()
	for i := range table {
		if e := &table[i]; e.clip != nil && e.clip.Clip().Skeleton() == skeleton {
			e.levels = l.bakedLevels(e.clip)
		}
	}
	return nil
}

// LevelMask returns the mask of the joints that move at a level of detail of a skeleton, or nil if
// all joints move.
func (l *Library) LevelMask(id SkeletonID, level int) *rig.Mask {
	l = l.orNone()
	i := tableIndex(id)
	if level <= 0 || i >= uint32(len(l.levels)) || l.levels[i].id != id || len(l.levels[i].masks) == 0 {
		return nil
	}
	masks := l.levels[i].masks
	return masks[min(level, len(masks))-1]
}

// BakedAt returns the baked form of a clip for a level of detail of its skeleton (see
// [Library.SetLevels]). It returns nil for a clip without a baked form. Use it for sampling only:
// an encoding of it cannot be bound to the clip.
func (l *Library) BakedAt(id ClipID, level int) *bake.BakedClip {
	l = l.orNone()
	full := l.Baked(id)
	if level <= 0 || full == nil {
		return full
	}
	levels := l.bakedTable()[tableIndex(id)].levels
	if len(levels) == 0 {
		return full
	}
	return levels[min(level, len(levels))-1]
}

// levelMasks returns the masks of the levels of detail of a skeleton.
func (l *Library) levelMasks(skeleton *Skeleton) []*rig.Mask {
	for i := range l.levels {
		if levels := &l.levels[i]; assetOf(&l.skeletons, levels.id) == skeleton {
			return levels.masks
		}
	}
	return nil
}

// bakedLevels returns the reduced forms of a clip for the levels of its skeleton.
func (l *Library) bakedLevels(baked *bake.BakedClip) []*bake.BakedClip {
	if baked == nil {
		return nil
	}
	var forms []*bake.BakedClip
	for _, mask := range l.levelMasks(baked.Clip().Skeleton()) {
		forms = append(forms, baked.Reduced(mask))
	}
	return forms
}
