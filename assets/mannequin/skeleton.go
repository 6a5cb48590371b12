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
var hanging = aim(vector{y: -1}, vector{z: 1})

// newFigure builds the rest pose.
func newFigure() *figure {
	f := &figure{}
	f.place(root, bone{"root", -1, vector{}, noTurn})
	hipHeight := ankleHeight + float64((thighLength+shinLength)*exact.Cos(degrees(restThigh)))
	f.setTrunk(hipHeight)
	f.setArm()
	f.setLeg(hipHeight)
	return f
}

// setAt files a joint by its place and frame in model space.
func (f *figure) setAt(j joint, name string, parent joint, position vector, rotation quaternion) {
	back := f.rotation[parent].inverse()
	f.set(j, name, parent, back.apply(position.sub(f.position[parent])), back.mul(rotation))
}

func (f *figure) setTrunk(hipHeight float64) {
	f.setAt(hips, "hips", root, vector{0, hipHeight + 0.05, -0.010}, noTurn)
	chain := []struct {
		joint joint
		name  string
		at    vector
	}{
		{spine1, "spine_1", vector{0, 1.065, -0.020}},
		{spine2, "spine_2", vector{0, 1.155, -0.018}},
		{spine3, "spine_3", vector{0, 1.250, -0.024}},
		{spine4, "spine_4", vector{0, 1.350, -0.036}},
		{neck1, "neck_1", vector{0, 1.490, -0.032}},
		{neck2, "neck_2", vector{0, 1.550, -0.018}},
		{head, "head", vector{0, 1.610, -0.006}},
		{head, "", vector{0, 1.800, -0.006}},
	}
	for i, link := range chain[:len(chain)-1] {
		next := chain[i+1].at.sub(link.at)
		f.setAt(link.joint, link.name, link.joint-1, link.at, aim(next, vector{z: 1}))
	}
}

func (f *figure) setArm() {
	shoulder := vector{0.182, 1.432, -0.026}
	base := vector{0.028, 1.446, 0.004}
	f.setAt(clavicle, "clavicle", spine4, base, aim(shoulder.sub(base), vector{z: 1}))
	f.setAt(upperArm, "upper_arm", clavicle, shoulder, turnZ(degrees(restAbduct)).mul(hanging))
	f.set(upperArmTwist, "upper_arm_twist", upperArm, vector{}, noTurn)
	f.set(forearm, "forearm", upperArm, vector{y: upperArmLength}, turnX(degrees(restElbow)))
	f.set(forearmTwist, "forearm_twist", forearm, vector{y: forearmLength / 2}, noTurn)
	f.set(hand, "hand", forearm, vector{y: forearmLength}, noTurn)
	for _, digit := range digits {
		f.setFinger(digit)
	}
	f.setThumb()
}

// digit is a finger in the hand's frame: x out of the palm, y along the hand, z to the thumb's side.
type digit struct {
	joint         joint
	name          string
	base, knuckle vector
	spread        float64    // degrees toward the thumb
	lengths       [3]float64 // of the phalanges
	radius        float64    // at the knuckle
}

var digits = []digit{
	{index, "index", vector{0, 0.022, 0.014}, vector{0.001, 0.090, 0.0335}, 1.2 * fingerSpread, [3]float64{0.043, 0.027, 0.021}, 0.0103},
	{middle, "middle", vector{-0.001, 0.022, 0.004}, vector{-0.002, 0.095, 0.0110}, 0.2 * fingerSpread, [3]float64{0.047, 0.030, 0.022}, 0.0105},
	{ring, "ring", vector{0, 0.022, -0.006}, vector{-0.001, 0.090, -0.0115}, -0.8 * fingerSpread, [3]float64{0.043, 0.028, 0.021}, 0.0101},
	{pinky, "pinky", vector{0.002, 0.020, -0.015}, vector{0.002, 0.081, -0.0325}, -2.2 * fingerSpread, [3]float64{0.034, 0.021, 0.018}, 0.0091},
}

func (f *figure) setFinger(d digit) {
	along := aim(d.knuckle.sub(d.base), vector{z: 1})
	f.set(d.joint, d.name+"_metacarpal", hand, d.base, along)
	// A rotation about the frame's x axis leans a finger to the thumb, one about -z curls it into the palm.
	spread := turnX(degrees(d.spread)).mul(turnZ(degrees(-restKnuckle)))
	f.set(d.joint+1, d.name+"_1", d.joint, vector{y: d.knuckle.sub(d.base).length()}, along.inverse().mul(spread))
	f.set(d.joint+2, d.name+"_2", d.joint+1, vector{y: d.lengths[0]}, turnZ(degrees(-restKnuckle)))
	f.set(d.joint+3, d.name+"_3", d.joint+2, vector{y: d.lengths[1]}, turnZ(degrees(-restKnuckle)))
}

// thumbLengths are the lengths of the metacarpal and two phalanges.
var thumbLengths = [3]float64{0.044, 0.033, 0.025}

func (f *figure) setThumb() {
	// The thumb lies at an angle to the palm: its own palm side looks at the fingers.
	along := aim(vector{0.34, 0.66, 0.67}, vector{-0.65, -0.3, 0.7})
	f.set(thumb, "thumb_1", hand, vector{0.008, 0.020, 0.020}, along)
	f.set(thumb+1, "thumb_2", thumb, vector{y: thumbLengths[0]}, turnX(degrees(-8)))
	f.set(thumb+2, "thumb_3", thumb+1, vector{y: thumbLengths[1]}, turnX(degrees(-8)))
}

func (f *figure) setLeg(hipHeight float64) {
	leg := hanging.mul(turnX(degrees(restThigh)))
	hip := vector{footOut - 0.010, hipHeight, -0.008}
	f.setAt(thigh, "thigh", hips, hip, leg)
	f.set(shin, "shin", thigh, vector{y: thighLength}, turnX(degrees(-restKnee)))
	ankle := f.point(shin, vector{y: shinLength})
	out := turnY(degrees(restToeOut))
	ball := ankle.add(out.apply(vector{0.004, ballHeight - ankleHeight, ballForward}))
	f.setAt(foot, "foot", shin, ankle, aim(ball.sub(ankle), vector{y: 1}))
	f.setAt(toe, "toe", foot, ball, aim(out.apply(vector{z: 1}), vector{y: 1}))
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
