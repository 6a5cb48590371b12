package humanoid

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
)

// sureConfidence is the confidence from which on the name of a joint is evidence for its bone.
const sureConfidence = 0.65

// otherParts are words in the names of joints that are no arm and no leg of a humanoid.
var otherParts = []string{
	"wing", "feather", "tail", "tentacle", "antenna", "paw", "hoof", "mouth", "jaw", "hair",
	"skirt", "mandible", "trunk",
}

// doubt returns why a skeleton whose arms or legs were found by their shape is probably no
// humanoid, or "".
func (f *finder) doubt() string {
	arms := f.found(anatomy.UpperArm, anatomy.LowerArm, anatomy.Hand)
	legs := f.found(anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot)
	if len(arms) == 0 && len(legs) == 0 {
		return ""
	}
	for _, list := range [2][]int{arms, legs} {
		for _, j := range list {
			name := strings.ToLower(f.s.JointName(j))
			for _, word := range otherParts {
				if strings.Contains(name, word) {
					return fmt.Sprintf("its %s would be joint %q", f.boneOf(j), f.s.JointName(j))
				}
			}
		}
	}
	for _, j := range arms {
		if strings.Contains(strings.ToLower(f.s.JointName(j)), "leg") {
			return fmt.Sprintf("its %s would be joint %q", f.boneOf(j), f.s.JointName(j))
		}
	}
	if h, top := f.joint(anatomy.Hips), f.joint(anatomy.Head); h >= 0 && top >= 0 {
		way := f.rest.Position(top).Sub(f.rest.Position(h))
		if rise := f.up.Dot(way); rise < 0.5*way.Length() {
			return fmt.Sprintf("its head is not above its hips, but %.0f degrees from upright",
				anatomy.AngleBetween(way, f.up)*180/math.Pi)
		}
	}
	if len(legs) > 0 {
		for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
			from, to := f.joint(anatomy.UpperLeg.On(s)), f.joint(anatomy.Foot.On(s))
			if from < 0 || to < 0 {
				continue
			}
			way := f.rest.Position(to).Sub(f.rest.Position(from))
			if drop := -f.up.Dot(way); drop < 0.6*way.Length() { // as wings are spread
				return fmt.Sprintf("its %s would be %.0f degrees from below its hips", anatomy.Foot.On(s),
					anatomy.AngleBetween(way, f.up.Scale(-1))*180/math.Pi)
			}
		}
	}
	if n := f.standing(); n > 2 {
		return fmt.Sprintf("it stands on %d legs", n)
	}
	return ""
}

// found returns the joints of the bones on both sides that names did not give.
func (f *finder) found(bones ...anatomy.Bone) (joints []int) {
	for _, b := range bones {
		for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
			if on := b.On(s); f.has[on] && f.matches[on].Confidence < sureConfidence {
				joints = append(joints, f.matches[on].Joint)
			}
		}
	}
	return joints
}

// boneOf returns the name of the bone that a joint is.
func (f *finder) boneOf(j int) string {
	for b, has := range f.has {
		if has && f.matches[b].Joint == j {
			return f.matches[b].Bone
		}
	}
	return ""
}

// standing returns the number of chains that begin at the height of the hips, or nearly, and end on
// the ground. Chains below the same joint of a leg, such as toes, count once.
func (f *finder) standing() int {
	h, leg := f.joint(anatomy.Hips), f.joint(anatomy.UpperLeg)
	if h < 0 || leg < 0 {
		return 0
	}
	ground := math.Inf(1)
	for j := range f.s.Len() {
		ground = min(ground, f.height(j))
	}
	top := f.height(leg) - ground
	hasChild := make([]bool, f.s.Len())
	for j := range f.s.Len() {
		if p := f.s.Parent(j); p >= 0 {
			hasChild[p] = true
		}
	}
	// The highest part of a chain: where it has come up by half the height of the legs.
	start := make([]int, f.s.Len())
	for j := range start {
		if start[j] = j; f.s.Parent(j) >= 0 && f.height(j)-ground < 0.5*top {
			start[j] = start[f.s.Parent(j)]
		}
	}
	begins := map[int]bool{}
	for j := range f.s.Len() {
		if hasChild[j] || f.height(j)-ground > 0.15*top {
			continue
		}
		if k := start[j]; f.height(k)-ground >= 0.5*top && f.s.Parent(k) >= 0 {
			begins[k] = true
		}
	}
	return len(begins)
}
