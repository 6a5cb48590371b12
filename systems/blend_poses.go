package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

func weigh(pose, morphs []float32, weight float32) {
	kernel.Scale(pose, pose, weight)
	kernel.Scale(morphs, morphs, weight)
}

// accumulate adds the block's sample to a sum of poses, of which the entry's cover is taken away before.
func accumulate(b *ecs.Block, entry *ecs.BlendInput, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		if entry.Attenuation != 0 {
			weigh(pose, morphs, 1-entry.Attenuation)
		}
		kernel.Accumulate(pose, b.Sample, entry.Weight)
		kernel.AddScaled(morphs, b.MorphSample, entry.Weight)
		return
	}
	kernel.AccumulateMasked(pose, b.Sample, mask.Rows(), entry.Attenuation, entry.Weight)
	for _, channel := range b.Pool.Skeleton().MorphChannels() {
		m := mask.Weight(channel.Joint)
		run := morphs[channel.Offset:][:channel.Count]
		kernel.Scale(run, run, 1-float32(entry.Attenuation*m))
		kernel.AddScaled(run, b.MorphSample[channel.Offset:][:channel.Count], entry.Weight*m)
	}
}

// add adds the difference that is the block's sample to a pose, or with a weight below 0 takes it away.
func add(b *ecs.Block, entry *ecs.BlendInput, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		kernel.Add(pose, b.Sample, entry.Weight)
		kernel.AddScaled(morphs, b.MorphSample, entry.Weight)
		return
	}
	kernel.AddMasked(pose, b.Sample, mask.Rows(), entry.Weight)
	for _, channel := range b.Pool.Skeleton().MorphChannels() {
		run := morphs[channel.Offset:][:channel.Count]
		kernel.AddScaled(run, b.MorphSample[channel.Offset:][:channel.Count], entry.Weight*mask.Weight(channel.Joint))
	}
}
