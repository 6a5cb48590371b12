package components

import "github.com/sinew-go/sinew/assets"

// PlayMode says what happens at the end of a clip.
type PlayMode uint8

// The play modes.
const (
	// Once plays to the end and holds it.
	Once PlayMode = iota
	// Loop goes on from the start.
	Loop
	// PingPong goes back and forth.
	PingPong
)

// Playback is a clip being played.
type Playback struct {
	// Clip is what is played; 0, a removed clip and one of another skeleton show the rest pose.
	Clip assets.ClipID
	Mode PlayMode
	// Finished says that the clip was played as often as asked and is held at its last moment.
	Finished bool
	// Backward says that a ping-pong is on its way back.
	Backward bool
	// Repeats is how many times a loop or ping-pong runs through the clip, there and back counting as two; 0 is without end.
	Repeats uint32
	// Passes is how many times it has done so.
	Passes uint32
	// Speed is seconds of clip for each second: 1 plays as authored, 0 stands, below 0 plays backwards.
	Speed float32
	// Time is where in the clip it is, in seconds. Writing it is a seek.
	Time float64
}

// AnimationPlayer plays a clip on a character.
type AnimationPlayer struct {
	Playback
	// Paused stops the clip and a crossfade that is going on.
	Paused bool
}

// MaxFading is how many clips can fade out at the same time.
const MaxFading = 4

// BlendState fades clips out while the [AnimationPlayer]'s clip fades in. A crossfade that begins during another one keeps
// what was on screen: all the clips that showed then fade out together, in the proportions they had.
type BlendState struct {
	// Fading are the clips that fade out, the first Count of them. Their weights, those at the beginning of the fade, sum to 1.
	Fading [MaxFading]Fade
	Count  int32
	// Elapsed of Duration seconds of the fade are over.
	Elapsed, Duration float64
}

// Fade is a clip that fades out. It goes on playing.
type Fade struct {
	Playback
	Weight float32
}
