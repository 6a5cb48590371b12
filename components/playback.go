package components

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// Playback plays a motion: a clip, a blend space or one of another kind.
type Playback struct {
	// Time is the time of the motion, in its span: in a clip seconds, in a blend space the common
	// phase of its clips, 0 to
	// 1. Writing it seeks without firing events.
	Time float64
	// FadeOut is how many seconds a playback in the mode [clip.Once] takes to fade out before it
	// finishes: its weight falls linearly to 0, which it reaches at the end of the motion. A motion
	// that is shorter shows at a lower weight from the beginning. With 0, or in another mode, it
	// does not fade out.
	FadeOut float64
	// Motion is what is played: a clip, a blend space or a motion of another kind. For 0, a removed
	// motion or one of another skeleton, the rest pose shows.
	Motion id.Motion
	// X and Y are the coordinates in a blend space, or in another motion that has some.
	X, Y float32
	// Speed is the seconds of the motion per second: 1 plays as authored, 0 stands still, a
	// negative speed plays backward.
	Speed float32
	// LoopLimit is the number of loops after which a looping or ping-pong playback finishes; 0 is
	// no limit. Each way of a ping-pong counts as a loop.
	LoopLimit uint32
	// LoopsDone is the number of completed loops.
	LoopsDone uint32
	// Mode selects what happens at the end of the clip.
	Mode clip.PlayMode
	// Finished reports that the playback reached its end or its LoopLimit. It then holds the last
	// pose or, with [clip.Once], no longer shows.
	Finished bool
	// Backward reports that the playback moves in the direction opposite to its speed: a ping-pong
	// on its way back, or a member of a sync group whose leader moves in that direction.
	Backward bool
	// Held reports that the playback waits for a clip of its motion that is not in memory
	// (assets.Library.SetBudget). It stands still and does not show: what the layer played before
	// goes on at full weight, and its crossfade waits too. Without anything before, the rest pose
	// shows in layer 0, nothing in a layer above it. The systems write it.
	Held bool
}

const (
	playbackSize = 44
	atMotion     = 8
)

// Flags of a playback.
const (
	isFinished = 1 << iota
	isBackward
	isPaused // of a player or a layer
	isHeld
)

// putPlayback writes a playback at the beginning of b. Bytes 42 and 43 and the bit isPaused of byte
// 41 are for whoever plays.
func putPlayback(b []byte, p *Playback) {
	_ = b[playbackSize-1]
	codec.PutFloat64(b, p.Time)
	codec.PutUint32(b[8:], uint32(p.Motion))
	codec.PutFloat32(b[12:], p.X)
	codec.PutFloat32(b[16:], p.Y)
	codec.PutFloat32(b[20:], p.Speed)
	codec.PutUint32(b[24:], p.LoopLimit)
	codec.PutUint32(b[28:], p.LoopsDone)
	b[40], b[41] = byte(p.Mode), codec.Flag(p.Finished, isFinished)|codec.Flag(p.Backward, isBackward)|
		codec.Flag(p.Held, isHeld)
	b[42], b[43] = 0, 0
	codec.PutFloat64(b[32:], p.FadeOut)
}

func getPlayback(b []byte, p *Playback) {
	_ = b[playbackSize-1]
	p.Time = codec.GetFloat64(b)
	p.Motion = id.Motion(codec.GetUint32(b[8:]))
	p.X, p.Y, p.Speed = codec.GetFloat32(b[12:]), codec.GetFloat32(b[16:]), codec.GetFloat32(b[20:])
	p.LoopLimit, p.LoopsDone = codec.GetUint32(b[24:]), codec.GetUint32(b[28:])
	p.Mode, p.Finished, p.Backward = clip.PlayMode(b[40]), b[41]&isFinished != 0, b[41]&isBackward != 0
	p.Held = b[41]&isHeld != 0
	p.FadeOut = codec.GetFloat64(b[32:])
}

// NewPlayback returns a playback of a motion in a loop, at the authored speed, from time 0 on. For
// a clip that does not begin at 0, set Time to [clip.Clip.Start].
func NewPlayback(motion id.Motion) Playback {
	return Playback{Motion: motion, Speed: 1, Mode: clip.Loop}
}

// AnimationPlayer plays a motion on a character, as its layer 0.
type AnimationPlayer struct {
	Playback
	// Paused stops the playback and its crossfade.
	Paused bool
	// Sync is the sync group that the player leads, from 1 to [MaxSync]; 0 is none. See
	// [Layer.Sync].
	Sync uint8
}

func playerRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[AnimationPlayer]{
		Size: playbackSize, Put: putPlayer, Get: getPlayer,
		IDs: []componenttable.ID{{Kind: assetkeys.Motion, At: atMotion}},
	})
}

func putPlayer(b []byte, p *AnimationPlayer) []byte {
	putPlayback(b, &p.Playback)
	b[41] |= codec.Flag(p.Paused, isPaused)
	b[42] = p.Sync
	return b[playbackSize:]
}

func getPlayer(b []byte, p *AnimationPlayer) []byte {
	getPlayback(b, &p.Playback)
	p.Paused, p.Sync = b[41]&isPaused != 0, b[42]
	return b[playbackSize:]
}

// NewPlayer returns a player of a motion, as [NewPlayback]; 0 is none yet.
func NewPlayer(motion id.Motion) *AnimationPlayer {
	return &AnimationPlayer{Playback: NewPlayback(motion)}
}

// MaxFading is the largest number of playbacks that fade out at the same time.
const MaxFading = 4

// BlendState is a crossfade: it fades out earlier playbacks while that of an [AnimationPlayer] or a
// [Layer] fades in. A crossfade that begins during another one fades out everything that showed at
// that moment, in its proportions.
type BlendState struct {
	// Elapsed is how many seconds of the crossfade are over, of Duration seconds.
	Elapsed, Duration float64
	// Until is how many seconds of the crossfade pass before it stands still, with both motions
	// shown; 0 lets it go on to its end.
	Until float64
	// Curve shapes the weight over time; 0 is linear.
	Curve id.Curve
	// Count is the number of playbacks that fade out, the first of Fading.
	Count int32
	// Fading are the playbacks that fade out. Their times continue to pass; one with speed 0 is
	// frozen, and one with speed -0 was frozen while it played backward.
	Fading [MaxFading]Playback
	// Weights are the shares of the playbacks of Fading in everything that fades out, 0 to 1 each.
	// They sum to 1.
	Weights [MaxFading]float32
}

func blendRow() componenttable.Row {
	return componenttable.Saved(componenttable.Codec[BlendState]{
		Size: blendSize, Extra: blendExtra, Put: putBlend, Get: getBlend, Encoded: blendEncoded,
		IDs: blendIDs, MoreIDs: fadeIDs,
	})
}

var blendIDs = []componenttable.ID{{Kind: assetkeys.Curve, At: 4}}

const (
	blendSize = 32
	fadeSize  = playbackSize + 4
)

// fadesUsed returns the number of fades in use.
func fadesUsed(blend *BlendState) int { return clampCount(blend.Count, MaxFading) }

func blendExtra(blend *BlendState) int { return fadeSize * fadesUsed(blend) }

func blendEncoded(b []byte) int {
	if len(b) < blendSize {
		return blendSize
	}
	return blendSize + fadeSize*clampCount(int32(codec.GetUint32(b)), MaxFading)
}

// fadeIDs translates the IDs of the fades of a blend state.
func fadeIDs(b []byte, m *assetkeys.Mapper) {
	fades := clampCount(int32(codec.GetUint32(b)), MaxFading)
	b = b[blendSize:]
	for range fades {
		m.Map(assetkeys.Motion, b[atMotion:])
		b = b[fadeSize:]
	}
}

func putBlend(b []byte, blend *BlendState) []byte {
	codec.PutUint32(b, uint32(blend.Count))
	codec.PutUint32(b[4:], uint32(blend.Curve))
	codec.PutFloat64(b[8:], blend.Elapsed)
	codec.PutFloat64(b[16:], blend.Duration)
	codec.PutFloat64(b[24:], blend.Until)
	b = b[blendSize:]
	for i := range fadesUsed(blend) {
		putPlayback(b, &blend.Fading[i])
		codec.PutFloat32(b[playbackSize:], blend.Weights[i])
		b = b[fadeSize:]
	}
	return b
}

func getBlend(b []byte, blend *BlendState) []byte {
	blend.Count, blend.Curve = int32(codec.GetUint32(b)), id.Curve(codec.GetUint32(b[4:]))
	blend.Elapsed, blend.Duration = codec.GetFloat64(b[8:]), codec.GetFloat64(b[16:])
	blend.Until = codec.GetFloat64(b[24:])
	b = b[blendSize:]
	n := fadesUsed(blend)
	for i := range n {
		getPlayback(b, &blend.Fading[i])
		blend.Weights[i] = codec.GetFloat32(b[playbackSize:])
		b = b[fadeSize:]
	}
	clear(blend.Fading[n:])
	clear(blend.Weights[n:])
	return b
}
