package retarget

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// footing is what is known of the reference pose of one of two skeletons.
type footing struct {
	skeleton *rig.Skeleton
	bones    *HumanoidMap // nil without
	pose     *rig.Pose    // nil: the rest pose
	given    bool         // the caller gave the pose
	faults   []string     // why it is no reference
}

// footingOf looks at a reference pose: a humanoid's stands upright, with straight limbs, and every
// creature's is the same on both sides.
func footingOf(s *rig.Skeleton, h *HumanoidMap, pose *rig.Pose) footing {
	f := footing{skeleton: s, bones: h, pose: pose, given: pose != nil}
	if h != nil && !f.given && h.pose != nil {
		f.pose, f.given = h.pose, true
	}
	if f.bones == nil {
		if found, err := HumanoidInPose(s, f.pose); err == nil {
			f.bones = found
		}
	}
	if f.bones != nil {
		f.faults = f.bones.stance(restFrames(s, f.pose)).Faults
		return f
	}
	if m, err := NewMirror(s, MirrorOptions{Pose: f.pose}); err == nil && !m.symmetric {
		f.faults = []string{"left and right differ"}
	}
	return f
}

// shareReference gives both skeletons one reference pose where they have the same joints with the same
// axes, and the rest pose of one of them is a frame of a clip: that of the other. It notes what it did,
// and where a reference pose is none.
func (r *Retargeter) shareReference() {
	o := &r.options
	from, to := footingOf(r.from, o.From, o.FromPose), footingOf(r.to, o.To, o.ToPose)
	if family := r.family(); family.sameAxes() {
		// A pose that is no humanoid's, of a rig that is one in the other pose, stands less well.
		worse := func(a, b *footing) bool {
			return a.bones == nil && b.bones != nil || (a.bones != nil) == (b.bones != nil) &&
				len(a.faults) > 0 && (len(b.faults) == 0 || a.skeleton == r.from)
		}
		switch {
		case !from.given && worse(&from, &to):
			if pose := family.poseLike(&from, &to, family.toOf); pose != nil {
				o.FromPose = pose
				r.note("the source's rest pose is no reference (%s); its joints have the target's names, so "+
					"the target's reference pose is that of both", from.reasons())
				from = footingOf(r.from, o.From, pose)
			}
		case !to.given && worse(&to, &from):
			if pose := family.poseLike(&to, &from, family.fromOf); pose != nil {
				o.ToPose = pose
				r.note("the target's rest pose is no reference (%s); its joints have the source's names, so "+
					"the source's reference pose is that of both", to.reasons())
				to = footingOf(r.to, o.To, pose)
			}
		}
	}
	r.fromFaults, r.toFaults = from.warn(r, "source"), to.warn(r, "target")
}

func (f *footing) reasons() string {
	if len(f.faults) == 0 {
		return "no humanoid is found in it"
	}
	return strings.Join(f.faults, ", ")
}

// warn notes a humanoid's reference pose that does not stand, and returns whether it does so.
func (f *footing) warn(r *Retargeter, whose string) bool {
	if f.bones == nil || len(f.faults) == 0 {
		return false
	}
	r.note("the %s's reference pose is no standing pose: %s; expected a T or A pose", whose,
		strings.Join(f.faults, ", "))
	return true
}

func (r *Retargeter) note(format string, values ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, values...))
}

// poseLike returns the pose of a skeleton in which its joints are turned as their partners in another
// one's reference pose. The hips, and what is above them, are where the partners are, in proportion to
// the bones. It returns nil if the skeleton does not stand in it as well as the other does.
func (f *family) poseLike(s, other *footing, partners []int) *rig.Pose {
	hipsJoint := -1
	if other.bones != nil {
		hipsJoint = other.bones.joint(hips)
	} else {
		hipsJoint = f.trunkOf(other.skeleton)
	}
	theirs := restFrames(other.skeleton, other.pose)
	isTrunk := func(k int) bool { return hipsJoint >= 0 && (k == hipsJoint || isBelow(other.skeleton, hipsJoint, k)) }
	paired := func(j int) (k int, ok bool) {
		switch k = partners[j]; {
		case k < 0:
			return 0, false
		case s.skeleton == f.from:
			return k, k == hipsJoint || f.parentsAreOne([2]int{j, k})
		}
		return k, k == hipsJoint || f.parentsAreOne([2]int{k, j})
	}
	isLeg, up := other.legs(theirs)
	own, length := 0.0, 0.0
	for j := range s.skeleton.Len() {
		if k, ok := paired(j); ok && isLeg(k) && !isTrunk(k) {
			own += exact.ToVec3(s.skeleton.Rest(j).Translation).Length()
			length += theirs.locals[k].translation.Length()
		}
	}
	if own == 0 || length == 0 {
		return nil
	}
	ratio := own / length
	made := restFrames(s.skeleton, nil)
	hips, low, theirLow := -1, math.Inf(1), math.Inf(1)
	for j := range s.skeleton.Len() {
		if k, ok := paired(j); ok && (!isTrunk(k) || k == hipsJoint) {
			made.locals[j].rotation = theirs.locals[k].rotation
			if k == hipsJoint {
				hips = j
				made.locals[j].translation = theirs.locals[k].translation.Scale(ratio)
			}
		}
		made.update(j)
		if k := partners[j]; k >= 0 && isLeg(k) {
			low, theirLow = min(low, up.Dot(made.position(j))), min(theirLow, up.Dot(theirs.position(k)))
		}
	}
	if hips >= 0 { // the feet are as far from the ground
		made.setPosition(hips, made.position(hips).AddScaled(float64(ratio*theirLow)-low, up))
		made.updateBelow(hips)
	}
	pose := rig.NewPose(s.skeleton)
	for j := range made.locals {
		if _, ok := paired(j); ok {
			pose.SetJoint(j, made.locals[j].trs())
		}
	}
	if found := footingOf(s.skeleton, nil, pose); len(found.faults) > len(other.faults) {
		return nil
	}
	return pose
}

// legs returns which joints are those of a humanoid's legs, or of all creatures all joints, and the up
// axis of model space.
func (f *footing) legs(pose *frames) (isLeg func(joint int) bool, up exact.Vec3) {
	if f.bones == nil {
		return func(int) bool { return true }, exact.Vec3{0, 1, 0}
	}
	joints := map[int]bool{}
	for _, s := range [2]side{left, right} {
		for _, b := range [...]bone{lowerLeg, foot, toes} {
			if j := f.bones.joint(b.on(s)); j >= 0 {
				joints[j] = true
			}
		}
	}
	a := axesOf(f.bones, pose)
	return func(j int) bool { return joints[j] }, a.up
}

// trunkOf returns the topmost joint below which two children carry a tenth of the paired joints each, or
// -1.
func (f *family) trunkOf(s *rig.Skeleton) int {
	back := f.fromOf
	if s == f.from {
		back = f.toOf
	}
	below := make([]int, s.Len())
	branches := make([]int, s.Len())
	for j := s.Len() - 1; j >= 0; j-- {
		if back[j] >= 0 {
			below[j]++
		}
		if p := s.Parent(j); p >= 0 {
			below[p] += below[j]
			if 10*below[j] >= len(f.pairs) {
				branches[p]++
			}
		}
	}
	for j, n := range branches {
		if n > 1 {
			return j
		}
	}
	return -1
}
