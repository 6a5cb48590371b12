package anatomy

import (
	"slices"
	"strings"
	"sync"

	"github.com/sinew-go/sinew/assets/rig"
)

// Bone is an index in the list of a humanoid's bones.
type Bone int

// The bones of the middle, then of the left side; the right side follows in the same order.
const (
	Hips Bone = iota
	Spine
	Chest
	UpperChest
	Neck
	Head
	Jaw
	FirstOfSide
	Eye Bone = iota - 1
	Shoulder
	UpperArm
	LowerArm
	Hand
	UpperLeg
	LowerLeg
	Foot
	Toes
	Thumb // metacarpal, proximal, distal
	_
	_
	Fingers // index, middle, ring and little; proximal, intermediate and distal each
)

// How many bones there are.
const (
	FingerBones = 12 // of a hand, without the thumb
	sideBones   = int(Fingers-FirstOfSide) + FingerBones
	BoneCount   = int(FirstOfSide) + 2*sideBones
)

// On returns the bone of a side, given the left one.
func (b Bone) On(s Side) Bone {
	if s == Right {
		return b + Bone(sideBones)
	}
	return b
}

// Side returns the side of a bone.
func (b Bone) Side() Side {
	switch {
	case b < FirstOfSide:
		return Center
	case int(b) < int(FirstOfSide)+sideBones:
		return Left
	}
	return Right
}

// BoneNames returns the names of the bones, in their order.
func BoneNames() []string {
	names, _ := boneTables()
	return names
}

// BoneByName returns the bone with a side and words without spaces.
func BoneByName(name string) (Bone, bool) {
	_, bones := boneTables()
	b, ok := bones[name]
	return b, ok
}

// The tables of names are made when they are first needed, so that a program that has this package
// and does not use it does not contain what makes them.
var bonesOnce struct {
	sync.Once
	names []string
	bones map[string]Bone // by side and words without spaces
}

func boneTables() ([]string, map[string]Bone) {
	o := &bonesOnce
	o.Do(func() {
		o.names, o.bones = newBoneNames(), map[string]Bone{}
		for i, name := range o.names {
			o.bones[Compact(name)] = Bone(i)
		}
	})
	return o.names, o.bones
}

func newBoneNames() []string {
	names := []string{"hips", "spine", "chest", "upper chest", "neck", "head", "jaw"}
	for _, s := range [2]string{"left ", "right "} {
		for _, n := range [...]string{
			"eye", "shoulder", "upper arm", "lower arm", "hand", "upper leg", "lower leg", "foot", "toes",
			"thumb metacarpal", "thumb proximal", "thumb distal",
		} {
			names = append(names, s+n)
		}
		for _, f := range [...]string{"index", "middle", "ring", "little"} {
			for _, n := range [...]string{" proximal", " intermediate", " distal"} {
				names = append(names, s+f+n)
			}
		}
	}
	return names
}

// String returns the bone's name, such as "left upper arm".
func (b Bone) String() string { return BoneNames()[b] }

// Compact returns a name's side and its other words, in small letters and without spaces.
func Compact(name string) string {
	var b strings.Builder
	s := Center
	for _, t := range SplitName(name) {
		if t.Side != Center {
			s = t.Side
		} else {
			b.WriteString(t.Text)
		}
	}
	return [...]string{"", "left ", "right "}[s] + b.String()
}

// Limbs are the bones of an arm and of a leg on the left side, each below the bone before.
var Limbs = [...][]Bone{{UpperArm, LowerArm, Hand}, {UpperLeg, LowerLeg, Foot, Toes}}

// Ancestors returns a joint's ancestors, nearest first.
func Ancestors(s *rig.Skeleton, j int) []int {
	var list []int
	for j = s.Parent(j); j >= 0; j = s.Parent(j) {
		list = append(list, j)
	}
	return list
}

// CommonAncestor returns the lowest joint that is above both joints, or -1.
func CommonAncestor(s *rig.Skeleton, a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	a, b = s.Parent(a), s.Parent(b)
	for a != b { // parents come first
		if a > b {
			a = s.Parent(a)
		} else {
			b = s.Parent(b)
		}
	}
	return a
}

// PathBetween returns the joints from above, exclusive, down to joint j, inclusive. Without above
// among the ancestors it is nil.
func PathBetween(s *rig.Skeleton, above, j int) []int {
	if above >= 0 && !IsBelow(s, j, above) {
		return nil
	}
	var path []int
	for ; j != above && j >= 0; j = s.Parent(j) {
		path = append(path, j)
	}
	slices.Reverse(path)
	return path
}

// SubtreeEnds returns for each joint the index after its last descendant: descendants follow in one
// run.
func SubtreeEnds(s *rig.Skeleton) []int {
	ends := make([]int, s.Len())
	for j := s.Len() - 1; j >= 0; j-- {
		ends[j] = max(ends[j], j+1)
		if p := s.Parent(j); p >= 0 {
			ends[p] = max(ends[p], ends[j])
		}
	}
	return ends
}
