package motion

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// Single is the motion that plays one clip. A library makes it for every clip that is added to it.
type Single struct {
	ID   id.Clip
	Clip *clip.Clip
}

// Describe implements [Motion].
func (s Single) Describe() Description {
	return Description{
		Span: Span{s.Clip.Start(), s.Clip.End()}, Skeleton: s.Clip.Skeleton(), Single: s.ID,
		Additive: s.Clip.Additive(), Name: s.Clip.Name(), Kind: "clip", Parts: []Part{{Clip: s.ID}},
	}
}

// Duration implements [Motion].
func (s Single) Duration(_, _ float32) float64 { return s.Clip.Duration() }

// Mix implements [Motion]: the clip is at the time of the playback, and moves as it does.
func (s Single) Mix(f *Frame) {
	f.Add(s.ID, f.Step.To, 1).Step = f.Step
	if len(s.Clip.Markers()) > 0 {
		f.Fire()
	}
}
