package humanoid

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// ErrNotHumanoid reports a skeleton in which [Find] does not find two arms and two legs.
var ErrNotHumanoid = errors.New("the skeleton is no humanoid")

// ErrUnsure reports a skeleton whose arms or legs [Find] could only guess by their shape, and
// that something speaks against: its joints are named as other parts of the body, its head is not
// above its hips, or it stands on more than two legs. It is an [ErrNotHumanoid] too. A program that
// knows better uses the map that comes with it.
var ErrUnsure = fmt.Errorf("%w for certain", ErrNotHumanoid)

// Match is a bone of a humanoid, the joint that it was found to be, and how sure that is.
type Match struct {
	Bone      string // such as "left upper arm"; see [BoneNames]
	Joint     int
	JointName string
	// Confidence is from 0 to 1: 1 was set by hand or by a file, 0.9 and more follows from the name
	// and the place in the hierarchy, about 0.7 from the name alone, 0.6 and less from the shape of
	// the rest pose.
	Confidence float64
	Why        string // the reason, in words
}

// Map lists the joints of a skeleton that are the bones of a humanoid. [Find] finds
// one; [Map.Set] corrects it.
type Map struct {
	skeleton *rig.Skeleton
	matches  [anatomy.BoneCount]Match
	has      [anatomy.BoneCount]bool
	pose     *rig.Pose // nil: the rest pose
}

// NewMap returns a map without any bones, to be filled by [Map.Set].
func NewMap(skeleton *rig.Skeleton) *Map { return &Map{skeleton: skeleton} }

// Find finds the bones of a humanoid in a skeleton: by the names that Mixamo, Unreal, Unity,
// VRM, Rigify, 3ds Max Biped, KayKit, Quaternius, Mesh2Motion and the mannequin of this module give
// to joints, by the place in the hierarchy, and where names say nothing by the shape of the rest
// pose: legs point down, arms to the sides, the head is on top.
//
// The error wraps [ErrNotHumanoid] and lists the missing bones if an arm or a leg is missing, or if
// the hands stand on the ground as an animal's do. It wraps [ErrUnsure], which is an ErrNotHumanoid
// too, if arms or legs were found by shape and something speaks against them, as in birds and
// spiders. The map is returned even then, with what was found, and [Map.Confidence] is how
// sure that is.
func Find(skeleton *rig.Skeleton) (*Map, error) { return FindInPose(skeleton, nil) }

// FindInPose is [Find] for a skeleton whose rest pose does not stand upright with its arms at the
// sides, such as one that is a frame of a clip. The pose does; it may be that in which a skin was
// bound, from retarget.BindPose. It also is the map's reference pose; see [Map.SetPose].
func FindInPose(skeleton *rig.Skeleton, pose *rig.Pose) (*Map, error) {
	if skeleton == nil {
		return nil, errors.New("humanoid: expected a skeleton, found nil")
	}
	h := NewMap(skeleton)
	if err := h.SetPose(pose); err != nil {
		return nil, err
	}
	f := newFinder(h)
	f.byNames()
	f.byShape()
	f.trunk()
	f.fingersByShape()
	var missing []string
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, b := range [...]anatomy.Bone{
			anatomy.UpperArm, anatomy.LowerArm, anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot,
		} {
			if !h.has[b.On(s)] {
				missing = append(missing, b.On(s).String())
			}
		}
	}
	if !h.has[anatomy.Hips] {
		missing = append([]string{"hips"}, missing...)
	}
	switch {
	case len(missing) > 0:
		return h, fmt.Errorf("skeleton %q: %w: expected the bones of a humanoid, found no %s", skeleton.Name(),
			ErrNotHumanoid, strings.Join(missing, ", no "))
	case f.standsOnHands():
		return h, fmt.Errorf("skeleton %q: %w: expected a body that stands on its feet, found its hands "+
			"near the ground "+
			"in the rest pose", skeleton.Name(), ErrNotHumanoid)
	}
	if doubt := f.doubt(); doubt != "" {
		return h, fmt.Errorf("skeleton %q: %w: %s", skeleton.Name(), ErrUnsure, doubt)
	}
	return h, nil
}

// BoneNames returns the names of a humanoid's bones: "hips", "left upper arm", "right thumb distal"
// and so on. They are the humanoid bones of VRM 1.0, in words.
func BoneNames() []string { return slices.Clone(anatomy.BoneNames()) }

// noMap stands for a nil map.
var noMap = &Map{}

// orNone returns the map, or one without bones for nil. Only methods that change nothing use it.
func (h *Map) orNone() *Map {
	if h == nil {
		return noMap
	}
	return h
}

var errNoSkeleton = errors.New("humanoid: expected a map from Find or NewMap, found one without a " +
	"skeleton")

// Skeleton returns the skeleton whose joints the map lists. Of a nil map methods return nothing, or
// an error.
func (h *Map) Skeleton() *rig.Skeleton { return h.orNone().skeleton }

// Set makes a joint a bone of the humanoid, instead of what was found. The bone is one of
// [BoneNames]; other spellings such as "leftUpperArm" and "upper arm l" work too. An empty joint
// removes the bone. The error reports an unknown bone or joint, and then nothing changes.
func (h *Map) Set(bone, joint string) error {
	b, ok := anatomy.BoneByName(anatomy.Compact(bone))
	if !ok {
		return noBone(bone)
	}
	if h == nil || joint != "" && h.skeleton == nil {
		return errNoSkeleton
	}
	if joint == "" {
		h.has[b], h.matches[b] = false, Match{}
		return nil
	}
	j, err := h.skeleton.FindJoint(joint)
	if err != nil {
		return fmt.Errorf("humanoid: bone %q: %w", bone, err)
	}
	h.set(b, j, 1, "set by hand")
	return nil
}

// SetJoint is [Map.Set] for a joint by its index, for skeletons whose names are not unique.
func (h *Map) SetJoint(bone string, joint int) error {
	b, ok := anatomy.BoneByName(anatomy.Compact(bone))
	switch {
	case !ok:
		return noBone(bone)
	case h.Skeleton() == nil:
		return errNoSkeleton
	case joint < 0 || joint >= h.skeleton.Len():
		return fmt.Errorf("humanoid: bone %q: expected a joint from 0 to %d, found %d", bone, h.skeleton.Len()-1, joint)
	}
	h.set(b, joint, 1, "set by hand")
	return nil
}

// noBone reports a name that is none of the bones'.
func noBone(name string) error {
	return fmt.Errorf("humanoid: expected one of the bones %s, found %q%s", strings.Join(anatomy.BoneNames(), ", "),
		name, names.Meant(name, anatomy.BoneNames()))
}

func (h *Map) set(b anatomy.Bone, joint int, confidence float64, why string) {
	for other := range h.matches { // a joint is one bone
		if h.has[other] && h.matches[other].Joint == joint {
			h.has[other], h.matches[other] = false, Match{}
		}
	}
	h.has[b] = true
	h.matches[b] = Match{b.String(), joint, h.skeleton.JointName(joint), confidence, why}
}

// SetPose sets the reference pose: a pose in which the character stands upright, with its arms and
// legs straight and at any angle to the sides. Nil is the rest pose. The error reports a pose of
// another skeleton.
func (h *Map) SetPose(pose *rig.Pose) error {
	if h.Skeleton() == nil {
		return errNoSkeleton
	}
	if pose != nil && pose.Skeleton() != h.skeleton {
		return fmt.Errorf("humanoid: %w", anatomy.Unlike("a pose", h.skeleton, pose.Skeleton()))
	}
	h.pose = pose
	return nil
}

// Pose returns the reference pose; nil is the rest pose.
func (h *Map) Pose() *rig.Pose { return h.orNone().pose }

// Joint returns the joint that is a bone, and false if there is none.
func (h *Map) Joint(bone string) (joint int, ok bool) {
	b, ok := anatomy.BoneByName(anatomy.Compact(bone))
	if h = h.orNone(); !ok || !h.has[b] {
		return 0, false
	}
	return h.matches[b].Joint, true
}

// Matches returns the bones that were found, in the order of [BoneNames].
func (h *Map) Matches() []Match {
	var list []Match
	h = h.orNone()
	for b, has := range h.has {
		if has {
			list = append(list, h.matches[b])
		}
	}
	return list
}

// Confidence is the least [Match.Confidence] of the hips, arms and legs, or 0 if one of them is
// missing.
func (h *Map) Confidence() float64 {
	if h = h.orNone(); !h.has[anatomy.Hips] {
		return 0
	}
	least := h.matches[anatomy.Hips].Confidence
	for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
		for _, b := range [...]anatomy.Bone{
			anatomy.UpperArm, anatomy.LowerArm, anatomy.UpperLeg, anatomy.LowerLeg, anatomy.Foot,
		} {
			if !h.has[b.On(s)] {
				return 0
			}
			least = min(least, h.matches[b.On(s)].Confidence)
		}
	}
	return least
}

// joint returns a bone's joint, or -1.
func (h *Map) joint(b anatomy.Bone) int {
	if !h.has[b] {
		return -1
	}
	return h.matches[b].Joint
}
