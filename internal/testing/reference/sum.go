package reference

import "github.com/sinew-go/sinew/assets"

// sum is the weighted sum of poses that layers build up, whose rotations are brought to unit length at the end, and before a difference is added.
type sum struct {
	Pose
}

// lay puts what a channel plays over the layers so far.
func (s *sum) lay(skeleton *assets.Skeleton, c *Channel, list []played, shows float64, layer int) {
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
		if !one.shown() {
			if layer == 0 {
				poses, kept = append(poses, weighted{Rest(skeleton), one.weight}), kept+one.weight
			}
			continue
		}
		for _, part := range one.parts(nil) {
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
	s.cover(c.Mask, shows*kept/all)
	for _, p := range poses {
		s.accumulate(p.pose, c.Mask, shows*p.weight/all)
	}
}

// cover takes away what will be covered.
func (s *sum) cover(mask *Mask, part float64) {
	for j := range s.Locals {
		k, local := 1-part*mask.joint(j), &s.Locals[j]
		local.Rotation, local.Translation, local.Scale = local.Rotation.Times(k), local.Translation.Times(k), local.Scale.Times(k)
	}
	for i := range s.Morphs {
		s.Morphs[i] *= 1 - part*mask.morph(i)
	}
}

// accumulate adds a pose, its rotations from the hemisphere of the sum.
func (s *sum) accumulate(p Pose, mask *Mask, weight float64) {
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
func (s *sum) pose() Pose {
	p := Pose{Locals: append([]TRS(nil), s.Locals...), Morphs: append([]float64(nil), s.Morphs...)}
	for j := range p.Locals {
		p.Locals[j].Rotation = p.Locals[j].Rotation.Unit()
	}
	return p
}
