package main

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/bench/peers"
)

func main() { peers.Main(textbook) }

var textbook = peers.Peer{
	Name: "textbook, mathgl float32", Note: "linear search for keys, slerp, 4x4 matrices", Blends: 2,
	Open: func(c peers.Case) (peers.Crowd, error) {
		joints, skin, clips, err := load(c)
		if err != nil {
			return nil, err
		}
		crowd := &crowd{clips: clips}
		for i := range c.Characters {
			crowd.characters = append(crowd.characters, newCharacter(joints, skin, clips, float32(c.Start(i))))
		}
		return crowd, nil
	},
}

// crowd is characters that are updated one after the other.
type crowd struct {
	clips      []animation
	characters []*character
}

// Update implements [peers.Crowd].
func (c *crowd) Update(seconds float64) {
	for _, character := range c.characters {
		character.update(c.clips, float32(seconds))
	}
}

// Palette implements [peers.Crowd].
func (c *crowd) Palette(character int) []float32 {
	var rows []float32
	for _, m := range c.characters[character].palette {
		for row := range 3 {
			rows = append(rows, m.At(row, 0), m.At(row, 1), m.At(row, 2), m.At(row, 3))
		}
	}
	return rows
}

// character is an animated skeleton.
type character struct {
	joints  []joint // parents first
	skin    []influence
	times   []float32 // in each clip, in seconds
	palette []mgl32.Mat4
}

// joint is a joint of the hierarchy.
type joint struct {
	parent *joint // nil for a root
	rest   pose
	model  mgl32.Mat4 // joint to model space
}

// pose is the local transform of a joint.
type pose struct {
	translation mgl32.Vec3
	rotation    mgl32.Quat
	scale       mgl32.Vec3
}

// influence is an influence joint of the skin.
type influence struct {
	joint       *joint
	inverseBind mgl32.Mat4
}

// update advances time and computes the palette.
func (c *character) update(clips []animation, seconds float32) {
	for i, clip := range clips {
		c.times[i] += seconds
		for c.times[i] >= clip.duration {
			c.times[i] -= clip.duration
		}
	}
	for i := range c.joints {
		j := &c.joints[i]
		local := clips[0].joints[i].sample(c.times[0], j.rest)
		if len(clips) > 1 {
			local = blend(local, clips[1].joints[i].sample(c.times[1], j.rest), 0.5)
		}
		j.model = local.matrix()
		if j.parent != nil {
			j.model = j.parent.model.Mul4(j.model)
		}
	}
	for i, influence := range c.skin {
		c.palette[i] = influence.joint.model.Mul4(influence.inverseBind)
	}
}

// blend interpolates two poses; amount 1 is the second one.
func blend(a, b pose, amount float32) pose {
	return pose{
		translation: lerp(a.translation, b.translation, amount),
		rotation:    mgl32.QuatSlerp(a.rotation, b.rotation, amount),
		scale:       lerp(a.scale, b.scale, amount),
	}
}

func lerp(a, b mgl32.Vec3, amount float32) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(amount)) }

func (p pose) matrix() mgl32.Mat4 {
	t, s := p.translation, p.scale
	return mgl32.Translate3D(t[0], t[1], t[2]).Mul4(p.rotation.Mat4()).Mul4(mgl32.Scale3D(s[0], s[1], s[2]))
}
