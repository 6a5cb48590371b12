package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// Lengths of the rest pose in meters, for a height of 1.8 m.
const (
	thighLength    = 0.435
	shinLength     = 0.425
	ankleHeight    = 0.082
	upperArmLength = 0.300
	forearmLength  = 0.262
	footOut        = 0.105 // how far a foot stands from the middle
)

// Angles of the rest pose in degrees: an A-pose with knees and elbows a little bent, so that bending them has a direction.
const (
	restThigh    = 3
	restKnee     = 6
	restAbduct   = 36 // of the upper arm from hanging
	restElbow    = 10
	restToeOut   = 6
	restKnuckle  = 6 // of each finger joint
	fingerSpread = 5
)

// hanging is the frame of a limb that hangs straight down: y down along the bone, z to the front.
var hanging = boneRotation(exact.Vec3{0, -1, 0}, exact.Vec3{0, 0, 1})

// newFigure builds the rest pose.
func newFigure() *figure {
	f := &figure{}
	f.place(root, bone{"root", -1, exact.Vec3{}, exact.IdentityQuat})
	hipHeight := ankleHeight + float64((thighLength+shinLength)*exact.Cos(degrees(restThigh)))
	f.setTrunk(hipHeight)
	f.setArm()
	f.setLeg(hipHeight)
	return f
}

// setAt files a joint by its place and frame in model space.
func (f *figure) setAt(j joint, name string, parent joint, position exact.Vec3, rotation exact.Quat) {
	back := f.rotation[parent].Conjugate()
	f.set(j, name, parent, rotate(back, position.Sub(f.position[parent])), compose(back, rotation))
}

func (f *figure) setTrunk(hipHeight float64) {
	f.setAt(hips, "hips", root, exact.Vec3{0, hipHeight + 0.05, -0.010}, exact.IdentityQuat)
	chain := []struct {
		joint joint
		name  string
		at    exact.Vec3
	}{
		{spine1, "spine_1", exact.Vec3{0, 1.065, -0.020}},
		{spine2, "spine_2", exact.Vec3{0, 1.155, -0.018}},
		{spine3, "spine_3", exact.Vec3{0, 1.250, -0.024}},
		{spine4, "spine_4", exact.Vec3{0, 1.350, -0.036}},
		{neck1, "neck_1", exact.Vec3{0, 1.490, -0.032}},
		{neck2, "neck_2", exact.Vec3{0, 1.550, -0.018}},
		{head, "head", exact.Vec3{0, 1.610, -0.006}},
		{head, "", exact.Vec3{0, 1.800, -0.006}},
	}
	for i, link := range chain[:len(chain)-1] {
		next := chain[i+1].at.Sub(link.at)
		f.setAt(link.joint, link.name, link.joint-1, link.at, boneRotation(next, exact.Vec3{0, 0, 1}))
	}
}

func (f *figure) setArm() {
	shoulder := exact.Vec3{0.182, 1.432, -0.026}
	base := exact.Vec3{0.028, 1.446, 0.004}
	f.setAt(clavicle, "clavicle", spine4, base, boneRotation(shoulder.Sub(base), exact.Vec3{0, 0, 1}))
	f.setAt(upperArm, "upper_arm", clavicle, shoulder, compose(rotationZ(degrees(restAbduct)), hanging))
	f.set(upperArmTwist, "upper_arm_twist", upperArm, exact.Vec3{}, exact.IdentityQuat)
	f.set(forearm, "forearm", upperArm, exact.Vec3{0, upperArmLength, 0}, rotationX(degrees(restElbow)))
	f.set(forearmTwist, "forearm_twist", forearm, exact.Vec3{0, forearmLength / 2, 0}, exact.IdentityQuat)
	f.set(hand, "hand", forearm, exact.Vec3{0, forearmLength, 0}, exact.IdentityQuat)
	for _, digit := range digits {
		f.setFinger(digit)
	}
	f.setThumb()
}

// digit is a finger in the hand's frame: x out of the palm, y along the hand, z to the thumb's side.
type digit struct {
	joint         joint
	name          string
	base, knuckle exact.Vec3
	spread        float64    // degrees toward the thumb
	lengths       [3]float64 // of the phalanges
	radius        float64    // at the knuckle
}

var digits = []digit{
	{index, "index", exact.Vec3{0, 0.022, 0.014}, exact.Vec3{0.001, 0.090, 0.0335}, 1.2 * fingerSpread, [3]float64{0.043, 0.027, 0.021}, 0.0103},
	{middle, "middle", exact.Vec3{-0.001, 0.022, 0.004}, exact.Vec3{-0.002, 0.095, 0.0110}, 0.2 * fingerSpread, [3]float64{0.047, 0.030, 0.022}, 0.0105},
	{ring, "ring", exact.Vec3{0, 0.022, -0.006}, exact.Vec3{-0.001, 0.090, -0.0115}, -0.8 * fingerSpread, [3]float64{0.043, 0.028, 0.021}, 0.0101},
	{pinky, "pinky", exact.Vec3{0.002, 0.020, -0.015}, exact.Vec3{0.002, 0.081, -0.0325}, -2.2 * fingerSpread, [3]float64{0.034, 0.021, 0.018}, 0.0091},
}

func (f *figure) setFinger(d digit) {
	along := boneRotation(d.knuckle.Sub(d.base), exact.Vec3{0, 0, 1})
	f.set(d.joint, d.name+"_metacarpal", hand, d.base, along)
	// A rotation about the frame's x axis leans a finger to the thumb, one about -z curls it into the palm.
	spread := compose(rotationX(degrees(d.spread)), rotationZ(degrees(-restKnuckle)))
	f.set(d.joint+1, d.name+"_1", d.joint, exact.Vec3{0, d.knuckle.Sub(d.base).Length(), 0}, compose(along.Conjugate(), spread))
	f.set(d.joint+2, d.name+"_2", d.joint+1, exact.Vec3{0, d.lengths[0], 0}, rotationZ(degrees(-restKnuckle)))
	f.set(d.joint+3, d.name+"_3", d.joint+2, exact.Vec3{0, d.lengths[1], 0}, rotationZ(degrees(-restKnuckle)))
}

// thumbLengths are the lengths of the metacarpal and two phalanges.
var thumbLengths = [3]float64{0.044, 0.033, 0.025}

func (f *figure) setThumb() {
	// The thumb lies at an angle to the palm: its own palm side looks at the fingers.
	along := boneRotation(exact.Vec3{0.34, 0.66, 0.67}, exact.Vec3{-0.65, -0.3, 0.7})
	f.set(thumb, "thumb_1", hand, exact.Vec3{0.008, 0.020, 0.020}, along)
	f.set(thumb+1, "thumb_2", thumb, exact.Vec3{0, thumbLengths[0], 0}, rotationX(degrees(-8)))
	f.set(thumb+2, "thumb_3", thumb+1, exact.Vec3{0, thumbLengths[1], 0}, rotationX(degrees(-8)))
}

func (f *figure) setLeg(hipHeight float64) {
	leg := compose(hanging, rotationX(degrees(restThigh)))
	hip := exact.Vec3{footOut - 0.010, hipHeight, -0.008}
	f.setAt(thigh, "thigh", hips, hip, leg)
	f.set(shin, "shin", thigh, exact.Vec3{0, thighLength, 0}, rotationX(degrees(-restKnee)))
	ankle := f.point(shin, exact.Vec3{0, shinLength, 0})
	out := rotationY(degrees(restToeOut))
	ball := ankle.Add(rotate(out, exact.Vec3{0.004, ballHeight - ankleHeight, ballForward}))
	f.setAt(foot, "foot", shin, ankle, boneRotation(ball.Sub(ankle), exact.Vec3{0, 1, 0}))
	f.setAt(toe, "toe", foot, ball, boneRotation(rotate(out, exact.Vec3{0, 0, 1}), exact.Vec3{0, 1, 0}))
}

// Where a flat foot touches the ground: heel and ball are spheres on which it rolls; forward is measured from the ankle.
const (
	ballForward = 0.122
	ballHeight  = 0.026
	heelBack    = 0.040
	heelHeight  = 0.030
	toeLength   = 0.072 // from the ball to the middle of the toe's tip
	toeHeight   = 0.018
)
