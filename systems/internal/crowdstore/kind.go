package crowdstore

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// kind returns the index of the kind of members with a mesh. A model that the library does not
// hold, or whose skeleton it does not hold, has a kind without rigs, which is not drawn.
func (s *Store) kind(mesh *components.SkinnedMesh) int {
	for i, k := range s.kinds {
		if k.id == mesh.Model {
			return i
		}
	}
	k := &Kind{id: mesh.Model, Number: len(s.kinds), Model: s.library.Model(mesh.Model)}
	s.kinds = append(s.kinds, k)
	if k.Model == nil {
		return len(s.kinds) - 1
	}
	if k.skeleton = s.library.Skeleton(k.Model.Skeleton); k.skeleton == nil {
		return len(s.kinds) - 1
	}
	if k.Reach = k.Model.Reach(s.library); !(k.Reach.Radius >= 0) {
		return len(s.kinds) - 1 // nothing to draw
	}
	k.radius, k.girth = k.Reach.Radius, appearance.Girth(k.Model, s.library)
	for level := range 1 + len(s.below) {
		mask := s.library.LevelMask(k.Model.Skeleton, level)
		if level > 0 && mask == k.masks[level-1] {
			break // there are no further levels
		}
		k.masks, k.Rigs = append(k.masks, mask), append(k.Rigs, s.rig(k.Model, level, partSkins(k.Model)))
	}
	s.addLights(k)
	if s.end() > MaxTexels {
		s.missing, k.Rigs = fmt.Errorf("model %q: %w", k.Model.Name, ErrTooManyTexels), nil
	}
	return len(s.kinds) - 1
}

// kindsCurrent reports whether the library still holds what the kinds were made from.
func (s *Store) kindsCurrent() bool {
	for _, k := range s.kinds {
		if s.library.Model(k.id) != k.Model {
			return false
		}
		for level, mask := range k.masks {
			if s.library.LevelMask(k.Model.Skeleton, level) != mask {
				return false
			}
		}
		if k.skeleton != nil && s.library.Skeleton(k.Model.Skeleton) != k.skeleton {
			return false
		}
	}
	return true
}

// updateReaches measures the kinds again, since the crowd plays clips that it did not play before.
func (s *Store) updateReaches() {
	for _, k := range s.kinds {
		if k.skeleton != nil {
			k.Reach = k.Model.Reach(s.library)
		}
	}
	for i := range s.blocks {
		s.blocks[i].stale = true
	}
	s.moved++
}
