package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// MaxLayers is the largest number of layers of a character: its [AnimationPlayer] and the layers of its [Layers].
const MaxLayers = 8

// MaxSync is the largest number of sync groups of a character.
const MaxSync = 8

// Layers holds the playbacks above the [AnimationPlayer] of the character, which is layer 0.
type Layers struct {
	// List holds the layers from the lowest to the highest; the first Count elements are in use. Layer 1 is List[0].
	List  [MaxLayers - 1]Layer
	Count int32
}

// Layer plays a clip or a blend space over what lies below it. A layer that plays nothing shows what lies below.
type Layer struct {
	Playback
	// Fades is the layer's crossfade.
	Fades BlendState
	// Mask gives the weight of each joint; 0 is all joints at weight 1. A layer whose mask was removed from the library
	// does not show.
	Mask id.Mask
	// Blend selects whether the layer overrides what lies below or adds to it.
	Blend clip.LayerMode
	// Paused stops the layer's playback, its crossfade and the change of its weight.
	Paused bool
	// Sync is the sync group that the layer belongs to, from 1 to [MaxSync]; 0 is none. The lowest layer of a group
	// leads: the others are always at the same phase of their clips as the leader is in its clip.
	Sync uint8
	// Weight is the weight of the whole layer, 0 to 1. An additive layer may have any weight; a negative one subtracts.
	Weight float32
	// Target is the weight that Weight moves to, by Rate per second; at rate 0 Weight stays as it is.
	Target, Rate float32
	// TimeScale multiplies the speed of everything that the layer plays.
	TimeScale float32
}
