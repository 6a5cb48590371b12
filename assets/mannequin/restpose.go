package mannequin

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Lengths of the rest pose in meters, for a height of 1.8 m.
const (
	thighLength    = 0.435
	shinLength     = 0.425
	ankleHeight    = 0.082
	upperArmLength = 0.300
	forearmLength  = 0.262
	footOut        = 0.105 // distance of a foot from the middle
)

// Angles of the rest pose in degrees: an A-pose. Knees and elbows are slightly bent, so that they
// have a direction to bend in.
const (
	restThigh    = 3
	restKnee     = 6
	restAbduct   = 36 // of the upper arm, from hanging straight down
	restElbow    = 10
	restToeOut   = 6
	restKnuckle  = 6 // of each finger joint
	fingerSpread = 5
)

// hanging is the model-space rotation of a limb that hangs straight down: y points down along the
// bone, z to the front.
var hanging = boneRotation(exact.Vec3{0, -1, 0}, exact.Vec3{0, 0, 1})

// Contact points of a flat foot in meters. Heel and ball are spheres on which the foot rolls;
// forward is from the ankle.
const (
	ballForward = 0.122
	ballHeight  = 0.026
	heelBack    = 0.040
	heelHeight  = 0.030
	toeLength   = 0.072 // from the ball to the middle of the toe's tip
	toeHeight   = 0.018
)

// bone is the rest transform of a joint, relative to its parent.
type bone struct {
	name     string
	parent   joint
	offset   exact.Vec3 // in the parent's frame, meters
	rotation exact.Quat // from the joint's frame to the parent's
}

// restPose holds the rest transform of each joint, relative to its parent and in model space.
type restPose struct {
	bones    []bone                 // by joint
	position [jointCount]exact.Vec3 // in model space
	rotation [jointCount]exact.Quat // in model space
}

// newRestPose returns the A-pose.
func newRestPose() *restPose {
	r := &restPose{bones: make([]bone, jointCount)}
	r.addJoint(root, bone{"root", -1, exact.Vec3{}, exact.IdentityQuat})
	hipHeight := ankleHeight + float64((thighLength+shinLength)*exact.Cos(degrees(restThigh)))
	r.addTrunk(hipHeight)
	r.addArm()
	r.addLeg(hipHeight)
	return r
}

// addJoint adds a joint, whose parent has been added already.
func (r *restPose) addJoint(j joint, b bone) {
	r.bones[j] = b
	if b.parent < 0 {
		r.position[j], r.rotation[j] = b.offset, b.rotation
		return
	}
	r.position[j] = r.position[b.parent].Add(rotate(r.rotation[b.parent], b.offset))
	r.rotation[j] = compose(r.rotation[b.parent], b.rotation)
}

// add adds a joint of the middle, or a joint of the left side and its mirror image. Offset and
// rotation are relative to the parent.
func (r *restPose) add(j joint, name string, parent joint, offset exact.Vec3, rotation exact.Quat) {
	if j < clavicle {
		r.addJoint(j, bone{name, parent, offset, rotation})
		return
	}
	r.addJoint(j, bone{"left_" + name, parent, offset, rotation})
	// The mirror image of a frame is left-handed, so its x axis is negated. This is true of the
	// parent's frame too if the parent is on the side. The frame of a parent in the middle is its
	// own mirror image.
	r.addJoint(j.on(right), bone{"right_" + name, parent.on(right), mirroredPoint(offset), mirroredRotation(rotation)})
}

// addInModelSpace is [restPose.add] for a position and a rotation in model space.
func (r *restPose) addInModelSpace(j joint, name string, parent joint, position exact.Vec3, rotation exact.Quat) {
	inverse := r.rotation[parent].Conjugate()
	r.add(j, name, parent, rotate(inverse, position.Sub(r.position[parent])), compose(inverse, rotation))
}

// modelPoint converts a point from the frame of a joint to model space.
func (r *restPose) modelPoint(j joint, p exact.Vec3) exact.Vec3 {
	return r.position[j].Add(rotate(r.rotation[j], p))
}

// skeleton returns the rest pose as an asset of that name.
func (r *restPose) skeleton(name string) (*assets.Skeleton, error) {
	list := make([]rig.Joint, jointCount)
	for j, b := range r.bones {
		rest := rig.IdentityTRS()
		rest.Translation, rest.Rotation = vec32(b.offset), quat32(b.rotation)
		list[j] = rig.Joint{Name: b.name, Parent: int(b.parent), Rest: rest}
	}
	return rig.NewSkeleton(name, list, nil)
}

func (r *restPose) addTrunk(hipHeight float64) {
	r.addInModelSpace(hips, "hips", root, exact.Vec3{0, hipHeight + 0.05, -0.010}, exact.IdentityQuat)
	chain := []struct {
		joint joint
		name  string
		start exact.Vec3 // in model space
	}{
		{spine1, "spine_1", exact.Vec3{0, 1.065, -0.020}},
		{spine2, "spine_2", exact.Vec3{0, 1.155, -0.018}},
		{spine3, "spine_3", exact.Vec3{0, 1.250, -0.024}},
		{spine4, "spine_4", exact.Vec3{0, 1.350, -0.036}},
		{neck1, "neck_1", exact.Vec3{0, 1.490, -0.032}},
		{neck2, "neck_2", exact.Vec3{0, 1.550, -0.018}},
		{head, "head", exact.Vec3{0, 1.610, -0.006}},
		{head, "", exact.Vec3{0, 1.800, -0.006}}, // the top of the head
	}
	for i, link := range chain[:len(chain)-1] {
		along := chain[i+1].start.Sub(link.start)
		r.addInModelSpace(link.joint, link.name, link.joint-1, link.start, boneRotation(along, exact.Vec3{0, 0, 1}))
	}
}

func (r *restPose) addArm() {
	shoulder := exact.Vec3{0.182, 1.432, -0.026}
	base := exact.Vec3{0.028, 1.446, 0.004}
	r.addInModelSpace(clavicle, "clavicle", spine4, base, boneRotation(shoulder.Sub(base), exact.Vec3{0, 0, 1}))
	r.addInModelSpace(upperArm, "upper_arm", clavicle, shoulder, compose(rotationZ(degrees(restAbduct)), hanging))
	r.add(upperArmTwist, "upper_arm_twist", upperArm, exact.Vec3{}, exact.IdentityQuat)
	r.add(forearm, "forearm", upperArm, exact.Vec3{0, upperArmLength, 0}, rotationX(degrees(restElbow)))
	r.add(forearmTwist, "forearm_twist", forearm, exact.Vec3{0, forearmLength / 2, 0}, exact.IdentityQuat)
	r.add(hand, "hand", forearm, exact.Vec3{0, forearmLength, 0}, exact.IdentityQuat)
	for _, digit := range digits {
		r.addFinger(digit)
	}
	r.addThumb()
}

// digit is a finger. Points are in the frame of the hand: x out of the palm, y along the hand, z
// toward the thumb.
type digit struct {
	joint         joint
	name          string
	base, knuckle exact.Vec3
	spread        float64    // in degrees, toward the thumb
	lengths       [3]float64 // of the phalanges, meters
	radius        float64    // at the knuckle, meters
}

var digits = []digit{
	{
		joint: index, name: "index", base: exact.Vec3{0, 0.022, 0.014}, knuckle: exact.Vec3{0.001, 0.090, 0.0335},
		spread: 1.2 * fingerSpread, lengths: [3]float64{0.043, 0.027, 0.021}, radius: 0.0103,
	},
	{
		joint: middle, name: "middle", base: exact.Vec3{-0.001, 0.022, 0.004},
		knuckle: exact.Vec3{-0.002, 0.095, 0.0110},
		spread:  0.2 * fingerSpread, lengths: [3]float64{0.047, 0.030, 0.022}, radius: 0.0105,
	},
	{
		joint: ring, name: "ring", base: exact.Vec3{0, 0.022, -0.006}, knuckle: exact.Vec3{-0.001, 0.090, -0.0115},
		spread: -0.8 * fingerSpread, lengths: [3]float64{0.043, 0.028, 0.021}, radius: 0.0101,
	},
	{
		joint: pinky, name: "pinky", base: exact.Vec3{0.002, 0.020, -0.015}, knuckle: exact.Vec3{0.002, 0.081, -0.0325},
		spread: -2.2 * fingerSpread, lengths: [3]float64{0.034, 0.021, 0.018}, radius: 0.0091,
	},
}

func (r *restPose) addFinger(d digit) {
	along := boneRotation(d.knuckle.Sub(d.base), exact.Vec3{0, 0, 1})
	r.add(d.joint, d.name+"_metacarpal", hand, d.base, along)
	// A rotation about x spreads a finger toward the thumb; one about -z curls it into the palm.
	spread := compose(rotationX(degrees(d.spread)), rotationZ(degrees(-restKnuckle)))
	r.add(d.joint+1, d.name+"_1", d.joint, exact.Vec3{0, d.knuckle.Sub(d.base).Length(), 0},
		compose(along.Conjugate(), spread))
	r.add(d.joint+2, d.name+"_2", d.joint+1, exact.Vec3{0, d.lengths[0], 0}, rotationZ(degrees(-restKnuckle)))
	r.add(d.joint+3, d.name+"_3", d.joint+2, exact.Vec3{0, d.lengths[1], 0}, rotationZ(degrees(-restKnuckle)))
}

// thumbLengths holds the lengths of the metacarpal and the two phalanges of the thumb in meters.
var thumbLengths = [3]float64{0.044, 0.033, 0.025}

func (r *restPose) addThumb() {
	// The thumb is at an angle to the palm, its inner side toward the fingers.
	along := boneRotation(exact.Vec3{0.34, 0.66, 0.67}, exact.Vec3{-0.65, -0.3, 0.7})
	r.add(thumb, "thumb_1", hand, exact.Vec3{0.008, 0.020, 0.020}, along)
	r.add(thumb+1, "thumb_2", thumb, exact.Vec3{0, thumbLengths[0], 0}, rotationX(degrees(-8)))
	r.add(thumb+2, "thumb_3", thumb+1, exact.Vec3{0, thumbLengths[1], 0}, rotationX(degrees(-8)))
}

func (r *restPose) addLeg(hipHeight float64) {
	leg := compose(hanging, rotationX(degrees(restThigh)))
	hip := exact.Vec3{footOut - 0.010, hipHeight, -0.008}
	r.addInModelSpace(thigh, "thigh", hips, hip, leg)
	r.add(shin, "shin", thigh, exact.Vec3{0, thighLength, 0}, rotationX(degrees(-restKnee)))
	ankle := r.modelPoint(shin, exact.Vec3{0, shinLength, 0})
	out := rotationY(degrees(restToeOut))
	ball := ankle.Add(rotate(out, exact.Vec3{0.004, ballHeight - ankleHeight, ballForward}))
	r.addInModelSpace(foot, "foot", shin, ankle, boneRotation(ball.Sub(ankle), exact.Vec3{0, 1, 0}))
	r.addInModelSpace(toe, "toe", foot, ball, boneRotation(rotate(out, exact.Vec3{0, 0, 1}), exact.Vec3{0, 1, 0}))
}
