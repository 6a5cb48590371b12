package ecs

import "github.com/sinew-go/sinew/assets"

// Entry is a clip that takes part in a character's pose. Whatever a character does comes down to a list of these, which
// is all that the block systems look at. They are worked off in order:
//
//   - one that overrides adds its pose, times Weight, to the sum of those before, of which it first takes away the part Cover;
//   - one that is additive adds its difference, times Weight, to the mean of those before.
//
// Where there is a mask, the weight and the cover of each joint are multiplied by the joint's. The first entry of a list overrides without a mask, and
// the weights are such that they sum to 1 for every joint. Without entries a character shows the rest pose.
type BlendInput struct {
	Time        float64       // seconds, within the clip
	Clip        assets.ClipID // 0, or a clip of another skeleton: the rest pose, or no difference
	Mask        assets.MaskID // 0: every joint wholly
	Weight      float32
	Attenuation float32
	Mode        assets.LayerMode
}

// entryRun is where the entries of a slot are in those of its chunk.
type inputRun struct {
	first, count int32
}
