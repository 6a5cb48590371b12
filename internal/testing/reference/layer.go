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
			base = Cover(base, Blend(layer.Poses, layer.Weights), layer.Mask, layer.Weight)
		}
	}
	return base
}

// Cover mixes a pose over another: for each joint that the mask weighs m it is the way m·weight from below to above, by
// normalized linear interpolation.
func Cover(below, above Pose, mask *Mask, weight float64) Pose {
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
