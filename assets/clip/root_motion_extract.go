package clip

import (
	"fmt"
	"math"
)

// Axes is a set of the axes of model space.
type Axes uint8

// The axes.
const (
	AxisX Axes = 1 << iota
	AxisY
	AxisZ
)

// DefaultRootMotionTolerance is the tolerance of [RootMotionOptions] in meters, on a character 1.8 m in size.
const DefaultRootMotionTolerance = 0.00001

// RootMotionOptions says what of a clip is the motion of the whole character. The zero RootMotionOptions asks for what is usual:
// the horizontal way and the yaw of the joint that moves most of the character.
type RootMotionOptions struct {
	// Joint is the name of the joint to follow; "" is, of those whose own translation or rotation changes, the one from which most
	// joints hang, the first of several: a root, or the hips.
	Joint string
	// Number is 1 + the index of the joint, for skeletons whose names are not unique; 0 goes by the name.
	Number int
	// Translation holds the axes of model space along which the character moves. Movement along others stays in the pose.
	Translation Axes
	// Yaw says that the character turns by what the joint turns about the up axis. The rest of its rotation stays in the pose.
	// Where neither this nor an axis is chosen, the horizontal axes and the yaw are.
	Yaw bool
	Up  UpAxis
	// Steady gives the character the motion of a whole pass at constant speed, straight or along an arc, and leaves in the pose
	// what the joint does besides, such as the sway of hips.
	Steady bool
	// Tolerance is how far in meters anything may be from where it was, once the motion is put back, apart from the rounding of
	// float32. It is for a skeleton as large as [rig.CharacterSize] and scaled for others. 0 is [DefaultRootMotionTolerance].
	Tolerance float64
}

// ExtractRootMotion returns the clip with the motion of the whole character taken out of the pose, and that motion with it:
// [Clip.RootMotion]. At every time t, up to the tolerance,
//
//	model matrix in the clip (t) = motion (t) · model matrix in the returned clip (t)
//
// where the motion is the identity at the clip's start: the character stays where it is then, seen from its own place.
//
// The motion is that of the followed joint in model space: its yaw since the start, by swing-twist decomposition, and on the chosen
// axes the way that this yaw leaves. It is taken out of the topmost joint that moves above the followed one, or of that itself,
// and of all that moves beside it: other roots and other children of ancestors, if their own translation or
// rotation changes. Those that keep still travel along with the character.
//
// Keys are added where the curves between the old ones do not fit straight lines. The error names the joint and the reason: an unknown
// joint, one that moves in no way, a scale above the joint that makes its turning no rotation, a tolerance that cannot be kept.
// A swing by half a turn, a somersault, has no yaw of its own, and where the joint comes near it the yaw changes fast; leave it out there.
func ExtractRootMotion(clip *Clip, options RootMotionOptions) (*Clip, error) {
	if clip == nil {
		return nil, fmt.Errorf("root motion: there is no clip")
	}
	out, err := extractRootMotion(clip, options)
	if err != nil {
		return nil, fmt.Errorf("clip %q: root motion: %w", clip.name, err)
	}
	return out, nil
}

func extractRootMotion(clip *Clip, o RootMotionOptions) (*Clip, error) {
	if clip.root != nil {
		return nil, fmt.Errorf("it was extracted already")
	}
	if clip.Additive() {
		return nil, fmt.Errorf("the clip is additive, so it holds no places")
	}
	if o.Up > UpZ {
		return nil, fmt.Errorf("there is no up axis %d", o.Up)
	}
	if o.Translation > AxisX|AxisY|AxisZ {
		return nil, fmt.Errorf("there are no axes %#b", o.Translation)
	}
	if !(o.Tolerance >= 0) || math.IsInf(o.Tolerance, 0) {
		return nil, fmt.Errorf("the tolerance must be a positive length, not %v m", o.Tolerance)
	}
	if o.Translation == 0 && !o.Yaw {
		o.Yaw, o.Translation = true, AxisX|AxisZ
		if o.Up == UpZ {
			o.Translation = AxisX | AxisY
		}
	}
	if o.Tolerance == 0 {
		o.Tolerance = DefaultRootMotionTolerance
	}
	walk, err := newRootExtraction(clip, o)
	if err != nil {
		return nil, err
	}
	if err := walk.sampleMotion(); err != nil {
		return nil, err
	}
	return walk.strippedClip()
}

// strip returns the clip with its motion beside the pose.
func (w *rootExtraction) strippedClip() (*Clip, error) {
	clip := w.clip
	b := NewBuilder(clip.name, clip.skeleton).Range(clip.start, clip.end)
	moved := map[int]bool{}
	for i := range w.carriers {
		moved[w.carriers[i].joint] = true
	}
	for _, t := range clip.tracks {
		if moved[t.Joint] && (t.Property == Translation || t.Property == Rotation && w.options.Yaw) {
			continue
		}
		own := *t.Track // which Build writes to
		b.tracks = append(b.tracks, JointTrack{t.Joint, t.Property, &own})
	}
	times := make([]float32, len(w.samples))
	motion := &RootMotion{up: w.options.Up, joint: w.joint, source: clip}
	for k := range w.samples {
		times[k] = w.samples[k].key
		motion.times = append(motion.times, w.samples[k].time)
		motion.motions = append(motion.motions, w.samples[k].motion)
	}
	for i := range w.carriers {
		var translations, rotations []float32
		for k := range w.samples {
			at := &w.samples[k].stripped[i]
			translations, rotations = append(translations, at.translation[:]...), append(rotations, at.rotation[:]...)
		}
		joint := w.carriers[i].joint
		t, err := newTrack(Linear, false, 3, times, translations)
		b.addTrack(joint, Translation, t, err)
		if w.options.Yaw {
			t, err = newTrack(Linear, true, 4, times, rotations)
			b.addTrack(joint, Rotation, t, err)
		}
	}
	built, err := b.Build()
	if err != nil {
		return nil, err
	}
	out := *clip // with all else that a clip has
	out.tracks, out.timelines, out.timelineOf, out.morphs, out.keys = built.tracks, built.timelines, built.timelineOf, built.morphs, built.keys
	out.root = motion
	return &out, nil
}
