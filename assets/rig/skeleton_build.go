package rig

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Joint describes one joint of a hierarchy for [NewSkeleton].
type Joint struct {
	Name   string
	Parent int // index in the same list, anywhere in it; -1 for a root
	Rest   TRS
	// Morphs are the rest weights of the morph targets of a mesh that hangs here, one for each target.
	Morphs []float32
}

// NewSkeleton makes a skeleton of joints listed in any order. Joints are sorted parents first and depth first, siblings
// in the order of the list. Sources says which node of a file each joint of the list stands for; nil means its own
// index. Joints may share a name ([Skeleton.Find] then finds the first in sorted order). Rotations are normalized.
//
// The error is a [*JointError] for a parent that is not there, a cycle, a source that is taken or no node's index, morph weights
// that are not finite, or a rest pose that is not finite or has a zero rotation; no joints or more than [MaxJoints] are an
// error too.
func NewSkeleton(name string, joints []Joint, sources []int) (*Skeleton, error) {
	if len(joints) == 0 {
		return nil, fmt.Errorf("skeleton %q: it has no joints", name)
	}
	if len(joints) > MaxJoints {
		return nil, fmt.Errorf("skeleton %q: %d joints are more than the %d that fit", name, len(joints), MaxJoints)
	}
	if sources != nil && len(sources) != len(joints) {
		return nil, fmt.Errorf("skeleton %q: %d sources for %d joints", name, len(sources), len(joints))
	}
	order, err := sortJoints(name, joints)
	if err != nil {
		return nil, err
	}
	s := &Skeleton{
		name:       name,
		restLocals: make([]float32, PoseSize(len(joints))),
		byName:     make(map[string]int16, len(joints)),
		bySource:   make(map[int32]int16, len(joints)),
	}
	for j := range len(s.restLocals) / GroupRows {
		PutJoint(s.restLocals, j, IdentityTRS())
	}
	sorted := make([]int16, len(joints))
	for j, i := range order {
		sorted[i] = int16(j)
		if err := s.append(i, joints[i], sorted); err != nil {
			return nil, err
		}
		source := i
		if sources != nil {
			source = sources[i]
		}
		if source < 0 || source > math.MaxInt32 {
			return nil, &JointError{name, i, joints[i].Name, fmt.Sprintf("source %d is no index from 0 to %d", source, math.MaxInt32)}
		}
		if _, taken := s.bySource[int32(source)]; taken {
			return nil, &JointError{name, i, joints[i].Name, fmt.Sprintf("source %d is taken by another joint", source)}
		}
		s.sources = append(s.sources, int32(source))
		s.bySource[int32(source)] = int16(j)
	}
	return s, nil
}

// append files joint i of the list as the next one; sorted tells where the joints before it went.
func (s *Skeleton) append(i int, joint Joint, sorted []int16) error {
	if !joint.Rest.isValid() {
		return &JointError{s.name, i, joint.Name, fmt.Sprintf("rest pose %v is not a finite transform with a rotation", joint.Rest)}
	}
	for k, weight := range joint.Morphs {
		if weight-weight != 0 {
			return &JointError{s.name, i, joint.Name, fmt.Sprintf("morph weight %d is %v", k, weight)}
		}
	}
	joint.Rest.Rotation = exact.QuatFromXYZW(exact.Normalized32(exact.XYZW(joint.Rest.Rotation)))
	j := len(s.parents)
	parent := int16(-1)
	if joint.Parent >= 0 {
		parent = sorted[joint.Parent]
	}
	s.parents = append(s.parents, parent)
	s.names = append(s.names, joint.Name)
	s.rest = append(s.rest, joint.Rest)
	PutJoint(s.restLocals, j, joint.Rest)
	if _, taken := s.byName[joint.Name]; !taken {
		s.byName[joint.Name] = int16(j)
	}
	if len(joint.Morphs) > 0 {
		s.morphChannels = append(s.morphChannels, MorphChannel{j, len(s.restMorphs), len(joint.Morphs)})
		s.restMorphs = append(s.restMorphs, joint.Morphs...)
	}
	return nil
}

// sortJoints returns the joints' indices depth first, each after its parent.
func sortJoints(name string, joints []Joint) ([]int, error) {
	first, next := make([]int, len(joints)), make([]int, len(joints)) // linked lists of children
	for i := range first {
		first[i] = -1
	}
	stack := make([]int, 0, len(joints))
	for i := len(joints) - 1; i >= 0; i-- {
		parent := joints[i].Parent
		switch {
		case parent < -1 || parent >= len(joints):
			return nil, &JointError{name, i, joints[i].Name, fmt.Sprintf("parent %d is not among the %d joints", parent, len(joints))}
		case parent == -1:
			stack = append(stack, i)
		default:
			next[i], first[parent] = first[parent], i
		}
	}
	order, reached := make([]int, 0, len(joints)), make([]bool, len(joints))
	var children []int
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order, reached[i] = append(order, i), true
		children = children[:0]
		for c := first[i]; c >= 0; c = next[c] {
			children = append(children, c)
		}
		for k := len(children) - 1; k >= 0; k-- {
			stack = append(stack, children[k])
		}
	}
	for i, ok := range reached {
		if !ok {
			return nil, &JointError{name, i, joints[i].Name, "its ancestors form a cycle"}
		}
	}
	return order, nil
}
