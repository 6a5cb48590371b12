package bodies

import (
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Body is what a character holds of one of its bodies from one frame to the next.
type Body struct {
	Joint int32
	// Weight is how far the body poses the joint, 0 to 1.
	Weight float32
	// Given is where the physics engine puts the body, if IsGiven is set.
	Given   Place
	IsGiven bool
	// Target is the body as the animation poses it, and Shown as the character shows it, if
	// HasTarget and HasShown are set.
	Target, Shown       State
	HasTarget, HasShown bool
	// Local is the local transform that the body gave the joint when the character was posed last,
	// if IsPosed is set: rotation, translation, scale.
	Local   [kernel.Rows]float32
	IsPosed bool
}

// Blending is what [Pose.Blend] blends bodies by.
type Blending struct {
	// World is the transform of the character, and Inverse its inverse. Without HasInverse no body
	// has an effect.
	World, Inverse exact.Affine
	HasInverse     bool
	// Weight, 0 to 1, multiplies the weight of each body.
	Weight float32
	// Size multiplies the scale of what bodies pose. It is not 1 where a character shows its bodies
	// in another size than its transform gives it. A number that is not finite or not above 0
	// counts as 1.
	Size float64
	// KeepLengths leaves the translation of joints as it is where a joint above has a body in
	// effect.
	KeepLengths bool
	// Seconds is the time since the targets were measured last.
	Seconds float64
}

// Pose is scratch memory for the pose of a character while bodies are blended into it.
type Pose struct {
	model []exact.Affine // model matrices
	sizes []float64      // by what bodies at the joint and above it multiply its scale
	state []jointState
}

// jointState is what a blend knows of a joint.
type jointState uint8

const (
	unused  jointState = iota // no body at the joint or below it
	chained                   // a body is at the joint or below it
	moved                     // and a body has an effect on the joint, or on one above it
)

// Blend measures the targets of bodies, which are in ascending order, in a local pose in the layout
// of package rig, and then gives their joints the places of the bodies. It reports whether it
// changed the pose.
//
// At weight 1 a joint is where its body is; at weight 0 it is relative to its parent as it was;
// between them its local transform is interpolated. The scale of a joint stays, but for the size of
// what bodies pose. A body whose place is unknown or not finite has no effect, and neither has one
// whose joint is scaled to 0.
func (p *Pose) Blend(locals []float32, parents []int16, list []Body, by *Blending) (changed bool) {
	if len(list) == 0 {
		return false
	}
	joints := min(int(list[len(list)-1].Joint)+1, len(parents))
	for len(p.model) < joints {
		p.model, p.sizes, p.state = append(p.model, exact.Affine{}), append(p.sizes, 1), append(p.state, unused)
	}
	clear(p.state[:joints])
	for i := range list {
		for j := int16(list[i].Joint); j >= 0 && p.state[j] == unused; j = parents[j] {
			p.state[j] = chained
		}
	}
	for j := range joints {
		if p.state[j] != unused {
			p.chain(locals, parents, j)
		}
	}
	next := 0
	for j := range joints {
		if p.state[j] == unused {
			continue
		}
		hangs := parents[j] >= 0 && p.state[parents[j]] == moved
		if hangs {
			p.state[j] = moved
		}
		if p.sizes[j] = 1; parents[j] >= 0 {
			p.sizes[j] = p.sizes[parents[j]]
		}
		if next < len(list) && int(list[next].Joint) == j {
			body := &list[next]
			next++
			body.IsPosed = false
			world := by.World.Mul(&p.model[j])
			position, rotation, stretch, ok := Split(&world)
			seconds := by.Seconds
			if !body.HasTarget {
				seconds = 0
			}
			if body.HasTarget = ok; ok {
				body.Target.MoveTo(position, rotation, seconds)
				if by.HasInverse && p.place(locals, parents, body, &stretch, by, hangs) {
					p.state[j], changed = moved, true
				}
			}
		}
		if p.state[j] == moved {
			p.chain(locals, parents, j)
		}
	}
	return changed
}

// chain computes the model matrix of a joint from its parent's.
func (p *Pose) chain(locals []float32, parents []int16, joint int) {
	local := readLocal(locals, joint)
	m := local.matrix()
	if parent := parents[joint]; parent >= 0 {
		m = p.model[parent].Mul(&m)
	}
	p.model[joint] = m
}

// place gives the joint of a body the body's place, as far as it has a weight, and reports whether
// it changed anything.
func (p *Pose) place(locals []float32, parents []int16, body *Body, stretch *Stretch, by *Blending, hangs bool) bool {
	weight := float64(body.Weight)
	if !(weight > 0) || !body.IsGiven || !(by.Weight > 0) {
		return false
	}
	weight = float64(min(weight, 1) * min(float64(by.Weight), 1))
	m, ok := body.Given.Matrix(stretch)
	if !ok {
		return false
	}
	m = by.Inverse.Mul(&m)
	if parent := parents[body.Joint]; parent >= 0 {
		up, ok := p.model[parent].Inverse()
		if !ok {
			return false
		}
		m = up.Mul(&m)
	}
	local := readLocal(locals, int(body.Joint))
	for c, s := range local.scale { // the rotation is what remains
		for r := range 3 {
			m[4*r+c] /= s
		}
	}
	translation, rotation, _, ok := Split(&m)
	if !ok {
		return false
	}
	if hangs && by.KeepLengths {
		translation = local.translation
	}
	if weight < 1 {
		translation = local.translation.Lerp(translation, weight)
		if rotation.Dot(local.rotation) < 0 {
			rotation = exact.Quat{-rotation[0], -rotation[1], -rotation[2], -rotation[3]}
		}
		for i := range rotation {
			rotation[i] = float64(local.rotation[i]*(1-weight)) + float64(rotation[i]*weight)
		}
		rotation = rotation.Normalized()
	}
	local.rotation, local.translation = rotation, translation
	if size := by.Size / p.sizes[body.Joint]; size != 1 && size > 0 && exact.IsFinite(size) {
		size = 1 + float64((size-1)*weight)
		local.scale = local.scale.Scale(size)
		p.sizes[body.Joint] *= size
	}
	return local.store(locals, body)
}
