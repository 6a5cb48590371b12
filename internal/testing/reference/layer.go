package reference

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// Mask holds the weight of a layer at each joint and each morph weight, from 0 to 1.
type Mask struct {
	Joints, Morphs []float64
}

// MaskOf converts an asset's mask. A morph weight has the weight of the joint that carries its
// mesh.
func MaskOf(m *rig.Mask) *Mask {
	s := m.Skeleton()
	mask := &Mask{Morphs: make([]float64, s.MorphCount())}
	for joint := range s.Len() {
		mask.Joints = append(mask.Joints, float64(m.Weight(joint)))
	}
	for _, c := range s.MorphChannels() {
		for i := range c.Count {
			mask.Morphs[c.Offset+i] = mask.Joints[c.Joint]
		}
	}
	for _, c := range s.VisibilityChannels() {
		mask.Morphs[c.Offset] = mask.Joints[c.Joint]
	}
	for _, c := range s.MaterialChannels() {
		for i := range c.Count {
			mask.Morphs[c.Offset+i] = mask.Joints[c.Joint]
		}
	}
	return mask
}

// joint returns the weight of a joint: 1 without a mask.
func (m *Mask) joint(joint int) float64 {
	if m == nil {
		return 1
	}
	return m.Joints[joint]
}

// morph returns the weight at a morph weight: 1 without a mask.
func (m *Mask) morph(i int) float64 {
	if m == nil {
		return 1
	}
	return m.Morphs[i]
}

// Layer is a weighted set of poses that is blended over the layers below, or added to them. The
// weights are normalized, except in an additive layer.
type Layer struct {
	Poses    []Pose
	Weights  []float64
	Weight   float64 // of the whole layer, from 0 to 1; in an additive layer any factor
	Mask     *Mask   // nil is 1 everywhere
	Additive bool    // the poses are additive
}

// Layered returns the base with the layers applied in order, the lowest first. A layer whose
// weights are all 0 changes nothing.
func Layered(base Pose, layers []Layer) Pose {
	for _, layer := range layers {
		var sum float64
		for i, w := range layer.Weights {
			if layer.Additive {
				base = Add(base, layer.Poses[i], layer.Mask, layer.Weight*w)
			}
			sum += w
		}
		if !layer.Additive && sum > 0 {
			base = BlendOver(base, Blend(layer.Poses, layer.Weights), layer.Mask, layer.Weight)
		}
	}
	return base
}

// BlendOver interpolates each joint from below to above at the fraction mask weight · weight, by
// normalized linear interpolation.
func BlendOver(below, above Pose, mask *Mask, weight float64) Pose {
	mixed := Pose{Locals: make([]TRS, len(below.Locals)), Morphs: make([]float64, len(below.Morphs))}
	for j, from := range below.Locals {
		to, u := above.Locals[j], mask.joint(j)*weight
		mixed.Locals[j] = TRS{
			Translation: from.Translation.lerp(to.Translation, u),
			Rotation:    from.Rotation.Nlerp(to.Rotation, u),
			Scale:       from.Scale.lerp(to.Scale, u),
		}
	}
	for i, from := range below.Morphs {
		u := mask.morph(i) * weight
		mixed.Morphs[i] = (1-u)*from + u*above.Morphs[i]
	}
	return mixed
}

// poseSum is the weighted sum of poses that the layers of a character build up. Its rotations are
// scaled to unit length only at the end, and before an additive pose is added.
type poseSum struct {
	Pose
}

// addChannel blends the clips that a channel plays over the layers below, or adds them. A clip that
// cannot be shown counts as the rest pose in the lowest layer, and as nothing in the others.
func (s *poseSum) addChannel(skeleton *assets.Skeleton, c *Channel, list []playedClip, layerWeight float64, layer int) {
	type weighted struct {
		pose   Pose
		weight float64
	}
	var poses []weighted
	var shown, total float64
	for _, playing := range list {
		if playing.weight <= 0 {
			continue
		}
		total += playing.weight
		if !playing.visible() {
			if layer == 0 {
				poses, shown = append(poses, weighted{Rest(skeleton), playing.weight}), shown+playing.weight
			}
			continue
		}
		for _, part := range playing.clipParts(nil) {
			w := playing.weight * part.weight
			switch {
			case w <= 0 || part.clip == nil && layer > 0:
				continue
			case part.clip == nil || part.clip.Additive() && !c.Additive:
				poses = append(poses, weighted{Rest(skeleton), w})
			case c.Additive && !part.clip.Additive():
				poses = append(poses, weighted{Neutral(skeleton), w})
			default:
				poses = append(poses, weighted{Sample(part.clip, part.time), w})
			}
			shown += w
		}
	}
	if layer == 0 {
		s.Pose = Pose{Locals: make([]TRS, skeleton.Len()), Morphs: make([]float64, skeleton.MorphCount())}
		if shown == 0 {
			s.accumulate(Rest(skeleton), nil, 1)
			return
		}
		for _, p := range poses {
			s.accumulate(p.pose, nil, p.weight/shown)
		}
		return
	}
	if shown == 0 || layerWeight == 0 {
		return
	}
	if c.Additive {
		for _, p := range poses {
			s.Pose = Add(s.pose(), p.pose, c.Mask, layerWeight*p.weight/total)
		}
		return
	}
	s.attenuate(c.Mask, layerWeight*shown/total)
	for _, p := range poses {
		s.accumulate(p.pose, c.Mask, layerWeight*p.weight/total)
	}
}

// attenuate lowers the weight of the layers below by the given fraction.
func (s *poseSum) attenuate(mask *Mask, part float64) {
	for j := range s.Locals {
		k, local := 1-part*mask.joint(j), &s.Locals[j]
		local.Rotation, local.Translation, local.Scale = local.Rotation.Times(k), local.Translation.Times(k),
			local.Scale.Times(k)
	}
	for i := range s.Morphs {
		s.Morphs[i] *= 1 - part*mask.morph(i)
	}
}

// accumulate adds a weighted pose. Rotations are negated if they are not in the hemisphere of the
// sum.
func (s *poseSum) accumulate(p Pose, mask *Mask, weight float64) {
	for j := range s.Locals {
		w, local, add := weight*mask.joint(j), &s.Locals[j], p.Locals[j]
		if local.Rotation.Dot(add.Rotation) < 0 {
			add.Rotation = add.Rotation.Times(-1)
		}
		local.Rotation = local.Rotation.Add(add.Rotation.Times(w))
		local.Translation = local.Translation.Add(add.Translation.Times(w))
		local.Scale = local.Scale.Add(add.Scale.Times(w))
	}
	for i := range s.Morphs {
		s.Morphs[i] += weight * mask.morph(i) * p.Morphs[i]
	}
}

// pose returns the sum with its rotations scaled to unit length.
func (s *poseSum) pose() Pose {
	p := Pose{Locals: append([]TRS(nil), s.Locals...), Morphs: append([]float64(nil), s.Morphs...)}
	for j := range p.Locals {
		p.Locals[j].Rotation = p.Locals[j].Rotation.Unit()
	}
	return p
}
