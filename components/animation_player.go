package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// PlayMode says what happens at the end of a clip.
type PlayMode = clip.PlayMode

// The play modes.
const (
	Once     = clip.Once
	Loop     = clip.Loop
	PingPong = clip.PingPong
	Hold     = clip.Hold
)

// Playback is a motion being played: a clip, or a blend space.
type Playback struct {
	// Time is where it is: in a clip in seconds, in a blend space the common phase of its clips, 0 to 1. Writing it is a seek.
	Time float64
	// Clip is what is played; 0, a removed clip and one of another skeleton show the rest pose.
	Clip id.Clip
	// Space is played instead of a clip where it is not 0.
	BlendSpace id.BlendSpace
	// X and Y are the place in the blend space.
	X, Y float32
	// Speed is seconds of clip for each second: 1 plays as authored, 0 stands, below 0 plays backward.
	Speed float32
	// Repeats is how many times a loop or ping-pong runs through the clip, there and back counting as two; 0 is without end.
	LoopLimit uint32
	// Passes is how many times it has done so.
	LoopsDone uint32
	Mode      PlayMode
	// Finished says that the motion was played as often as asked. It is held at its last moment, or with [Once] no longer shows.
	Finished bool
	// Backward says that a ping-pong is on its way back.
	Backward bool
}

// AnimationPlayer plays a motion on a character.
type AnimationPlayer struct {
	Playback
	// Paused stops the motion and a crossfade that is going on.
	Paused bool
	// Sync is the sync group that it leads, from 1 on; 0 is none. See [Layer.Sync].
	Sync uint8
}

// MaxFading is how many motions can fade out at the same time.
const MaxFading = 4

// BlendState fades motions out while the [AnimationPlayer]'s or the [Layer]'s fades in. A crossfade that begins during another one keeps
// what was on screen: all that showed then fades out together, in the proportions it had.
type BlendState struct {
	// Fading is what fades out, the first Count of it. The weights, those at the beginning of the fade, sum to 1.
	Fading [MaxFading]Fade
	Count  int32
	// Curve is the way from 0 to 1 that the fade takes; 0 is straight.
	Curve id.Curve
	// Elapsed of Duration seconds of the fade are over.
	Elapsed, Duration float64
}

// Fade is a motion that fades out. It goes on playing; one whose speed is 0 is frozen.
type Fade struct {
	Playback
	Weight float32
}
