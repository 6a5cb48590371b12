package posing

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Lengths of the rest pose in meters, for a height of 1.8 m.
const (
	ThighLength    = 0.435
	ShinLength     = 0.425
	AnkleHeight    = 0.082
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
	RestToeOut   = 6
	restKnuckle  = 6 // of each finger joint
	fingerSpread = 5
)

// hanging is the model-space rotation of a limb that hangs straight down: y points down along the
// bone, z to the front.
var hanging = boneRotation(exact.Vec3{0, -1, 0}, exact.Vec3{0, 0, 1})

// Contact points of a flat foot in meters. Heel and ball are spheres on which the foot rolls;
// forward is from the ankle.
const (
	BallForward = 0.122
	BallHeight  = 0.026
	HeelBack    = 0.040
	HeelHeight  = 0.030
	ToeLength   = 0.072 // from the ball to the middle of the toe's tip
	ToeHeight   = 0.018
)

// Bone is the rest transform of a joint, relative to its parent.
type Bone struct {
	Name     string
	Parent   Joint
	Offset   exact.Vec3 // in the parent's frame, meters
	Rotation exact.Quat // from the joint's frame to the parent's
}

// RestPose holds the rest transform of each joint, relative to its parent and in model space.
type RestPose struct {
	Bones    []Bone                 // by joint
	Position [JointCount]exact.Vec3 // in model space
	Rotation [JointCount]exact.Quat // in model space
}

// NewRestPose returns the A-pose.
func NewRestPose() *RestPose {
	r := &RestPose{Bones: make([]Bone, JointCount)}
	r.AddJoint(Root, Bone{"root", -1, exact.Vec3{}, exact.IdentityQuat})
	hipHeight := AnkleHeight + float64((ThighLength+ShinLength)*exact.Cos(Degrees(restThigh)))
	r.addTrunk(hipHeight)
	r.addArm()
	r.addLeg(hipHeight)
	return r
}

// AddJoint adds a joint, whose parent has been added already.
func (r *RestPose) AddJoint(j Joint, b Bone) {
	r.Bones[j] = b
	if b.Parent < 0 {
		r.Position[j], r.Rotation[j] = b.Offset, b.Rotation
		return
	}
	r.Position[j] = r.Position[b.Parent].Add(Rotate(r.Rotation[b.Parent], b.Offset))
	r.Rotation[j] = Compose(r.Rotation[b.Parent], b.Rotation)
}

// add adds a joint of the middle, or a joint of the left side and its mirror image. Offset and
// rotation are relative to the parent.
func (r *RestPose) add(j Joint, name string, parent Joint, offset exact.Vec3, rotation exact.Quat) {
	if j < Clavicle {
		r.AddJoint(j, Bone{name, parent, offset, rotation})
		return
	}
	r.AddJoint(j, Bone{"left_" + name, parent, offset, rotation})
	// The mirror image of a frame is left-handed, so its x axis is negated. This is true of the
	// parent's frame too if the parent is on the side. The frame of a parent in the middle is its
	// own mirror image.
	r.AddJoint(j.On(Right), Bone{"right_" + name, parent.On(Right), MirroredPoint(offset), mirroredRotation(rotation)})
}

// addInModelSpace is [RestPose.add] for a position and a rotation in model space.
func (r *RestPose) addInModelSpace(j Joint, name string, parent Joint, position exact.Vec3, rotation exact.Quat) {
	inverse := r.Rotation[parent].Conjugate()
	r.add(j, name, parent, Rotate(inverse, position.Sub(r.Position[parent])), Compose(inverse, rotation))
}

// ModelPoint converts a point from the frame of a joint to model space.
func (r *RestPose) ModelPoint(j Joint, p exact.Vec3) exact.Vec3 {
	return r.Position[j].Add(Rotate(r.Rotation[j], p))
}

// Skeleton returns the rest pose as an asset of that name.
func (r *RestPose) Skeleton(name string) (*assets.Skeleton, error) {
	list := make([]rig.Joint, JointCount)
	for j, b := range r.Bones {
		rest := rig.IdentityTRS()
		rest.Translation, rest.Rotation = Vec32(b.Offset), Quat32(b.Rotation)
		list[j] = rig.Joint{Name: b.Name, Parent: int(b.Parent), Rest: rest}
	}
	return rig.NewSkeleton(name, list, nil)
}

func (r *RestPose) addTrunk(hipHeight float64) {
	r.addInModelSpace(Hips, "hips", Root, exact.Vec3{0, hipHeight + 0.05, -0.010}, exact.IdentityQuat)
	chain := []struct {
		joint Joint
		name  string
		start exact.Vec3 // in model space
	}{
		{Spine1, "spine_1", exact.Vec3{0, 1.065, -0.020}},
		{Spine2, "spine_2", exact.Vec3{0, 1.155, -0.018}},
		{Spine3, "spine_3", exact.Vec3{0, 1.250, -0.024}},
		{Spine4, "spine_4", exact.Vec3{0, 1.350, -0.036}},
		{Neck1, "neck_1", exact.Vec3{0, 1.490, -0.032}},
		{Neck2, "neck_2", exact.Vec3{0, 1.550, -0.018}},
		{Head, "head", exact.Vec3{0, 1.610, -0.006}},
		{Head, "", exact.Vec3{0, 1.800, -0.006}}, // the top of the head
	}
	for i, link := range chain[:len(chain)-1] {
		along := chain[i+1].start.Sub(link.start)
		r.addInModelSpace(link.joint, link.name, link.joint-1, link.start, boneRotation(along, exact.Vec3{0, 0, 1}))
	}
}

func (r *RestPose) addArm() {
	shoulder := exact.Vec3{0.182, 1.432, -0.026}
	base := exact.Vec3{0.028, 1.446, 0.004}
	r.addInModelSpace(Clavicle, "clavicle", Spine4, base, boneRotation(shoulder.Sub(base), exact.Vec3{0, 0, 1}))
	r.addInModelSpace(UpperArm, "upper_arm", Clavicle, shoulder, Compose(RotationZ(Degrees(restAbduct)), hanging))
	r.add(UpperArmTwist, "upper_arm_twist", UpperArm, exact.Vec3{}, exact.IdentityQuat)
	r.add(Forearm, "forearm", UpperArm, exact.Vec3{0, upperArmLength, 0}, RotationX(Degrees(restElbow)))
	r.add(ForearmTwist, "forearm_twist", Forearm, exact.Vec3{0, forearmLength / 2, 0}, exact.IdentityQuat)
	r.add(Hand, "hand", Forearm, exact.Vec3{0, forearmLength, 0}, exact.IdentityQuat)
	for _, digit := range Digits {
		r.addFinger(digit)
	}
	r.addThumb()
}

// digit is a finger. Points are in the frame of the hand: x out of the palm, y along the hand, z
// toward the thumb.
type digit struct {
	Joint         Joint
	Name          string
	Base, Knuckle exact.Vec3
	spread        float64    // in degrees, toward the thumb
	Lengths       [3]float64 // of the phalanges, meters
	Radius        float64    // at the knuckle, meters
}

// Digits lists the fingers but for the thumb.
var Digits = []digit{
	{
		Joint: Index, Name: "index", Base: exact.Vec3{0, 0.022, 0.014}, Knuckle: exact.Vec3{0.001, 0.090, 0.0335},
		spread: 1.2 * fingerSpread, Lengths: [3]float64{0.043, 0.027, 0.021}, Radius: 0.0103,
	},
	{
		Joint: middle, Name: "middle", Base: exact.Vec3{-0.001, 0.022, 0.004},
		Knuckle: exact.Vec3{-0.002, 0.095, 0.0110},
		spread:  0.2 * fingerSpread, Lengths: [3]float64{0.047, 0.030, 0.022}, Radius: 0.0105,
	},
	{
		Joint: ring, Name: "ring", Base: exact.Vec3{0, 0.022, -0.006}, Knuckle: exact.Vec3{-0.001, 0.090, -0.0115},
		spread: -0.8 * fingerSpread, Lengths: [3]float64{0.043, 0.028, 0.021}, Radius: 0.0101,
	},
	{
		Joint: Pinky, Name: "pinky", Base: exact.Vec3{0.002, 0.020, -0.015}, Knuckle: exact.Vec3{0.002, 0.081, -0.0325},
		spread: -2.2 * fingerSpread, Lengths: [3]float64{0.034, 0.021, 0.018}, Radius: 0.0091,
	},
}

func (r *RestPose) addFinger(d digit) {
	along := boneRotation(d.Knuckle.Sub(d.Base), exact.Vec3{0, 0, 1})
	r.add(d.Joint, d.Name+"_metacarpal", Hand, d.Base, along)
	// A rotation about x spreads a finger toward the thumb; one about -z curls it into the palm.
	spread := Compose(RotationX(Degrees(d.spread)), RotationZ(Degrees(-restKnuckle)))
	r.add(d.Joint+1, d.Name+"_1", d.Joint, exact.Vec3{0, d.Knuckle.Sub(d.Base).Length(), 0},
		Compose(along.Conjugate(), spread))
	r.add(d.Joint+2, d.Name+"_2", d.Joint+1, exact.Vec3{0, d.Lengths[0], 0}, RotationZ(Degrees(-restKnuckle)))
	r.add(d.Joint+3, d.Name+"_3", d.Joint+2, exact.Vec3{0, d.Lengths[1], 0}, RotationZ(Degrees(-restKnuckle)))
}

// ThumbLengths holds the lengths of the metacarpal and the two phalanges of the thumb in meters.
var ThumbLengths = [3]float64{0.044, 0.033, 0.025}

func (r *RestPose) addThumb() {
	// The thumb is at an angle to the palm, its inner side toward the fingers.
	along := boneRotation(exact.Vec3{0.34, 0.66, 0.67}, exact.Vec3{-0.65, -0.3, 0.7})
	r.add(Thumb, "thumb_1", Hand, exact.Vec3{0.008, 0.020, 0.020}, along)
	r.add(Thumb+1, "thumb_2", Thumb, exact.Vec3{0, ThumbLengths[0], 0}, RotationX(Degrees(-8)))
	r.add(Thumb+2, "thumb_3", Thumb+1, exact.Vec3{0, ThumbLengths[1], 0}, RotationX(Degrees(-8)))
}

func (r *RestPose) addLeg(hipHeight float64) {
	leg := Compose(hanging, RotationX(Degrees(restThigh)))
	hip := exact.Vec3{footOut - 0.010, hipHeight, -0.008}
	r.addInModelSpace(Thigh, "thigh", Hips, hip, leg)
	r.add(Shin, "shin", Thigh, exact.Vec3{0, ThighLength, 0}, RotationX(Degrees(-restKnee)))
	ankle := r.ModelPoint(Shin, exact.Vec3{0, ShinLength, 0})
	out := RotationY(Degrees(RestToeOut))
	ball := ankle.Add(Rotate(out, exact.Vec3{0.004, BallHeight - AnkleHeight, BallForward}))
	r.addInModelSpace(Foot, "foot", Shin, ankle, boneRotation(ball.Sub(ankle), exact.Vec3{0, 1, 0}))
	r.addInModelSpace(Toe, "toe", Foot, ball, boneRotation(Rotate(out, exact.Vec3{0, 0, 1}), exact.Vec3{0, 1, 0}))
}
