package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// joint numbers the joints in sorted order, so that tables and code can name them; those of the right arm and leg follow
// those of the left at a fixed distance.
type joint int

// The joints. Those of a side are given for the left; see [joint.on].
const (
	root joint = iota
	hips
	spine1
	spine2
	spine3
	spine4
	neck1
	neck2
	head
	clavicle
	upperArm
	upperArmTwist
	forearm
	forearmTwist
	hand
	index      // metacarpal and three phalanges for each of four fingers, then three joints of the thumb
	middle     = index + 4
	ring       = index + 8
	pinky      = index + 12
	thumb      = index + 16
	thigh      = thumb + 3 + armJoints
	shin       = thigh + 1
	foot       = thigh + 2
	toe        = thigh + 3
	armJoints  = thumb + 3 - clavicle
	legJoints  = 4
	jointCount = int(thigh + 2*legJoints)
)

// side is left or right.
type side int

const (
	left side = iota
	right
)

// sign is 1 on the left, which is toward +X, and -1 on the right.
func (s side) sign() float64 { return float64(1 - 2*s) }

// on returns the joint of the left side, or its mirror image; joints of the middle are both.
func (j joint) on(s side) joint {
	switch {
	case s == left || j < clavicle:
		return j
	case j < thigh:
		return j + armJoints
	default:
		return j + legJoints
	}
}

// bone is what a joint is to its parent in the rest pose: where it sits, and how its frame is turned.
type bone struct {
	name   string
	parent joint
	offset exact.Vec3 // in the parent's frame, meters
	turned exact.Quat // from the joint's frame to the parent's
}

// figure is the rest pose: bones, and the frames in model space that they add up to.
type figure struct {
	bones    [jointCount]bone
	position [jointCount]exact.Vec3
	rotation [jointCount]exact.Quat
}

// set files a joint of the left side or the middle, placed in its parent's frame, and its mirror image.
func (f *figure) set(j joint, name string, parent joint, offset exact.Vec3, turned exact.Quat) {
	if j < clavicle {
		f.place(j, bone{name, parent, offset, turned})
		return
	}
	f.place(j, bone{"left_" + name, parent, offset, turned})
	// The mirror image of a frame is left-handed; its x axis is turned about to mend that. A parent's frame on the side has
	// been mended so as well, one in the middle has not, and its mirror image is itself.
	f.place(j.on(right), bone{"right_" + name, parent.on(right), mirroredPoint(offset), mirroredRotation(turned)})
}

func (f *figure) place(j joint, b bone) {
	f.bones[j] = b
	if b.parent < 0 {
		f.position[j], f.rotation[j] = b.offset, b.turned
		return
	}
	f.position[j] = f.position[b.parent].Add(rotate(f.rotation[b.parent], b.offset))
	f.rotation[j] = compose(f.rotation[b.parent], b.turned)
}

// point returns a point of a joint's frame in model space at rest.
func (f *figure) point(j joint, p exact.Vec3) exact.Vec3 {
	return f.position[j].Add(rotate(f.rotation[j], p))
}

// skeleton returns the rest pose as an asset.
func (f *figure) skeleton() (*assets.Skeleton, error) {
	list := make([]rig.Joint, jointCount)
	for j, b := range f.bones {
		rest := rig.IdentityTRS()
		rest.Translation, rest.Rotation = vec32(b.offset), quat32(b.turned)
		list[j] = rig.Joint{Name: b.name, Parent: int(b.parent), Rest: rest}
	}
	return rig.NewSkeleton("mannequin", list, nil)
}
