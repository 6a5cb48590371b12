package assets

import "fmt"

// skeletonLevels are the levels of detail of a skeleton, from level 1 on.
type skeletonLevels struct {
	id    SkeletonID
	masks []*Mask
}

// MaxLevels is how many levels of detail a skeleton has at most, full detail not counted.
const MaxLevels = 255

// SetLevels says which joints of a skeleton move at its levels of detail: at level n those that weigh anything in the nth of the masks,
// at the levels beyond the last those of the last, at level 0 all. The other joints keep to their parents as they do at rest. The
// baked forms of the skeleton's clips, also of those that are added later, get a shorter form for each level: what that costs in
// memory is the part of their rows that still moves. A row holds 8 neighboring joints and is saved where none of them moves, so that masks by
// subtrees, such as all but fingers and face, save most. Without masks there are no levels any more.
//
// The error says that there is no such skeleton, or which mask is missing or for another one; nothing has changed then. Like
// adding, it must not run at the same time as a frame.
func (l *Library) SetLevels(id SkeletonID, masks ...*Mask) error {
	skeleton := l.skeletons.get(id)
	if skeleton == nil {
		return fmt.Errorf("there is no skeleton %#x to set levels of detail of", uint32(id))
	}
	if len(masks) > MaxLevels {
		return fmt.Errorf("skeleton %q: %d levels of detail are more than %d", skeleton.Name(), len(masks), MaxLevels)
	}
	for i, mask := range masks {
		if mask == nil {
			return fmt.Errorf("skeleton %q: level %d has no mask", skeleton.Name(), i+1)
		}
		if mask.Skeleton() != skeleton {
			return fmt.Errorf("skeleton %q: level %d: mask %q is for skeleton %q", skeleton.Name(), i+1, mask.Name(), mask.Skeleton().Name())
		}
	}
	i := int(uint32(id)&indexMask - 1)
	for len(l.levels) <= i {
		l.levels = append(l.levels, skeletonLevels{})
	}
	l.levels[i] = skeletonLevels{id, append([]*Mask(nil), masks...)}
	for i := range l.baked {
		if e := &l.baked[i]; e.clip != nil && e.clip.Clip().Skeleton() == skeleton {
			e.levels = l.reduced(e.clip)
		}
	}
	return nil
}

// LevelMask returns which joints of a skeleton move at a level of detail, or nil where all do.
func (l *Library) LevelMask(id SkeletonID, level int) *Mask {
	i := uint32(id)&indexMask - 1
	if level <= 0 || i >= uint32(len(l.levels)) || l.levels[i].id != id || len(l.levels[i].masks) == 0 {
		return nil
	}
	masks := l.levels[i].masks
	return masks[min(level, len(masks))-1]
}

// BakedAt returns the baked form of a clip for a level of detail of its skeleton (see [Library.SetLevels]), or nil where [Library.Baked]
// does. It is for sampling; what it is encoded to cannot be bound to the clip.
func (l *Library) BakedAt(id ClipID, level int) *BakedClip {
	full := l.Baked(id)
	if level <= 0 || full == nil {
		return full
	}
	levels := l.baked[uint32(id)&indexMask-1].levels
	if len(levels) == 0 {
		return full
	}
	return levels[min(level, len(levels))-1]
}

// reduced returns the forms of a clip for the levels of its skeleton.
func (l *Library) reduced(baked *BakedClip) []*BakedClip {
	if baked == nil {
		return nil
	}
	var forms []*BakedClip
	for i := range l.levels {
		levels := &l.levels[i]
		if l.skeletons.get(levels.id) != baked.Clip().Skeleton() {
			continue
		}
		for _, mask := range levels.masks {
			forms = append(forms, baked.Reduced(mask))
		}
		break
	}
	return forms
}
