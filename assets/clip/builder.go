package clip

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// ClipBuilder gathers the tracks of a clip. Its methods keep the first errors for [ClipBuilder.Build], so that calls need no
// checks in between.
type Builder struct {
	name           string
	skeleton       *rig.Skeleton
	ticksPerSecond float64 // per second; 0: times are in seconds
	tracks         []JointTrack
	hasRange       bool
	start, end     float64
	markers        []Marker
	additive       bool
	errs           []error
}

// NewClipBuilder begins a clip for a skeleton.
func NewBuilder(name string, skeleton *rig.Skeleton) *Builder {
	b := &Builder{name: name, skeleton: skeleton}
	if skeleton == nil {
		b.skeleton = &rig.Skeleton{}
		b.fail("it has no skeleton")
	}
	return b
}

// TicksPerSecond says that the times of all keys given from here on are in ticks.
func (b *Builder) TicksPerSecond(rate float64) *Builder {
	if !(rate > 0) || math.IsInf(rate, 0) {
		b.fail("ticks per second must be a positive number, not %v", rate)
		return b
	}
	b.ticksPerSecond = rate
	return b
}

// Range sets the time in seconds at which the clip begins and ends. Without it these are the first and the last key.
func (b *Builder) Range(start, end float64) *Builder {
	if !(start <= end) || math.IsInf(start, 0) || math.IsInf(end, 0) {
		b.fail("range %v s to %v s is not one", start, end)
		return b
	}
	b.hasRange, b.start, b.end = true, start, end
	return b
}

// Additive says that the values are differences to be added to other poses; see [MakeAdditive] for what they are. What has no
// track is no difference, rather than the rest pose.
func (b *Builder) Additive() *Builder {
	b.additive = true
	return b
}

// Translation gives a joint's translations. See [NewScalarTrack] for times and values; times are copied.
func (b *Builder) Translation(joint int, interpolation Interpolation, times []float32, values []mgl32.Vec3) *Builder {
	t, err := NewVec3Track(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Translation, t, err)
}

// Rotation gives a joint's rotations. See [NewQuaternionTrack]; times are copied.
func (b *Builder) Rotation(joint int, interpolation Interpolation, times []float32, values []mgl32.Quat) *Builder {
	t, err := NewQuaternionTrack(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Rotation, t, err)
}

// Scale gives a joint's scales. See [NewScalarTrack]; times are copied.
func (b *Builder) Scale(joint int, interpolation Interpolation, times []float32, values []mgl32.Vec3) *Builder {
	t, err := NewVec3Track(interpolation, b.seconds(times), values)
	return b.addTrack(joint, Scale, t, err)
}

// Matrices gives a joint's whole local transforms, which are taken apart. A matrix with shear is an error.
func (b *Builder) Matrices(joint int, interpolation Interpolation, times []float32, values []mgl32.Mat4) *Builder {
	if interpolation >= CubicHermite {
		b.fail("joint %d: matrices have no tangents for %s interpolation", joint, interpolation)
		return b
	}
	var translations, scales []mgl32.Vec3
	var rotations []mgl32.Quat
	for k, m := range values {
		t, err := rig.MatrixFromMat4(m).Decompose()
		if err == nil && m.Row(3) != (mgl32.Vec4{0, 0, 0, 1}) {
			err = fmt.Errorf("its last row is %v, not 0 0 0 1", m.Row(3))
		}
		if err != nil {
			b.errs = append(b.errs, fmt.Errorf("clip %q: joint %d: key %d: %w", b.name, joint, k, err))
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

// MorphWeights gives the weights of the morph targets of the mesh that a joint carries. See [NewWeightsTrack]; the joint must
// have a morph channel. Times and values are copied.
func (b *Builder) MorphWeights(joint int, interpolation Interpolation, times, values []float32) *Builder {
	channel, ok := b.skeleton.MorphChannel(joint)
	if !ok {
		b.fail("joint %d: it carries no mesh with morph targets", joint)
		return b
	}
	t, err := NewWeightsTrack(interpolation, channel.Count, b.seconds(times), slices.Clone(values))
	return b.addTrack(joint, MorphWeights, t, err)
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
		b.errs = append(b.errs, fmt.Errorf("clip %q: joint %d: %s: %w", b.name, joint, property, err))
	case joint < 0 || joint >= b.skeleton.Len():
		b.fail("joint %d is not among the skeleton's %d", joint, b.skeleton.Len())
	default:
		b.tracks = append(b.tracks, JointTrack{joint, property, track})
	}
	return b
}

// Build returns the clip, or everything that was wrong with what it was given.
func (b *Builder) Build() (*Clip, error) {
	slices.SortStableFunc(b.tracks, func(x, y JointTrack) int {
		if x.Joint != y.Joint {
			return x.Joint - y.Joint
		}
		return int(x.Property) - int(y.Property)
	})
	for i := 1; i < len(b.tracks); i++ {
		if x, y := b.tracks[i-1], b.tracks[i]; x.Joint == y.Joint && x.Property == y.Property {
			b.fail("joint %d: %s: it has two tracks", x.Joint, x.Property)
		}
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	c := &Clip{name: b.name, skeleton: b.skeleton, tracks: slices.Clone(b.tracks), start: math.Inf(1), end: math.Inf(-1)}
	if b.additive {
		c.additiveBase = identityPose(b.skeleton)
	}
	timelines := map[string]int32{}
	for i, t := range c.tracks {
		if t.Property == MorphWeights {
			channel, _ := b.skeleton.MorphChannel(t.Joint)
			c.morphs = append(c.morphs, morphTrack{i, channel})
		}
		times := t.Track.times
		key := unsafe.String((*byte)(unsafe.Pointer(&times[0])), 4*len(times))
		line, known := timelines[key]
		if !known {
			line = int32(len(c.timelines))
			timelines[key] = line
			c.timelines = append(c.timelines, times)
		}
		t.Track.times = c.timelines[line]
		c.timelineOf = append(c.timelineOf, line)
		c.keys += len(times)
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

// Copy gives the clip the tracks, the range in time and the markers of another one of the same skeleton, to add others to them; of
// an additive clip it becomes additive too. The keys are shared, not copied. A clip whose root motion was extracted is not taken, since that would be lost.
func (b *Builder) Copy(clip *Clip) *Builder {
	switch {
	case clip == nil:
		b.fail("there is no clip to copy")
		return b
	case clip.skeleton != b.skeleton:
		b.fail("clip %q moves another skeleton", clip.name)
		return b
	case clip.root != nil:
		b.fail("clip %q has its root motion beside it", clip.name)
		return b
	}
	for _, t := range clip.tracks {
		own := *t.Track // which Build writes to
		b.tracks = append(b.tracks, JointTrack{t.Joint, t.Property, &own})
	}
	b.markers = append(b.markers, clip.markers...)
	b.additive = b.additive || clip.Additive()
	return b.Range(clip.start, clip.end)
}
