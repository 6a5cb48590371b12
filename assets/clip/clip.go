package clip

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// Property selects the part of a joint that a track animates.
type Property uint8

// The properties.
const (
	Translation  Property = iota // of the joint in its parent's space, meters
	Rotation                     // of the joint in its parent's space
	Scale                        // of the joint in its parent's space
	MorphWeights                 // of the mesh that the joint carries
	Visibility                   // of what the joint and the joints below it carry; 1 is shown, 0 is hidden
	Material                     // of the material channel that [JointTrack.Channel] selects
)

func (p Property) String() string {
	if p > Material {
		return fmt.Sprintf("Property(%d)", uint8(p))
	}
	return [...]string{"translation", "rotation", "scale", "morph weights", "visibility", "material"}[p]
}

// Clip is an animation as it was authored: for each joint of a skeleton up to three tracks and the
// morph weights of its mesh. A property without a track keeps its rest value. Clips are made by a
// [Builder].
//
// An additive clip, made by [MakeAdditive] or [Builder.Additive], holds differences that are added
// to other poses. A property without a track then has no difference.
type Clip struct {
	name         string
	skeleton     *rig.Skeleton
	start, end   float64 // seconds
	tracks       []JointTrack
	timelines    [][]float32
	timelineOf   []int32 // by track
	morphs       []morphTrack
	markers      []Marker
	keys         int
	root         *RootMotion
	additiveBase *rig.Pose // the differences that change nothing; nil unless the clip is additive
	keyCache     *preparedKeys
	ending       ending
	remains      *Remains // nil for a clip with its keys
}

// morphTrack is a track of morph weights, of visibility or of a material, with its run of numbers.
type morphTrack struct {
	track   int // index of the track in the clip
	channel rig.MorphChannel
}

// channelOf returns the run of numbers in [rig.Pose.Morphs] that a track of a skeleton animates,
// and false if it animates a transform.
func (t *JointTrack) channelOf(s *rig.Skeleton) (run rig.MorphChannel, ok bool) {
	switch t.Property {
	case MorphWeights:
		return s.MorphChannel(t.Joint)
	case Visibility:
		c, ok := s.VisibilityChannel(t.Joint)
		return rig.MorphChannel{Joint: t.Joint, Offset: c.Offset, Count: 1}, ok
	case Material:
		c := s.MaterialChannels()[t.Channel]
		return rig.MorphChannel{Joint: t.Joint, Offset: c.Offset, Count: c.Count}, true
	}
	return rig.MorphChannel{}, false
}

// weightsIn returns the weights that the track animates, out of all morph weights of a pose.
func (m *morphTrack) weightsIn(morphs []float32) []float32 {
	return morphs[m.channel.Offset:][:m.channel.Count]
}

// JointTrack is the track of one property of a joint.
type JointTrack struct {
	Joint    int
	Property Property
	Track    *Track
	Channel  int // of [Material]: index in [rig.Skeleton.MaterialChannels]; otherwise 0
}

// noClip is what a nil clip holds.
var noClip Clip

func (c *Clip) orNone() *Clip {
	if c == nil {
		return &noClip
	}
	return c
}

// Name returns the clip's name.
func (c *Clip) Name() string { return c.orNone().name }

// Skeleton returns the skeleton that the clip animates.
func (c *Clip) Skeleton() *rig.Skeleton { return c.orNone().skeleton }

// Start returns the time in seconds at which playing begins.
func (c *Clip) Start() float64 { return c.orNone().start }

// End returns the time in seconds at which playing ends, or wraps to the start.
func (c *Clip) End() float64 { return c.orNone().end }

// Duration returns the seconds from start to end.
func (c *Clip) Duration() float64 { return c.End() - c.Start() }

// Tracks returns the tracks, ordered by joint, then property, then channel. The slice is the clip's
// own: read only.
func (c *Clip) Tracks() []JointTrack { return c.orNone().tracks }

// Timelines returns the distinct lists of key times, in seconds. Tracks with the same key times
// share one. The slice is the clip's own: read only.
func (c *Clip) Timelines() [][]float32 { return c.orNone().timelines }

// Timeline returns the index in [Clip.Timelines] of the key times of a track, given its index in
// [Clip.Tracks]. It is -1 for a clip without tracks.
func (c *Clip) Timeline(track int) int {
	if len(c.Tracks()) == 0 {
		return -1
	}
	return int(c.timelineOf[track])
}

// RootMotion returns the motion of the whole character that [ExtractRootMotion] took out of the
// pose, or nil if it took none.
func (c *Clip) RootMotion() *RootMotion { return c.orNone().root }

// Keys returns the number of keys over all tracks.
func (c *Clip) Keys() int { return c.orNone().keys }

// Bytes returns the memory that the clip's keys take. Times that several tracks share count once.
func (c *Clip) Bytes() int {
	n, c := 0, c.orNone()
	for _, t := range c.timelines {
		n += 4 * len(t)
	}
	for _, t := range c.tracks {
		n += 4 * len(t.Track.values)
	}
	return n
}

// withTracksOf returns a copy of the clip with the tracks of another clip of the same skeleton. The
// rest, such as name, range and markers, stays.
func (c *Clip) withTracksOf(other *Clip) *Clip {
	out := *c
	out.tracks, out.timelines, out.timelineOf, out.morphs = other.tracks, other.timelines, other.timelineOf,
		other.morphs
	out.keys, out.additiveBase, out.keyCache, out.remains = other.keys, other.additiveBase, other.keyCache, other.remains
	return &out
}
