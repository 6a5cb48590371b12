package retarget

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Options choose how [New] relates two skeletons. The zero value finds humanoids in both.
type Options struct {
	// From and To are the bones of the humanoids. Nil finds them by [humanoid.Find], or
	// [humanoid.FindInPose]
	// with the pose below.
	From, To *humanoid.Map
	// Joints maps names of the source's joints to names of the target's, for skeletons that are no
	// humanoids or to map more than a humanoid has. If it is not empty and neither From nor To is
	// set, only these joints are mapped.
	Joints map[string]string
	// FromPose and ToPose are reference poses, in which the characters stand alike up to the
	// directions of their limbs: upright, with limbs straight. Nil is the pose of the humanoid map,
	// or the rest pose. Where a file's rest pose is a frame of a clip, [BindPose] gives a better
	// one.
	FromPose, ToPose *rig.Pose
	// Scale is the factor for the hips' height and for strides. 0 is the ratio of the legs'
	// lengths.
	Scale float64
	// FreeHands and FreeFeet switch off the passes that put hands and feet where they are in the
	// source in proportion. All bones then point exactly as in the source.
	FreeHands, FreeFeet bool
	// KeyTolerance is how far keys that are left out may move a joint, or a point near it, in model
	// space, as a fraction of the target's size: 0.0001 if it is 0. Feet that stand move by at most
	// a hundredth of it. Below 0 every track has a key at every time. Clips of the same skeleton
	// always keep all keys.
	KeyTolerance float64
}

// ErrNothingMapped reports skeletons of which no joints were related.
var ErrNothingMapped = errors.New("no joint of the source is mapped to the target")

// link drives one joint of the target.
type link struct {
	from, to int
	// The rotation in model space is turn · source's rotation · after, with turn from source space
	// to target space.
	after exact.Quat
	// A second source joint, and its part from 0 to 1, for a spine of another number of joints.
	second int
	share  float64
	after2 exact.Quat
	// placed joints get a position in model space: the hips, roots and what hangs from no driven
	// joint.
	placed bool
	// carried joints get the source's local translation and scale relative to its reference.
	carried bool
	// next is the index of the link of the bone below, whose direction is measured, or -1.
	next int
	name string // the bone, or "" for joints mapped by names
}

// limb is an arm or a leg, as indices of links.
type limb struct {
	upper, lower, end, toe int // toe is -1 without one
	leg                    bool
	hasSole                bool // a humanoid's leg: heel and toe stand on the ground at the heights below
	name                   string
	// legs: height of the source's toe, or ankle, over the ground below which the foot stands
	stands             float64
	ratio              float64    // of the lengths, target to source
	offset             exact.Vec3 // legs: target's toe, or ankle, minus the scaled source's, in the reference pose
	ankleOffset        exact.Vec3 // legs: the same of the ankle
	ankleFrom, ankleTo float64    // legs: height of the ankle over the ground
	toeFrom, toeTo     float64    // legs with a toe: height of the toe over the ground
	// direction in target space in which the middle joint bends, in the reference pose
	bend exact.Vec3
}

// Retargeter turns clips of one skeleton into clips of another. It does not change once it is made,
// and any number of goroutines may share it.
type Retargeter struct {
	from, to         *rig.Skeleton
	fromRest, toRest *anatomy.Frames // reference poses
	turn             exact.Quat      // from the model space of the source to that of the target
	scale            float64
	links            []link // in the order of the target's joints
	linkOf           []int  // by joint of the target, or -1
	usedFrom         []bool
	limbs            []limb
	twists           []twistJoint
	hips             int        // index of a link, or -1
	upFrom, upTo     exact.Vec3 // axes in the model spaces
	groundFrom       exact.Vec3 // the point of the ground between the source's feet in the reference pose
	groundTo         exact.Vec3 // the same of the target
	hipsFrom         exact.Vec3 // reference position of the source's hips, with its legs as the target's are
	legsFrom, legsTo exact.Vec3 // the point between the tops of the legs minus the hips, in the reference poses
	hipsOffset       exact.Vec3 // target's point there minus the scaled source's, in the reference pose
	legTo            float64    // length of the target's legs, or its size
	same             bool       // both skeletons have the same joints
	sameBody         bool       // joints of the same names with the same offsets: all numbers are carried
	options          Options
	kin              *family  // how the names of the joints are related; nil until it is asked for
	relation         string   // how the skeletons were related, for reports
	confidence       float64  // of that, 0 to 1
	notes            []string // for reports
	// the reference pose is no standing pose
	fromFaults, toFaults bool
}

// New relates the joints of two skeletons, source and target.
//
// Skeletons with the same joints in the same rest pose are related joint by joint, unless the
// options name different joints for them. Otherwise, with Options.Joints alone the joints of that
// map are related, and else the bones of two humanoids, and joints of equal names below them.
//
// The error wraps [humanoid.ErrNotHumanoid] if a skeleton is none and there is no other map. It tells that
// no joints were related, or names a joint that does not exist, or a map or pose of another
// skeleton.
func New(from, to *rig.Skeleton, options Options) (*Retargeter, error) {
	switch {
	case from == nil || to == nil:
		return nil, errors.New("retarget: expected two skeletons, found nil")
	case options.From != nil && options.From.Skeleton() != from:
		return nil, fmt.Errorf("retarget: source: %w", anatomy.Unlike("a map", from, options.From.Skeleton()))
	case options.FromPose != nil && options.FromPose.Skeleton() != from:
		return nil, fmt.Errorf("retarget: source: %w", anatomy.Unlike("a pose", from, options.FromPose.Skeleton()))
	case options.To != nil && options.To.Skeleton() != to:
		return nil, fmt.Errorf("retarget: target: %w", anatomy.Unlike("a map", to, options.To.Skeleton()))
	case options.ToPose != nil && options.ToPose.Skeleton() != to:
		return nil, fmt.Errorf("retarget: target: %w", anatomy.Unlike("a pose", to, options.ToPose.Skeleton()))
	case !(options.Scale >= 0 && exact.IsFinite(options.Scale)):
		return nil, fmt.Errorf("retarget: expected a positive scale or 0, found %v", options.Scale)
	case !exact.IsFinite(options.KeyTolerance):
		return nil, fmt.Errorf("retarget: expected a finite KeyTolerance, a fraction of the target's size, found %v",
			options.KeyTolerance)
	}
	r := &Retargeter{from: from, to: to, hips: -1, options: options, turn: exact.IdentityQuat, scale: 1}
	byNames := len(options.Joints) > 0 && options.From == nil && options.To == nil
	r.same = !byNames && sameSkeleton(from, to) && sameBones(bonesOf(options.From), bonesOf(options.To))
	var err error
	switch {
	case byNames:
		r.setPoses(options.FromPose, options.ToPose)
		r.relation, r.confidence = "by the caller's map of joints", 1
		var pairs [][2]int
		if pairs, err = r.namedPairs(); err == nil {
			r.mapByNames(pairs)
		}
	default:
		if !r.same {
			r.shareReference()
		}
		err = r.mapHumanoids()
		switch {
		case err == nil || !errors.Is(err, humanoid.ErrNotHumanoid):
		case r.same:
			r.setPoses(options.FromPose, options.FromPose)
			err = nil
		default:
			err = r.mapFamily(err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("retarget: %w", err)
	}
	if r.same {
		r.mapSameJoints()
		r.relation, r.confidence = "as the same skeleton", 1
	}
	if len(r.links) == 0 {
		return nil, fmt.Errorf("retarget: skeletons %q and %q: %w", from.Name(), to.Name(), ErrNothingMapped)
	}
	if r.sameBody {
		r.carryAll()
	}
	if options.Scale > 0 {
		r.scale = options.Scale
	}
	r.prepare()
	return r, nil
}

// noRetargeter stands for a nil retargeter.
var noRetargeter = &Retargeter{}

// orNone returns the retargeter, or one without joints for nil.
func (r *Retargeter) orNone() *Retargeter {
	if r == nil {
		return noRetargeter
	}
	return r
}

// check returns an error for a retargeter that [New] did not make.
func (r *Retargeter) check() error {
	if r.From() == nil {
		return errors.New("retarget: expected a retargeter from New, found one without skeletons")
	}
	return nil
}

// Scale returns the factor for the height of the hips and for strides. Of a nil retargeter, as
// [New] returns it with an error, methods return nothing, or an error.
func (r *Retargeter) Scale() float64 { return r.orNone().scale }

// From returns the skeleton whose clips are turned into others.
func (r *Retargeter) From() *rig.Skeleton { return r.orNone().from }

// To returns the skeleton of the new clips.
func (r *Retargeter) To() *rig.Skeleton { return r.orNone().to }

// Mapped returns the joint of the source that drives a joint of the target, and false if none does.
func (r *Retargeter) Mapped(target int) (source int, ok bool) {
	if r = r.orNone(); target < 0 || target >= len(r.linkOf) || r.linkOf[target] < 0 {
		return 0, false
	}
	return r.links[r.linkOf[target]].from, true
}

// family returns how the names of the joints are related.
func (r *Retargeter) family() *family {
	if r.kin == nil {
		r.kin = findFamily(r.from, r.to)
	}
	return r.kin
}

// mapFamily links the joints of two skeletons of one family, or tells why they are none beside why
// they are no humanoids.
func (r *Retargeter) mapFamily(notHumanoid error) error {
	if r.options.From != nil || r.options.To != nil {
		return notHumanoid
	}
	f := r.family()
	if !f.isOne() {
		return fmt.Errorf("%w; %s", notHumanoid, f.whyNot())
	}
	r.setPoses(r.options.FromPose, r.options.ToPose)
	r.relation, r.confidence = f.relation(), f.confidence()
	r.mapByNames(f.pairs)
	return nil
}

func (r *Retargeter) setPoses(from, to *rig.Pose) {
	r.fromRest, r.toRest = anatomy.RestFrames(r.from, from), anatomy.RestFrames(r.to, to)
}

// sameSkeleton reports whether two skeletons have the same joints in the same rest pose.
func sameSkeleton(a, b *rig.Skeleton) bool {
	if a == b {
		return true
	}
	if a.Len() != b.Len() {
		return false
	}
	for j := range a.Len() {
		if a.Parent(j) != b.Parent(j) || a.JointName(j) != b.JointName(j) || a.Rest(j) != b.Rest(j) {
			return false
		}
	}
	return true
}

// sameBones reports whether two maps do not name different joints for a bone; nil is no map.
func sameBones(a, b *bones) bool {
	if a == nil || b == nil {
		return a == b // a map by hand beside one that is to be found
	}
	return a.joints == b.joints
}

// linkBuilder collects links by joint of the target.
type linkBuilder struct {
	r    *Retargeter
	byTo map[int]*link
}

func (r *Retargeter) newLinks() *linkBuilder { return &linkBuilder{r, map[int]*link{}} }

// add links two joints. turned is the rotation of the source's joint, in source space, when the
// target is in its reference pose.
func (b *linkBuilder) add(from, to int, turned exact.Quat, name string) *link {
	l := &link{from: from, to: to, second: -1, next: -1, name: name, after: b.r.after(turned, to)}
	b.byTo[to] = l
	return l
}

// after returns the constant part of a link's rotation.
func (r *Retargeter) after(turned exact.Quat, to int) exact.Quat {
	return turned.Conjugate().Mul(r.turn.Conjugate()).Mul(r.toRest.Turned(to)).Normalized()
}

// finish sorts the links by joint and sets which of them are placed.
func (b *linkBuilder) finish() {
	r := b.r
	r.linkOf = make([]int, r.to.Len())
	r.usedFrom = make([]bool, r.from.Len())
	for j := range r.linkOf {
		r.linkOf[j] = -1
		l := b.byTo[j]
		if l == nil {
			continue
		}
		r.linkOf[j] = len(r.links)
		l.placed = l.placed || !r.hasLinkAbove(j)
		r.links = append(r.links, *l)
		r.usedFrom[l.from] = true
		if l.second >= 0 {
			r.usedFrom[l.second] = true
		}
	}
}

// hasLinkAbove reports whether an ancestor of a joint of the target, which comes before it, is
// driven.
func (r *Retargeter) hasLinkAbove(j int) bool {
	for _, above := range anatomy.Ancestors(r.to, j) {
		if r.linkOf[above] >= 0 {
			return true
		}
	}
	return false
}

// linkTo returns the index of the link of a joint of the target, or -1.
func (r *Retargeter) linkTo(joint int) int {
	if joint < 0 {
		return -1
	}
	return r.linkOf[joint]
}

// carryAll makes links between joints of the same name carry all numbers, and leaves feet and hands
// where that puts them.
func (r *Retargeter) carryAll() {
	for k := range r.links {
		l := &r.links[k]
		l.carried = l.carried || r.kin.toOf[l.from] == l.to && !l.placed
	}
	r.options.FreeFeet, r.options.FreeHands = true, true
}

// mapSameJoints links each joint to itself, with all its numbers.
func (r *Retargeter) mapSameJoints() {
	names := map[int]string{}
	hipsJoint := -1
	if r.hips >= 0 {
		hipsJoint = r.links[r.hips].to
	}
	next := map[int]int{}
	for _, l := range r.links {
		names[l.to] = l.name
		if l.next >= 0 {
			next[l.to] = r.links[l.next].to
		}
	}
	b := r.newLinks()
	for j := range r.to.Len() {
		l := b.add(j, j, r.fromRest.Turned(j), names[j])
		l.carried = true
	}
	limbs := make([]limb, len(r.limbs))
	for i, m := range r.limbs {
		limbs[i] = m
		for _, k := range [4]*int{&limbs[i].upper, &limbs[i].lower, &limbs[i].end, &limbs[i].toe} {
			if *k >= 0 {
				*k = r.links[*k].to // which is its link's index in the new list
			}
		}
	}
	r.links, r.limbs, r.twists = nil, limbs, nil
	b.finish()
	for j, n := range next {
		r.links[j].next = n
	}
	r.hips = hipsJoint
}
