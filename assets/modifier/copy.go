package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Copy are the settings of a joint that copies another one.
type Copy struct {
	// Joint copies, From is copied.
	Joint, From string
	// Space is the space that is compared. With [LocalSpace] the joint moves away from its rest pose as the other one moves away from
	// its own. With [ModelSpace] it comes to where the other one is.
	Space Space
	// Position, Rotation and Scale are how much of each is copied, 0 to 1.
	Position, Rotation, Scale float32
	// Axes are the axes that are copied, of the parent's space for LocalSpace and of model space for ModelSpace; all if none is
	// true. Of a rotation in LocalSpace, one axis copies the twist about it, two axes what remains without the twist about the
	// third one. In ModelSpace they do not apply to rotations.
	Axes [3]bool
	// FromRest makes Rotation a part of the rotation away from the rest pose, spherically interpolated: the joint's own rotation in the
	// pose does not matter then. Rotation may be 0, which keeps the joint at rest.
	FromRest bool
	// OffLevel is as in [Aim].
	OffLevel int
}

// Copy adds a joint that copies the position, rotation or scale of another joint. Without a goal it is always applied. The constraints
// 'rotation' and 'roll' of VRMC_node_constraint are copies of rotations in [LocalSpace] with FromRest, the latter with one axis.
func (b *Builder) Copy(goal string, s Copy) *Builder {
	b.record("copy", goal, s)
	c := b.context("copy", goal)
	index, joint, from := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("from", s.From)
	c.checkSpace(s.Space)
	for _, part := range []float32{s.Position, s.Rotation, s.Scale} {
		if !(part >= 0 && part <= 1) {
			c.fail("the parts that are copied must be 0 to 1, not %v", part)
		}
	}
	if s.Position == 0 && s.Rotation == 0 && s.Scale == 0 && !s.FromRest {
		c.fail("it copies neither position nor rotation nor scale")
	}
	if len(b.errs) == 0 && s.Space == ModelSpace && (from == joint || c.below(from, joint)) {
		c.fail("joint %q must not copy joint %q, which moves with it", s.Joint, s.From)
	}
	if len(b.errs) > 0 {
		return b
	}
	axes := s.Axes
	if axes == [3]bool{} {
		axes = [3]bool{true, true, true}
	}
	if s.Space == ModelSpace {
		return c.copyModel(index, joint, from, &s, axes)
	}
	rest, restFrom := b.stack.skeleton.Rest(joint), b.stack.skeleton.Rest(from)
	return c.constrain(index, joint, []int{from}, s.OffLevel, func(p *Pose, local rig.TRS) rig.TRS {
		source := p.Local(from)
		for i, is := range axes {
			if is {
				local.Translation[i] = mix(local.Translation[i], rest.Translation[i]+(source.Translation[i]-restFrom.Translation[i]), s.Position)
			}
			if is && restFrom.Scale[i] != 0 {
				local.Scale[i] = mix(local.Scale[i], float32(rest.Scale[i]*(source.Scale[i]/restFrom.Scale[i])), s.Scale)
			}
		}
		if s.Rotation > 0 || s.FromRest {
			q := copiedRotation(quat(rest), quat(restFrom), quat(source), axes)
			local.Rotation = s.rotation(local, rest, q)
		}
		return local
	})
}

// rotation returns the joint's rotation, a part of the way to the one that is copied.
func (s *Copy) rotation(local, rest rig.TRS, copied exact.Quat) mgl32.Quat {
	if s.FromRest {
		local = rest
	}
	return blendFrom(local, copied, s.Rotation, s.FromRest)
}

// copiedRotation returns the local rotation that turns a joint away from its rest as another one.
func copiedRotation(rest, restFrom, source exact.Quat, axes [3]bool) exact.Quat {
	count := 0
	for _, is := range axes {
		if is {
			count++
		}
	}
	if count == 3 {
		return rest.Mul(restFrom.Conjugate()).Mul(source)
	}
	// In the space of the joint, if both parents' spaces count as the same.
	inParent := source.Mul(restFrom.Conjugate())
	turn := rest.Conjugate().Mul(inParent).Mul(rest)
	only := count == 1
	for i, is := range axes {
		if is != only {
			continue
		}
		twist := exact.Quat{3: turn[3]}
		twist[i] = turn[i]
		if twist.Dot(twist) == 0 {
			twist = exact.Quat{0, 0, 0, 1}
		}
		twist = twist.Normalized()
		if only {
			return rest.Mul(twist)
		}
		return rest.Mul(turn.Mul(twist.Conjugate()))
	}
	return rest
}

func (c context) copyModel(goal, joint, from int, s *Copy, axes [3]bool) *Builder {
	position, scale := s.Position, s.Scale
	parent, rest := c.b.stack.skeleton.Parent(joint), c.b.stack.skeleton.Rest(joint)
	return c.constrain(goal, joint, []int{joint, from}, s.OffLevel, func(p *Pose, local rig.TRS) rig.TRS {
		source, own := p.modelAt(from), p.modelAt(joint)
		if position > 0 {
			target := [3]float32{own[3], own[7], own[11]}
			for i, is := range axes {
				if is {
					target[i] = mix(target[i], source[4*i+3], position)
				}
			}
			local.Translation = p.toParent(parent, target, local.Translation)
		}
		if s.Rotation > 0 || s.FromRest {
			q := p.turnedTo(parent, joint, local.Rotation, rotationOf(source))
			local.Rotation = s.rotation(local, rest, exact.ToQuat(exact.XYZW(q)))
		}
		if scale > 0 {
			sizes, want := scaleOf(own), scaleOf(source)
			for i, is := range axes {
				if is && sizes[i] > 0 {
					local.Scale[i] = mix(local.Scale[i], float32(float64(local.Scale[i])*(want[i]/sizes[i])), scale)
				}
			}
		}
		return local
	})
}

// Parent are the settings of a joint that follows another one as if it were its child.
type Parent struct {
	// Joint follows, To is followed.
	Joint, To string
	// Weight is how far it follows, 0 to 1; 1 if it is 0. Several constraints with weights of 1, 1/2, 1/3 and so on make it follow the
	// mean of several joints.
	Weight float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// Parent adds a joint that follows another one as if it were its child, with the offset that they have in the rest pose. Without a
// goal it is always applied.
func (b *Builder) Parent(goal string, s Parent) *Builder {
	b.record("parent", goal, s)
	c := b.context("parent", goal)
	index, joint, to := c.goalOrNone(), c.joint("joint", s.Joint), c.joint("to", s.To)
	if s.Weight == 0 {
		s.Weight = 1
	}
	if !(s.Weight > 0 && s.Weight <= 1) {
		c.fail("the weight must be 0 to 1, not %v", s.Weight)
	}
	if len(b.errs) == 0 && (to == joint || c.below(to, joint)) {
		c.fail("joint %q must not follow joint %q, which moves with it", s.Joint, s.To)
	}
	if len(b.errs) > 0 {
		return b
	}
	rest := restModel(b.stack.skeleton)
	inverse, ok := rest[to].Inverse()
	if !ok {
		c.fail("joint %q has no inverse in the rest pose", s.To)
		return b
	}
	offset, parent := inverse.Mul(rest[joint]), b.stack.skeleton.Parent(joint)
	return c.constrain(index, joint, []int{joint, to}, s.OffLevel, func(p *Pose, local rig.TRS) rig.TRS {
		want, own := p.modelAt(to).Mul(offset), p.modelAt(joint)
		translation := p.toParent(parent, [3]float32{want[3], want[7], want[11]}, local.Translation)
		q := p.turnedTo(parent, joint, local.Rotation, rotationOf(want))
		sizes, wanted := scaleOf(own), scaleOf(want)
		for i := range translation {
			local.Translation[i] = mix(local.Translation[i], translation[i], s.Weight)
			if sizes[i] > 0 {
				local.Scale[i] = mix(local.Scale[i], float32(float64(local.Scale[i])*(wanted[i]/sizes[i])), s.Weight)
			}
		}
		local.Rotation = mixRotation(local, exact.ToQuat(exact.XYZW(q)), s.Weight)
		return local
	})
}

// mix returns a + (b-a)·weight, and b itself for a weight of 1.
func mix(a, b, weight float32) float32 {
	if weight >= 1 {
		return b
	}
	return a + float32((b-a)*weight)
}

// mixRotation returns the normalized linear interpolation from a local rotation to another one.
func mixRotation(local rig.TRS, to exact.Quat, weight float32) mgl32.Quat {
	from := quat(local)
	if from.Dot(to) < 0 {
		to = exact.Quat{-to[0], -to[1], -to[2], -to[3]}
	}
	if weight < 1 {
		for i := range to {
			to[i] = from[i] + float64((to[i]-from[i])*float64(weight))
		}
	}
	return toRotation(to)
}
