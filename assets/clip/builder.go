package clip

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// Builder collects the tracks and markers of a clip. Its methods keep their errors for
// [Builder.Add] and [Builder.Build], so that calls need no checks in between.
type Builder struct {
	name           string
	skeleton       *rig.Skeleton
	ticksPerSecond float64 // 0: key times are in seconds
	tracks         []JointTrack
	hasRange       bool
	start, end     float64
	markers        []Marker
	additive       bool
	ending         ending
	remains        *Remains
	errs           []error
}

// NewBuilder begins a clip for a skeleton.
func NewBuilder(name string, skeleton *rig.Skeleton) *Builder {
	b := &Builder{name: name, skeleton: skeleton}
	if skeleton == nil {
		b.skeleton = &rig.Skeleton{}
		b.fail("expected a skeleton, found nil")
	}
	return b
}

// orFailed returns a builder with an error in place of one that [NewBuilder] did not make.
func (b *Builder) orFailed() *Builder {
	if b == nil || b.skeleton == nil {
		return &Builder{errs: []error{errors.New("clip: expected a builder from NewBuilder, found nil or a zero value")}}
	}
	return b
}

// TicksPerSecond sets the unit of the key times of later calls to ticks of 1/rate seconds.
func (b *Builder) TicksPerSecond(rate float64) *Builder {
	b = b.orFailed()
	if !(rate > 0 && exact.IsFinite(rate)) {
		b.fail("expected a positive number of ticks per second, found %v", rate)
		return b
	}
	b.ticksPerSecond = rate
	return b
}

// Range sets the times in seconds at which the clip starts and ends. The default is the first and
// the last key.
func (b *Builder) Range(start, end float64) *Builder {
	b = b.orFailed()
	if !(start <= end && exact.AllFinite(start, end)) {
		b.fail("expected a finite range that ends no earlier than it starts, found %v s to %v s", start, end)
		return b
	}
	b.hasRange, b.start, b.end = true, start, end
	return b
}

// Additive makes the clip additive: its values are differences as [MakeAdditive] defines them, and
// a property without a track has no difference instead of its rest value.
func (b *Builder) Additive() *Builder {
	b = b.orFailed()
	b.additive = true
	return b
}

// Translation adds a track of a joint's translations in meters, in its parent's space. See
// [NewScalarTrack] for times and values. It copies both.
func (b *Builder) Translation(joint int, interpolation Interpolation, times []float32, values []mgl32.Vec3) *Builder {
	b = b.orFailed()
	t, err := NewVec3Track(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Translation, t, err)
}

// Rotation adds a track of a joint's rotations. See [NewQuaternionTrack] for times and values. It
// copies both.
func (b *Builder) Rotation(joint int, interpolation Interpolation, times []float32, values []mgl32.Quat) *Builder {
	b = b.orFailed()
	t, err := NewQuaternionTrack(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Rotation, t, err)
}

// Scale adds a track of a joint's scales. See [NewScalarTrack] for times and values. It copies
// both.
func (b *Builder) Scale(joint int, interpolation Interpolation, times []float32, values []mgl32.Vec3) *Builder {
	b = b.orFailed()
	t, err := NewVec3Track(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Scale, t, err)
}

// Matrices adds three tracks of a joint from its local transforms, which [rig.Matrix.Decompose]
// splits into translation, rotation and scale. A matrix with shear and an interpolation with
// tangents are errors.
func (b *Builder) Matrices(joint int, interpolation Interpolation, times []float32, values []mgl32.Mat4) *Builder {
	b = b.orFailed()
	if interpolation >= CubicHermite {
		b.fail("%s: expected an interpolation without tangents, which matrices do not have, found %s",
			b.jointLabel(joint), interpolation)
		return b
	}
	var translations, scales []mgl32.Vec3
	var rotations []mgl32.Quat
	for k, m := range values {
		t, err := rig.MatrixFromMat4(m).Decompose()
		if err == nil && m.Row(3) != (mgl32.Vec4{0, 0, 0, 1}) {
			err = fmt.Errorf("expected the last row 0 0 0 1, found %v", m.Row(3))
		}
		if err != nil {
			b.fail("%s: key %d: %w", b.jointLabel(joint), k, err)
			return b
		}
		translations = append(translations, t.Translation)
		rotations = append(rotations, t.Rotation)
		scales = append(scales, t.Scale)
	}
	b.Translation(joint, interpolation, times, translations)
	b.Rotation(joint, interpolation, times, rotations)
	return b.Scale(joint, interpolation, times, scales)
}

// MorphWeights adds a track of the morph weights of the mesh that a joint carries, which must have
// a morph channel in the skeleton. See [NewWeightsTrack] for times and values. It copies both.
func (b *Builder) MorphWeights(joint int, interpolation Interpolation, times, values []float32) *Builder {
	b = b.orFailed()
	channel, ok := b.skeleton.MorphChannel(joint)
	if !ok {
		b.fail("%s: expected a mesh with morph targets, found none", b.jointLabel(joint))
		return b
	}
	t, err := NewWeightsTrack(interpolation, channel.Count, b.seconds(times), slices.Clone(values))
	return b.addTrack(joint, MorphWeights, t, err)
}

// Visibility adds a track that shows (true) and hides (false) what a joint and the joints below it
// carry. The joint must have a visibility channel in the skeleton. Times are in seconds and
// strictly increasing; each state lasts until the next. It copies both slices.
func (b *Builder) Visibility(joint int, times []float32, shown []bool) *Builder {
	b = b.orFailed()
	if _, ok := b.skeleton.VisibilityChannel(joint); !ok {
		b.fail("%s: expected a joint whose visibility clips can change, found another", b.jointLabel(joint))
		return b
	}
	values := make([]float32, len(shown))
	for i, on := range shown {
		if on {
			values[i] = 1
		}
	}
	t, err := NewScalarTrack(Step, b.seconds(times), values)
	return b.addTrack(joint, Visibility, t, err)
}

// Material adds a track of a property of a material: the channel is an index in
// [rig.Skeleton.MaterialChannels], where [rig.Skeleton.FindMaterialChannel] finds it. Each key has
// as many numbers as the channel. See [NewWeightsTrack] for times and values. It copies both.
func (b *Builder) Material(channel int, interpolation Interpolation, times, values []float32) *Builder {
	b = b.orFailed()
	channels := b.skeleton.MaterialChannels()
	if channel < 0 || channel >= len(channels) {
		b.fail("expected a channel below %d, the material channels of the skeleton, found %d", len(channels),
			channel)
		return b
	}
	c := channels[channel]
	t, err := NewWeightsTrack(interpolation, c.Count, b.seconds(times), slices.Clone(values))
	if err != nil {
		b.fail("material %q: %s: %w", c.Material, c.Property, err)
		return b
	}
	b.tracks = append(b.tracks, JointTrack{c.Joint, Material, t, channel})
	return b
}

// Track adds a track as it is, for a reader of files: see [NewTrack]. channel is an index in
// [rig.Skeleton.MaterialChannels] for a track of a material, and otherwise 0.
func (b *Builder) Track(joint int, property Property, channel int, track *Track) *Builder {
	b = b.orFailed()
	added := JointTrack{joint, property, track, channel}
	switch {
	case track == nil || property > Material:
		b.fail("%s: expected a track of a property up to %s, found %v of %s", b.jointLabel(joint), Material, track,
			property)
		return b
	case joint < 0 || joint >= b.skeleton.Len():
		b.fail("expected a joint below %d, those of the skeleton, found %d", b.skeleton.Len(), joint)
		return b
	case channel < 0 || property != Material && channel != 0 ||
		property == Material && channel >= len(b.skeleton.MaterialChannels()):
		b.fail("%s: expected a channel of one of %d materials, found %d of %s", b.jointLabel(joint),
			len(b.skeleton.MaterialChannels()), channel, property)
		return b
	}
	width := 3
	switch property {
	case Translation, Scale:
	case Rotation:
		width = 4
	default:
		run, ok := added.channelOf(b.skeleton)
		if !ok || run.Joint != joint {
			b.fail("%s: expected a joint with a channel of %s, found another", b.jointLabel(joint), property)
			return b
		}
		width = run.Count
	}
	if isRotation := property == Rotation; track.width != width || track.quaternion != isRotation {
		b.fail("%s: %s: expected a track of %d numbers with IsQuaternion() = %v, found one of %d with %v",
			b.jointLabel(joint), property, width, isRotation, track.width, track.quaternion)
		return b
	}
	own := *track // a copy, because Build replaces its times
	added.Track = &own
	b.tracks = append(b.tracks, added)
	return b
}

// jointLabel names a joint in an error.
func (b *Builder) jointLabel(joint int) string {
	if joint < 0 || joint >= b.skeleton.Len() {
		return fmt.Sprintf("joint %d", joint)
	}
	return fmt.Sprintf("joint %d (%q)", joint, b.skeleton.JointName(joint))
}

func (b *Builder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("clip %q: "+format, append([]any{b.name}, arguments...)...))
}

// seconds returns a copy of the times in seconds.
func (b *Builder) seconds(times []float32) []float32 {
	out := slices.Clone(times)
	if b.ticksPerSecond != 0 {
		for i, t := range times {
			out[i] = float32(float64(t) / b.ticksPerSecond)
		}
	}
	return out
}

func (b *Builder) addTrack(joint int, property Property, track *Track, err error) *Builder {
	switch {
	case err != nil:
		b.fail("%s: %s: %w", b.jointLabel(joint), property, err)
	case joint < 0 || joint >= b.skeleton.Len():
		b.fail("expected a joint below %d, those of the skeleton, found %d", b.skeleton.Len(), joint)
	default:
		b.tracks = append(b.tracks, JointTrack{joint, property, track, 0})
	}
	return b
}

// Add builds the clip and adds it to the library, an assets.Library. It returns the errors of
// [Builder.Build], and one if the library is full.
func (b *Builder) Add(library interface{ AddClip(c *Clip) id.Clip }) (id.Clip, error) {
	c, err := b.Build()
	if err != nil {
		return 0, err
	}
	if library == nil {
		return 0, fmt.Errorf("clip %q: expected the library to add it to, found nil", c.name)
	}
	added := library.AddClip(c)
	if added == 0 {
		return 0, fmt.Errorf("clip %q: the library is full", c.name)
	}
	return added, nil
}

// Build returns the clip, or all errors of the calls before it, joined. It is an error to give a
// property two tracks.
func (b *Builder) Build() (*Clip, error) {
	b = b.orFailed()
	order.Stable(b.tracks, func(x, y JointTrack) int {
		if x.Joint != y.Joint {
			return x.Joint - y.Joint
		}
		if x.Property != y.Property {
			return int(x.Property) - int(y.Property)
		}
		return x.Channel - y.Channel
	})
	for i := 1; i < len(b.tracks); i++ {
		if x, y := b.tracks[i-1], b.tracks[i]; x.Joint == y.Joint && x.Property == y.Property &&
			x.Channel == y.Channel {
			b.fail("%s: %s: expected one track, found two", b.jointLabel(x.Joint), x.Property)
		}
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	c := &Clip{
		name: b.name, skeleton: b.skeleton, tracks: slices.Clone(b.tracks), start: math.Inf(1),
		end: math.Inf(-1), ending: b.ending, remains: b.remains,
	}
	if b.additive {
		c.additiveBase = identityPose(b.skeleton)
	}
	c.indexTracks()
	for i := range c.tracks {
		times := c.tracks[i].Track.times
		c.start = min(c.start, float64(times[0]))
		c.end = max(c.end, float64(times[len(times)-1]))
	}
	if b.hasRange {
		c.start, c.end = b.start, b.end
	} else if len(c.tracks) == 0 {
		c.start, c.end = 0, 0
	}
	if err := c.setMarkers(b.markers); err != nil {
		return nil, err
	}
	return c, nil
}

// indexTracks finds what a clip derives from its tracks: timelines, channels, the number of keys.
func (c *Clip) indexTracks() {
	c.timelines, c.timelineOf, c.morphs, c.keys, c.keyCache = nil, nil, nil, 0, &preparedKeys{}
	timelines := map[string]int32{}
	for i, t := range c.tracks {
		if run, ok := t.channelOf(c.skeleton); ok {
			c.morphs = append(c.morphs, morphTrack{i, run})
		}
		times := t.Track.times
		// Tracks whose times have the same bits share one timeline.
		key := unsafe.String((*byte)(unsafe.Pointer(&times[0])), 4*len(times))
		timeline, known := timelines[key]
		if !known {
			timeline = int32(len(c.timelines))
			timelines[key] = timeline
			c.timelines = append(c.timelines, times)
		}
		if &times[0] != &c.timelines[timeline][0] { // nothing is written to tracks that clips share
			t.Track.times = c.timelines[timeline]
		}
		c.timelineOf = append(c.timelineOf, timeline)
		c.keys += len(times)
	}
}

// Copy adds the tracks, the range, the markers and the play mode of another clip of the same
// skeleton; if that is additive, the new clip is additive too. Both clips share the keys. A clip
// with extracted root motion is an error, because the motion would be lost.
func (b *Builder) Copy(clip *Clip) *Builder {
	b = b.orFailed()
	switch {
	case clip == nil:
		b.fail("expected a clip to copy, found nil")
		return b
	case clip.skeleton != b.skeleton:
		b.fail("expected a clip for skeleton %q to copy, found %q for %s", b.skeleton.Name(), clip.name,
			names.Unlike("skeleton", b.skeleton.Name(), clip.skeleton.Name()))
		return b
	case clip.remains != nil:
		b.fail("expected a clip with its keys to copy, found %q: %w", clip.name, ErrNoKeys)
		return b
	case clip.root != nil:
		b.fail("expected a clip to copy without extracted root motion, which would be lost, found %q", clip.name)
		return b
	}
	for _, t := range clip.tracks {
		own := *t.Track // a copy, because Build replaces its times
		b.tracks = append(b.tracks, JointTrack{t.Joint, t.Property, &own, t.Channel})
	}
	b.markers = append(b.markers, clip.markers...)
	b.additive = b.additive || clip.Additive()
	b.PlayModeOf(clip)
	return b.Range(clip.start, clip.end)
}
