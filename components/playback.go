package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// Playback plays a motion: a clip, a blend space or one of another kind.
type Playback struct {
	// Time is the time of the motion, in its span: in a clip seconds, in a blend space the common phase of its clips, 0 to
	// 1. Writing it seeks without firing events.
	Time float64
	// FadeOut is how many seconds a playback in the mode [clip.Once] takes to fade out before it finishes: its weight falls
	// linearly to 0, which it reaches at the end of the motion. A motion that is shorter shows at a lower weight from the
	// beginning. With 0, or in another mode, it does not fade out.
	FadeOut float64
	// Motion is what is played: a clip, a blend space or a motion of another kind. For 0, a removed motion or one of
	// another skeleton, the rest pose shows.
	Motion id.Motion
	// X and Y are the coordinates in a blend space, or in another motion that has some.
	X, Y float32
	// Speed is the seconds of the motion per second: 1 plays as authored, 0 stands still, a negative speed plays
	// backward.
	Speed float32
	// LoopLimit is the number of loops after which a looping or ping-pong playback finishes; 0 is no limit. Each way of
	// a ping-pong counts as a loop.
	LoopLimit uint32
	// LoopsDone is the number of completed loops.
	LoopsDone uint32
	// Mode selects what happens at the end of the clip.
	Mode clip.PlayMode
	// Finished reports that the playback reached its end or its LoopLimit. It then holds the last pose or, with
	// [clip.Once], no longer shows.
	Finished bool
	// Backward reports that the playback moves in the direction opposite to its speed: a ping-pong on its way back, or a
	// member of a sync group whose leader moves in that direction.
	Backward bool
}

// NewPlayback returns a playback of a motion in a loop, at the authored speed, from time 0 on. For a clip that does not
// begin at 0, set Time to [clip.Clip.Start].
func NewPlayback(motion id.Motion) Playback {
	return Playback{Motion: motion, Speed: 1, Mode: clip.Loop}
}

// AnimationPlayer plays a motion on a character, as its layer 0.
type AnimationPlayer struct {
	Playback
	// Paused stops the playback and its crossfade.
	Paused bool
	// Sync is the sync group that the player leads, from 1 to [MaxSync]; 0 is none. See [Layer.Sync].
	Sync uint8
}

// NewPlayer returns a player of a motion, as [NewPlayback]; 0 is none yet.
func NewPlayer(motion id.Motion) *AnimationPlayer {
	return &AnimationPlayer{Playback: NewPlayback(motion)}
}

// MaxFading is the largest number of playbacks that fade out at the same time.
const MaxFading = 4

// BlendState is a crossfade: it fades out earlier playbacks while the one of an [AnimationPlayer] or a [Layer] fades
// in. A crossfade that begins during another one fades out everything that showed at that moment, in its proportions.
type BlendState struct {
	// Elapsed is how many seconds of the crossfade are over, of Duration seconds.
	Elapsed, Duration float64
	// Curve shapes the weight over time; 0 is linear.
	Curve id.Curve
	// Count is the number of playbacks that fade out, the first of Fading. Their weights sum to 1.
	Count  int32
	Fading [MaxFading]Fade
}

// Fade is a playback that fades out. Its time continues to pass; a fade with speed 0 is frozen.
type Fade struct {
	Playback
	// Weight is the playback's share of everything that fades out, 0 to 1.
	Weight float32
}

// MaxLayers is the largest number of layers of a character: its [AnimationPlayer] and the layers of its [Layers].
const MaxLayers = 8

// MaxSync is the largest number of sync groups of a character.
const MaxSync = 8

// Layers holds the playbacks above the [AnimationPlayer] of the character, which is layer 0.
type Layers struct {
	// Count is the number of layers, the first of List, from the lowest to the highest. Layer 1 is List[0].
	Count int32
	List  [MaxLayers - 1]Layer
}

// Layer plays a motion over what lies below it. A layer that plays nothing shows what lies below.
type Layer struct {
	Playback
	// Mask gives the weight of each joint; 0 is all joints at weight 1. A layer whose mask was removed from the library
	// does not show.
	Mask id.Mask
	// Blend selects whether the layer overrides what lies below or adds to it. Additive clips add to it in any case; in an
	// additive layer, other clips do not show.
	Blend clip.LayerMode
	// Paused stops the layer's playback, its crossfade and the change of its weight.
	Paused bool
	// Sync is the sync group that the layer belongs to, from 1 to [MaxSync]; 0 is none. The lowest layer of a group
	// leads: the others are always at the same phase of their clips as the leader is in its clip, and count its loops as
	// their own.
	Sync uint8
	// Weight is the weight of the whole layer, 0 to 1. An additive layer may have any weight; a negative one subtracts.
	Weight float32
	// Target is the weight that Weight moves to, by Rate per second; at rate 0 Weight stays as it is.
	Target, Rate float32
	// TimeScale multiplies the speed of everything that the layer plays.
	TimeScale float32
	// Fades is the layer's crossfade.
	Fades BlendState
}

// NewLayers returns the given layers, from the lowest to the highest. It leaves out those beyond MaxLayers-1.
func NewLayers(layers ...Layer) *Layers {
	l := &Layers{}
	l.Count = int32(copy(l.List[:], layers))
	return l
}

// NewLayer returns a layer of weight 1 that plays a motion, as [NewPlayback], on the joints of a mask; 0 is no motion yet,
// and every joint.
func NewLayer(motion id.Motion, mask id.Mask) Layer {
	return Layer{Playback: NewPlayback(motion), Mask: mask, Weight: 1, TimeScale: 1}
}
