package motion

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// BlendInput is one clip's part in a character's pose. Whatever a character plays becomes a list of
// blend inputs, and the block systems see nothing else. They work through the list in order:
//
//   - An input that overrides first multiplies the sum of the poses below it by 1 - Attenuation,
//     then adds its own pose times Weight.
//   - An additive input adds its difference times Weight to the normalized sum of the poses below
//     it.
//
// A mask multiplies Weight and Attenuation by the weight of each joint. The first input of a list
// overrides without a mask, and the weights of the overriding inputs sum to 1 for every joint. A
// character without blend inputs shows the rest pose.
type BlendInput struct {
	Time        float64 // position in the clip, in seconds
	Clip        id.Clip // 0 or a clip of another skeleton is the rest pose or, if additive, no difference
	Mask        id.Mask // 0 is every joint at weight 1
	Weight      float32
	Attenuation float32 // the fraction by which this input lowers what lies below it
	Mode        clip.LayerMode
	Layer       uint8 // the layer that plays the clip, for tools; no pose depends on it
}
