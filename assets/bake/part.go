package bake

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Part is the part of a baked clip that a layer with a mask samples. It lacks most rotations of the
// groups of 8 joints that the mask does not reach. The zero value has no clip.
type Part struct {
	clip *BakedClip
	mask *rig.Mask
	// turned are the whole rotations that are sampled in a call of their own, others what else is
	// sampled. One call cannot sample both if the frames have rows between them that are left out.
	turned, others kernel.Baked
}

// callGroups is how many groups of rotations are sampled in about the time that another call of the
// kernel takes.
const callGroups = 2

// Set makes the part that of a clip, which is bound, and a mask of its skeleton.
func (p *Part) Set(clip *BakedClip, mask *rig.Mask) {
	if p.clip != clip || p.mask != mask {
		p.cut(clip, mask)
	}
}

// cut is [Part.Set] for another clip or mask.
func (p *Part) cut(clip *BakedClip, mask *rig.Mask) {
	data := clip.motion.data
	groups, normalized := data.RotationGroups, data.NormalizedGroups
	from, to := reached(groups, mask)
	p.clip, p.mask, p.turned = clip, mask, kernel.Baked{}
	switch {
	case data.Spans > 0: // the differences begin with the first row
		from = 0
	case from == to: // the mask reaches none
		from = len(groups)
	case len(groups)-to >= callGroups:
		p.turned = withoutFirst(data, from)
		p.turned.RotationGroups, p.turned.Bits = groups[from:to], data.Bits[4*from:4*to]
		p.turned.RestTargets, p.turned.Constants, p.turned.ConstantTargets = nil, nil, nil
		p.turned.Whole, p.turned.Scattered, p.turned.Derived, p.turned.NormalizedGroups = nil, nil, nil, nil
		from = len(groups)
	}
	p.others = withoutFirst(data, from)
	from, to = reached(normalized, mask)
	p.others.NormalizedGroups = normalized[from:to]
}

// withoutFirst returns data without its first groups of rotations.
func withoutFirst(data kernel.Baked, groups int) kernel.Baked {
	for _, bits := range data.Bits[:4*groups] {
		data.Frames = data.Frames[bits:]
	}
	data.RotationGroups, data.Bits, data.Ranges = data.RotationGroups[groups:], data.Bits[4*groups:],
		data.Ranges[8*kernel.Lanes*groups:]
	return data
}

// reached returns the range of a list of groups that has all within the groups of a mask.
func reached(groups []int32, mask *rig.Mask) (from, to int) {
	first, end := mask.Groups()
	for i, group := range groups {
		if number := int(group) / kernel.GroupSize; number >= first && number < end {
			if to == 0 {
				from = i
			}
			to = i + 1
		}
	}
	return from, to
}

// Resample is [BakedClip.Resample], but in groups of joints that the mask does not reach it may
// keep the rotations of an earlier sample.
func (p *Part) Resample(time float64, locals, morphs []float32) {
	if len(p.turned.RotationGroups) > 0 {
		frame, next, u := p.clip.locate(time)
		kernel.SampleBaked(locals, &p.turned, frame, next, u)
	}
	p.clip.sampleData(&p.others, time, locals, morphs)
}
