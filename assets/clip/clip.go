package clip

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/rig"
)

// Property says what of a joint a track moves.
type Property uint8

// The properties.
const (
	Translation Property = iota
	Rotation
	Scale
	MorphWeights
)

func (p Property) String() string {
	if p > MorphWeights {
		return fmt.Sprintf("Property(%d)", uint8(p))
	}
	return [...]string{"translation", "rotation", "scale", "morph weights"}[p]
}

// Clip is an animation as it was authored: for each joint of a skeleton up to three tracks and the weights of its mesh's
// morph targets. What has no track keeps its rest value. Clips are made by a [Builder].
//
// An additive clip, made by [MakeAdditive], holds differences that are added to other poses: what has no track is no difference.
type Clip struct {
	name         string
	skeleton     *rig.Skeleton
	start, end   float64
	tracks       []JointTrack
	timelines    [][]float32
	timelineOf   []int32 // for each track
	morphs       []morphTrack
	markers      []Marker
	keys         int
	root         *RootMotion
	additiveBase *rig.Pose // of an additive clip: what moves nothing; nil in others
}

// morphTrack is a track of morph weights, by its index among the tracks, with the run of weights that it moves.
type morphTrack struct {
	track   int
	channel rig.MorphChannel
}

// of returns the run of weights among all those of a pose.
func (m *morphTrack) weightsIn(morphs []float32) []float32 {
	return morphs[m.channel.Offset:][:m.channel.Count]
}

// ClipTrack is a track with what it moves.
type JointTrack struct {
	Joint    int
	Property Property
	Track    *Track
}

// Name returns the clip's name.
func (c *Clip) Name() string { return c.name }

// Skeleton returns the skeleton that the clip moves.
func (c *Clip) Skeleton() *rig.Skeleton { return c.skeleton }

// Start returns the time in seconds at which playing begins.
func (c *Clip) Start() float64 { return c.start }

// End returns the time in seconds at which playing ends, or wraps to the start.
func (c *Clip) End() float64 { return c.end }

// Duration returns the seconds from start to end.
func (c *Clip) Duration() float64 { return c.end - c.start }

// Tracks returns the tracks, by joint, then property. The slice is the clip's own: read only.
func (c *Clip) Tracks() []JointTrack { return c.tracks }

// Timelines returns the lists of key times that the tracks use, each list once. The slice is the clip's own: read only.
func (c *Clip) Timelines() [][]float32 { return c.timelines }

// Timeline returns which of [Clip.Timelines] a track of [Clip.Tracks] uses.
func (c *Clip) Timeline(track int) int { return int(c.timelineOf[track]) }

// RootMotion returns how the clip moves the character as a whole, beside the pose, or nil where it does not: see
// [ExtractRootMotion].
func (c *Clip) RootMotion() *RootMotion { return c.root }

// Keys returns the number of keys over all tracks.
func (c *Clip) Keys() int { return c.keys }

// Bytes returns the memory that the clip's keys take; times that several tracks share count once.
func (c *Clip) Bytes() int {
	n := 0
	for _, t := range c.timelines {
		n += 4 * len(t)
	}
	for _, t := range c.tracks {
		n += 4 * len(t.Track.values)
	}
	return n
}

// Loop brings any time in seconds into [start, end) by whole durations; a clip of no duration is always at its start, as is
// a time that is not finite.
func (c *Clip) Loop(time float64) float64 { return WrapTime(time, c.start, c.end) }

// WrapTime is [Clip.Loop] for a clip from start to end.
func WrapTime(time, start, end float64) float64 {
	if time >= start && time < end {
		return time
	}
	duration := end - start
	x := math.Mod(time-start, duration) // NaN for no duration, and for a time that is not finite
	if x < 0 {
		x += duration
	}
	if time = start + x; time < end { // just below the end it may round up to it
		return time
	}
	return start
}

// Clamp brings any time in seconds into [start, end]; NaN becomes the start.
func (c *Clip) Clamp(time float64) float64 {
	if !(time > c.start) {
		return c.start
	}
	return min(time, c.end)
}

// Sample poses the skeleton as the clip has it at a time in seconds. Before the first key of a track its value is the first
// key's, after the last the last one's: see [Clip.Loop] for times beyond the clip. The pose must be one of the same skeleton.
func (c *Clip) Sample(time float64, pose *rig.Pose) {
	var s Sampler
	s.Sample(c, time, pose.Locals, pose.Morphs)
}
