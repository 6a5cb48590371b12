package workbench

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// maskList offers masks for layers: every joint, the masks that a character began with, and for
// each joint that has children itself and all below it.
type maskList struct {
	given  map[*assets.Skeleton][]id.Mask
	chosen map[subtree]id.Mask // made when it was chosen first
}

// subtree is a joint and all below it.
type subtree struct {
	skeleton *assets.Skeleton
	joint    int
}

// roots returns the joints that have children.
func roots(skeleton *assets.Skeleton) []int {
	var out []int
	for j := 0; j+1 < skeleton.Len(); j++ {
		if skeleton.Parent(j+1) == j { // subtrees are ranges, so the first child is next
			out = append(out, j)
		}
	}
	return out
}

// options returns the names of the masks to choose from, and the index of the present one.
func (m *maskList) options(library *assets.Library, skeleton *assets.Skeleton,
	present id.Mask,
) (names []string, at int) {
	names, at = []string{"every joint"}, -1
	if present == 0 {
		at = 0
	}
	for joint, id := range m.chosen {
		if joint.skeleton == skeleton && id == present {
			present = 0 // it is listed below
			at = 1 + len(m.given[skeleton]) + slices.Index(roots(skeleton), joint.joint)
		}
	}
	if present != 0 && slices.Index(m.given[skeleton], present) < 0 {
		if m.given == nil {
			m.given = map[*assets.Skeleton][]id.Mask{}
		}
		m.given[skeleton] = append(m.given[skeleton], present)
	}
	for _, id := range m.given[skeleton] {
		if id == present {
			at = len(names)
		}
		name := "removed mask"
		if mask := library.Mask(id); mask != nil {
			name = mask.Name()
		}
		names = append(names, name)
	}
	for _, joint := range roots(skeleton) {
		names = append(names, "from "+skeleton.JointName(joint))
	}
	return names, at
}

// mask returns the mask with an index among the options.
func (m *maskList) mask(library *assets.Library, skeleton *assets.Skeleton, present id.Mask,
	index int,
) (id.Mask, error) {
	given := m.given[skeleton]
	switch {
	case index == 0:
		return 0, nil
	case index <= len(given):
		return given[index-1], nil
	}
	joint := subtree{skeleton, roots(skeleton)[index-1-len(given)]}
	if id, known := m.chosen[joint]; known {
		return id, nil
	}
	name := skeleton.JointName(joint.joint)
	mask, err := rig.NewMask("from "+name, skeleton).Subtree(1, name).Add(library)
	if err != nil {
		return present, err
	}
	if m.chosen == nil {
		m.chosen = map[subtree]id.Mask{}
	}
	m.chosen[joint] = mask
	return mask, nil
}
