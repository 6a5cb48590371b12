package tumble

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// Clips are motions of getting up, and what muscles do in a fall.
type Clips struct {
	FromBack, FromFront assets.ClipID
	// Forward and Backward are the poses of who falls that way: the arms catch the fall.
	Forward, Backward assets.ClipID
}

// posture is a posture of the mannequin, whose back bends forward and backward only. Angles are in
// degrees, lengths in meters.
type posture struct {
	at            float64 // seconds
	height, ahead float64 // of the hips
	pitch         float64 // of the hips: 90 lies on the front, -90 on the back
	spine         float64 // how far the spine bends forward, in all
	legs          [2]leg  // left and right
	arm, out      float64 // how far the arms swing forward, and to the side from the A-pose
	elbow         float64
	stands        float64 // 1 for the pose in which the mannequin stands, whatever the angles are; else 0
}

// leg is where a leg stands.
type leg struct {
	height, ahead float64 // of the ankle
	sole          float64 // how far the sole leans forward against the ground: 0 is level
	knee          float64 // how far the knee is turned out, about the line from the hip to the ankle
	stands        float64 // 1 over the place, and in the direction, of the foot of a mannequin that stands
}

// numbers returns the numbers of a posture.
func (k *posture) numbers() [19]*float64 {
	l, r := &k.legs[0], &k.legs[1]
	return [...]*float64{
		&k.at, &k.height, &k.ahead, &k.pitch, &k.spine, &k.arm, &k.out, &k.elbow, &k.stands,
		&l.height, &l.ahead, &l.sole, &l.knee, &l.stands, &r.height, &r.ahead, &r.sole, &r.knee, &r.stands,
	}
}

// standing stands for the height of the hips and the height and the place of the ankles of a
// mannequin that stands at the origin.
const standing = -1

// stands returns a leg whose foot stands as that of a mannequin that stands, with a knee that is turned
// out.
func stands(knee float64) leg { return leg{standing, standing, 0, knee, 1} }

// lifted returns a leg whose foot does not stand there.
func lifted(height, ahead, sole, knee float64) leg { return leg{height, ahead, sole, knee, 0} }

// over returns a leg whose foot is above where it will stand.
func over(height, knee float64) leg { return leg{height, standing, 0, knee, 1} }

// both returns a leg for both sides.
func both(l leg) [2]leg { return [2]leg{l, l} }

// fromBack sits up, draws in one foot after the other, rolls forward over both and stands up.
var fromBack = []posture{
	{0, 0.11, -0.5, -90, 0, both(lifted(0.07, 0.34, -60, 0)), 0, -12, 10, 0},
	{0.3, 0.115, -0.5, -82, 20, both(lifted(0.07, 0.3, -60, 4)), -15, -10, 20, 0},
	{0.75, 0.145, -0.5, -48, 45, [2]leg{lifted(0.15, 0.12, -25, 12), lifted(0.07, 0.26, -55, 6)}, -34, -12, 10, 0},
	{0.95, 0.147, -0.49, -38, 45, [2]leg{over(0.15, 4), lifted(0.09, 0.22, -45, 4)}, -34, -12, 12, 0},
	{1.05, 0.15, -0.48, -32, 45, [2]leg{stands(3), lifted(0.15, 0.12, -25, 4)}, -34, -12, 15, 0},
	{1.25, 0.163, -0.45, -24, 48, [2]leg{stands(2), over(0.14, 2)}, -28, -6, 18, 0},
	{1.35, 0.17, -0.43, -20, 50, both(stands(1)), -20, 0, 20, 0},
	{1.75, 0.36, -0.24, 12, 50, both(stands(1)), 35, 0, 25, 0},
	{2.2, 0.64, -0.12, 30, 26, both(stands(4)), 25, -22, 25, 0},
	{2.9, standing, 0, 0, 0, both(stands(0)), 0, -34, 14, 1},
}

// fromFront pushes itself up onto its hands and knees, kneels, sets one foot forward, and stands up
// over it.
var fromFront = []posture{
	{0, 0.13, 0, 90, 0, both(lifted(0.13, -0.9, 148, 0)), 0, -12, 10, 0},
	{0.4, 0.13, 0, 89, -8, both(lifted(0.13, -0.9, 148, 0)), 35, 0, 80, 0},
	{0.75, 0.29, -0.07, 84, -6, both(lifted(0.11, -0.9, 148, 0)), 60, -12, 55, 0},
	{1.1, 0.5, -0.4, 76, -4, both(lifted(0.11, -0.9, 148, 0)), 82, -28, 15, 0},
	{1.55, 0.53, -0.52, 34, 20, both(lifted(0.11, -0.9, 148, 2)), 45, -24, 25, 0},
	{1.9, 0.54, -0.45, 12, 10, [2]leg{lifted(0.22, -0.3, 20, 5), lifted(0.11, -0.9, 148, 2)}, 15, -20, 25, 0},
	{2.2, 0.54, -0.42, 14, 14, [2]leg{stands(2), lifted(0.11, -0.9, 140, 2)}, 20, -24, 40, 0},
	{2.75, 0.73, -0.17, 26, 16, [2]leg{stands(6), lifted(0.17, -0.5, 60, 3)}, 20, -28, 30, 0},
	{3.1, 0.86, -0.05, 14, 8, [2]leg{stands(0), lifted(0.15, -0.12, 18, 2)}, 10, -32, 20, 0},
	{3.5, standing, 0, 0, 0, both(stands(0)), 0, -34, 14, 1},
}

// Those who fall forward put their arms in front of them, and those who fall backward behind them and
// curl up.
var (
	forward = []posture{
		{0, 0.95, -0.03, 0, 4, both(stands(0)), 62, -12, 42, 0},
		{0.1, 0.95, -0.03, 0, 4, both(stands(0)), 62, -12, 42, 0},
	}
	backward = []posture{
		{0, 0.9, -0.06, 8, 36, both(stands(0)), -30, -8, 30, 0},
		{0.1, 0.9, -0.06, 8, 36, both(stands(0)), -30, -8, 30, 0},
	}
)

// AddClips makes the motions of getting up and falling for the built-in mannequin and adds them to its
// library. Who gets up ends as the mannequin begins to idle.
func AddClips(library *assets.Library, model *assets.Model) (Clips, error) {
	skeleton := library.Skeleton(model.Skeleton)
	p, err := newPoser(skeleton, library.Clip(model.Clip("idle")).PoseAt(0))
	if err != nil {
		return Clips{}, err
	}
	var c Clips
	for _, motion := range []struct {
		name string
		keys []posture
		id   *assets.ClipID
	}{
		{"get up from the back", fromBack, &c.FromBack},
		{"get up from the front", fromFront, &c.FromFront},
		{"fall forward", forward, &c.Forward},
		{"fall backward", backward, &c.Backward},
	} {
		if *motion.id, err = p.clip(motion.name, motion.keys).Add(library); err != nil {
			return Clips{}, fmt.Errorf("tumble: %w", err)
		}
	}
	return c, nil
}

var sides = [2]string{"left_", "right_"}

// poser turns postures into poses of the mannequin, whose limbs bend about the x axes of their
// joints.
type poser struct {
	skeleton    *rig.Skeleton
	joints      map[string]int
	thigh, shin float64
	hip         [2]float64 // height and depth of the hip joint in the space of the hips
	hips, ankle float64    // heights of a mannequin that stands
	ankleAhead  float64
	stands      *rig.Pose
	feet        [2]mgl32.Mat4 // in model space, of a mannequin that stands
	ordered     []string
}

func newPoser(skeleton *rig.Skeleton, stands *rig.Pose) (*poser, error) {
	p := &poser{
		skeleton: skeleton, stands: stands, joints: map[string]int{},
		ordered: []string{"hips", "spine_1", "spine_2", "spine_3", "spine_4", "neck_1", "head"},
	}
	for _, side := range sides {
		for _, name := range []string{"upper_arm", "forearm", "hand", "thigh", "shin", "foot"} {
			p.ordered = append(p.ordered, side+name)
		}
	}
	for _, name := range p.ordered {
		joint, err := skeleton.FindJoint(name)
		if err != nil {
			return nil, fmt.Errorf("tumble: %w", err)
		}
		p.joints[name] = joint
	}
	matrices := rig.NewPose(skeleton).ModelMatrices(nil)
	at := func(name string) mgl32.Vec3 { return rig.MatrixAt(matrices, p.joints[name]).Point(mgl32.Vec3{}) }
	hips, thigh, shin, foot := at("hips"), at("left_thigh"), at("left_shin"), at("left_foot")
	p.thigh, p.shin = float64(shin.Sub(thigh).Len()), float64(foot.Sub(shin).Len())
	p.hip = [2]float64{float64(thigh[1] - hips[1]), float64(thigh[2] - hips[2])}
	matrices = stands.ModelMatrices(nil)
	for i, side := range sides {
		p.feet[i] = rig.MatrixAt(matrices, p.joints[side+"foot"]).Mat4()
	}
	p.hips, p.ankle, p.ankleAhead = float64(at("hips")[1]), float64(p.feet[0][13]), float64(p.feet[0][14])
	return p, nil
}

// clip makes a clip with 30 keys a second.
func (p *poser) clip(name string, postures []posture) *clip.Builder {
	keys := make([]posture, len(postures))
	for i := range keys {
		keys[i] = p.resolved(postures[i])
	}
	var times []float32
	rotations := make([][]mgl32.Quat, p.skeleton.Len())
	var places []mgl32.Vec3
	last := keys[len(keys)-1].at
	for k := range int(last*30) + 1 {
		seconds := min(float64(k)/30, last)
		now := between(keys, seconds)
		times = append(times, float32(seconds))
		pose := p.pose(now)
		for j := range rotations {
			rotations[j] = append(rotations[j], pose.Joint(j).Rotation)
		}
		places = append(places, pose.Joint(p.joints["hips"]).Translation)
	}
	b := clip.NewBuilder(name, p.skeleton).Translation(p.joints["hips"], clip.Linear, times, places)
	for j := range rotations {
		b.Rotation(j, clip.Linear, times, rotations[j])
	}
	return b
}

// pose returns the pose of a posture.
func (p *poser) pose(k posture) *rig.Pose {
	pose := rig.NewPose(p.skeleton)
	for _, joint := range p.ordered {
		local := pose.Joint(p.joints[joint])
		local.Rotation = local.Rotation.Mul(p.rotation(joint, k)).Normalize()
		if joint == "hips" {
			local.Translation = mgl32.Vec3{local.Translation[0], float32(k.height), float32(k.ahead)}
		}
		pose.SetJoint(p.joints[joint], local)
	}
	for j := range p.skeleton.Len() {
		local, stands := pose.Joint(j), p.stands.Joint(j)
		local.Rotation = toward(local.Rotation, stands.Rotation, float32(k.stands))
		local.Translation = local.Translation.Mul(float32(1 - k.stands)).Add(stands.Translation.Mul(float32(k.stands)))
		pose.SetJoint(j, local)
	}
	for i, side := range sides {
		p.putHand(pose, side)
		p.putFoot(pose, side, p.feet[i], &k.legs[i])
	}
	return pose
}

// toward returns a rotation between two, the shorter way.
func toward(from, to mgl32.Quat, weight float32) mgl32.Quat {
	if from.Dot(to) < 0 {
		to = to.Scale(-1)
	}
	return mgl32.QuatNlerp(from, to, weight)
}

// putFoot puts a foot where it stands, or over that place, as far as the leg says.
func (p *poser) putFoot(pose *rig.Pose, side string, stands mgl32.Mat4, l *leg) {
	weight := float32(l.stands)
	if weight <= 0 {
		return
	}
	foot, place := p.at(pose, side+"foot"), stands.Col(3).Vec3()
	place[1] = float32(l.height)
	to := foot.Col(3).Vec3().Mul(1 - weight).Add(place.Mul(weight))
	p.reach(pose, side+"thigh", side+"shin", side+"foot", to, -1)
	now := mgl32.Mat4ToQuat(p.at(pose, side+"foot"))
	turned := toward(mgl32.Mat4ToQuat(foot), mgl32.Mat4ToQuat(stands), weight)
	p.turn(pose, side+"foot", turned.Mul(now.Inverse()))
}

// at returns the matrix of a joint in model space.
func (p *poser) at(pose *rig.Pose, name string) mgl32.Mat4 {
	return rig.MatrixAt(pose.ModelMatrices(nil), p.joints[name]).Mat4()
}

// reach brings the end of a limb to a place: the joint in the middle bends about its x axis, in the
// direction of bends, by the law of cosines, and then the one above turns the straight way.
func (p *poser) reach(pose *rig.Pose, above, middle, end string, to mgl32.Vec3, bends float32) {
	from, bend, tip := p.at(pose, above).Col(3).Vec3(), p.at(pose, middle).Col(3).Vec3(), p.at(pose, end).Col(3).Vec3()
	upper, lower := bend.Sub(from).Len(), tip.Sub(bend).Len()
	// inside returns the angle between the bones.
	inside := func(length float32) float32 {
		cos := (upper*upper + lower*lower - length*length) / (2 * upper * lower)
		return float32(math.Acos(float64(min(max(cos, -1), 1))))
	}
	turn := inside(tip.Sub(from).Len()) - inside(min(to.Sub(from).Len(), 0.9995*(upper+lower)))
	local := pose.Joint(p.joints[middle])
	local.Rotation = local.Rotation.Mul(mgl32.QuatRotate(bends*turn, mgl32.Vec3{1, 0, 0})).Normalize()
	pose.SetJoint(p.joints[middle], local)
	tip = p.at(pose, end).Col(3).Vec3()
	p.turn(pose, above, mgl32.QuatBetweenVectors(tip.Sub(from), to.Sub(from)))
}

// The least heights of a wrist and of the tips of its fingers, and the length of a hand, in meters.
const (
	leastWrist, leastTips = 0.07, 0.02
	handLength            = 0.17
)

// putHand puts a hand that is in the ground onto it: the elbow bends, the arm turns to the place above,
// and the wrist bends so that the hand lies.
func (p *poser) putHand(pose *rig.Pose, side string) {
	if to := p.at(pose, side+"hand").Col(3).Vec3(); to[1] < leastWrist {
		to[1] = leastWrist
		p.reach(pose, side+"upper_arm", side+"forearm", side+"hand", to, 1)
	}
	hand := p.at(pose, side+"hand")
	along, height := hand.Col(1).Vec3().Normalize(), hand.Col(3)[1]
	if lowest := (leastTips - height) / handLength; along[1] < lowest {
		level := mgl32.Vec3{along[0], 0, along[2]}
		if level.Len() < 0.2 { // an arm that stands on its hand
			level = mgl32.Vec3{0, 0, 1}
		}
		level = level.Normalize().Mul(float32(math.Sqrt(float64(1 - lowest*lowest))))
		p.turn(pose, side+"hand", mgl32.QuatBetweenVectors(along, mgl32.Vec3{level[0], lowest, level[2]}))
	}
}

// turn turns a joint of a pose by a rotation in model space.
func (p *poser) turn(pose *rig.Pose, name string, by mgl32.Quat) {
	joint := p.joints[name]
	above := mgl32.QuatIdent()
	for j := p.skeleton.Parent(joint); j >= 0; j = p.skeleton.Parent(j) {
		above = pose.Joint(j).Rotation.Mul(above)
	}
	local := pose.Joint(joint)
	local.Rotation = above.Inverse().Mul(by).Mul(above).Mul(local.Rotation).Normalize()
	pose.SetJoint(joint, local)
}

// resolved returns a posture with the numbers of standing.
func (p *poser) resolved(k posture) posture {
	if k.height == standing {
		k.height = p.hips
	}
	for i := range k.legs {
		l := &k.legs[i]
		if l.height == standing {
			l.height = p.ankle
		}
		if l.ahead == standing {
			l.ahead = p.ankleAhead
		}
	}
	return k
}

// between returns the posture at a time: a cubic through the keys, whose slope at each is the mean
// of the lines beside it.
func between(keys []posture, seconds float64) (now posture) {
	i := 0
	for i < len(keys)-2 && keys[i+1].at <= seconds {
		i++
	}
	a, b := &keys[i], &keys[i+1]
	length := b.at - a.at
	u := min(max((seconds-a.at)/length, 0), 1)
	// number returns a number of a key.
	number := func(key, n int) float64 { return *keys[key].numbers()[n] }
	slope := func(key, n int) float64 {
		if key == 0 || key == len(keys)-1 {
			return 0
		}
		before := (number(key, n) - number(key-1, n)) / (keys[key].at - keys[key-1].at)
		after := (number(key+1, n) - number(key, n)) / (keys[key+1].at - keys[key].at)
		if before*after <= 0 { // no overshoot
			return 0
		}
		return 2 * before * after / (before + after)
	}
	u2, u3 := u*u, u*u*u
	for n, to := range now.numbers() {
		m0, m1 := slope(i, n)*length, slope(i+1, n)*length
		*to = (2*u3-3*u2+1)*number(i, n) + (u3-2*u2+u)*m0 + (3*u2-2*u3)*number(i+1, n) + (u3-u2)*m1
	}
	now.at = seconds
	return now
}

// rotation returns how far a joint is turned from its rest pose, in its own space.
func (p *poser) rotation(joint string, k posture) mgl32.Quat {
	x := mgl32.Vec3{1, 0, 0}
	about := func(degrees float64, axis mgl32.Vec3) mgl32.Quat {
		return mgl32.QuatRotate(mgl32.DegToRad(float32(degrees)), axis)
	}
	l, side := &k.legs[0], float32(1)
	if joint[0] == 'r' {
		l, side = &k.legs[1], -1
	}
	thigh, shin, foot, line := p.leg(&k, l)
	// The knee turns out about the line from the hip to the ankle, which leaves the ankle in its place.
	// Angle is from the thigh, or from the foot, to that line.
	turned := func(angle, degrees float64) mgl32.Quat {
		axis := about(angle, x).Rotate(mgl32.Vec3{0, 1, 0})
		return about(-float64(side)*degrees, axis)
	}
	switch joint {
	case "hips":
		return about(k.pitch, x)
	case "spine_1", "spine_2", "spine_3", "spine_4":
		return about(k.spine/4, x)
	case "neck_1", "head":
		return about(-(k.pitch+k.spine)*0.2, x)
	case "left_upper_arm", "right_upper_arm":
		return about(k.out, mgl32.Vec3{0, 0, side}).Mul(about(k.arm, x))
	case "left_forearm", "right_forearm":
		return about(k.elbow, x)
	case "left_thigh", "right_thigh":
		return turned(line, l.knee).Mul(about(thigh, x))
	case "left_shin", "right_shin":
		return about(shin, x)
	case "left_foot", "right_foot":
		return about(foot, x)
	}
	return mgl32.QuatIdent()
}

// leg returns the angles of thigh, knee and ankle that put the ankle in its place, by the law of
// cosines, and that of the line from the hip to the ankle.
func (p *poser) leg(k *posture, l *leg) (thigh, shin, foot, line float64) {
	sin, cos := math.Sincos(k.pitch * math.Pi / 180)
	hipY, hipZ := k.height+p.hip[0]*cos-p.hip[1]*sin, k.ahead+p.hip[0]*sin+p.hip[1]*cos
	dy, dz := l.height-hipY, l.ahead-hipZ
	d := min(math.Hypot(dy, dz), 0.999*(p.thigh+p.shin))
	toward := math.Atan2(dz, -dy)
	swing := toward + math.Acos((p.thigh*p.thigh+d*d-p.shin*p.shin)/(2*p.thigh*d))
	bend := math.Pi - math.Acos((p.thigh*p.thigh+p.shin*p.shin-d*d)/(2*p.thigh*p.shin))
	degrees := 180 / math.Pi
	return swing*degrees + k.pitch, -bend * degrees, -(swing-bend)*degrees - l.sole, toward*degrees + k.pitch
}
