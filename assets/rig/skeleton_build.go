package rig

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Joint describes one joint of a hierarchy for [NewSkeleton].
type Joint struct {
	Name   string
	Parent int // index in the same list, before or after this joint; -1 for a root
	Rest   TRS
	// KeepRotation keeps the bits of a rotation that was normalized before, such as one of another
	// skeleton: a second normalization may change the last of them.
	KeepRotation bool
	// Morphs are the rest weights of the morph targets of the mesh that the joint carries, one for
	// each target.
	Morphs []float32
	// HasVisibility gives the joint a [VisibilityChannel], so that clips can show and hide what it
	// carries. Hidden is what it is in the rest pose.
	HasVisibility, Hidden bool
	// Materials gives the joint a [MaterialChannel] for each element. Any joint will do: only masks
	// depend on it.
	Materials []MaterialRest
}

// JointError reports a joint of a skeleton and what is wrong with it.
type JointError struct {
	Skeleton string
	Joint    int // index in the list given to [NewSkeleton]; from [NewSkin], index in the skeleton
	Name     string
	Reason   string
}

func (e *JointError) Error() string {
	return fmt.Sprintf("skeleton %q: joint %d (%q): %s", e.Skeleton, e.Joint, e.Name, e.Reason)
}

// NewSkeleton makes a skeleton from joints listed in any order. It sorts them parents first and
// depth first, siblings in the order of the list, and normalizes their rotations. Joints may share
// a name. The element i of sources is the node of a file that joint i of the list was made from;
// nil means that each joint's source is its index in the list.
//
// The error is a [*JointError] for a parent that does not exist, a cycle, a source that is negative
// or used twice, morph weights or values of materials that are not finite or too few, or a rest
// pose that is not finite or has a rotation of length 0. It is an error to give no joints or more
// than [MaxJoints].
func NewSkeleton(name string, joints []Joint, sources []int) (*Skeleton, error) {
	if len(joints) == 0 {
		return nil, fmt.Errorf("skeleton %q: expected joints, found none", name)
	}
	if len(joints) > MaxJoints {
		return nil, fmt.Errorf("skeleton %q: expected at most %d joints, found %d", name, MaxJoints, len(joints))
	}
	if sources != nil && len(sources) != len(joints) {
		return nil, fmt.Errorf("skeleton %q: expected a source for each of %d joints, found %d", name, len(joints),
			len(sources))
	}
	order, err := sortJoints(name, joints)
	if err != nil {
		return nil, err
	}
	s := &Skeleton{
		name:       name,
		restLocals: make([]float32, kernel.PoseSize(len(joints))),
		byName:     make(map[string]int16, len(joints)),
		bySource:   make(map[int32]int16, len(joints)),
	}
	for j := range len(s.restLocals) / kernel.Rows {
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
			return nil, &JointError{
				name, i, joints[i].Name,
				fmt.Sprintf("expected a source from 0 to %d, found %d", math.MaxInt32, source),
			}
		}
		if _, duplicate := s.bySource[int32(source)]; duplicate {
			return nil, &JointError{
				name, i, joints[i].Name,
				fmt.Sprintf("expected a source of its own, found %d, which another joint has too", source),
			}
		}
		s.sources = append(s.sources, int32(source))
		s.bySource[int32(source)] = int16(j)
	}
	s.size = s.restSize()
	return s, nil
}

// append adds joint i of the list to the skeleton. The parent of a joint is appended before it;
// sorted[i] is the index in the skeleton of joint i of the list.
func (s *Skeleton) append(i int, joint Joint, sorted []int16) error {
	if !joint.Rest.isValid() {
		reason := fmt.Sprintf("expected a finite rest pose with a rotation that is not 0, found %v", joint.Rest)
		return &JointError{s.name, i, joint.Name, reason}
	}
	for k, weight := range joint.Morphs {
		if !exact.IsFinite(weight) {
			return &JointError{
				s.name, i, joint.Name,
				fmt.Sprintf("expected a finite morph weight %d, found %v", k, weight),
			}
		}
	}
	if q := exact.XYZW(joint.Rest.Rotation); !joint.KeepRotation {
		joint.Rest.Rotation = exact.QuatFromXYZW(exact.Normalized32(q))
	} else if square := exact.Dot32(q, q); !(square > 0.9999 && square < 1.0001) {
		return &JointError{s.name, i, joint.Name, fmt.Sprintf("expected a rotation of length 1 to keep, found %v", q)}
	}
	j := len(s.parents)
	parent := int16(-1)
	if joint.Parent >= 0 {
		parent = sorted[joint.Parent]
	}
	s.parents = append(s.parents, parent)
	s.names = append(s.names, joint.Name)
	s.rest = append(s.rest, joint.Rest)
	PutJoint(s.restLocals, j, joint.Rest)
	if _, duplicate := s.byName[joint.Name]; !duplicate {
		s.byName[joint.Name] = int16(j)
	}
	if len(joint.Morphs) > 0 {
		s.morphChannels = append(s.morphChannels, MorphChannel{j, len(s.restMorphs), len(joint.Morphs)})
		s.restMorphs = append(s.restMorphs, joint.Morphs...)
		s.runs = append(s.runs, s.morphChannels[len(s.morphChannels)-1])
	}
	if joint.HasVisibility {
		s.visibility = append(s.visibility, VisibilityChannel{j, len(s.restMorphs)})
		s.runs = append(s.runs, MorphChannel{j, len(s.restMorphs), 1})
		shown := float32(1)
		if joint.Hidden {
			shown = 0
		}
		s.restMorphs = append(s.restMorphs, shown)
	}
	for k, m := range joint.Materials {
		if width := m.Property.Width(); len(m.Value) != width || width == 0 {
			return &JointError{
				s.name, i, joint.Name,
				fmt.Sprintf("material %d (%q): %s: expected %d numbers, found %d", k, m.Material, m.Property, width,
					len(m.Value)),
			}
		}
		for _, v := range m.Value {
			if !exact.IsFinite(v) {
				return &JointError{
					s.name, i, joint.Name,
					fmt.Sprintf("material %d (%q): expected a finite %s, found %v", k, m.Material, m.Property, m.Value),
				}
			}
		}
		s.materials = append(s.materials, MaterialChannel{j, m.Material, m.Property, len(s.restMorphs), len(m.Value)})
		s.runs = append(s.runs, MorphChannel{j, len(s.restMorphs), len(m.Value)})
		s.restMorphs = append(s.restMorphs, m.Value...)
	}
	return nil
}

// sortJoints returns the indices of the list in depth-first order, parents first.
func sortJoints(name string, joints []Joint) ([]int, error) {
	// The children of joint i are a linked list: firstChild[i], then nextSibling of each, until -1.
	firstChild, nextSibling := make([]int, len(joints)), make([]int, len(joints))
	for i := range firstChild {
		firstChild[i] = -1
	}
	stack := make([]int, 0, len(joints))
	for i := len(joints) - 1; i >= 0; i-- {
		parent := joints[i].Parent
		switch {
		case parent < -1 || parent >= len(joints):
			return nil, &JointError{
				name, i, joints[i].Name,
				fmt.Sprintf("expected a parent from -1 to %d, found %d", len(joints)-1, parent),
			}
		case parent == -1:
			stack = append(stack, i)
		default:
			nextSibling[i], firstChild[parent] = firstChild[parent], i
		}
	}
	order, reached := make([]int, 0, len(joints)), make([]bool, len(joints))
	var children []int
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order, reached[i] = append(order, i), true
		children = children[:0]
		for c := firstChild[i]; c >= 0; c = nextSibling[c] {
			children = append(children, c)
		}
		for k := len(children) - 1; k >= 0; k-- {
			stack = append(stack, children[k])
		}
	}
	for i, ok := range reached {
		if !ok {
			return nil, &JointError{name, i, joints[i].Name, "expected ancestors that end in a root, found a cycle"}
		}
	}
	return order, nil
}
