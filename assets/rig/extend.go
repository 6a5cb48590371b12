package rig

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/names"
)

// JointsOf returns for each joint of another skeleton the joint of this one that takes its place:
// the one of its name below the joint that takes its parent's place, or for a root a root. The rest
// poses may differ. A skeleton that has them all extends the other one: it may have more joints,
// such as those of a skirt, but none between two of the other.
//
// The error wraps [ErrNotFound] and names the first joint that is missing, or that has another
// number of morph weights.
func (s *Skeleton) JointsOf(other *Skeleton) ([]int, error) {
	if s.Len() == 0 || other.Len() == 0 {
		return nil, fmt.Errorf("%w: expected two skeletons with joints, found none, as Library.Skeleton returns for an "+
			"unknown ID", ErrNotFound)
	}
	joints, isTaken := make([]int, other.Len()), make([]bool, s.Len())
	for j := range joints {
		parent, name := other.Parent(j), other.JointName(j)
		if parent >= 0 {
			parent = joints[parent]
		}
		found, below := -1, []string(nil)
		for k := range s.Len() {
			if s.Parent(k) != parent || isTaken[k] {
				continue
			}
			if s.JointName(k) == name {
				found = k
				break
			}
			below = append(below, s.JointName(k))
		}
		if found < 0 {
			owner := fmt.Sprintf("skeleton %q", s.Name())
			if parent >= 0 {
				owner = fmt.Sprintf("joint %q of %s", s.JointName(parent), owner)
			}
			return nil, names.NotFound(ErrNotFound, owner, "child", name, below)
		}
		theirs, _ := other.MorphChannel(j)
		if own, _ := s.MorphChannel(found); own.Count != 0 && theirs.Count != 0 && own.Count != theirs.Count {
			return nil, fmt.Errorf("%w: joint %q of skeleton %q: expected the %d morph weights that it has in skeleton %q, "+
				"found %d", ErrNotFound, name, s.Name(), theirs.Count, other.Name(), own.Count)
		}
		joints[j], isTaken[found] = found, true
	}
	return joints, nil
}
