package clip

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Axes is a set of the axes of model space.
type Axes uint8

// The axes.
const (
	AxisX Axes = 1 << iota
	AxisY
	AxisZ
)

// defaultRootMotionTolerance is the default of [RootMotionOptions.Tolerance] in meters, for a
// character 1.8 m tall.
const defaultRootMotionTolerance = 0.00001

// RootMotionOptions selects what part of a clip is the motion of the whole character. The zero
// value selects the horizontal translation and the yaw of the joint that moves most of the
// character.
type RootMotionOptions struct {
	// Joint is the name of the joint to follow. The default "" is the joint with the most
	// descendants among the joints whose own translation or rotation changes, usually a root or the
	// hips. Of several it is the first.
	Joint string
	// Number is 1 + the index of the joint, for skeletons whose names are not unique. 0 selects the
	// joint by name.
	Number int
	// Translation is the set of axes of model space along which the character moves. Translation
	// along the other axes stays in the pose.
	Translation Axes
	// Yaw makes the character rotate by the joint's yaw: its rotation about the up axis. The rest
	// of its rotation stays in the pose. If neither Yaw nor an axis is set, Yaw and the horizontal
	// axes are.
	Yaw bool
	// Up is the up axis of model space.
	Up UpAxis
	// Steady gives the character the clip's total motion at constant speed, along a straight line
	// or an arc. Deviations from that, such as the sway of hips, stay in the pose.
	Steady bool
	// Tolerance is the largest distance in meters between any joint in the clip and in the result
	// with the motion applied, besides the rounding of float32. It holds at and between keys, and
	// for joints at any distance from the followed one. It is meant for a skeleton of the size
	// [rig.CharacterSize] and scaled for others. 0 means 0.00001 m.
	Tolerance float64
	// AllowStill gives a clip whose joint stays in place a root motion that stands still, and one
	// whose joint only sways a root motion that sways, instead of [ErrNoRootMotion]: for clips that
	// mix with ones that move, such as an idle with a walk.
	AllowStill bool
}

// ExtractRootMotion returns the clip with the motion of the whole character taken out of the pose
// and into [Clip.RootMotion]. At every time t, up to the tolerance,
//
//	model matrix in the clip (t) = motion (t) · model matrix in the returned clip (t)
//
// The motion is the identity at the clip's start.
//
// The motion follows one joint in model space. Its yaw is the joint's yaw since the start, by
// swing-twist decomposition, and its translation on the chosen axes is what that yaw leaves of the
// joint's. It is removed from the topmost moving joint above the followed one, or from the followed
// joint itself, and from every joint that moves beside it: other roots and other children of
// ancestors, if their own translation or rotation changes. Those that do not move go along with the
// character.
//
// The result has keys between the clip's where the curves between these are not straight lines. The
// error wraps [ErrNoRootMotion] if the joint stays in place on the chosen axes and does not turn,
// or only sways: it ends near where it began, and never was farther away than hips sway in an idle
// or a walk on the spot. [RootMotionOptions.AllowStill] takes these, too. Otherwise it reports an
// unknown joint, a joint that does not move, a scale above the joint that turns its yaw into
// something other than a rotation, or a tolerance that cannot be kept and by how much it is
// exceeded. A joint that swings by 180 degrees, as in a somersault, has no yaw at that moment, and
// near it the yaw changes fast; extract such a clip without yaw.
func ExtractRootMotion(clip *Clip, options RootMotionOptions) (*Clip, error) {
	if clip == nil {
		return nil, errors.New("root motion: expected a clip, found nil")
	}
	if err := clip.CheckKeys(); err != nil {
		return nil, fmt.Errorf("root motion: %w", err)
	}
	out, err := extractRootMotion(clip, options)
	if err != nil {
		return nil, fmt.Errorf("clip %q: root motion: %w", clip.name, err)
	}
	return out, nil
}

func extractRootMotion(clip *Clip, o RootMotionOptions) (*Clip, error) {
	switch {
	case clip.root != nil:
		return nil, errors.New("expected a clip without extracted root motion, found one with it")
	case clip.Additive():
		return nil, errors.New("expected a clip with positions in model space, found an additive one")
	case o.Up > UpZ:
		return nil, fmt.Errorf("expected Y or Z up, found the axis %d", o.Up)
	case o.Translation > AxisX|AxisY|AxisZ:
		return nil, fmt.Errorf("expected a sum of axes X, Y and Z, found %#b", o.Translation)
	case !(o.Tolerance >= 0 && exact.IsFinite(o.Tolerance)):
		return nil, fmt.Errorf("expected a tolerance of at least 0 m, found %v m", o.Tolerance)
	}
	if o.Translation == 0 && !o.Yaw {
		o.Yaw, o.Translation = true, AxisX|AxisZ
		if o.Up == UpZ {
			o.Translation = AxisX | AxisY
		}
	}
	if o.Tolerance == 0 {
		o.Tolerance = defaultRootMotionTolerance
	}
	extraction, err := newRootExtraction(clip, o)
	if err != nil {
		return nil, err
	}
	if err := extraction.sampleMotion(); err != nil {
		return nil, err
	}
	if !o.AllowStill && clip.Duration() > 0 {
		if err := extraction.travel.check(clip.skeleton.JointName(extraction.joint), extraction.size); err != nil {
			return nil, err
		}
	}
	return extraction.strippedClip()
}

// ErrNoRootMotion means that a clip moves nobody: the joint that its root motion would follow stays
// in place, or only sways.
var ErrNoRootMotion = errors.New("the clip has no root motion")

// What the sway of hips is at most, where a clip goes nowhere: of the skeleton's size and in
// radians from the start, and the fraction of that by which the end is away from the start. A clip
// on the spot whose last frame is the one before its first has some of that.
const (
	mostSway     = 0.15
	mostSwayYaw  = math.Pi / 4
	mostSwayLeft = 0.25
)

// travel is how far a root motion is from the identity: at its end, and at most.
type travel struct{ end, most, endYaw, mostYaw float64 }

// measureTravel measures the samples.
func (e *rootExtraction) measureTravel() (t travel) {
	for i := range e.samples {
		m := &e.samples[i].motion
		t.end, t.endYaw = exact.Vec3{m.X, m.Y, m.Z}.Length(), math.Abs(m.Yaw)
		t.most, t.mostYaw = max(t.most, t.end), max(t.mostYaw, t.endYaw)
	}
	return t
}

// check returns an error if the motion stays at the identity, by more than what counts as still, or
// only sways.
func (t travel) check(joint string, size float64) error {
	moves, turns := t.most > float64(stillTolerance*size), t.mostYaw > stillTolerance
	if !moves && !turns {
		return fmt.Errorf("%w: expected joint %q to move on the axes or to turn, found it in place", ErrNoRootMotion,
			joint)
	}
	sways := t.most <= float64(mostSway*size) && t.end <= float64(mostSwayLeft*t.most)
	swings := t.mostYaw <= mostSwayYaw && t.endYaw <= float64(mostSwayLeft*t.mostYaw)
	if (sways || !moves) && (swings || !turns) {
		return fmt.Errorf("%w: expected joint %q to go or turn somewhere, found it to sway by up to %.3g m and %.3g° and "+
			"to end %.3g m and %.3g° from its start; AllowStill takes that as root motion", ErrNoRootMotion, joint,
			t.most, float64(t.mostYaw*180/math.Pi), t.end, float64(t.endYaw*180/math.Pi))
	}
	return nil
}

// strippedClip returns the clip with the sampled motion taken out of the pose.
func (e *rootExtraction) strippedClip() (*Clip, error) {
	clip := e.clip
	b := NewBuilder(clip.name, clip.skeleton).Range(clip.start, clip.end)
	stripped := map[int]bool{}
	for i := range e.carriers {
		stripped[e.carriers[i].joint] = true
	}
	for _, t := range clip.tracks {
		if stripped[t.Joint] && (t.Property == Translation || t.Property == Rotation && e.options.Yaw) {
			continue // replaced below
		}
		own := *t.Track // a copy, because Build replaces its times
		b.tracks = append(b.tracks, JointTrack{t.Joint, t.Property, &own, t.Channel})
	}
	times := make([]float32, len(e.samples))
	root := &RootMotion{up: e.options.Up, joint: e.joint, source: clip, options: e.options}
	root.options.Joint, root.options.Number = "", e.joint+1
	for k := range e.samples {
		times[k] = e.samples[k].key
		root.times = append(root.times, e.samples[k].time)
		root.motions = append(root.motions, e.samples[k].motion)
	}
	for i := range e.carriers {
		var translations, rotations []float32
		for k := range e.samples {
			local := &e.samples[k].stripped[i]
			translations, rotations = append(translations, local.translation[:]...),
				append(rotations, local.rotation[:]...)
		}
		joint := e.carriers[i].joint
		t, err := newTrack(Linear, false, 3, times, translations)
		b.addTrack(joint, Translation, t, err)
		if e.options.Yaw {
			t, err = newTrack(Linear, true, 4, times, rotations)
			b.addTrack(joint, Rotation, t, err)
		}
	}
	built, err := b.Build()
	if err != nil {
		return nil, err
	}
	out := clip.withTracksOf(built)
	out.root = root
	return out, nil
}
