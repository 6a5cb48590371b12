package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
)

// Neutral returns the additive pose that changes nothing.
func Neutral(s *assets.Skeleton) Pose {
	p := Pose{Locals: make([]TRS, s.Len()), Morphs: make([]float64, s.MorphCount())}
	for j := range p.Locals {
		p.Locals[j] = TRS{Rotation: Quaternion{0, 0, 0, 1}, Scale: Vector{1, 1, 1}}
	}
	return p
}

// Difference returns the additive pose that [Add] applies to the reference to get the pose:
// rotations value · reference⁻¹, translations and morph weights value - reference, scales value /
// reference.
func Difference(pose, reference Pose) Pose {
	d := Pose{Locals: make([]TRS, len(pose.Locals)), Morphs: mix(1, pose.Morphs, -1, reference.Morphs)}
	for j, value := range pose.Locals {
		from := reference.Locals[j]
		d.Locals[j] = TRS{
			Translation: value.Translation.Add(from.Translation.Times(-1)),
			Rotation:    value.Rotation.Mul(from.Rotation.Unit().conjugate()),
			Scale:       value.Scale.dividedBy(from.Scale),
		}
	}
	return d
}

// Add applies an additive pose. With w = mask weight of the joint · weight, the joint's rotation is
// multiplied from the left by nlerp(identity, difference, w), w·difference is added to translations
// and morph weights, and scales are multiplied by (1 - w) + w·difference. A negative weight applies
// the inverse of its absolute value; a scale that would be divided by 0 is left unchanged.
func Add(base, difference Pose, mask *Mask, weight float64) Pose {
	sum := Pose{Locals: make([]TRS, len(base.Locals)), Morphs: make([]float64, len(base.Morphs))}
	for j, local := range base.Locals {
		d, w := difference.Locals[j], mask.joint(j)*math.Abs(weight)
		rotation := Quaternion{0, 0, 0, 1}.Nlerp(d.Rotation, w)
		scale := Vector{1, 1, 1}.lerp(d.Scale, w)
		if weight < 0 {
			w = -w
			rotation = rotation.conjugate()
			scale = Vector{1, 1, 1}.dividedBy(scale)
		}
		sum.Locals[j] = TRS{
			Translation: local.Translation.Add(d.Translation.Times(w)),
			Rotation:    rotation.Mul(local.Rotation),
			Scale:       Vector{local.Scale[0] * scale[0], local.Scale[1] * scale[1], local.Scale[2] * scale[2]},
		}
	}
	for i, value := range base.Morphs {
		sum.Morphs[i] = value + mask.morph(i)*weight*difference.Morphs[i]
	}
	return sum
}

// Subtract is the inverse of [Add] with the same arguments.
func Subtract(sum, difference Pose, mask *Mask, weight float64) Pose {
	return Add(sum, difference, mask, -weight)
}

// dividedBy returns v / w, component by component. A component that would be divided by 0 is left
// unchanged.
func (v Vector) dividedBy(w Vector) Vector {
	for i := range v {
		if w[i] != 0 {
			v[i] /= w[i]
		}
	}
	return v
}

// conjugate returns the inverse of a unit quaternion.
func (q Quaternion) conjugate() Quaternion { return Quaternion{-q[0], -q[1], -q[2], q[3]} }

// Blend mixes poses of one skeleton by weight: translations, scales and morph weights as Σ w·x / Σ
// w, rotations as Σ w·(±q) scaled to unit length, with the sign that puts q into the hemisphere of
// the sum before it. For two poses this is the normalized linear interpolation along the shorter
// arc. No weight may be negative, and at least one must be positive.
func Blend(poses []Pose, weights []float64) Pose {
	var total float64
	for _, w := range weights {
		total += w
	}
	mixed := Pose{Locals: make([]TRS, len(poses[0].Locals)), Morphs: make([]float64, len(poses[0].Morphs))}
	for i, pose := range poses {
		w := weights[i] / total
		for j, local := range pose.Locals {
			sum := &mixed.Locals[j]
			rotation := local.Rotation
			if sum.Rotation.Dot(rotation) < 0 {
				rotation = rotation.Times(-1)
			}
			sum.Rotation = sum.Rotation.Add(rotation.Times(w))
			sum.Translation = sum.Translation.Add(local.Translation.Times(w))
			sum.Scale = sum.Scale.Add(local.Scale.Times(w))
		}
		for m, x := range pose.Morphs {
			mixed.Morphs[m] += w * x
		}
	}
	for j := range mixed.Locals {
		mixed.Locals[j].Rotation = mixed.Locals[j].Rotation.Unit()
	}
	return mixed
}

// BlendSlerp interpolates from a at u = 0 to b at u = 1: rotations by [Quaternion.Slerp],
// everything else linearly.
func BlendSlerp(a, b Pose, u float64) Pose {
	mixed := Pose{Locals: make([]TRS, len(a.Locals)), Morphs: mix(1-u, a.Morphs, u, b.Morphs)}
	for j, from := range a.Locals {
		to := b.Locals[j]
		mixed.Locals[j] = TRS{
			Translation: from.Translation.lerp(to.Translation, u),
			Rotation:    from.Rotation.Slerp(to.Rotation, u),
			Scale:       from.Scale.lerp(to.Scale, u),
		}
	}
	return mixed
}
