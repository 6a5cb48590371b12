package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// LayerMode says what a layer does with what lies below it.
type LayerMode = clip.LayerMode

// The layer modes.
const (
	Override = clip.Override
	Additive = clip.Additive
)

// MaxLayers is how many layers a character has at most: its [AnimationPlayer] and those of its [Layers].
const MaxLayers = 8

// Layers play further motions over what the [AnimationPlayer] of the character plays, which is its layer 0.
type Layers struct {
	// List holds the layers from the lowest on, the first Count of it: layer 1 is List[0].
	List  [MaxLayers - 1]Layer
	Count int32
}

// Layer plays a motion over what lies below it. While it plays none, what lies below shows.
type Layer struct {
	Playback
	Fades BlendState
	// Mask says how much each joint takes part; 0 is all of them, wholly. A layer whose mask was removed does not show.
	Mask id.Mask
	// Blend says whether the layer covers what lies below, or adds to it.
	Blend LayerMode
	// Paused stops the layer's motion, its crossfade and the fade of its weight.
	Paused bool
	// Sync is the sync group that the layer follows, from 1 to [MaxSync]; 0 is none. The lowest layer of a group leads: the others are at the
	// same part of their clips as it is.
	Sync uint8
	// Weight is how much the layer shows, 0 to 1. One that adds may have any weight; below 0 it subtracts.
	Weight float32
	// Target is where the weight goes, by Rate a second; a rate of 0 leaves it where it is.
	Target, Rate float32
	// TimeScale is how fast the layer's time goes; it multiplies the speed of whatever it plays.
	TimeScale float32
}

// MaxSync is how many sync groups a character has at most.
const MaxSync = 8

// TimeScale is how fast time goes for a character: seconds of it for each second of the world. Below 0 or not a number is 0.
type TimeScale struct {
	Scale float32
}
