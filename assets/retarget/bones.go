package retarget

import (
	"slices"
	"strings"
	"sync"

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

// boneNames returns the names of the bones, in their order.
func boneNames() []string {
	names, _ := boneTables()
	return names
}

// boneByName returns the bone with a side and words without spaces.
func boneByName(name string) (bone, bool) {
	_, bones := boneTables()
	b, ok := bones[name]
	return b, ok
}

// The tables of names are made when they are first needed, so that a program that has this package
// and does not use it does not contain what makes them.
var bonesOnce struct {
	sync.Once
	names []string
	bones map[string]bone // by side and words without spaces
}

func boneTables() ([]string, map[string]bone) {
	o := &bonesOnce
	o.Do(func() {
		o.names, o.bones = newBoneNames(), map[string]bone{}
		for i, name := range o.names {
			o.bones[compact(name)] = bone(i)
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

func (b bone) String() string { return boneNames()[b] }

// BoneNames returns the names of a humanoid's bones: "hips", "left upper arm", "right thumb distal"
// and so on. They are the humanoid bones of VRM 1.0, in words.
func BoneNames() []string { return append([]string(nil), boneNames()...) }

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
