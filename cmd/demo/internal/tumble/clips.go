package tumble

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// Clips are motions of getting up.
type Clips struct {
	FromBack, FromFront assets.ClipID
}

// posture is a posture of the mannequin in side view. Angles are in degrees, lengths in meters.
type posture struct {
	at            float64 // seconds
	height, ahead float64 // of the hips
	pitch         float64 // of the hips: 90 lies on the front, -90 on the back
	spine         float64 // how far the spine bends forward, in all
	ankle         [2]float64
	flat          float64 // 1 keeps the sole level, 0 the ankle straight
	arm, out      float64 // how far the arms swing forward, and to the side from the A-pose
	elbow         float64
}

// standing stands for the height and the ankles of a mannequin that stands.
const standing = -1

var fromBack = []posture{
	{0, 0.11, 0, -90, 0, [2]float64{0.07, 0.86}, 0, 0, -12, 10},
	{0.25, 0.11, 0, -82, 20, [2]float64{0.07, 0.8}, 0.2, -15, -12, 20},
	{0.75, 0.12, 0, -40, 50, [2]float64{0.09, 0.48}, 1, -45, -20, 8},
	{1.3, 0.32, 0.14, 14, 34, [2]float64{0.09, 0.38}, 1, 45, -30, 35},
	{1.8, 0.6, 0.32, 38, 30, [2]float64{0.09, 0.38}, 1, 25, -32, 40},
	{2.5, standing, 0.38, 0, 0, [2]float64{standing, 0.38}, 1, 0, -34, 14},
}

var fromFront = []posture{
	{0, 0.11, 0, 90, 0, [2]float64{0.07, -0.86}, 0, 0, -12, 10},
	{0.3, 0.12, 0, 88, -8, [2]float64{0.07, -0.86}, 0, 35, -5, 70},
	{0.8, 0.38, -0.1, 68, -5, [2]float64{0.07, -0.62}, 0.1, 80, -30, 15},
	{1.2, 0.46, -0.12, 58, 20, [2]float64{0.07, -0.52}, 0.2, 70, -32, 10},
	{1.7, 0.4, 0, 45, 45, [2]float64{0.09, 0.08}, 1, 50, -32, 30},
	{2.2, 0.64, 0.02, 38, 30, [2]float64{0.09, 0.08}, 1, 25, -32, 40},
	{2.9, standing, 0.08, 0, 0, [2]float64{standing, 0.08}, 1, 0, -34, 14},
}

// AddClips makes the motions of getting up for the built-in mannequin and adds them to its library.
func AddClips(library *assets.Library, model *assets.Model) (Clips, error) {
	skeleton := library.Skeleton(model.Skeleton)
	p, err := newPoser(skeleton)
	if err != nil {
		return Clips{}, err
	}
	var c Clips
	for _, motion := range []struct {
		name string
		keys []posture
		id   *assets.ClipID
	}{{"get up from the back", fromBack, &c.FromBack}, {"get up from the front", fromFront, &c.FromFront}} {
		if *motion.id, err = p.clip(motion.name, motion.keys).Add(library); err != nil {
			return Clips{}, fmt.Errorf("tumble: %w", err)
		}
	}
	return c, nil
}

// poser turns postures into poses of the mannequin, whose limbs bend about the x axes of their
// joints.
type poser struct {
	skeleton    *rig.Skeleton
	joints      map[string]int
	thigh, shin float64
	hip         [2]float64 // height and depth of the hip joint in the space of the hips
	hips, ankle float64    // heights in the rest pose
	ankleAhead  float64
	ordered     []string
}

func newPoser(skeleton *rig.Skeleton) (*poser, error) {
	p := &poser{
		skeleton: skeleton, joints: map[string]int{},
		ordered: []string{"hips", "spine_1", "spine_2", "spine_3", "spine_4", "neck_1", "head"},
	}
	for _, side := range []string{"left_", "right_"} {
		for _, name := range []string{"upper_arm", "forearm", "thigh", "shin", "foot"} {
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
	p.hips, p.ankle, p.ankleAhead = float64(hips[1]), float64(foot[1]), float64(foot[2]-hips[2])
	return p, nil
}

// clip makes a clip with 30 keys a second.
func (p *poser) clip(name string, keys []posture) *clip.Builder {
	for i := range keys {
		keys[i] = p.resolved(keys[i])
	}
	var times []float32
	rotations := map[string][]mgl32.Quat{}
	var places []mgl32.Vec3
	last := keys[len(keys)-1].at
	for k := range int(last*30) + 1 {
		seconds := min(float64(k)/30, last)
		now := between(keys, seconds)
		times = append(times, float32(seconds))
		for _, joint := range p.ordered {
			rotations[joint] = append(rotations[joint],
				p.skeleton.Rest(p.joints[joint]).Rotation.Mul(p.rotation(joint, now)).Normalize())
		}
		hips := p.skeleton.Rest(p.joints["hips"]).Translation
		places = append(places, mgl32.Vec3{hips[0], float32(now.height), float32(now.ahead)})
	}
	b := clip.NewBuilder(name, p.skeleton).Translation(p.joints["hips"], clip.Linear, times, places)
	for _, joint := range p.ordered {
		b.Rotation(p.joints[joint], clip.Linear, times, rotations[joint])
	}
	return b
}

// resolved returns a posture with the numbers of standing.
func (p *poser) resolved(k posture) posture {
	if k.height == standing {
		k.height = p.hips
	}
	if k.ankle[0] == standing {
		k.ankle[0] = p.ankle
		k.ankle[1] += p.ankleAhead
	}
	return k
}

// between returns the posture at a time: a cubic through the keys, whose slope at each is the mean
// of the lines beside it.
func between(keys []posture, seconds float64) posture {
	i := 0
	for i < len(keys)-2 && keys[i+1].at <= seconds {
		i++
	}
	a, b := &keys[i], &keys[i+1]
	length := b.at - a.at
	u := min(max((seconds-a.at)/length, 0), 1)
	slope := func(of func(*posture) float64, k int) float64 {
		if k == 0 || k == len(keys)-1 {
			return 0
		}
		before, after := (of(&keys[k])-of(&keys[k-1]))/(keys[k].at-keys[k-1].at),
			(of(&keys[k+1])-of(&keys[k]))/(keys[k+1].at-keys[k].at)
		if before*after <= 0 { // no overshoot
			return 0
		}
		return 2 * before * after / (before + after)
	}
	blend := func(of func(*posture) float64) float64 {
		m0, m1 := slope(of, i)*length, slope(of, i+1)*length
		u2, u3 := u*u, u*u*u
		return (2*u3-3*u2+1)*of(a) + (u3-2*u2+u)*m0 + (3*u2-2*u3)*of(b) + (u3-u2)*m1
	}
	return posture{
		at: seconds, height: blend(func(p *posture) float64 {
			return p.height
		}), ahead: blend(func(p *posture) float64 { return p.ahead }),
		pitch: blend(func(p *posture) float64 {
			return p.pitch
		}), spine: blend(func(p *posture) float64 { return p.spine }),
		ankle: [2]float64{blend(func(p *posture) float64 {
			return p.ankle[0]
		}), blend(func(p *posture) float64 { return p.ankle[1] })},
		flat: blend(func(p *posture) float64 { return p.flat }), arm: blend(func(p *posture) float64 { return p.arm }),
		out: blend(func(p *posture) float64 {
			return p.out
		}), elbow: blend(func(p *posture) float64 { return p.elbow }),
	}
}

// rotation returns how far a joint is turned from its rest pose, in its own space.
func (p *poser) rotation(joint string, k posture) mgl32.Quat {
	x := mgl32.Vec3{1, 0, 0}
	about := func(degrees float64, axis mgl32.Vec3) mgl32.Quat {
		return mgl32.QuatRotate(mgl32.DegToRad(float32(degrees)), axis)
	}
	thigh, shin, foot := p.leg(k)
	side := float32(1)
	if joint[0] == 'r' {
		side = -1
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
		return about(thigh, x)
	case "left_shin", "right_shin":
		return about(shin, x)
	}
	return about(foot, x)
}

// leg returns the angles of thigh, knee and ankle that put the ankle in its place, by the law of
// cosines.
func (p *poser) leg(k posture) (thigh, shin, foot float64) {
	sin, cos := math.Sincos(k.pitch * math.Pi / 180)
	hipY, hipZ := k.height+p.hip[0]*cos-p.hip[1]*sin, k.ahead+p.hip[0]*sin+p.hip[1]*cos
	dy, dz := k.ankle[0]-hipY, k.ankle[1]-hipZ
	d := min(math.Hypot(dy, dz), 0.999*(p.thigh+p.shin))
	swing := math.Atan2(dz, -dy) + math.Acos((p.thigh*p.thigh+d*d-p.shin*p.shin)/(2*p.thigh*d))
	bend := math.Pi - math.Acos((p.thigh*p.thigh+p.shin*p.shin-d*d)/(2*p.thigh*p.shin))
	degrees := 180 / math.Pi
	return swing*degrees + k.pitch, -bend * degrees, -k.flat * (swing - bend) * degrees
}
