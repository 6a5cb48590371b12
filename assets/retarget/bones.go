package retarget

import (
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
)

// bone is an index in the list of a humanoid's bones.
type bone int

// The bones of the middle, then of the left side; the right side follows in the same order.
const (
	hips bone = iota
	spine
	chest
	upperChest
	neck
	head
	jaw
	firstOfSide
	eye bone = iota - 1
	shoulder
	upperArm
	lowerArm
	hand
	upperLeg
	lowerLeg
	foot
	toes
	thumb // metacarpal, proximal, distal
	_
	_
	fingers // index, middle, ring and little; proximal, intermediate and distal each
)

const (
	fingerBones = 12
	sideBones   = int(fingers-firstOfSide) + fingerBones
	boneCount   = int(firstOfSide) + 2*sideBones
)

// on returns the bone of a side, given the left one.
func (b bone) on(s side) bone {
	if s == right {
		return b + bone(sideBones)
	}
	return b
}

// side returns the side of a bone.
func (b bone) side() side {
	switch {
	case b < firstOfSide:
		return center
	case int(b) < int(firstOfSide)+sideBones:
		return left
	}
	return right
}

var boneNames = func() []string {
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
}()

func (b bone) String() string { return boneNames[b] }

// BoneNames returns the names of a humanoid's bones: "hips", "left upper arm", "right thumb distal"
// and so on. They are the humanoid bones of VRM 1.0, in words.
func BoneNames() []string { return append([]string(nil), boneNames...) }

// boneByName maps a bone's side and words without spaces to the bone.
var boneByName = func() map[string]bone {
	m := map[string]bone{}
	for i, name := range boneNames {
		m[compact(name)] = bone(i)
	}
	return m
}()

// compact returns a name's side and its other words, in small letters and without spaces.
func compact(name string) string {
	var b strings.Builder
	s := center
	for _, t := range splitName(name) {
		if t.side != center {
			s = t.side
		} else {
			b.WriteString(t.text)
		}
	}
	return [...]string{"", "left ", "right "}[s] + b.String()
}

// limbs are the bones of an arm and of a leg on the left side, each below the bone before.
var limbs = [...][]bone{{upperArm, lowerArm, hand}, {upperLeg, lowerLeg, foot, toes}}

// ancestors returns a joint's ancestors, nearest first.
func ancestors(s *rig.Skeleton, j int) []int {
	var list []int
	for j = s.Parent(j); j >= 0; j = s.Parent(j) {
		list = append(list, j)
	}
	return list
}

// commonAncestor returns the lowest joint that is above both joints, or -1.
func commonAncestor(s *rig.Skeleton, a, b int) int {
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

// pathBetween returns the joints from above, exclusive, down to joint j, inclusive. Without above
// among the ancestors it is nil.
func pathBetween(s *rig.Skeleton, above, j int) []int {
	if above >= 0 && !isBelow(s, j, above) {
		return nil
	}
	var path []int
	for ; j != above && j >= 0; j = s.Parent(j) {
		path = append(path, j)
	}
	slices.Reverse(path)
	return path
}

// subtreeEnds returns for each joint the index after its last descendant: descendants follow in one
// run.
func subtreeEnds(s *rig.Skeleton) []int {
	ends := make([]int, s.Len())
	for j := s.Len() - 1; j >= 0; j-- {
		ends[j] = max(ends[j], j+1)
		if p := s.Parent(j); p >= 0 {
			ends[p] = max(ends[p], ends[j])
		}
	}
	return ends
}
