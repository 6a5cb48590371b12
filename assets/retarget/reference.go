package retarget

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// footing is what is known of the reference pose of one of two skeletons.
type footing struct {
	skeleton *rig.Skeleton
	bones    *bones    // nil without
	pose     *rig.Pose // nil: the rest pose
	given    bool      // the caller gave the pose
	faults   []string  // why it is no reference
}

// footingOf looks at a reference pose: a humanoid's stands upright, with straight limbs, and every
// creature's is the same on both sides.
func footingOf(s *rig.Skeleton, h *bones, pose *rig.Pose) footing {
	f := footing{skeleton: s, bones: h, pose: pose, given: pose != nil}
	if h != nil && !f.given && h.Pose() != nil {
		f.pose, f.given = h.Pose(), true
	}
	if f.bones == nil {
		if found, err := humanoid.FindInPose(s, f.pose); err == nil {
			f.bones = bonesOf(found)
		}
	}
	if f.bones != nil {
		f.faults = f.bones.stance(anatomy.RestFrames(s, f.pose)).Faults
		return f
	}
	if m, err := NewMirror(s, MirrorOptions{Pose: f.pose}); err == nil && !m.symmetric {
		f.faults = []string{"left and right differ"}
	}
	return f
}

// shareReference gives both skeletons one reference pose where they have the same joints with the
// same axes, and their bodies are the same, or the rest pose of one of them is a frame of a clip:
// that of the other. Joints are the same by their names, or where these say nothing, by the bones
// that the caller gave. It notes what it did, and where a reference pose is none.
func (r *Retargeter) shareReference() {
	o := &r.options
	from, to := footingOf(r.from, bonesOf(o.From), o.FromPose), footingOf(r.to, bonesOf(o.To), o.ToPose)
	family := r.family()
	if !family.isOne() && o.From != nil && o.To != nil {
		family = familyOfBones(bonesOf(o.From), bonesOf(o.To))
	}
	if family.sameAxes() && !(from.given && to.given) {
		if !family.byBones { // of other joints than bones nothing is known
			_, r.sameBody = family.build()
		}
		// A pose that is no humanoid's, of a rig that is one in the other pose, stands less well.
		worse := func(a, b *footing) bool {
			return a.bones == nil && b.bones != nil || (a.bones != nil) == (b.bones != nil) &&
				len(a.faults) > 0 && (len(b.faults) == 0 || a.skeleton == r.from)
		}
		var pose *rig.Pose
		switch {
		case !from.given && (worse(&from, &to) || r.sameBody && !worse(&to, &from)):
			if pose = family.poseLike(&from, &to, family.toOf, r.sameBody); pose != nil {
				o.FromPose = pose
				from.share(r, family, pose, "source", "target")
			}
		case !to.given && (worse(&to, &from) || r.sameBody):
			if pose = family.poseLike(&to, &from, family.fromOf, r.sameBody); pose != nil {
				o.ToPose = pose
				to.share(r, family, pose, "target", "source")
			}
		}
		r.sameBody = r.sameBody && pose != nil
	}
	r.fromFaults, r.toFaults = from.warn(r, "source"), to.warn(r, "target")
}

// share takes the pose that is like the other skeleton's reference, and notes it if it differs from
// the rest pose.
func (f *footing) share(r *Retargeter, by *family, pose *rig.Pose, whose, others string) {
	rest := rig.NewPose(f.skeleton)
	differs := false
	for j := range f.skeleton.Len() {
		a, b := exact.XYZW(rest.Joint(j).Rotation), exact.XYZW(pose.Joint(j).Rotation)
		differs = differs || anatomy.Angle(exact.ToQuat(a).Conjugate().Mul(exact.ToQuat(b))) > 0.02
	}
	if differs {
		same := "joints have the " + others + "'s names"
		if by.byBones {
			same = "bones have the axes of the " + others + "'s"
		}
		r.note("the %s's rest pose is no reference (%s); its %s, so the %s's reference pose is that of both", whose,
			f.reasons(), same, others)
	}
	*f = footingOf(f.skeleton, f.bones, pose)
}

func (f *footing) reasons() string {
	switch {
	case len(f.faults) > 0:
	case f.bones == nil:
		return "no humanoid is found in it"
	default:
		return "the same body has another one"
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

// poseLike returns the pose of a skeleton in which its joints are turned as their partners in
// another one's reference pose. The hips, and what is above them, are where the partners are, in
// proportion to the bones, and so are all joints of the same body. It returns nil if the skeleton
// does not stand in it as well as the other does, or if the axes of the joints turn out to differ.
func (f *family) poseLike(s, other *footing, partners []int, sameBody bool) *rig.Pose {
	hipsJoint := -1
	if other.bones != nil {
		hipsJoint = other.bones.joint(anatomy.Hips)
	} else {
		hipsJoint = f.trunkOf(other.skeleton)
	}
	theirs := anatomy.RestFrames(other.skeleton, other.pose)
	isTrunk := func(k int) bool {
		return hipsJoint >= 0 && (k == hipsJoint || anatomy.IsBelow(other.skeleton, hipsJoint, k))
	}
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
			length += theirs.Locals[k].Translation.Length()
		}
	}
	if own == 0 || length == 0 {
		return nil
	}
	ratio := own / length
	made := anatomy.RestFrames(s.skeleton, nil)
	hips, low, theirLow := -1, math.Inf(1), math.Inf(1)
	for j := range s.skeleton.Len() {
		if k, ok := paired(j); ok && (!isTrunk(k) || k == hipsJoint) {
			made.Locals[j].Rotation = theirs.Locals[k].Rotation
			if k == hipsJoint {
				hips = j
			}
			if k == hipsJoint && f.byBones { // what is above them may be turned otherwise
				made.SetTurned(j, theirs.Turned(k))
			}
			if k == hipsJoint || sameBody {
				made.Locals[j].Translation = theirs.Locals[k].Translation.Scale(ratio)
			}
		}
		made.Update(j)
		if k := partners[j]; k >= 0 && isLeg(k) {
			low, theirLow = min(low, up.Dot(made.Position(j))), min(theirLow, up.Dot(theirs.Position(k)))
		}
	}
	if hips >= 0 { // the feet are as far from the ground
		made.SetPosition(hips, made.Position(hips).AddScaled(float64(ratio*theirLow)-low, up))
		made.UpdateBelow(hips)
	}
	pose := rig.NewPose(s.skeleton)
	for j := range made.Locals {
		if _, ok := paired(j); ok {
			pose.SetJoint(j, made.Locals[j].TRS())
		}
	}
	if len(s.faults) == 0 && len(other.faults) == 0 && axesDiffer(anatomy.RestFrames(s.skeleton, s.pose), made) {
		return nil
	}
	if found := footingOf(s.skeleton, nil, pose); len(found.faults) > len(other.faults) {
		return nil
	}
	return pose
}

// axesDiffer reports whether two poses of a skeleton have its joints in the same places, but many
// of them turned. Then it is not the pose that differs but the axes about which bones turn. Joints
// at the ends turn without that another one moves, and say nothing.
func axesDiffer(a, b *anatomy.Frames) bool {
	turned, inner := 0, 0
	for j := range a.Locals {
		if a.Position(j).Sub(b.Position(j)).Length() > 0.02*a.Size() {
			return false
		}
		if j+1 < len(a.Locals) && a.Skeleton.Parent(j+1) == j {
			inner++
			if anatomy.Angle(a.Turned(j).Conjugate().Mul(b.Turned(j))) > 0.1 { // 6 degrees
				turned++
			}
		}
	}
	return 4*turned > inner
}

// legs returns which joints are those of a humanoid's legs, or of all creatures all joints, and the
// up axis of model space.
func (f *footing) legs(pose *anatomy.Frames) (isLeg func(joint int) bool, up exact.Vec3) {
	if f.bones == nil {
		return func(int) bool { return true }, exact.Vec3{0, 1, 0}
	}
	joints := map[int]bool{}
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, b := range [...]anatomy.Bone{anatomy.LowerLeg, anatomy.Foot, anatomy.Toes} {
			if j := f.bones.joint(b.On(s)); j >= 0 {
				joints[j] = true
			}
		}
	}
	a := axesOf(f.bones, pose)
	return func(j int) bool { return joints[j] }, a.up
}

// trunkOf returns the topmost joint below which two children carry a tenth of the paired joints
// each, or -1.
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
