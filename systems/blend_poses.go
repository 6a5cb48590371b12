package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

func weigh(pose, morphs []float32, weight float32) {
	kernel.Weigh(pose, pose, weight)
	kernel.Weigh(morphs, morphs, weight)
}

// accumulate adds the block's sample to a sum of poses, of which the entry's cover is taken away before.
func accumulate(b *ecs.Block, entry *ecs.Entry, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		if entry.Cover != 0 {
			weigh(pose, morphs, 1-entry.Cover)
		}
		kernel.Accumulate(pose, b.Sample, entry.Weight)
		kernel.Morph(morphs, b.MorphSample, entry.Weight)
		return
	}
	kernel.AccumulateMasked(pose, b.Sample, mask.Rows(), entry.Cover, entry.Weight)
	for _, channel := range b.Pool.Skeleton().MorphChannels() {
		m := mask.Weight(channel.Joint)
		run := morphs[channel.Offset:][:channel.Count]
		kernel.Weigh(run, run, 1-float32(entry.Cover*m))
		kernel.Morph(run, b.MorphSample[channel.Offset:][:channel.Count], entry.Weight*m)
	}
}

// add adds the difference that is the block's sample to a pose, or with a weight below 0 takes it away.
func add(b *ecs.Block, entry *ecs.Entry, mask *assets.Mask, pose, morphs []float32) {
	if mask == nil {
		kernel.Add(pose, b.Sample, entry.Weight)
		kernel.Morph(morphs, b.MorphSample, entry.Weight)
		return
	}
	kernel.AddMasked(pose, b.Sample, mask.Rows(), entry.Weight)
	for _, channel := range b.Pool.Skeleton().MorphChannels() {
		run := morphs[channel.Offset:][:channel.Count]
		kernel.Morph(run, b.MorphSample[channel.Offset:][:channel.Count], entry.Weight*mask.Weight(channel.Joint))
	}
}
