package motion

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// Motion is what a layer plays: a mix of clips that changes with the time of a playback, and
// perhaps with two coordinates. It is an immutable asset, which any number of characters play at
// once; what is special to one of them is in its playback. [Single] and packages blendspace and
// matching have the kinds of this library, and a program can add its own.
//
// In a frame the motion is asked at most twice for a playback: how far the time moves, and by Mix
// which clips show. The rest is the same for all motions: play modes, loops, crossfades, layers,
// sync groups, events, snapshots.
type Motion interface {
	// Describe returns what does not change. It is called once, when the motion is added to a
	// library. A motion that embeds its [Description] has this method and the next one.
	Describe() Description
	// Duration returns how many seconds the time takes from the start of the span to its end, at a
	// position and at a speed of 1. It is 0 for a motion that stands still. The time moves
	// steadily, unless the motion is a [Mover].
	Duration(x, y float32) float64
	// Mix adds the clips that show after Step, with weights that sum to 1, and what fires markers:
	// see [Frame.AddPart], [Frame.Add] and [Frame.Fire].
	Mix(f *Frame)
}

// Mover is a [Motion] whose time does not move steadily.
type Mover interface {
	Motion
	// Distance returns how far the time moves within a number of seconds, in the unit of the span.
	// Neither is negative. A result that is not finite moves nothing. The frame has the position,
	// and in its Step where the time is (From), in which direction it moves (Backward) and whether
	// it turns around at the ends of the span (PingPong).
	Distance(f *Frame, seconds float64) float64
}

// Description is what a motion tells of itself once.
type Description struct {
	// Span is the range of a playback's time: seconds, or 0 to 1 for a phase. Its ends are finite,
	// and Start <= End. For a motion without a Single the zero value is a phase.
	Span Span
	// Seconds is what [Description.Duration] returns.
	Seconds float64
	// Skeleton is the skeleton that all its clips move; nil is that of the first part. A character
	// with another one shows its rest pose.
	Skeleton *rig.Skeleton
	// Single is a clip of the library which is all that the motion ever shows, at the time of the
	// playback and in its seconds; its range is the span. The motion is asked for nothing in a
	// frame then. 0 is none.
	Single id.Clip
	// Dimensions is how many coordinates the motion has, 0 to 2: components.Playback.X and Y.
	Dimensions uint8
	// Additive reports whether its clips are additive. Either all are or none.
	Additive bool
	// Name is the name by which libraries and graphs find it.
	Name string
	// Kind is the noun of its kind in errors and panels, such as "blend space".
	Kind string
	// Parts are the clips that it may show. They must be in the library to which it is added.
	Parts []Part
}

// Describe returns the description itself, for motions that embed it.
func (d Description) Describe() Description { return d }

// Duration returns Seconds, for motions that embed the description and take the same time
// everywhere.
func (d Description) Duration(_, _ float32) float64 { return d.Seconds }

// Part is a clip of a motion, and where it is the whole motion, if the motion has coordinates.
type Part struct {
	Clip id.Clip
	X, Y float32
}

// Clips is what a motion may ask of the library that it is for.
type Clips interface {
	// Clip returns a clip, or nil if there is none.
	Clip(id id.Clip) *clip.Clip
}

// Library is what finds motions by the names that documents have, such as a Library of package
// assets.
type Library interface {
	Motion(of id.Motion) *Asset
	MotionsNamed(name string) []id.Motion
	// FindMotion returns an error for a name that no motion has, which suggests near names.
	FindMotion(name string) (id.Motion, error)
	Key(of any) id.Key
}

// FindClip returns a clip of a library, for a kind that needs its clips when it is made. The error
// tells what is there instead.
func FindClip(library Clips, of id.Clip) (*clip.Clip, error) {
	if library == nil {
		return nil, errors.New("expected the library with its clips, found nil")
	}
	if c := library.Clip(of); c != nil {
		return c, nil
	}
	if l, ok := library.(interface{ Motion(of id.Motion) *Asset }); ok {
		if other := l.Motion(of); other != nil {
			return nil, fmt.Errorf("expected a clip, found the %s %q", other.Kind, other.Name)
		}
	}
	if of == 0 {
		return nil, errors.New("expected a clip, found the ID 0, which Model.Clip returns for an unknown name")
	}
	return nil, fmt.Errorf("clip %#x is not in the library", uint32(of))
}

// Rebuilder is a [Motion] that keeps something of its clips, such as their durations.
type Rebuilder interface {
	Motion
	// Rebuild returns the motion for the clips that a library has now under their IDs, or the
	// reason why they do not fit.
	Rebuild(clips Clips) (Motion, error)
}

// Renamer is a [Motion] that can be taken over by another library, in which its clips have other
// IDs.
type Renamer interface {
	Motion
	// WithClips returns the same motion with the new IDs of its clips.
	WithClips(renamed func(id.Clip) id.Clip) Motion
}

// Asset is a motion in a library.
type Asset struct {
	Description
	Motion Motion
	// Clip is the clip of [Description.Single], or nil.
	Clip *clip.Clip
	// IsPlain reports that the motion is a single clip without markers.
	IsPlain bool

	mover Mover  // the motion, or nil if its time moves steadily
	spans []Span // of the clips of the parts
}

// NewAsset returns the asset of a motion, whose clips are asked for once.
func NewAsset(m Motion, clips Clips) *Asset { return newAsset(m, clips.Clip) }

// NewSingle returns the asset of the motion that plays one clip.
func NewSingle(clipID id.Clip, c *clip.Clip) *Asset {
	return newAsset(Single{clipID, c}, func(id.Clip) *clip.Clip { return c })
}

func newAsset(m Motion, clipOf func(id.Clip) *clip.Clip) *Asset {
	a := &Asset{Description: m.Describe(), Motion: m}
	a.mover, _ = m.(Mover)
	if a.Single != 0 {
		a.Clip = clipOf(a.Single)
	}
	a.IsPlain = a.Clip != nil && len(a.Clip.Markers()) == 0
	a.spans = make([]Span, len(a.Parts))
	for i, part := range a.Parts {
		if c := clipOf(part.Clip); c != nil {
			a.spans[i] = Span{c.Start(), c.End()}
			if i == 0 && a.Skeleton == nil {
				a.Skeleton = c.Skeleton()
			}
		}
	}
	if a.Single == 0 && a.Span == (Span{}) {
		a.Span.End = 1
	}
	return a
}

// Describe returns the description. That of nil is empty.
func (a *Asset) Describe() Description {
	if a == nil {
		return Description{}
	}
	return a.Description
}

// Duration returns how many seconds the motion takes at a position: see [Motion]. A nil asset, as a
// library returns it for an unknown ID, takes none and shows nothing.
func (a *Asset) Duration(x, y float32) float64 {
	if a == nil || a.Motion == nil {
		return 0
	}
	return a.Motion.Duration(x, y)
}

// Distance returns how far the time moves within a number of seconds: see [Mover].
func (a *Asset) Distance(f *Frame, seconds float64) float64 {
	if a == nil || f == nil || a.Motion == nil {
		return 0
	}
	if a.mover != nil {
		return a.mover.Distance(f, seconds)
	}
	return float64(seconds*a.Span.Duration()) / a.Motion.Duration(f.X, f.Y)
}

// Still returns what the motion shows while it stands at a time and a position, for tools: the
// Inputs of the frame, and in its Weights those of the parts, if the motion has such.
func (a *Asset) Still(time float64, x, y float32) *Frame {
	f := &Frame{Step: Step{From: time, To: time}}
	if a == nil || a.Motion == nil {
		return f
	}
	f.Begin(a, x, y)
	a.Motion.Mix(f)
	return f
}
