package clip

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// NewRootMotion makes a root motion from samples, for tools that compute clips and their motions
// together. source is the clip that still has the motion in the pose. Of the options, Number and Up
// are the joint that the motion follows and the axis of its yaw; the others describe the motion and
// change nothing. There is one motion for each time; times are seconds, strictly increasing, and
// there must be at least one. It copies both.
func NewRootMotion(source *Clip, options RootMotionOptions, times []float64, motions []Motion) (*RootMotion, error) {
	joint, up := options.Number-1, options.Up
	switch {
	case source == nil:
		return nil, errors.New("root motion: the source clip is nil")
	case joint < 0 || joint >= source.skeleton.Len():
		return nil, fmt.Errorf("clip %q: root motion: the skeleton has %d joints, but no joint %d", source.name, source.skeleton.Len(), joint)
	case up > UpZ:
		return nil, fmt.Errorf("clip %q: root motion: unknown up axis %d", source.name, up)
	case len(times) == 0 || len(times) != len(motions):
		return nil, fmt.Errorf("clip %q: root motion: want at least one time and a motion for each, not %d times and %d motions",
			source.name, len(times), len(motions))
	}
	for k := range times {
		if !exact.IsFinite(times[k]) || !motions[k].isFinite() {
			return nil, fmt.Errorf("clip %q: root motion: sample %d is not finite", source.name, k)
		}
		if k > 0 && times[k] <= times[k-1] {
			return nil, fmt.Errorf("clip %q: root motion: sample %d: its time must be after %v s, not %v s", source.name, k, times[k-1], times[k])
		}
	}
	options.Joint = ""
	return &RootMotion{up: up, joint: joint, source: source, options: options, times: slices.Clone(times), motions: slices.Clone(motions)}, nil
}

// WithRootMotion returns a clip with the same tracks and the given root motion instead of its own;
// nil removes it. Both clips share the tracks. The motion's source must be a clip of the same
// skeleton.
func WithRootMotion(clip *Clip, motion *RootMotion) (*Clip, error) {
	if clip == nil {
		return nil, errors.New("root motion: the clip is nil")
	}
	if motion != nil && motion.source.skeleton != clip.skeleton {
		return nil, fmt.Errorf("clip %q: root motion: its source %q is for another skeleton", clip.name, motion.source.name)
	}
	changed := *clip
	changed.root = motion
	return &changed, nil
}
