package reference

import "github.com/sinew-go/sinew/assets"

// Mask says how far a layer reaches each joint and each morph weight, from 0 to 1.
type Mask struct {
	Joints, Morphs []float64
}

// MaskOf widens an asset's mask; a morph weight is reached as far as the joint that carries its mesh.
func MaskOf(m *assets.Mask) *Mask {
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
	return mask
}

// joint returns a joint's weight. No mask reaches everything.
func (m *Mask) joint(joint int) float64 {
	if m == nil {
		return 1
	}
	return m.Joints[joint]
}

func (m *Mask) morph(i int) float64 {
	if m == nil {
		return 1
	}
	return m.Morphs[i]
}

// Layer is a pose over or onto the layers below: several poses by their weights, which only for an additive layer need not sum
// to anything, since they are normalized otherwise.
type Layer struct {
	Poses    []Pose
	Weights  []float64
	Weight   float64 // how far the layer covers those below, 0 to 1, or by what to multiply its differences
	Mask     *Mask   // nil reaches everything
	Additive bool    // the poses are differences
}

// Layered returns the base with the layers applied in order, the lowest first. A layer that covers shows nothing where all its
// weights are 0.
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

// Cover mixes a pose over another: for each joint that the mask weighs m it is the way m·weight from below to above, by
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

// sum is the weighted sum of poses that layers build up, whose rotations are brought to unit length at the end, and before a difference is added.
type poseSum struct {
	Pose
}

// lay puts what a channel plays over the layers so far.
func (s *poseSum) addChannel(skeleton *assets.Skeleton, c *Channel, list []playedClip, shows float64, layer int) {
	type weighted struct {
		pose   Pose
		weight float64
	}
	var poses []weighted
	var kept, all float64
	for _, one := range list {
		if one.weight <= 0 {
			continue
		}
		all += one.weight
		if !one.visible() {
			if layer == 0 {
				poses, kept = append(poses, weighted{Rest(skeleton), one.weight}), kept+one.weight
			}
			continue
		}
		for _, part := range one.clipParts(nil) {
			w := one.weight * part.weight
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
			kept += w
		}
	}
	if layer == 0 {
		s.Pose = Pose{Locals: make([]TRS, skeleton.Len()), Morphs: make([]float64, skeleton.MorphCount())}
		if kept == 0 {
			s.accumulate(Rest(skeleton), nil, 1)
			return
		}
		for _, p := range poses {
			s.accumulate(p.pose, nil, p.weight/kept)
		}
		return
	}
	if kept == 0 || shows == 0 {
		return
	}
	if c.Additive {
		for _, p := range poses {
			s.Pose = Add(s.pose(), p.pose, c.Mask, shows*p.weight/all)
		}
		return
	}
	s.attenuate(c.Mask, shows*kept/all)
	for _, p := range poses {
		s.accumulate(p.pose, c.Mask, shows*p.weight/all)
	}
}

// cover takes away what will be covered.
func (s *poseSum) attenuate(mask *Mask, part float64) {
	for j := range s.Locals {
		k, local := 1-part*mask.joint(j), &s.Locals[j]
		local.Rotation, local.Translation, local.Scale = local.Rotation.Times(k), local.Translation.Times(k), local.Scale.Times(k)
	}
	for i := range s.Morphs {
		s.Morphs[i] *= 1 - part*mask.morph(i)
	}
}

// accumulate adds a pose, its rotations from the hemisphere of the sum.
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

// pose returns the sum with rotations of unit length.
func (s *poseSum) pose() Pose {
	p := Pose{Locals: append([]TRS(nil), s.Locals...), Morphs: append([]float64(nil), s.Morphs...)}
	for j := range p.Locals {
		p.Locals[j].Rotation = p.Locals[j].Rotation.Unit()
	}
	return p
}
